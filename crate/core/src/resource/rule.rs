//! Whether Google's renderer asks for a resource: the rules of FACTS §2, each with its basis.

pub(super) use crate::scan::resource::{of_kind, requested};

use crate::limit::Basis;
use crate::report::RequestRule;

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
