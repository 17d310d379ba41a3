//! Small reports for tests, built from what a test cares about.

use std::sync::LazyLock;

use super::judge;
use crate::ledger::propose;
use crate::limit::{GOOGLE_DEFAULT, LimitChoice};
use crate::message::Messages;
use crate::report::{
    AppliedLimit, BytesSource, Change, ContentKind, Cut, CutState, EncodingSource, EntryFacts, Fate, HeadElement,
    LargeItem, LedgerRow, Place, Placement, Report, RequestRule, Resource, ResourceKind, Ruler, Signal, SignalKind,
};

/// Response head of every sample: it makes the earliest edge 1,998,700.
pub(super) const HEAD_BYTES: u64 = 1_300;
/// Earliest edge of a sample under Googlebot's limit.
pub(super) const EARLIEST: u64 = 1_998_700;
/// Latest edge.
pub(super) const LATEST: u64 = 2_097_152;

/// English, read once for all tests.
pub(super) static ENGLISH: LazyLock<Messages> = LazyLock::new(Messages::default);

/// A report in the making.
#[derive(Clone)]
pub(super) struct Sample(pub(super) Report);

impl Sample {
    /// A clean HTML page of this size: title, description and canonical first, the content after 4 KB, ten links.
    pub(super) fn page(body_bytes: u64) -> Self {
        let mut report = Report::empty();
        let page = &mut report.page;
        page.url = "https://shop.example/p".to_owned();
        page.status = Some(200);
        page.content_type = Some("text/html; charset=utf-8".to_owned());
        page.encoding = Some("UTF-8".to_owned());
        page.encoding_source = Some(EncodingSource::Header);
        page.head_bytes = Some(HEAD_BYTES);
        page.head_complete = Some(true);
        page.body_bytes = body_bytes;
        page.title = Some("Espresso".to_owned());
        report.text.words_total = 1_000;
        report.text.first_content_offset = Some(4_000);
        report.links.total = 10;
        report.head_element = Some(HeadElement { end: 3_000, ended_by: None, late_end_tag: None, noscript_risk: None });
        Self(report)
            .signal(SignalKind::Title, "Espresso", 100)
            .signal(SignalKind::Description, "A machine", 200)
            .signal(SignalKind::Canonical, "https://shop.example/p", 300)
    }

    /// A body of another kind than HTML.
    pub(super) fn file(kind: ContentKind, content_type: &str, body_bytes: u64) -> Self {
        let mut sample = Self::page(body_bytes);
        let report = &mut sample.0;
        report.page.kind = kind;
        report.page.content_type = Some(content_type.to_owned());
        report.page.title = None;
        report.signals.clear();
        report.head_element = None;
        report.text.first_content_offset = None;
        report.links.total = 0;
        sample
    }

    pub(super) fn set(mut self, change: impl FnOnce(&mut Report)) -> Self {
        change(&mut self.0);
        self
    }

    /// Takes out every signal of a kind.
    pub(super) fn without(self, kind: SignalKind) -> Self {
        self.set(|report| report.signals.retain(|signal| signal.kind != kind))
    }

    /// Adds a valid signal of 40 bytes in the head element.
    pub(super) fn signal(self, kind: SignalKind, value: &str, start: u64) -> Self {
        self.signal_with(kind, value, start, |_| ())
    }

    pub(super) fn signal_with(
        self,
        kind: SignalKind,
        value: &str,
        start: u64,
        change: impl FnOnce(&mut Signal),
    ) -> Self {
        let mut signal = Signal {
            kind,
            name: None,
            value: value.to_owned(),
            start,
            end: start + 40,
            line: 1 + start / 100,
            fate: Fate::Kept,
            placement: Placement::Head,
            survives: None,
            valid: true,
        };
        change(&mut signal);
        self.set(|report| report.signals.push(signal))
    }

    /// Words left at the earliest and the latest edge, of 1,000.
    pub(super) fn words(self, earliest: u64, latest: u64) -> Self {
        self.set(|report| {
            report.text.words_kept_earliest = earliest;
            report.text.words_kept_latest = latest;
        })
    }

    /// Links in all, and left at the earliest and the latest edge.
    pub(super) fn links(self, total: u64, earliest: u64, latest: u64) -> Self {
        self.set(|report| {
            report.links.total = total;
            report.links.kept_earliest = earliest;
            report.links.kept_latest = latest;
        })
    }

    pub(super) fn entries(self, name: &str, total: u64, earliest: u64, latest: u64) -> Self {
        let name = name.to_owned();
        self.set(|report| {
            report.entries = Some(EntryFacts { name, total, kept_earliest: earliest, kept_latest: latest });
        })
    }

    pub(super) fn ledger(self, rows: &[(&str, u64)]) -> Self {
        let rows = rows.iter().map(|&(category, bytes)| LedgerRow {
            category: category.to_owned(),
            bytes,
            bytes_kept_earliest: 0,
        });
        self.set(|report| report.ledger.extend(rows))
    }

    /// Adds a change that saves `bytes`.
    pub(super) fn change(self, id: &str, title: &str, bytes: u64) -> Self {
        let (id, title) = (id.to_owned(), title.to_owned());
        let change = Change { id, title, fix: String::new(), count: 1, bytes, spans: vec![(0, bytes)] };
        self.set(|report| report.what_if.changes.push(change))
    }

    pub(super) fn block(self, label: &str, start: u64, end: u64) -> Self {
        let (category, label) = ("style".to_owned(), label.to_owned());
        self.set(|report| report.largest.push(LargeItem { category, start, end, line: 12, label }))
    }

    pub(super) fn ruler(self, step_bytes: u64, groups: &[&str]) -> Self {
        let groups = groups.iter().map(|&group| group.to_owned()).collect();
        self.set(|report| report.ruler = Ruler { step_bytes, groups })
    }

    pub(super) fn source(self, source: BytesSource) -> Self {
        self.set(|report| report.page.source = source)
    }

    /// Adds a script `name` of the page's own host, named at its beginning.
    pub(super) fn script(self, name: &str, change: impl FnOnce(&mut Resource)) -> Self {
        let mut script = Resource {
            url: format!("https://shop.example/{name}"),
            kind: ResourceKind::Script,
            rule: RequestRule::Fetched,
            start: Some(400),
            end: Some(440),
            line: Some(5),
            body_bytes: Some(90_000),
            ..Resource::default()
        };
        change(&mut script);
        self.set(|report| report.resources.push(script))
    }

    /// The judged report under Googlebot's limit.
    pub(super) fn judged(self) -> Report {
        self.judged_by(LimitChoice::Googlebot)
    }

    /// The judged report under Google's default limit.
    pub(super) fn judged_by_default_limit(self) -> Report {
        self.judged_by(LimitChoice::Published(GOOGLE_DEFAULT))
    }

    /// The judged report, with fates and the cut as the limit makes them.
    pub(super) fn judged_by(self, choice: LimitChoice) -> Report {
        let messages = &ENGLISH;
        let Self(mut report) = self;
        report.limit = AppliedLimit::of(choice, report.page.kind, report.page.head_bytes, messages);
        if let (Some(earliest), Some(latest)) = (report.limit.earliest, report.limit.latest) {
            for signal in &mut report.signals {
                signal.fate = match (signal.start, signal.end) {
                    (_, end) if end <= earliest => Fate::Kept,
                    (_, end) if end <= latest => Fate::Depends,
                    (start, _) if start < earliest => Fate::Damaged,
                    _ => Fate::Lost,
                };
            }
            if report.page.body_bytes > earliest {
                let place = |offset, line| Place {
                    offset,
                    line,
                    column: 33,
                    state: CutState::Tag,
                    path: "html > body".to_owned(),
                    situations: vec![crate::cut::CutSituation::Tag],
                    effect: "The whole tag vanishes, with all its attributes.".to_owned(),
                };
                let latest = latest.min(report.page.body_bytes);
                report.cut = Some(Cut { earliest: place(earliest, 812), latest: place(latest, 900) });
            }
            let fits = report.page.body_bytes <= earliest;
            let text = &mut report.text;
            if fits || text.words_kept_earliest == 0 && text.words_kept_latest == 0 {
                (text.words_kept_earliest, text.words_kept_latest) = (text.words_total, text.words_total);
            }
            let links = &mut report.links;
            if fits || links.kept_earliest == 0 && links.kept_latest == 0 {
                (links.kept_earliest, links.kept_latest) = (links.total, links.total);
            }
        }
        propose(&mut report);
        crate::resource::judge(&mut report, messages);
        judge(&mut report, messages);
        report
    }
}
