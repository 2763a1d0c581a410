//! Report sections, and the limits on their size.

/// Default limits: items in a section, names in an item, and characters in a value.
const ITEMS: usize = 30;
pub(super) const NAMES: usize = 8;
pub(super) const CHARACTERS: usize = 100;

pub(super) struct DiffSection {
    pub(super) title: String,
    pub(super) items: Vec<SectionItem>,
    /// Number of omitted items.
    pub(super) left_out: usize,
}

/// A change.
pub(super) struct SectionItem {
    pub(super) sign: SectionSign,
    /// Description of the change. Empty if the names themselves were added or removed.
    pub(super) what: String,
    /// Names of the changed things.
    pub(super) names: Vec<String>,
    /// Number of omitted names.
    pub(super) names_left_out: usize,
    /// Number of things with this change. Items with the highest count come first.
    pub(super) count: usize,
    /// Additional text, for example the place that set a field.
    pub(super) note: String,
}

/// The kind of a change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SectionSign {
    Added,
    Removed,
    Renamed,
    Changed,
}

impl SectionSign {
    pub(super) fn text(self) -> &'static str {
        match self {
            SectionSign::Added => "+",
            SectionSign::Removed => "-",
            SectionSign::Renamed => "=",
            SectionSign::Changed => "~",
        }
    }
}

/// Limits on the report size.
#[derive(Clone, Copy)]
pub(super) struct SectionLimits {
    pub(super) is_full: bool,
}

impl SectionLimits {
    pub(super) fn item(
        self,
        sign: SectionSign,
        what: String,
        mut names: Vec<String>,
        note: String,
    ) -> SectionItem {
        let limit = if self.is_full { names.len() } else { names.len().min(NAMES) };
        let (count, names_left_out) = (names.len(), names.len() - limit);
        names.truncate(limit);
        SectionItem { sign, what, names, names_left_out, count, note }
    }

    pub(super) fn section(self, title: String, mut items: Vec<SectionItem>) -> DiffSection {
        let limit = if self.is_full { items.len() } else { items.len().min(ITEMS) };
        let left_out = items.len() - limit;
        items.truncate(limit);
        DiffSection { title, items, left_out }
    }

    /// Formats a value on one line, omitting the middle of a long value.
    pub(super) fn clipped(self, text: &str) -> String {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let count = text.chars().count();
        if self.is_full || count <= CHARACTERS {
            return if text.is_empty() { "(empty)".to_owned() } else { text };
        }
        let half = CHARACTERS / 2;
        let start: String = text.chars().take(half).collect();
        let end: String = text.chars().skip(count - half).collect();
        format!("{start} ... {end}")
    }
}

/// Sorts items by count, the highest first.
pub(super) fn sort(items: &mut [SectionItem]) {
    items.sort_by_key(|item| std::cmp::Reverse(item.count));
}

/// Formats a count with its word, such as `3 added`; `None` for zero.
pub(super) fn counted(count: usize, word: &str) -> Option<String> {
    (count > 0).then(|| format!("{count} {word}"))
}

/// Joins the texts for nonzero counts.
pub(super) fn counts<const N: usize>(counted: [Option<String>; N]) -> String {
    counted.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
