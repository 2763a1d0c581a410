//! Conditions of constraints, as trees.

use tablewright_records::{FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;

use crate::record_views::constraint::{
    CPredRecord, CombinedPredRecord, ConcatRecord, SubstLeavesRecord,
};

/// A condition. In its C++ expressions `$_self` stands for what the condition is about.
#[doc(alias = "Pred")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Predicate<'s> {
    /// A C++ expression, in parentheses.
    Cpp(&'s str),
    /// All of them hold; without any it always holds.
    And(Vec<Predicate<'s>>),
    /// One of them holds; without any it never holds.
    Or(Vec<Predicate<'s>>),
    /// It does not hold.
    Not(Box<Predicate<'s>>),
    /// The condition, in whose expressions a text is replaced.
    Substitute {
        /// The text to replace.
        pattern: &'s str,
        /// What stands there instead.
        replacement: &'s str,
        /// The condition.
        condition: Box<Predicate<'s>>,
    },
    /// The condition, with C++ before and after it.
    Concat {
        /// The C++ before it.
        prefix: &'s str,
        /// The condition.
        condition: Box<Predicate<'s>>,
        /// The C++ after it.
        suffix: &'s str,
    },
}

/// One level of a condition: how a record combines others.
pub(super) enum PredicateForm<'s> {
    Cpp(&'s str),
    And(Vec<Record<'s>>),
    Or(Vec<Record<'s>>),
    Not(Record<'s>),
    Substitute { pattern: &'s str, replacement: &'s str, child: Record<'s> },
    Concat { prefix: &'s str, child: Record<'s>, suffix: &'s str },
}

impl<'s> PredicateForm<'s> {
    pub(super) fn of(record: Record<'s>) -> Result<PredicateForm<'s>, FieldError> {
        let Some(combined) = CombinedPredRecord::of(record) else {
            return CPredRecord::new(record).expression().map(PredicateForm::Cpp);
        };
        let mut children = combined.children()?;
        let kind = combined.kind()?.name();
        match kind {
            "PredCombinerAnd" => return Ok(PredicateForm::And(children)),
            "PredCombinerOr" => return Ok(PredicateForm::Or(children)),
            _ => {}
        }
        let invalid = |message: &str| Err(FieldError::new(Code::Mlir, record, message));
        let (Some(child), true) = (children.pop(), children.is_empty()) else {
            return invalid("a condition of this kind has one child");
        };
        match kind {
            "PredCombinerNot" => Ok(PredicateForm::Not(child)),
            "PredCombinerSubstLeaves" => {
                let record = SubstLeavesRecord::new(record);
                let (pattern, replacement) = (record.pattern()?, record.replacement()?);
                Ok(PredicateForm::Substitute { pattern, replacement, child })
            }
            "PredCombinerConcat" => {
                let record = ConcatRecord::new(record);
                let (prefix, suffix) = (record.prefix()?, record.suffix()?);
                Ok(PredicateForm::Concat { prefix, child, suffix })
            }
            _ => invalid("conditions cannot be combined in this way"),
        }
    }
}

/// How deep conditions may be nested. The reference release has no limit.
const MAX_DEPTH: u32 = 200;

impl<'s> Predicate<'s> {
    /// The condition that a record of class `Pred` says.
    pub(crate) fn read(record: Record<'s>) -> Result<Predicate<'s>, FieldError> {
        Predicate::read_nested(record, MAX_DEPTH)
    }

    fn read_nested(record: Record<'s>, depth: u32) -> Result<Predicate<'s>, FieldError> {
        let Some(depth) = depth.checked_sub(1) else {
            let message = "conditions are nested too deeply";
            return Err(FieldError::new(Code::Mlir, record, message));
        };
        let one = |child| Predicate::read_nested(child, depth).map(Box::new);
        let all = |children: Vec<Record<'s>>| {
            children
                .into_iter()
                .map(|child| Predicate::read_nested(child, depth))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(match PredicateForm::of(record)? {
            PredicateForm::Cpp(expression) => Predicate::Cpp(expression),
            PredicateForm::And(children) => Predicate::And(all(children)?),
            PredicateForm::Or(children) => Predicate::Or(all(children)?),
            PredicateForm::Not(child) => Predicate::Not(one(child)?),
            PredicateForm::Substitute { pattern, replacement, child } => {
                Predicate::Substitute { pattern, replacement, condition: one(child)? }
            }
            PredicateForm::Concat { prefix, child, suffix } => {
                Predicate::Concat { prefix, condition: one(child)?, suffix }
            }
        })
    }

    /// The condition as one C++ expression, in which `$_self` and its like still stand.
    pub fn to_cpp(&self) -> String {
        self.to_cpp_with(&mut Vec::new())
    }

    /// `substitutions` are those of the conditions around this one, outermost first.
    fn to_cpp_with(&self, substitutions: &mut Vec<(&'s str, &'s str)>) -> String {
        match self {
            Predicate::Cpp(expression) => substituted(expression, substitutions),
            Predicate::And(children) => joined(children, true, substitutions),
            Predicate::Or(children) => joined(children, false, substitutions),
            Predicate::Not(condition) => format!("!({})", condition.to_cpp_with(substitutions)),
            Predicate::Substitute { pattern, replacement, condition } => {
                substitutions.push((pattern, replacement));
                let text = condition.to_cpp_with(substitutions);
                substitutions.pop();
                text
            }
            Predicate::Concat { prefix, condition, suffix } => {
                let condition = condition.to_cpp_with(substitutions);
                let (prefix, suffix) =
                    (substituted(prefix, substitutions), substituted(suffix, substitutions));
                format!("{prefix}{condition}{suffix}")
            }
        }
    }
}

impl Predicate<'_> {
    /// Whether it always holds or never does, as far as its form says.
    fn constant(&self) -> Option<bool> {
        let (children, neutral) = match self {
            Predicate::And(children) => (children, true),
            Predicate::Or(children) => (children, false),
            Predicate::Cpp(_)
            | Predicate::Not(_)
            | Predicate::Substitute { .. }
            | Predicate::Concat { .. } => return None,
        };
        let mut constants = children.iter().map(Predicate::constant);
        if constants.clone().any(|child| child == Some(!neutral)) {
            return Some(!neutral);
        }
        constants.all(|child| child == Some(neutral)).then_some(neutral)
    }
}

/// A text in which what conditions around it replace is replaced, innermost first.
fn substituted(text: &str, substitutions: &[(&str, &str)]) -> String {
    let innermost_first = substitutions.iter().rev();
    innermost_first.fold(text.to_owned(), |text, (pattern, replacement)| {
        if pattern.is_empty() { text } else { text.replace(pattern, replacement) }
    })
}

/// The conditions of which all (`all`) or one has to hold, without those that do not matter.
fn joined<'s>(
    children: &[Predicate<'s>],
    all: bool,
    substitutions: &mut Vec<(&'s str, &'s str)>,
) -> String {
    if children.iter().any(|child| child.constant() == Some(!all)) {
        return (!all).to_string();
    }
    let relevant: Vec<_> = children.iter().filter(|child| child.constant().is_none()).collect();
    match &relevant[..] {
        [] => all.to_string(),
        [child] => child.to_cpp_with(substitutions),
        [..] => {
            let children =
                relevant.iter().map(|child| format!("({})", child.to_cpp_with(substitutions)));
            children.collect::<Vec<_>>().join(if all { " && " } else { " || " })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Predicate;

    #[test]
    fn conditions_of_one_child_have_no_parentheses_of_their_own() {
        let cpp = |text| Predicate::Cpp(text);
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
            condition: Box::new(Predicate::Cpp("($_self)")),
        };
        let outer = Predicate::Substitute {
            pattern: "$_self",
            replacement: "x",
            condition: Box::new(inner),
        };
        assert_eq!(outer.to_cpp(), "(f(x))");
    }
}
