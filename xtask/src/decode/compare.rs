//! One word: what `tablewright encoding` and `llvm-mc` say of it, and why they differ.

use super::programs::Answer;

/// Why two answers differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Difference {
    /// A method of the target refuses the operands.
    Refused,
    /// A method of the target refuses the operands, and the next encoding is tried.
    PassedOn,
    /// A method that is given the whole word chooses the instruction.
    Replaced,
    /// Nothing that is known of the tables explains it.
    Unexplained,
}

impl Difference {
    pub(super) const ALL: [Difference; 4] =
        [Difference::Refused, Difference::PassedOn, Difference::Replaced, Difference::Unexplained];

    pub(super) fn description(self) -> &'static str {
        match self {
            Difference::Refused => "words that a method of the target refuses",
            Difference::PassedOn => "words that a method of the target passes on",
            Difference::Replaced => {
                "words of which a method of the target makes another instruction"
            }
            Difference::Unexplained => "words with another answer, and no method explains it",
        }
    }
}

/// Why the instruction that the reference decodes is not the first one that is possible; `None` if
/// it is.
pub(super) fn compare(ours: &[Answer], theirs: Option<&str>) -> Option<Difference> {
    let (Some(first), Some(theirs)) = (ours.first(), theirs) else {
        return match ours.first() {
            None if theirs.is_none() => None,
            Some(first) if first.has_methods => Some(Difference::Refused),
            _ => Some(Difference::Unexplained),
        };
    };
    if first.instruction == theirs {
        return None;
    }
    let reached = reached(ours);
    let is_named = |answer: &&Answer| answer.instruction == theirs;
    Some(match reached.iter().any(is_named) {
        true => Difference::PassedOn,
        false if reached.iter().any(|answer| answer.has_word_method) => Difference::Replaced,
        false => Difference::Unexplained,
    })
}

/// The answers that a decoder comes to if methods of the target refuse the word wherever they can.
/// After an answer of which no other encoding has the words, the next table is tried.
fn reached(ours: &[Answer]) -> Vec<&Answer> {
    let mut reached = Vec::new();
    let mut given_up = None;
    for answer in ours {
        if given_up == Some(&answer.table) {
            continue;
        }
        reached.push(answer);
        if !answer.has_methods {
            break;
        }
        given_up = answer.is_complete.then_some(&answer.table);
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(instruction: &str, kind: &str) -> Answer {
        Answer {
            instruction: instruction.to_owned(),
            table: if kind.contains("fallback") { "Fallback" } else { "Table" }.to_owned(),
            has_methods: !kind.is_empty(),
            has_word_method: kind.contains("word"),
            is_complete: !kind.contains("incomplete"),
        }
    }

    #[test]
    fn methods_explain_differences() {
        let plain = || answer("A", "");
        assert_eq!(compare(&[], None), None);
        assert_eq!(compare(&[plain()], Some("A")), None);
        assert_eq!(compare(&[plain()], None), Some(Difference::Unexplained));
        assert_eq!(compare(&[], Some("A")), Some(Difference::Unexplained));
        assert_eq!(compare(&[answer("A", "a method")], None), Some(Difference::Refused));
        assert_eq!(compare(&[plain(), answer("B", "")], Some("B")), Some(Difference::Unexplained));
        let passed = [answer("A", "incomplete"), answer("B", "")];
        assert_eq!(compare(&passed, Some("B")), Some(Difference::PassedOn));
        assert_eq!(compare(&[answer("A", "word")], Some("B")), Some(Difference::Replaced));
        let later = [answer("A", "incomplete"), answer("B", "word")];
        assert_eq!(compare(&later, Some("C")), Some(Difference::Replaced));
    }

    #[test]
    fn a_refused_word_is_tried_in_the_next_table() {
        let answers = || [answer("A", "a method"), answer("B", ""), answer("C", "fallback")];
        assert_eq!(compare(&answers(), Some("C")), Some(Difference::PassedOn));
        assert_eq!(compare(&answers(), Some("B")), Some(Difference::Unexplained));
    }
}
