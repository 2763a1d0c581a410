//! Report sections, and the limits on their size.

/// Default limits: items in a section, names in an item, and characters in a value.
const ITEMS: usize = 30;
pub(super) const NAMES: usize = 8;
pub(super) const CHARACTERS: usize = 100;

/// Number of characters shown before and after a difference in a long value.
const CONTEXT: usize = 24;

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
    /// Whether the item is shown regardless of the limits.
    pub(super) is_always_shown: bool,
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
    const ALL: [SectionSign; 4] =
        [SectionSign::Added, SectionSign::Removed, SectionSign::Renamed, SectionSign::Changed];

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
        SectionItem { sign, what, names, names_left_out, count, note, is_always_shown: false }
    }

    /// Builds a section. If there are too many items, each sign has an equal share of the limit, and what a sign does
    /// not need is left to the next.
    pub(super) fn section(self, title: String, mut items: Vec<SectionItem>) -> DiffSection {
        let count = items.len();
        if !self.is_full && count > ITEMS {
            let signs = SectionSign::ALL;
            let mut shares: Vec<(usize, SectionSign)> = signs
                .map(|sign| (items.iter().filter(|item| item.sign == sign).count(), sign))
                .into();
            // The sign with the fewest items comes first, so that its unused share is known.
            shares.sort_unstable();
            let mut limit = ITEMS;
            for (index, (wanted, sign)) in shares.into_iter().enumerate() {
                let mut share = wanted.min(limit / (signs.len() - index));
                limit -= share;
                items.retain(|item| {
                    if item.sign != sign || item.is_always_shown {
                        return true;
                    }
                    let is_shown = share > 0;
                    share = share.saturating_sub(1);
                    is_shown
                });
            }
        }
        DiffSection { title, left_out: count - items.len(), items }
    }

    /// Formats an old and a new value on one line each. Long values are reduced to the parts around their difference.
    pub(super) fn clipped_change(self, old: &str, new: &str) -> [String; 2] {
        let [old, new] =
            [old, new].map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        let is_long = old.chars().count().max(new.chars().count()) > CHARACTERS;
        if self.is_full || !is_long {
            return [old, new].map(|text| self.clipped(&text));
        }
        let same = old.chars().zip(new.chars()).take_while(|(old, new)| old == new);
        let start: usize = same.map(|(char, _)| char.len_utf8()).sum();
        let same = old[start..].chars().rev().zip(new[start..].chars().rev());
        let same = same.take_while(|(old, new)| old == new);
        let end: usize = same.map(|(char, _)| char.len_utf8()).sum();
        [old, new].map(|text| window(&text, start, text.len() - end))
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

/// Returns the part of a text between two positions, clipped if it is long, with some words around it.
fn window(text: &str, start: usize, end: usize) -> String {
    let from = context_start(&text[..start]);
    let to = end + context_end(&text[end..]);
    let middle = SectionLimits { is_full: false }.clipped(&text[from..to]);
    let middle = if from == to { "(nothing)" } else { &middle };
    let (before, after) =
        (if from > 0 { "... " } else { "" }, if to < text.len() { " ..." } else { "" });
    format!("{before}{middle}{after}")
}

/// Returns the position from which a text's last words are shown.
fn context_start(text: &str) -> usize {
    let Some((from, _)) = text.char_indices().rev().nth(CONTEXT) else { return 0 };
    text[from..].find(' ').map_or(from, |blank| from + blank + 1)
}

/// Returns the position up to which a text's first words are shown.
fn context_end(text: &str) -> usize {
    let Some((to, _)) = text.char_indices().nth(CONTEXT) else { return text.len() };
    text[..to].rfind(' ').unwrap_or(to)
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

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: SectionLimits = SectionLimits { is_full: false };

    fn check(old: &str, new: &str, expected: [&str; 2]) {
        assert_eq!(LIMITS.clipped_change(old, new), expected);
    }

    #[test]
    fn a_long_text_shows_its_difference() {
        let words = "one two three four five six seven eight nine ten ".repeat(4);
        let [old, new] =
            ["here is an old word", "here is word"].map(|it| format!("{words}{it} {words}"));
        check(
            &old,
            &new,
            [
                "... eight nine ten here is an old word one two three four ...",
                "... eight nine ten here is word one two three four ...",
            ],
        );
        check(
            &words,
            &format!("{words}more"),
            ["... six seven eight nine ten", "... six seven eight nine ten more"],
        );
        check("short", "", ["short", "(empty)"]);
        check("", &words, ["(nothing)", &LIMITS.clipped(&words)]);
    }

    #[test]
    fn each_sign_has_its_share_of_a_section() {
        let item = |sign: SectionSign| LIMITS.item(sign, "x".to_owned(), Vec::new(), String::new());
        let mut items: Vec<SectionItem> = (0..100).map(|_| item(SectionSign::Added)).collect();
        items.extend((0..3).map(|_| item(SectionSign::Removed)));
        items.extend((0..100).map(|_| item(SectionSign::Changed)));
        items.push(SectionItem { is_always_shown: true, ..item(SectionSign::Changed) });
        let section = LIMITS.section(String::new(), items);
        let count = |sign| section.items.iter().filter(|item| item.sign == sign).count();
        let counts = SectionSign::ALL.map(count);
        assert_eq!((counts, section.left_out), ([13, 3, 0, 15], 173));
    }
}
