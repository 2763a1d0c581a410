//! Conditions of constraints, as trees.

use std::borrow::Cow;

use tablewright_records::{FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::append;

use crate::record_views::constraint::{
    CPredRecord, CombinedPredRecord, ConcatRecord, SubstLeavesRecord,
};

/// A condition. In its C++ expressions, `$_self` is the tested value.
///
/// The leaves are parenthesized C++ expressions, or other condition leaves: see [`Condition`](super::Condition).
#[doc(alias = "Pred")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Predicate<'s, Leaf = &'s str> {
    /// A condition that does not contain others.
    Leaf(Leaf),
    /// True if all conditions are true; always true without conditions.
    And(Vec<Predicate<'s, Leaf>>),
    /// True if any condition is true; always false without conditions.
    Or(Vec<Predicate<'s, Leaf>>),
    /// True if the condition is false.
    Not(Box<Predicate<'s, Leaf>>),
    /// The condition, in whose expressions a text is replaced.
    Substitute {
        /// The text to replace.
        pattern: &'s str,
        /// The replacement text.
        replacement: &'s str,
        /// The condition.
        condition: Box<Predicate<'s, Leaf>>,
    },
    /// The condition, with C++ before and after it.
    Concat {
        /// The C++ before it.
        prefix: &'s str,
        /// The condition.
        condition: Box<Predicate<'s, Leaf>>,
        /// The C++ after it.
        suffix: &'s str,
    },
}

/// Maximum condition nesting depth. The reference release has no limit.
const MAX_DEPTH: u32 = 200;

impl<'s, Leaf> Predicate<'s, Leaf> {
    /// Reads the condition in a record of class `Pred`. `cpp` builds the leaf for a C++ expression, and `part` reads a
    /// nested condition.
    pub(super) fn read_with(
        record: Record<'s>,
        cpp: &impl Fn(&'s str) -> Leaf,
        part: &impl Fn(Record<'s>) -> Option<Leaf>,
    ) -> Result<Predicate<'s, Leaf>, FieldError> {
        Predicate::read_nested(record, MAX_DEPTH, cpp, part)
    }

    fn read_nested(
        record: Record<'s>,
        depth: u32,
        cpp: &impl Fn(&'s str) -> Leaf,
        part: &impl Fn(Record<'s>) -> Option<Leaf>,
    ) -> Result<Predicate<'s, Leaf>, FieldError> {
        let invalid = |message: &str| Err(FieldError::new(Code::Mlir, record, message));
        let Some(depth) = depth.checked_sub(1) else {
            return invalid("conditions are nested too deeply");
        };
        let Some(combined) = CombinedPredRecord::from_record(record) else {
            return CPredRecord::new(record).expression().map(cpp).map(Predicate::Leaf);
        };
        let children = combined.children()?.into_iter().map(|child| match part(child) {
            Some(leaf) => Ok(Predicate::Leaf(leaf)),
            None => Predicate::read_nested(child, depth, cpp, part),
        });
        let mut children = children.collect::<Result<Vec<_>, _>>()?;
        let kind = combined.kind()?.name();
        match kind {
            "PredCombinerAnd" => return Ok(Predicate::And(children)),
            "PredCombinerOr" => return Ok(Predicate::Or(children)),
            _ => {}
        }
        let (Some(child), true) = (children.pop(), children.is_empty()) else {
            return invalid("a condition of this kind has one child");
        };
        let condition = Box::new(child);
        match kind {
            "PredCombinerNot" => Ok(Predicate::Not(condition)),
            "PredCombinerSubstLeaves" => {
                let record = SubstLeavesRecord::new(record);
                let (pattern, replacement) = (record.pattern()?, record.replacement()?);
                Ok(Predicate::Substitute { pattern, replacement, condition })
            }
            "PredCombinerConcat" => {
                let record = ConcatRecord::new(record);
                let (prefix, suffix) = (record.prefix()?, record.suffix()?);
                Ok(Predicate::Concat { prefix, condition, suffix })
            }
            _ => invalid("conditions cannot be combined in this way"),
        }
    }
}

/// A text replacement in conditions.
struct Substitution<'s> {
    pattern: &'s str,
    replacement: &'s str,
}

impl<'s> Predicate<'s> {
    /// Reads the condition in a record of class `Pred`.
    pub(crate) fn read(record: Record<'s>) -> Result<Predicate<'s>, FieldError> {
        Predicate::read_with(record, &|expression| expression, &|_| None)
    }

    /// Returns the condition as a single C++ expression, which still contains placeholders such as `$_self`.
    pub fn to_cpp(&self) -> String {
        let mut text = String::new();
        self.write_cpp(&mut Vec::new(), &mut text);
        text
    }

    /// `substitutions` come from the enclosing conditions, outermost first.
    fn write_cpp(&self, substitutions: &mut Vec<Substitution<'s>>, out: &mut String) {
        match self {
            Predicate::Leaf(expression) => write_substituted(expression, substitutions, out),
            Predicate::And(children) => write_joined(children, true, substitutions, out),
            Predicate::Or(children) => write_joined(children, false, substitutions, out),
            Predicate::Not(condition) => {
                out.push_str("!(");
                condition.write_cpp(substitutions, out);
                out.push(')');
            }
            Predicate::Substitute { pattern, replacement, condition } => {
                substitutions.push(Substitution { pattern, replacement });
                condition.write_cpp(substitutions, out);
                substitutions.pop();
            }
            Predicate::Concat { prefix, condition, suffix } => {
                write_substituted(prefix, substitutions, out);
                condition.write_cpp(substitutions, out);
                write_substituted(suffix, substitutions, out);
            }
        }
    }
}

impl Predicate<'_> {
    /// Returns the constant value, if the condition's form shows that it is always true or always false.
    fn constant(&self) -> Option<bool> {
        let (children, neutral) = if let Predicate::And(children) = self {
            (children, true)
        } else if let Predicate::Or(children) = self {
            (children, false)
        } else {
            return None;
        };
        let mut constants = children.iter().map(Predicate::constant);
        if constants.clone().any(|child| child == Some(!neutral)) {
            return Some(!neutral);
        }
        constants.all(|child| child == Some(neutral)).then_some(neutral)
    }
}

/// Writes a text after the enclosing conditions' substitutions, innermost first.
fn write_substituted(text: &str, substitutions: &[Substitution<'_>], out: &mut String) {
    let mut text = Cow::Borrowed(text);
    for &Substitution { pattern, replacement } in substitutions.iter().rev() {
        if !pattern.is_empty() && text.contains(pattern) {
            text = Cow::Owned(text.replace(pattern, replacement));
        }
    }
    out.push_str(&text);
}

/// Writes a conjunction (`all`) or a disjunction, without irrelevant conditions.
fn write_joined<'s>(
    children: &[Predicate<'s>],
    all: bool,
    substitutions: &mut Vec<Substitution<'s>>,
    out: &mut String,
) {
    if children.iter().any(|child| child.constant() == Some(!all)) {
        return append!(out, !all);
    }
    let relevant: Vec<_> = children.iter().filter(|child| child.constant().is_none()).collect();
    match &relevant[..] {
        [] => append!(out, all),
        [child] => child.write_cpp(substitutions, out),
        [..] => {
            for (i, child) in relevant.into_iter().enumerate() {
                match (i, all) {
                    (0, _) => {}
                    (_, true) => out.push_str(" && "),
                    (_, false) => out.push_str(" || "),
                }
                out.push('(');
                child.write_cpp(substitutions, out);
                out.push(')');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Predicate;

    #[test]
    fn conditions_of_one_child_have_no_parentheses_of_their_own() {
        let cpp = |text| Predicate::Leaf(text);
        let both = Predicate::And(vec![cpp("(a)"), Predicate::Or(vec![cpp("(b)")])]);
        assert_eq!(both.to_cpp(), "((a)) && ((b))");
        assert_eq!(Predicate::And(vec![]).to_cpp(), "true");
        assert_eq!(Predicate::And(vec![Predicate::And(vec![]), cpp("(a)")]).to_cpp(), "(a)");
        assert_eq!(Predicate::Or(vec![Predicate::And(vec![]), cpp("(a)")]).to_cpp(), "true");
        assert_eq!(Predicate::Not(Box::new(cpp("(a)"))).to_cpp(), "!((a))");
    }

    #[test]
    fn texts_are_replaced_from_the_inside_out() {
        let inner = Predicate::Substitute {
            pattern: "$_self",
            replacement: "f($_self)",
            condition: Box::new(Predicate::Leaf("($_self)")),
        };
        let outer = Predicate::Substitute {
            pattern: "$_self",
            replacement: "x",
            condition: Box::new(inner),
        };
        assert_eq!(outer.to_cpp(), "(f(x))");
    }
}
