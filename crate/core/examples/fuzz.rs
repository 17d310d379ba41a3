//! Fuzz targets: what no page and no sender would write.
//!
//! ```text
//! fuzz scan|link SECONDS [SEED] PAGE …     links are made of the pages
//! ```
//!
//! Plain mutation of the seeds, no coverage feedback: that needs a nightly compiler. Mutants of links are made of the inflated
//! bytes and get a right length and checksum, so that they come past what stops every changed link. A run that panics prints
//! its seed first; the same seed gives the same run. At the end stands how many inputs there were, how many of them opened,
//! and the most memory that the process ever held.

use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use crawl_cutoff_core::limit::LimitChoice;
use crawl_cutoff_core::message::Messages;
use crawl_cutoff_core::share::{self, Include};
use crawl_cutoff_core::{Context, Inspection, Options, Report, view};

/// Numbers that look random and are the same for the same seed (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Changes `bytes` in up to eight places; `other` gives pieces of another seed.
fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    const EDGES: [u8; 12] = [0, 1, 2, 0x7f, 0x80, 0xff, b'<', b'>', b'"', b'&', b'=', b'-'];
    for _ in 0..=random.below(8) {
        let at = random.below(bytes.len() + 1);
        let longest = if random.below(4) == 0 { 64 } else { 4 };
        let span = random.below(longest);
        let end = (at + span).min(bytes.len());
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = EDGES[random.below(EDGES.len())],
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece.repeat(1 + random.below(4)));
            }
            4 => {
                let from = random.below(other.len() + 1);
                let piece = other[from..(from + span).min(other.len())].to_vec();
                bytes.splice(at..end, piece);
            }
            _ => bytes.splice(at..at, [0xff; 9].into_iter().take(random.below(10)).chain([1])).for_each(drop),
        }
    }
}

/// A link with this content, as a sender who knows the format would make it.
fn link_of(inflated: &[u8]) -> String {
    let content = miniz_oxide::deflate::compress_to_vec(inflated, 1);
    let length = (content.len() as u16).to_le_bytes();
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&share::VERSION.to_le_bytes());
    hasher.update(&length);
    hasher.update(&content);
    let bytes = [&length[..], &hasher.finalize().to_le_bytes(), &content].concat();
    format!("{}.{}", share::VERSION, URL_SAFE_NO_PAD.encode(bytes))
}

/// What is in the link to a page that is cut in its middle.
fn inflated_link(body: &[u8], url: &str, messages: &Messages) -> Result<Vec<u8>, String> {
    let limit = LimitChoice::User(body.len() as u64 / 2);
    let mut inspection =
        Inspection::new(Options { limit, url: format!("https://a.example/{url}?q"), ..Options::default() });
    inspection.push(body);
    let report = inspection.finish(Context::default());
    let include = Include { query_strings: true, snippets: true, ..Include::default() };
    let link = share::encode(&report, &include, "", messages);
    share::inflated(&link.text).map_err(|error| error.sentence(messages))
}

/// Every view, and a link of its own.
fn show(report: &Report, messages: &Messages) {
    let ids: Vec<&str> = report.what_if.changes.iter().map(|change| change.id.as_str()).collect();
    for html in [view::panel(report, messages), view::document(report, messages), view::what_if(report, &ids, messages)]
    {
        assert!(!html.contains("<script"), "a page's text became an element");
    }
    let link = share::encode(report, &Include::default(), "https://viewer.example/", messages);
    assert!(link.characters() <= share::LINK_CHARACTERS, "{} characters", link.characters());
    let opened = share::decode(&link.text, messages);
    assert!(opened.is_ok(), "a link does not open: {opened:?}");
    let [opened, promised] = [opened.as_ref().unwrap_or(&link.report), &link.report]
        .map(|report| serde_json::to_value(report).unwrap_or_default());
    for (name, value) in opened.as_object().into_iter().flatten() {
        assert!(promised[name] == *value, "a link opens as another report, {name}:\n{value}\n{}", promised[name]);
    }
}

fn scan(body: &[u8], messages: &Messages, random: &mut Random) -> bool {
    let limit = LimitChoice::User(random.below(body.len() + 2) as u64);
    let inspect = |chunk: usize| {
        let mut inspection = Inspection::new(Options { limit, messages: messages.clone(), ..Options::default() });
        body.chunks(chunk).for_each(|chunk| inspection.push(chunk));
        inspection.finish(Context::default())
    };
    let report = inspect(body.len().max(1));
    assert!(inspect(1 + random.below(64)) == report, "another chunking gives another report");
    assert_eq!(report.ledger.iter().map(|row| row.bytes).sum::<u64>(), body.len() as u64, "the ledger");
    if random.below(16) == 0 {
        show(&report, messages);
    }
    true
}

fn open(text: &str, messages: &Messages, random: &mut Random) -> bool {
    let Ok(report) = share::decode(text, messages) else { return false };
    if random.below(16) == 0 {
        show(&report, messages);
    }
    true
}

fn main() -> Result<(), Box<dyn Error>> {
    let usage = "usage: fuzz scan|link SECONDS [SEED] FILE …";
    let mut arguments = std::env::args().skip(1).peekable();
    let is_link = match arguments.next().as_deref() {
        Some("scan") => false,
        Some("link") => true,
        _ => return Err(usage.into()),
    };
    let seconds: u64 = arguments.next().ok_or(usage)?.parse()?;
    let seed = arguments.peek().and_then(|argument| argument.parse().ok());
    if seed.is_some() {
        arguments.next();
    }
    let seed: u64 = seed.unwrap_or(1);
    let messages = Messages::default();
    let mut seeds = Vec::new();
    for path in arguments {
        let bytes = fs::read(&path)?;
        seeds.push(if is_link { inflated_link(&bytes, &path, &messages)? } else { bytes });
    }
    if seeds.is_empty() {
        return Err(usage.into());
    }
    println!("{} seeds, seed of the run {seed}", seeds.len());
    let mut random = Random(seed.max(1));
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut inputs, mut opened) = (0_u64, 0_u64);
    while Instant::now() < end {
        let mut bytes = seeds[random.below(seeds.len())].clone();
        let other = random.below(seeds.len());
        mutate(&mut bytes, &seeds[other], &mut random);
        let is_opened = if !is_link {
            bytes.truncate(20_000);
            scan(&bytes, &messages, &mut random)
        } else if random.below(64) == 0 {
            // Past no checksum: any text at all.
            open(&String::from_utf8_lossy(&bytes), &messages, &mut random)
        } else {
            open(&link_of(&bytes), &messages, &mut random)
        };
        inputs += 1;
        opened += u64::from(is_opened);
    }
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let memory = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).map_or("unknown", str::trim);
    println!("{inputs} inputs in {seconds} s, {opened} of them opened, nothing failed; most memory: {memory}");
    Ok(())
}
