//! Errors that only follow from a file that includes itself.

use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::source::{Pos, SourceMap};

use crate::messages::{Format, Style};

/// The errors that are not worth a message. The compatible format has all that the reference programs print.
pub(crate) struct FollowUps<'s> {
    /// Source files. `None` if no file includes itself.
    sources: Option<&'s SourceMap>,
}

impl<'s> FollowUps<'s> {
    pub(crate) fn new(
        style: Style,
        sources: &'s SourceMap,
        diagnostics: &Diagnostics,
    ) -> FollowUps<'s> {
        let is_cycle = |diagnostic: &Diagnostic| diagnostic.code == Some(Code::IncludeCycle);
        let leaves_out = style.format != Format::Compatible && diagnostics.iter().any(is_cycle);
        FollowUps { sources: leaves_out.then_some(sources) }
    }

    /// Whether a diagnostic is about a file that was being read already.
    pub(crate) fn contains(&self, diagnostic: &Diagnostic) -> bool {
        let Some(sources) = self.sources else { return false };
        if diagnostic.code == Some(Code::IncludeCycle) {
            return false;
        }
        diagnostic.code == Some(Code::TooManyErrors)
            || diagnostic.pos().is_some_and(|pos| is_in_cycle(sources, pos))
    }
}

/// Returns whether the file at a position includes itself.
fn is_in_cycle(sources: &SourceMap, pos: Pos) -> bool {
    let file = sources.file(sources.file_of(pos));
    let mut outer = file.included_from;
    while let Some(include) = outer {
        let including = sources.file(sources.file_of(include));
        if including.name == file.name {
            return true;
        }
        outer = including.included_from;
    }
    false
}
