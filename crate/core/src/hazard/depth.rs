//! How deep the code of a script nests, told before the parser sees it.
//!
//! The parser calls itself for every level, and a browser gives WebAssembly about a megabyte of stack. What nests deeper than
//! fits is not parsed. Counting needs no grammar: every level comes from a bracket, an operator or one of a few words. Only
//! strings, templates, comments and regular expressions have to be stepped over.

/// Stack that the deepest place may need, in [`cost`] units: a third of what Chromium 156 has, measured there.
const MOST: u32 = 1_000_000 / 3;

/// What one level takes of the stack, in millionths of what Chromium 156 has (measured: how many levels fit, alone).
mod cost {
    pub(super) const BRACKET: u32 = 1_300;
    pub(super) const TEMPLATE: u32 = 1_550;
    pub(super) const FUNCTION: u32 = 1_900;
    pub(super) const STATEMENT: u32 = 650;
    pub(super) const OPERATOR: u32 = 500;
    /// By kind of operator, see [`super::OR`].
    pub(super) const LINKS: [u32; super::KINDS] = [180, 180, 180, 250];
}

/// What the last token was, to tell a regular expression from a division.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// The end of a value: a `/` divides it.
    Value,
    /// Anything else: a `/` begins a regular expression.
    Operator,
    /// A word after which a bracket holds a condition.
    Condition,
}

/// Kinds of operators that nest to the left, the loosest first: `||` and `??`, `&&`, the others, members and calls. A chain of one
/// kind holds chains of the tighter ones, so the longest of each count.
const KINDS: usize = 4;
const OR: usize = 0;
const AND: usize = 1;
const BINARY: usize = 2;
const MEMBER: usize = 3;

/// What nests inside one bracket.
#[derive(Clone, Copy, Default)]
struct Level {
    /// What the brackets around take of the stack.
    floor: u32,
    /// That, and the `else`s before.
    base: u32,
    /// That, and what nests to the right.
    load: u32,
    /// Operators of each kind in the chain that is being read.
    chain: [u32; KINDS],
    /// Of the chains of each kind, the longest.
    longest: [u32; KINDS],
}

impl Level {
    /// Stack in use here.
    fn total(&self) -> u32 {
        let links = self.chain.iter().zip(self.longest).zip(cost::LINKS);
        self.load + links.map(|((&chain, longest), cost)| chain.max(longest) * cost).sum::<u32>()
    }

    fn link(&mut self, kind: usize) {
        self.chain[kind] += 1;
        for tighter in kind + 1..KINDS {
            self.longest[tighter] = self.longest[tighter].max(self.chain[tighter]);
            self.chain[tighter] = 0;
        }
    }

    /// What nests to the right begins anew.
    fn start_over(&mut self) {
        *self = Self { floor: self.floor, base: self.base, load: self.base, ..Self::default() };
    }
}

/// An open bracket.
struct Open {
    /// The level outside of it.
    level: Level,
    /// What a `/` after its end is.
    after: Last,
    /// A `${` in a template: its end leads back into the template.
    in_template: bool,
}

/// Whether a parser may take `source`.
pub(super) fn fits(source: &str) -> bool {
    let bytes = source.as_bytes();
    let level = Level::default();
    Walk { bytes, at: 0, level, last: Last::Operator, may_end: false, open: Vec::new() }.run()
}

struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
    level: Level,
    last: Last,
    /// Whether a statement has ended here if a word follows: after a semicolon, a block, the end of a line.
    may_end: bool,
    open: Vec<Open>,
}

impl Walk<'_> {
    fn run(mut self) -> bool {
        while let Some(&byte) = self.bytes.get(self.at) {
            self.step(byte);
            if self.level.total() > MOST {
                return false;
            }
        }
        true
    }

    fn step(&mut self, byte: u8) {
        let next = self.bytes.get(self.at + 1).copied();
        match byte {
            b'"' | b'\'' => self.string(byte),
            b'`' => self.template(),
            b'/' if next == Some(b'/') => self.skip_to(|bytes| memchr::memchr2(b'\n', b'\r', bytes), 0),
            b'/' if next == Some(b'*') => self.skip_to(|bytes| memchr::memmem::find(bytes, b"*/"), 2),
            b'/' if self.last != Last::Value => self.regular_expression(),
            b'(' | b'[' => {
                let after = if self.last == Last::Condition { Last::Operator } else { Last::Value };
                self.enter(cost::BRACKET, after, false);
            }
            // After a block comes a statement, after an object in an expression rarely a division.
            b'{' => self.enter(cost::BRACKET, Last::Operator, false),
            b')' | b']' | b'}' => self.leave(),
            b',' | b';' => self.start_over(),
            byte if is_word(byte) => self.word(),
            byte if byte.is_ascii_whitespace() => {
                self.may_end |= byte == b'\n' && self.last == Last::Value;
                self.at += 1;
            }
            _ => self.operator(byte, next),
        }
    }

    fn enter(&mut self, cost: u32, after: Last, in_template: bool) {
        let outside = self.level;
        self.open.push(Open { level: outside, after, in_template });
        let floor = outside.total() + cost;
        self.level = Level { floor, base: floor, load: floor, ..Level::default() };
        self.may_end = false;
        self.last = Last::Operator;
        self.at += 1;
    }

    fn leave(&mut self) {
        self.may_end = self.bytes[self.at] == b'}';
        self.at += 1;
        let Some(open) = self.open.pop() else { return };
        self.level = open.level;
        // What is chained to it, a call or a member, nests once more.
        self.level.link(MEMBER);
        self.last = open.after;
        if open.in_template {
            self.rest_of_template();
        }
    }

    fn start_over(&mut self) {
        self.level.start_over();
        self.may_end = self.bytes[self.at] == b';';
        self.last = Last::Operator;
        self.at += 1;
    }

    fn operator(&mut self, byte: u8, next: Option<u8>) {
        // `++` and `--` may stand on either side of their value, so a `/` after them is what it was before.
        if matches!(byte, b'+' | b'-') && next == Some(byte) {
            self.at += 2;
            return;
        }
        let after_value = self.last == Last::Value;
        self.may_end = false;
        self.last = Last::Operator;
        match (byte, next) {
            (b'.', _) => self.level.link(MEMBER),
            (b'?', Some(b'.')) | (b'=', Some(b'=')) | (b'!', Some(b'=')) => {
                self.level.link(BINARY);
                self.at += 1;
            }
            (b'|', Some(b'|')) | (b'?', Some(b'?')) => {
                self.level.link(OR);
                self.at += 1;
            }
            (b'&', Some(b'&')) => {
                self.level.link(AND);
                self.at += 1;
            }
            (b'<' | b'>', Some(b'=')) => {
                self.level.link(BINARY);
                self.at += 1;
            }
            // Powers nest to the right, and so does what stands before its value.
            (b'*', Some(b'*')) => self.level.load += cost::OPERATOR,
            (b'+' | b'-' | b'*' | b'&' | b'|' | b'<' | b'>' | b'/' | b'%' | b'^', _) if after_value => {
                self.level.link(BINARY);
            }
            _ => self.level.load += cost::OPERATOR,
        }
        self.at += 1;
    }

    fn word(&mut self) {
        let start = self.at;
        while self.bytes.get(self.at).copied().is_some_and(is_word) {
            self.at += 1;
        }
        let is_member = start > 0 && self.bytes[start - 1] == b'.';
        self.last = Last::Value;
        if is_member {
            return;
        }
        let word = &self.bytes[start..self.at];
        if std::mem::take(&mut self.may_end) && !matches!(word, b"else" | b"in" | b"of" | b"instanceof") {
            self.level.base = self.level.floor;
            self.level.start_over();
        }
        let (cost, last) = match word {
            b"function" | b"class" => (cost::FUNCTION, Last::Value),
            b"if" | b"for" | b"while" | b"with" => (cost::STATEMENT, Last::Condition),
            b"do" | b"try" | b"switch" => (cost::STATEMENT, Last::Operator),
            b"else" => {
                // The semicolon before it has ended the count, but not the nesting.
                self.level.base += cost::STATEMENT;
                (cost::STATEMENT, Last::Operator)
            }
            b"new" | b"typeof" | b"void" | b"delete" | b"await" | b"yield" | b"in" | b"of" | b"instanceof" => {
                (cost::OPERATOR, Last::Operator)
            }
            b"return" | b"throw" | b"case" | b"extends" => (0, Last::Operator),
            _ => (0, Last::Value),
        };
        self.level.load += cost;
        self.last = last;
    }

    /// Steps over what ends where `end` says, or at the end of the script.
    fn skip_to(&mut self, end: impl Fn(&[u8]) -> Option<usize>, end_bytes: usize) {
        let from = (self.at + 2).min(self.bytes.len());
        self.at = end(&self.bytes[from..]).map_or(self.bytes.len(), |length| from + length + end_bytes);
    }

    fn string(&mut self, quote: u8) {
        self.at += 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == quote || byte == b'\n' {
                break;
            }
        }
        self.last = Last::Value;
    }

    fn template(&mut self) {
        // A tagged template is a call.
        if self.last == Last::Value {
            self.level.link(MEMBER);
        }
        self.at += 1;
        self.rest_of_template();
    }

    /// To the end of a template, or to the next `${` in it.
    fn rest_of_template(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'`' => {
                    self.at += 1;
                    break;
                }
                b'$' if self.bytes.get(self.at + 1) == Some(&b'{') => {
                    self.at += 1;
                    self.enter(cost::TEMPLATE, Last::Value, true);
                    return;
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.last = Last::Value;
    }

    fn regular_expression(&mut self) {
        self.at += 1;
        let mut in_class = false;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += if byte == b'\\' { 2 } else { 1 };
            match byte {
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => break,
                // No regular expression after all.
                b'\n' => break,
                _ => {}
            }
        }
        self.last = Last::Value;
    }
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'\\' | 0x80..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_nest_is_bounded() {
        for (open, middle, close) in [
            ("(", "1", ")"),
            ("[", "", "]"),
            ("{", "", "}"),
            ("(function(){", "", "})()"),
            ("x={a:", "1", "}"),
            ("!", "1", ""),
            ("new ", "a", ""),
            ("a=>", "1", ""),
            ("a?b:", "1", ""),
            ("a?", "b", ":c"),
            ("a=", "1", ""),
            ("a**", "1", ""),
            ("if(a)b;else ", "c", ""),
            ("if(a){b}else ", "c", ""),
            ("if(a)", "c", ""),
            ("a:", "c", ""),
            ("a+", "1", ""),
            ("a??", "1", ""),
            ("a&&", "1", ""),
            ("a<=b||", "1", ""),
            ("a+b+c&&", "1", ""),
            ("a<", "1", ""),
            ("a.", "b", ""),
            ("a?.", "b", ""),
            ("a", "", "()"),
            ("a", "", "``"),
            ("`${", "1", "}`"),
            ("await ", "a", ""),
            ("class extends ", "a", "{}"),
        ] {
            let nested = |n: usize| open.repeat(n) + middle + &close.repeat(n);
            assert!(fits(&nested(50)), "50 × {open}");
            assert!(!fits(&nested(3_000)), "3,000 × {open}");
        }
    }

    #[test]
    fn long_is_not_deep() {
        assert!(fits(&"a=[1,{b:2}];f(x).y();if(a){b()}else{c()}\n".repeat(10_000)));
        assert!(fits(&"f((1),[2]);".repeat(100_000)));
        assert!(fits(&"function f(){g()}".repeat(10_000)));
        assert!(fits(&"const a = b\nlet c = d()\n".repeat(10_000)), "without semicolons");
        assert!(fits(&"if(a)b();else c();if(d){e()}else{f()}\n".repeat(10_000)));
        assert!(fits(&format!("class A{{{}}}", "f(){return 1}get g(){return 2}".repeat(10_000))));
        assert!(fits(&"a,".repeat(100_000)));
        assert!(fits(&"3170<=b&&b<=3171||b==3201||".repeat(700)), "ranges of characters, as bundles have them");
    }

    #[test]
    fn brackets_in_strings_templates_comments_and_regular_expressions_do_not_nest() {
        let many = "(".repeat(5_000);
        for around in [
            format!("'{many}'"),
            format!("\"\\\"{many}\""),
            format!("`{many}`"),
            format!("`${{a}}{many}`"),
            format!("//{many}\n"),
            format!("/*{many}*/"),
            format!("a=/[/]{many}/"),
            format!("if(a)/{many}/.test(b)"),
            format!("return/{many}/"),
        ] {
            assert!(fits(&around), "{}", &around[..12]);
        }
        assert!(!fits(&format!("a/{many}/b")), "a division is no regular expression");
    }
}
