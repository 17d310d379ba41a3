//! Adds up spans as the pass finds them.

use std::collections::{BTreeMap, HashMap};

use super::change::{ChangeKind, Spans};
use super::{Category, Group, Region};
use crate::Member;

/// Steps of the ruler at most; when a body needs more, steps double in width.
const RULER_STEPS: usize = 1024;

/// Width of a ruler step to begin with, in counted bytes.
const RULER_STEP_BYTES: u64 = 1024;

/// Largest single spans kept.
const LARGEST_ITEMS: usize = 20;

/// A single span below this is nobody's largest item, in counted bytes.
pub(crate) const LARGEST_MINIMUM_BYTES: u64 = 512;

/// Bytes by group.
type Groups = [u32; Group::ALL.len()];

/// A large single span, in counted bytes.
#[derive(Debug, Clone)]
pub struct Large {
    /// The leaf it is in.
    pub category: Category,
    /// First byte.
    pub start: u64,
    /// Byte after it.
    pub end: u64,
    /// Line of `start`, from 1.
    pub line: u64,
    /// What a developer calls it, `img src=data:image/png`.
    pub label: String,
}

/// A block that may stand in the page more than once.
#[derive(Debug, Clone)]
pub struct Repeated {
    /// `style`, `svg` and the like.
    pub kind: &'static str,
    /// Copies of it.
    pub count: u64,
    /// Of all copies together, in counted bytes.
    pub bytes: u64,
    /// First byte of the first.
    pub start: u64,
    /// Line of `start`, from 1.
    pub line: u64,
    /// What a developer calls the first.
    pub label: String,
    /// Its place among the blocks of its kind, from 1.
    pub number: u64,
}

/// A key of inline data with its value.
#[derive(Debug, Clone)]
pub struct StateKey {
    /// The framework, or what a developer calls the script.
    pub script: String,
    /// The key with those above it, `props.pageProps`.
    pub path: String,
    /// First byte of the value.
    pub start: u64,
    /// In counted bytes.
    pub bytes: u64,
}

/// Largest keys of inline data kept.
const STATE_KEYS: usize = 20;

/// Different blocks remembered to find copies of; later ones are not.
const REPEATED_BLOCKS: usize = 4096;

/// A block below this is not worth moving out, in counted bytes.
const REPEATED_MINIMUM_BYTES: u64 = 64;

/// Bytes by leaf.
type Leaves = [u64; Category::ALL.len()];

/// Adds up spans as the pass finds them. Spans come in order, without gaps and without overlaps.
#[derive(Debug, Clone)]
pub struct Tally {
    /// Bytes of each leaf before the step at work.
    bytes: Leaves,
    /// Bytes of each leaf in the step at work.
    now: [u32; Category::ALL.len()],
    /// Offset up to which a span is in the step at work, and on the same side of the edge as all before it.
    near: u64,
    /// Where the next span begins.
    at: u64,
    /// Bytes of each region, without those from `region_start` on.
    regions: [u64; Region::ALL.len()],
    /// The region that spans are added to, and where it began.
    region: Region,
    region_start: u64,
    /// What of leaves and regions stands before the edge, once that is passed.
    kept: Option<(Leaves, [u64; Region::ALL.len()])>,
    /// Spans that single changes would take out.
    pub(crate) spans: Spans,
    /// Count and bytes by media type of `data:` addresses.
    data_uris: BTreeMap<Box<str>, (u64, u64)>,
    /// Count and bytes of state by framework.
    states: BTreeMap<&'static str, (u64, u64)>,
    state_keys: Vec<StateKey>,
    /// Count and bytes of inlined style sheets by CSS framework.
    sheets: BTreeMap<&'static str, (u64, u64)>,
    /// Blocks by hash of their kind and content.
    repeated: HashMap<u64, Repeated>,
    /// Blocks seen of each kind, and their bytes.
    numbers: BTreeMap<&'static str, (u64, u64)>,
    edge: u64,
    step_bytes: u64,
    /// Finished steps: bytes by group.
    steps: Vec<Groups>,
    largest: Vec<Large>,
}

impl Tally {
    /// `edge`: offset before which bytes count as kept.
    pub(crate) fn new(edge: u64) -> Self {
        Self {
            bytes: [0; Category::ALL.len()],
            now: [0; Category::ALL.len()],
            near: edge.min(RULER_STEP_BYTES),
            at: 0,
            regions: [0; Region::ALL.len()],
            region: Region::Other,
            region_start: 0,
            kept: None,
            spans: Spans::default(),
            data_uris: BTreeMap::new(),
            states: BTreeMap::new(),
            state_keys: Vec::new(),
            sheets: BTreeMap::new(),
            repeated: HashMap::new(),
            numbers: BTreeMap::new(),
            edge,
            step_bytes: RULER_STEP_BYTES,
            steps: Vec::new(),
            largest: Vec::new(),
        }
    }

    /// Adds the bytes from `start` to `end`.
    #[inline]
    pub(crate) fn add(&mut self, category: Category, start: u64, end: u64) {
        debug_assert!(start == self.at && start <= end, "{category:?} {start}..{end} after {}", self.at);
        self.at = end;
        if end <= self.near {
            self.now[category as usize] += (end - start) as u32;
        } else {
            self.add_far(category, start, end);
        }
    }

    /// Whether all bytes up to `end` may be added by [`Self::add_near`].
    #[inline]
    pub(crate) const fn is_near(&self, end: u64) -> bool {
        end <= self.near
    }

    /// Adds bytes of one leaf out of a span that is near; [`Self::pass`] tells the end of all.
    #[inline]
    pub(crate) const fn add_near(&mut self, category: Category, bytes: u32) {
        self.now[category as usize] += bytes;
    }

    /// Ends a span whose bytes were added by [`Self::add_near`].
    #[inline]
    pub(crate) const fn pass(&mut self, end: u64) {
        self.at = end;
    }

    /// Adds a span that goes past the step at work or the edge.
    #[inline(never)]
    fn add_far(&mut self, category: Category, start: u64, end: u64) {
        let mut at = start;
        loop {
            let until = end.min(self.near);
            self.now[category as usize] += (until - at) as u32;
            at = until;
            if at == end {
                return;
            }
            if at == self.edge && self.kept.is_none() {
                let leaves = std::array::from_fn(|leaf| self.bytes[leaf] + u64::from(self.now[leaf]));
                self.kept = Some((leaves, self.regions_at(at)));
            }
            if at == self.step_end() {
                self.end_step();
                at = self.add_steps(category, at, end);
            }
            self.near = if self.kept.is_none() { self.step_end().min(self.edge) } else { self.step_end() };
        }
    }

    /// Adds all steps that a span fills as a whole, as far as none of them reaches the edge. Gives where the rest begins.
    fn add_steps(&mut self, category: Category, start: u64, end: u64) -> u64 {
        let mut at = start;
        let end = if self.kept.is_none() { end.min(self.edge) } else { end };
        while at + self.step_bytes < end {
            let bytes = self.step_bytes;
            let mut groups = Groups::default();
            groups[category.group() as usize] = bytes as u32;
            self.bytes[category as usize] += bytes;
            self.push_step(groups);
            at += bytes;
        }
        at
    }

    fn step_end(&self) -> u64 {
        (self.steps.len() as u64 + 1) * self.step_bytes
    }

    /// Finishes the step at work.
    fn end_step(&mut self) {
        let now = std::mem::replace(&mut self.now, [0; Category::ALL.len()]);
        self.bytes.iter_mut().zip(now).for_each(|(sum, bytes)| *sum += u64::from(bytes));
        self.push_step(groups_of(&now));
    }

    fn push_step(&mut self, groups: Groups) {
        self.steps.push(groups);
        if self.steps.len() == RULER_STEPS {
            self.step_bytes *= 2;
            self.steps = self.steps.chunks(2).map(sum).collect();
        }
    }

    /// What comes next belongs to `region`.
    #[inline]
    pub(crate) fn enter(&mut self, region: Region) {
        if region != self.region {
            self.regions[self.region as usize] += self.at - self.region_start;
            self.region_start = self.at;
            self.region = region;
        }
    }

    /// Bytes of every region before `at`.
    fn regions_at(&self, at: u64) -> [u64; Region::ALL.len()] {
        let mut regions = self.regions;
        regions[self.region as usize] += at - self.region_start;
        regions
    }

    /// Remembers a single span if it is among the largest; `describe` gives its line and label.
    pub(crate) fn offer(&mut self, category: Category, start: u64, end: u64, describe: impl FnOnce() -> (u64, String)) {
        let bytes = end - start;
        if bytes < LARGEST_MINIMUM_BYTES {
            return;
        }
        if self.largest.len() == LARGEST_ITEMS {
            if self.largest.last().is_some_and(|last| last.end - last.start >= bytes) {
                return;
            }
            self.largest.pop();
        }
        let (line, label) = describe();
        let at = self.largest.partition_point(|large| large.end - large.start >= bytes);
        self.largest.insert(at, Large { category, start, end, line, label });
    }

    /// Counts a `data:` address.
    pub(crate) fn data_uri(&mut self, media_type: &str, bytes: u64) {
        /// Media types told apart; anything may stand there.
        const MEDIA_TYPES: usize = 64;
        let known = self.data_uris.len() < MEDIA_TYPES || self.data_uris.contains_key(media_type);
        let media_type = if known { media_type } else { "" };
        let row = self.data_uris.entry(media_type.into()).or_default();
        *row = (row.0 + 1, row.1 + bytes);
    }

    /// Counts a piece of state, and remembers what a change could take out of it: what stands from `removable` on.
    pub(crate) fn state(&mut self, name: &'static str, (start, end): (u64, u64), removable: u64) {
        let row = self.states.entry(name).or_default();
        *row = (row.0 + 1, row.1 + end - start);
        self.spans.add(ChangeKind::State(name), removable, end);
    }

    /// Remembers a key of inline data if it is among the largest; `script` is what a developer calls that.
    pub(crate) fn state_key(&mut self, script: &str, Member { path, start, bytes }: Member) {
        let at = self.state_keys.partition_point(|key| key.bytes >= bytes);
        if at < STATE_KEYS {
            self.state_keys.truncate(STATE_KEYS - 1);
            let path = String::from_utf8_lossy(&path).into_owned();
            self.state_keys.insert(at, StateKey { script: script.to_owned(), path, start, bytes });
        }
    }

    /// The largest keys of inline data, largest first.
    pub fn state_keys(&self) -> &[StateKey] {
        &self.state_keys
    }

    /// Counts an inlined style sheet of a CSS framework.
    pub(crate) fn sheet(&mut self, name: &'static str, bytes: u64) {
        let row = self.sheets.entry(name).or_default();
        *row = (row.0 + 1, row.1 + bytes);
    }

    /// Remembers a block by the hash of its content; gives its number among those of its kind, and the number of the first
    /// that is the same.
    pub(crate) fn block(
        &mut self,
        kind: &'static str,
        hash: u64,
        (start, end): (u64, u64),
        describe: impl FnOnce() -> (u64, String),
    ) -> (u64, Option<u64>) {
        let numbered = self.numbers.entry(kind).or_default();
        *numbered = (numbered.0 + 1, numbered.1 + end - start);
        let number = numbered.0;
        if end - start < REPEATED_MINIMUM_BYTES {
            return (number, None);
        }
        if let Some(block) = self.repeated.get_mut(&hash) {
            block.count += 1;
            block.bytes += end - start;
            return (number, Some(block.number));
        }
        if self.repeated.len() < REPEATED_BLOCKS {
            let (line, label) = describe();
            self.repeated.insert(hash, Repeated { kind, count: 1, bytes: end - start, start, line, label, number });
        }
        (number, None)
    }

    /// Bytes of every region, and how many of them stand before the edge.
    pub fn region_rows(&self) -> impl Iterator<Item = (Region, u64, u64)> {
        let regions = self.regions_at(self.at);
        let kept = self.kept.map_or(regions, |(_, regions)| regions);
        Region::ALL.into_iter().zip(regions).zip(kept).map(|((region, bytes), kept)| (region, bytes, kept))
    }

    /// Bytes of one region so far.
    pub(crate) fn region_bytes(&self, region: Region) -> u64 {
        self.regions_at(self.at)[region as usize]
    }

    /// `data:` addresses: media type, count, bytes.
    pub fn data_uri_rows(&self) -> impl Iterator<Item = (&str, u64, u64)> {
        self.data_uris.iter().map(|(media_type, (count, bytes))| (media_type.as_ref(), *count, *bytes))
    }

    /// State by framework: name, count, bytes.
    pub fn state_rows(&self) -> impl Iterator<Item = (&'static str, u64, u64)> {
        self.states.iter().map(|(name, (count, bytes))| (*name, *count, *bytes))
    }

    /// Inlined style sheets by CSS framework: name, count, bytes.
    pub fn sheet_rows(&self) -> impl Iterator<Item = (&'static str, u64, u64)> {
        self.sheets.iter().map(|(name, (count, bytes))| (*name, *count, *bytes))
    }

    /// Blocks that stand in the page more than once.
    pub fn repeats(&self) -> impl Iterator<Item = &Repeated> {
        self.repeated.values().filter(|block| block.count > 1)
    }

    /// Single changes with the spans that each would take out.
    pub fn changes(&self) -> impl Iterator<Item = (ChangeKind, &[(u64, u64)])> {
        self.spans.iter()
    }

    /// Bytes in every leaf, and how many of them stand before the edge.
    pub fn rows(&self) -> impl Iterator<Item = (Category, u64, u64)> {
        Category::ALL.iter().map(|&category| {
            let leaf = category as usize;
            let bytes = self.bytes[leaf] + u64::from(self.now[leaf]);
            (category, bytes, self.kept.map_or(bytes, |(leaves, _)| leaves[leaf]))
        })
    }

    /// The width of a ruler step, and the group that takes most of each.
    pub fn ruler(&self) -> (u64, Vec<Group>) {
        let main = |step: &Groups| {
            let most = step.iter().copied().max().unwrap_or(0);
            step.iter().position(|&bytes| bytes == most).map_or(Group::Rest, |index| Group::ALL[index])
        };
        let now = groups_of(&self.now);
        let is_begun = now.iter().any(|bytes| *bytes > 0);
        (self.step_bytes, self.steps.iter().chain(is_begun.then_some(&now)).map(main).collect())
    }

    /// The largest single spans, largest first.
    pub fn largest(&self) -> &[Large] {
        &self.largest
    }
}

fn groups_of(leaves: &[u32; Category::ALL.len()]) -> Groups {
    let mut groups = Groups::default();
    Category::ALL.iter().zip(leaves).for_each(|(category, bytes)| groups[category.group() as usize] += bytes);
    groups
}

fn sum(steps: &[Groups]) -> Groups {
    let mut sum = Groups::default();
    steps.iter().for_each(|step| sum.iter_mut().zip(step).for_each(|(sum, bytes)| *sum += bytes));
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_double_when_the_body_outgrows_the_ruler() {
        let mut tally = Tally::new(10);
        tally.add(Category::Style, 0, RULER_STEP_BYTES * RULER_STEPS as u64);
        tally.add(Category::Text, RULER_STEP_BYTES * RULER_STEPS as u64, RULER_STEP_BYTES * (RULER_STEPS as u64 + 2));
        let (step_bytes, groups) = tally.ruler();
        assert_eq!(step_bytes, 2 * RULER_STEP_BYTES);
        assert_eq!(groups.len(), RULER_STEPS / 2 + 1);
        assert_eq!((groups[0], groups[RULER_STEPS / 2]), (Group::Style, Group::Text));
        assert_eq!(tally.rows().map(|(_, bytes, _)| bytes).sum::<u64>(), RULER_STEP_BYTES * (RULER_STEPS as u64 + 2));
        assert_eq!(tally.rows().map(|(_, _, kept)| kept).sum::<u64>(), 10);
    }

    #[test]
    fn the_twenty_largest_are_kept_in_order() {
        let mut tally = Tally::new(0);
        for index in 0..40u64 {
            tally.offer(Category::Comment, 0, 512 + (index * 7) % 40, || (1, index.to_string()));
        }
        let sizes: Vec<u64> = tally.largest().iter().map(|large| large.end).collect();
        assert_eq!(sizes, (532..552).rev().collect::<Vec<u64>>());
    }
}
