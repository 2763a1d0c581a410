//! Sections of a report, and how much of them is shown.

/// How many items of a section are shown, how many names of an item, and how many characters of a value,
/// unless all are asked for.
const ITEMS: usize = 30;
pub(super) const NAMES: usize = 8;
pub(super) const CHARACTERS: usize = 100;

/// A section of the report.
pub(super) struct Section {
    pub(super) title: String,
    pub(super) items: Vec<Item>,
    /// How many items are left out.
    pub(super) left_out: usize,
}

/// Something that changed.
pub(super) struct Item {
    pub(super) sign: Sign,
    /// What changed; empty where the names are what was added or removed.
    pub(super) what: String,
    /// What it changed of.
    pub(super) names: Vec<String>,
    /// How many names are left out.
    pub(super) names_left_out: usize,
    /// Of how much it is said: what is said of most comes first.
    pub(super) count: usize,
    /// What else there is to say, such as what set a field.
    pub(super) note: String,
}

/// How something changed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sign {
    Added,
    Removed,
    Renamed,
    Changed,
}

impl Sign {
    pub(super) fn text(self) -> &'static str {
        match self {
            Sign::Added => "+",
            Sign::Removed => "-",
            Sign::Renamed => "=",
            Sign::Changed => "~",
        }
    }
}

/// How much is shown.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) is_full: bool,
}

impl Limits {
    pub(super) fn item(
        self,
        sign: Sign,
        what: String,
        mut names: Vec<String>,
        note: String,
    ) -> Item {
        let shown = if self.is_full { names.len() } else { names.len().min(NAMES) };
        let (count, names_left_out) = (names.len(), names.len() - shown);
        names.truncate(shown);
        Item { sign, what, names, names_left_out, count, note }
    }

    pub(super) fn section(self, title: String, mut items: Vec<Item>) -> Section {
        let shown = if self.is_full { items.len() } else { items.len().min(ITEMS) };
        let left_out = items.len() - shown;
        items.truncate(shown);
        Section { title, items, left_out }
    }

    /// A value on one line, with its middle left out where it is long.
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

/// What changed of most comes first.
pub(super) fn sort(items: &mut [Item]) {
    items.sort_by_key(|item| std::cmp::Reverse(item.count));
}

/// How many there are of each, in words; none where there is nothing.
pub(super) fn counts(counts: &[(usize, &str)]) -> String {
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    counts.map(|(count, what)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
}
