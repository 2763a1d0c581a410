//! Compares the answers of `tablewright encoding` and `llvm-mc` for a word, and explains
//! differences.

use super::programs::ReferenceAnswer;

/// The reason why two answers differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum CompareDifference {
    /// A target method refuses the operands.
    Refused,
    /// A target method refuses the operands, and the next encoding is tried.
    PassedOn,
    /// A method that receives the whole word chooses the instruction.
    Replaced,
    /// The tables do not explain it.
    Unexplained,
}

impl CompareDifference {
    pub(super) const ALL: [CompareDifference; 4] = [
        CompareDifference::Refused,
        CompareDifference::PassedOn,
        CompareDifference::Replaced,
        CompareDifference::Unexplained,
    ];

    pub(super) fn description(self) -> &'static str {
        match self {
            CompareDifference::Refused => "words that a method of the target refuses",
            CompareDifference::PassedOn => "words that a method of the target passes on",
            CompareDifference::Replaced => {
                "words of which a method of the target makes another instruction"
            }
            CompareDifference::Unexplained => {
                "words with another answer, and no method explains it"
            }
        }
    }
}

/// Returns the reason why the reference decodes another instruction than the first possible; `None`
/// if it decodes the first.
pub(super) fn compare(ours: &[ReferenceAnswer], theirs: Option<&str>) -> Option<CompareDifference> {
    let (Some(first), Some(theirs)) = (ours.first(), theirs) else {
        return match ours.first() {
            None if theirs.is_none() => None,
            Some(first) if first.has_methods => Some(CompareDifference::Refused),
            _ => Some(CompareDifference::Unexplained),
        };
    };
    if first.instruction == theirs {
        return None;
    }
    let reached = reached(ours);
    let is_named = |answer: &&ReferenceAnswer| answer.instruction == theirs;
    Some(if reached.iter().any(is_named) {
        CompareDifference::PassedOn
    } else if reached.iter().any(|answer| answer.has_word_method) {
        CompareDifference::Replaced
    } else {
        CompareDifference::Unexplained
    })
}

/// Returns the answers that a decoder reaches if target methods refuse the word wherever they can.
/// After a complete answer, whose words belong to no other encoding, the next table is tried.
fn reached(ours: &[ReferenceAnswer]) -> Vec<&ReferenceAnswer> {
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

    fn answer(instruction: &str, kind: &str) -> ReferenceAnswer {
        ReferenceAnswer {
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
        assert_eq!(compare(&[plain()], None), Some(CompareDifference::Unexplained));
        assert_eq!(compare(&[], Some("A")), Some(CompareDifference::Unexplained));
        assert_eq!(compare(&[answer("A", "a method")], None), Some(CompareDifference::Refused));
        assert_eq!(
            compare(&[plain(), answer("B", "")], Some("B")),
            Some(CompareDifference::Unexplained)
        );
        let passed = [answer("A", "incomplete"), answer("B", "")];
        assert_eq!(compare(&passed, Some("B")), Some(CompareDifference::PassedOn));
        assert_eq!(compare(&[answer("A", "word")], Some("B")), Some(CompareDifference::Replaced));
        let later = [answer("A", "incomplete"), answer("B", "word")];
        assert_eq!(compare(&later, Some("C")), Some(CompareDifference::Replaced));
    }

    #[test]
    fn a_refused_word_is_tried_in_the_next_table() {
        let answers = || [answer("A", "a method"), answer("B", ""), answer("C", "fallback")];
        assert_eq!(compare(&answers(), Some("C")), Some(CompareDifference::PassedOn));
        assert_eq!(compare(&answers(), Some("B")), Some(CompareDifference::Unexplained));
    }
}
