//! One description for both directions: a [`Wire`] is shown every value of a report in a fixed order, and writes it, puts
//! what it reads in its place, or changes it.

/// What was read is not what was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Broken;

/// A pass over the values of a report.
pub(super) trait Wire {
    /// A number.
    fn number(&mut self, value: &mut u64) -> Result<(), Broken>;

    /// A text.
    fn text(&mut self, value: &mut String) -> Result<(), Broken>;

    /// Items of a list of which each takes at least so many numbers: how many there will be, of how many there are.
    fn items(&mut self, items: usize, numbers_each: usize) -> Result<usize, Broken>;
}

/// Writes.
#[derive(Debug, Default)]
pub(super) struct Writer {
    numbers: Vec<u8>,
    texts: Vec<u8>,
}

impl Writer {
    pub(super) fn into_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.numbers.len() + self.texts.len() + 3);
        push(&mut bytes, self.numbers.len() as u64);
        bytes.extend(self.numbers);
        bytes.extend(self.texts);
        bytes
    }
}

/// LEB128: seven bits a byte, the lowest first; the highest bit says that more follow.
fn push(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Takes a number from the front of `bytes`.
fn pull(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let part = u64::from(byte & 0x7f);
        if part << shift >> shift != part {
            return None;
        }
        value |= part << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

impl Wire for Writer {
    fn number(&mut self, value: &mut u64) -> Result<(), Broken> {
        push(&mut self.numbers, *value);
        Ok(())
    }

    fn text(&mut self, value: &mut String) -> Result<(), Broken> {
        push(&mut self.numbers, value.len() as u64);
        self.texts.extend(value.as_bytes());
        Ok(())
    }

    fn items(&mut self, items: usize, _: usize) -> Result<usize, Broken> {
        push(&mut self.numbers, items as u64);
        Ok(items)
    }
}

/// Reads.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    numbers: &'a [u8],
    texts: &'a [u8],
    /// Version of the format in which it was written: what a newer one added is not there.
    #[allow(dead_code)] // Asked from version 2 on.
    version: u32,
}

impl<'a> Reader<'a> {
    pub(super) fn new(version: u32, mut bytes: &'a [u8]) -> Option<Self> {
        let numbers = usize::try_from(pull(&mut bytes)?).ok()?;
        let (numbers, texts) = bytes.split_at_checked(numbers)?;
        Some(Self { numbers, texts, version })
    }

    /// Whether everything was read.
    pub(super) fn is_at_end(&self) -> bool {
        self.numbers.is_empty() && self.texts.is_empty()
    }
}

impl Wire for Reader<'_> {
    fn number(&mut self, value: &mut u64) -> Result<(), Broken> {
        *value = pull(&mut self.numbers).ok_or(Broken)?;
        Ok(())
    }

    fn text(&mut self, value: &mut String) -> Result<(), Broken> {
        let bytes = usize::try_from(pull(&mut self.numbers).ok_or(Broken)?).map_err(|_| Broken)?;
        let (text, rest) = self.texts.split_at_checked(bytes).ok_or(Broken)?;
        self.texts = rest;
        *value = str::from_utf8(text).map_err(|_| Broken)?.to_owned();
        Ok(())
    }

    fn items(&mut self, _: usize, numbers_each: usize) -> Result<usize, Broken> {
        let items = usize::try_from(pull(&mut self.numbers).ok_or(Broken)?).map_err(|_| Broken)?;
        // A number takes at least a byte, so no list is longer than what is left to read.
        if items > self.numbers.len() / numbers_each.max(1) { Err(Broken) } else { Ok(items) }
    }
}

/// Changes every text, and nothing else.
pub(super) struct Texts<F>(pub(super) F);

impl<F: FnMut(&mut String)> Wire for Texts<F> {
    fn number(&mut self, _: &mut u64) -> Result<(), Broken> {
        Ok(())
    }

    fn text(&mut self, value: &mut String) -> Result<(), Broken> {
        (self.0)(value);
        Ok(())
    }

    fn items(&mut self, items: usize, _: usize) -> Result<usize, Broken> {
        Ok(items)
    }
}

/// `value` as its difference from `base`: small where the two are close, exact wherever they are.
pub(super) fn near(wire: &mut dyn Wire, value: &mut u64, base: u64) -> Result<(), Broken> {
    let difference = value.wrapping_sub(base) as i64;
    let mut zigzag = (difference << 1 ^ difference >> 63) as u64;
    wire.number(&mut zigzag)?;
    *value = base.wrapping_add(zigzag >> 1 ^ (zigzag & 1).wrapping_neg());
    Ok(())
}

/// A part of `whole`: all of it and nothing of it are the common cases.
pub(super) fn part(wire: &mut dyn Wire, value: &mut u64, whole: u64) -> Result<(), Broken> {
    let mut code = if *value == whole { None } else { Some(*value) };
    maybe(wire, &mut code)?;
    *value = code.unwrap_or(whole);
    Ok(())
}

/// A text, as the description of an item.
pub(super) fn text(wire: &mut dyn Wire, value: &mut String) -> Result<(), Broken> {
    wire.text(value)
}

/// Yes or no.
pub(super) fn flag(wire: &mut dyn Wire, value: &mut bool) -> Result<(), Broken> {
    let mut code = u64::from(*value);
    wire.number(&mut code)?;
    *value = code != 0;
    Ok(())
}

/// What may be absent.
pub(super) fn option<T: Default>(
    wire: &mut dyn Wire,
    value: &mut Option<T>,
    describe: impl FnOnce(&mut dyn Wire, &mut T) -> Result<(), Broken>,
) -> Result<(), Broken> {
    let mut is_there = value.is_some();
    flag(wire, &mut is_there)?;
    if !is_there {
        *value = None;
        return Ok(());
    }
    describe(wire, value.get_or_insert_default())
}

/// A number that may be absent; so it takes one number, not two.
pub(super) fn maybe(wire: &mut dyn Wire, value: &mut Option<u64>) -> Result<(), Broken> {
    let mut code = value.map_or(0, |value| value.saturating_add(1));
    wire.number(&mut code)?;
    // The two largest numbers share a code.
    let mut is_largest = *value == Some(u64::MAX);
    if code == u64::MAX {
        flag(wire, &mut is_largest)?;
    }
    *value = if code == u64::MAX && is_largest { Some(code) } else { code.checked_sub(1) };
    Ok(())
}

/// A list, each item of which is described by at least `numbers_each` numbers.
pub(super) fn list<T: Default>(
    wire: &mut dyn Wire,
    values: &mut Vec<T>,
    numbers_each: usize,
    mut describe: impl FnMut(&mut dyn Wire, &mut T) -> Result<(), Broken>,
) -> Result<(), Broken> {
    let items = wire.items(values.len(), numbers_each)?;
    values.resize_with(items, T::default);
    values.iter_mut().try_for_each(|value| describe(wire, value))
}

/// One of `all`.
pub(super) fn choice<T: Copy + PartialEq>(wire: &mut dyn Wire, value: &mut T, all: &[T]) -> Result<(), Broken> {
    let mut code = all.iter().position(|other| other == value).unwrap_or_default() as u64;
    wire.number(&mut code)?;
    *value = *usize::try_from(code).ok().and_then(|code| all.get(code)).ok_or(Broken)?;
    Ok(())
}

/// A name that is mostly one of `known`.
pub(super) fn name(wire: &mut dyn Wire, value: &mut String, known: &[&str]) -> Result<(), Broken> {
    let mut code = known.iter().position(|other| other == value).map_or(0, |index| index as u64 + 1);
    wire.number(&mut code)?;
    match usize::try_from(code).map_err(|_| Broken)?.checked_sub(1) {
        None => wire.text(value),
        Some(index) => {
            let known = known.get(index).ok_or(Broken)?;
            if value != known {
                (*known).clone_into(value);
            }
            Ok(())
        }
    }
}

/// A text that is mostly `usual`.
pub(super) fn usually(wire: &mut dyn Wire, value: &mut String, usual: &str) -> Result<(), Broken> {
    let mut is_other = value != usual;
    flag(wire, &mut is_other)?;
    if is_other {
        return wire.text(value);
    }
    if value != usual {
        usual.clone_into(value);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through<T: Clone + Default>(value: &T, describe: impl Fn(&mut dyn DynWire, &mut T)) -> T {
        let mut writer = Writer::default();
        describe(&mut writer, &mut value.clone());
        let bytes = writer.into_bytes();
        let mut reader = Reader::new(1, &bytes).unwrap();
        let mut read = T::default();
        describe(&mut reader, &mut read);
        assert!(reader.is_at_end());
        read
    }

    trait DynWire {
        fn near(&mut self, value: &mut u64, base: u64);
        fn part(&mut self, value: &mut u64, whole: u64);
        fn maybe(&mut self, value: &mut Option<u64>);
        fn name(&mut self, value: &mut String);
    }

    impl<W: Wire> DynWire for W {
        fn near(&mut self, value: &mut u64, base: u64) {
            near(self, value, base).unwrap();
        }
        fn part(&mut self, value: &mut u64, whole: u64) {
            part(self, value, whole).unwrap();
        }
        fn maybe(&mut self, value: &mut Option<u64>) {
            maybe(self, value).unwrap();
        }
        fn name(&mut self, value: &mut String) {
            name(self, value, &["a", "b"]).unwrap();
        }
    }

    #[test]
    fn every_number_comes_back_whatever_it_is_compared_with() {
        let numbers =
            [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX / 2, u64::MAX / 2 + 1, u64::MAX - 1, u64::MAX];
        for value in numbers {
            for base in numbers {
                assert_eq!(through(&value, |wire, value| wire.near(value, base)), value, "{value} near {base}");
            }
        }
        for (value, whole) in [(0, 0), (0, 9), (9, 9), (4, 9), (12, 9)] {
            assert_eq!(through(&value, |wire, value| wire.part(value, whole)), value, "{value} of {whole}");
        }
        for value in [None, Some(0), Some(u64::MAX - 2), Some(u64::MAX - 1), Some(u64::MAX)] {
            assert_eq!(through(&value, |wire, value| wire.maybe(value)), value);
        }
        for value in ["", "a", "b", "c"] {
            assert_eq!(through(&value.to_owned(), |wire, value| wire.name(value)), value);
        }
    }

    #[test]
    fn numbers_that_no_writer_writes_are_refused() {
        assert_eq!(pull(&mut &[0x80; 9][..]), None, "unfinished");
        assert_eq!(pull(&mut &[0xff; 11][..]), None, "too long");
        assert_eq!(pull(&mut &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02][..]), None, "too large");
    }

    #[test]
    fn a_list_is_never_longer_than_what_is_left_to_read() {
        let mut bytes = Vec::new();
        push(&mut bytes, 12);
        push(&mut bytes, 10);
        bytes.extend([0; 11]);
        let items = |each| Reader::new(1, &bytes).unwrap().items(0, each);
        assert_eq!((items(1), items(2)), (Ok(10), Err(Broken)));
    }
}
