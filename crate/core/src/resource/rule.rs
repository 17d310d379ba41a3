//! Whether Google's renderer asks for a resource: the rules of FACTS §2, each with its basis.

use crate::limit::Basis;
use crate::report::{RequestRule, Requested, ResourceKind};

/// The rule for a kind, where nothing about the way it is named decides otherwise.
pub(crate) const fn of_kind(kind: ResourceKind) -> RequestRule {
    use ResourceKind as K;
    match kind {
        K::Script | K::Stylesheet | K::Fetch | K::Worker | K::Frame => RequestRule::Fetched,
        K::Image | K::Icon | K::Font | K::Media => RequestRule::Media,
        K::Beacon => RequestRule::Reporting,
        K::Connection => RequestRule::Connection,
        K::Object | K::Manifest | K::Track | K::Prefetch | K::Other => RequestRule::Exotic,
    }
}

/// What a rule decides.
pub(crate) const fn requested(rule: RequestRule) -> Requested {
    use RequestRule as R;
    match rule {
        R::Fetched => Requested::Yes,
        R::Media | R::NoModule | R::NotLoaded | R::Connection => Requested::No,
        R::Exotic | R::Reporting | R::Mapped => Requested::Uncertain,
    }
}

/// How we know a rule.
pub(super) const fn basis(rule: RequestRule) -> Basis {
    use RequestRule as R;
    match rule {
        R::Fetched | R::Media | R::Reporting => Basis::Documented,
        R::NotLoaded => Basis::Measured,
        R::NoModule | R::Connection | R::Mapped => Basis::Inferred,
        R::Exotic => Basis::Unknown,
    }
}
