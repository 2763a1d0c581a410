//! Records selected by patterns for their names, and for those of their classes.

use tablewright::RecordStore;

use tablewright::syntax::similar::most_similar;

/// What is shown of a description; everything where there are no patterns.
#[derive(Default)]
pub(crate) struct Selection {
    /// Patterns of which a record's name has to match one.
    pub(crate) records: Vec<String>,
    /// Patterns of which the name of one of its classes has to match one.
    pub(crate) classes: Vec<String>,
}

impl Selection {
    pub(crate) fn is_everything(&self) -> bool {
        self.records.is_empty() && self.classes.is_empty()
    }

    /// Narrows `store` to what is selected.
    ///
    /// # Errors
    /// Where a pattern matches nothing.
    pub(crate) fn apply(&self, store: &mut RecordStore) -> Result<(), String> {
        if self.is_everything() {
            return Ok(());
        }
        let names = || store.records().map(|record| record.name());
        expect("record", &self.records, names)?;
        expect("class", &self.classes, || store.classes().map(|class| class.name()))?;
        let matches = |patterns: &[String], name: &str| {
            patterns.is_empty() || patterns.iter().any(|pattern| is_match(pattern, name))
        };
        store.select(
            |class| !self.classes.is_empty() && matches(&self.classes, class.name()),
            |record| {
                let store = record.store();
                let mut classes = record.superclasses().iter().map(|&id| store.class(id).name());
                matches(&self.records, record.name())
                    && (self.classes.is_empty() || classes.any(|name| matches(&self.classes, name)))
            },
        );
        Ok(())
    }
}

/// Checks that each pattern matches one of the names.
fn expect<'a, I: Iterator<Item = &'a str>>(
    kind: &str,
    patterns: &[String],
    names: impl Fn() -> I,
) -> Result<(), String> {
    let matches_none = |pattern: &&String| !names().any(|name| is_match(pattern, name));
    let Some(pattern) = patterns.iter().find(matches_none) else { return Ok(()) };
    let mut message = format!("there is no {kind} '{pattern}'");
    if !pattern.contains(['*', '?'])
        && let Some(similar) = most_similar(pattern, names())
    {
        message += &format!("; did you mean '{similar}'?");
    }
    Err(message)
}

/// Whether `name` matches `pattern`, in which `*` is any text and `?` any character.
pub(crate) fn is_match(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // The last `*`, and up to where it reaches: where the rest does not match, it reaches further.
    let mut star = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => (p, n) = (p + 1, n + 1),
            _ => match &mut star {
                Some((at, reach)) => {
                    *reach += 1;
                    (p, n) = (*at + 1, *reach);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_are_any_text_and_question_marks_any_character() {
        for (pattern, name) in [
            ("ADD", "ADD"),
            ("*", ""),
            ("A*D", "AD"),
            ("A*D?", "ADDD8"),
            ("*_*", "a_b"),
            ("?", "é"),
        ] {
            assert!(is_match(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("ADD", "ADD8"), ("A?", "A"), ("A*D", "ADE"), ("", "A")] {
            assert!(!is_match(pattern, name), "{pattern} {name}");
        }
    }
}
