//! Converter from description conditions to IRDL constraints.

use super::bases::{BaseSubject, Bases};
use super::constraint::{IrdlConstraint, add, all_of};
use crate::model::Predicate;

/// The expression for a value's type, which IRDL represents as an attribute (*IRDL dialect*, `irdl.c_pred`).
const TYPE_OF_SELF: &str = "::llvm::cast<::mlir::TypeAttr>($_self).getValue()";

/// The spelling of a complex type's element in conditions.
const COMPLEX_ELEMENT: &str = "::llvm::cast<::mlir::ComplexType>($_self).getElementType()";

/// A reader for conditions on a subject kind.
#[derive(Clone, Copy)]
pub(super) struct IrdlConditionReader<'a> {
    pub(super) bases: &'a Bases,
    pub(super) subject: BaseSubject,
}

impl IrdlConditionReader<'_> {
    /// Converts a condition to a constraint; a C++ constraint if IRDL cannot express it.
    pub(super) fn read(self, condition: &Predicate<'_>) -> IrdlConstraint {
        match condition {
            Predicate::Leaf(text) => self.leaf(text).unwrap_or_else(|| self.cpp(condition)),
            Predicate::And(children) => self.all_of(children),
            Predicate::Or(children) => self.any_of(children),
            // Every value has a non-token type, except in a few operations with explicit conditions.
            Predicate::Not(child) if self.is_token(child) => IrdlConstraint::Any,
            Predicate::Not(_) | Predicate::Substitute { .. } | Predicate::Concat { .. } => {
                self.cpp(condition)
            }
        }
    }

    fn is_token(self, condition: &Predicate<'_>) -> bool {
        self.read(condition) == IrdlConstraint::Base("!builtin.token".to_owned())
    }

    fn cpp(self, condition: &Predicate<'_>) -> IrdlConstraint {
        let text = condition.to_cpp();
        IrdlConstraint::Cpp(match self.subject {
            BaseSubject::Type => text.replace("$_self", TYPE_OF_SELF),
            BaseSubject::Attribute => text,
        })
    }

    fn all_of(self, children: &[Predicate<'_>]) -> IrdlConstraint {
        if let [first, Predicate::Substitute { pattern: "$_self", replacement, condition }] =
            children
        {
            let is_complex =
                self.read(first) == IrdlConstraint::Base("!builtin.complex".to_owned());
            if is_complex
                && *replacement == COMPLEX_ELEMENT
                && let Some(complex) = complex_of(self.read(condition))
            {
                return complex;
            }
        }
        let mut parts: Vec<IrdlConstraint> = Vec::new();
        for child in children {
            match self.read(child) {
                IrdlConstraint::Any => {}
                IrdlConstraint::AllOf(nested) => {
                    nested.into_iter().for_each(|part| add(&mut parts, part));
                }
                part @ (IrdlConstraint::Is(_)
                | IrdlConstraint::Base(_)
                | IrdlConstraint::Symbol(_)
                | IrdlConstraint::AnyOf(_)
                | IrdlConstraint::Cpp(_)) => add(&mut parts, part),
            }
        }
        all_of(parts)
    }

    fn any_of(self, children: &[Predicate<'_>]) -> IrdlConstraint {
        let mut parts: Vec<IrdlConstraint> = Vec::new();
        for child in children {
            match self.read(child) {
                IrdlConstraint::Any => return IrdlConstraint::Any,
                IrdlConstraint::AnyOf(nested) => {
                    nested.into_iter().for_each(|part| add(&mut parts, part));
                }
                part @ (IrdlConstraint::Is(_)
                | IrdlConstraint::Base(_)
                | IrdlConstraint::Symbol(_)
                | IrdlConstraint::AllOf(_)
                | IrdlConstraint::Cpp(_)) => add(&mut parts, part),
            }
        }
        match parts.len() {
            0 => IrdlConstraint::Cpp("false".to_owned()),
            1 => parts.remove(0),
            _ => IrdlConstraint::AnyOf(parts),
        }
    }

    /// Returns the constraint for a recognized expression: a class test, or a type's integer or floating-point test.
    fn leaf(self, text: &str) -> Option<IrdlConstraint> {
        let text = without_parentheses(text.trim());
        if matches!(text, "true" | "(true)") {
            return Some(IrdlConstraint::Any);
        }
        if let Some(classes) = tested_classes(text) {
            let bases = classes.split(',').map(|class| self.bases.for_class(class));
            let mut bases = bases.collect::<Option<Vec<IrdlConstraint>>>()?;
            return Some(if bases.len() == 1 {
                bases.remove(0)
            } else {
                IrdlConstraint::AnyOf(bases)
            });
        }
        match self.subject {
            BaseSubject::Type => type_test(text),
            BaseSubject::Attribute => None,
        }
    }
}

/// Returns the complex types whose elements fulfil a constraint, if these can be listed.
fn complex_of(element: IrdlConstraint) -> Option<IrdlConstraint> {
    match element {
        IrdlConstraint::Is(text) => Some(IrdlConstraint::Is(format!("complex<{text}>"))),
        IrdlConstraint::AnyOf(elements) => {
            let elements = elements.into_iter().map(complex_of);
            elements.collect::<Option<Vec<_>>>().map(IrdlConstraint::AnyOf)
        }
        IrdlConstraint::Any => Some(IrdlConstraint::Base("!builtin.complex".to_owned())),
        IrdlConstraint::Base(_)
        | IrdlConstraint::Symbol(_)
        | IrdlConstraint::AllOf(_)
        | IrdlConstraint::Cpp(_) => None,
    }
}

/// Strips the parentheses around a whole expression.
fn without_parentheses(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
        return text;
    };
    let mut depth = 0i32;
    let balanced = inner.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0
    });
    if balanced { without_parentheses(inner.trim()) } else { text }
}

/// Returns the classes that `isa` tests for, with commas between them.
fn tested_classes(text: &str) -> Option<&str> {
    let text = text.strip_prefix("::").unwrap_or(text);
    let text = text.strip_prefix("llvm::").unwrap_or(text);
    let classes = match text.strip_prefix("isa<") {
        Some(after_isa) => after_isa.strip_suffix(">($_self)")?,
        None => text.strip_prefix("$_self.isa<")?.strip_suffix(">()")?,
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | ',' | ' ');
    classes.chars().all(is_plain).then_some(classes)
}

/// Returns a test that a type has as a function.
fn type_test(text: &str) -> Option<IrdlConstraint> {
    let (function, argument) = text.strip_prefix("$_self.")?.strip_suffix(')')?.split_once('(')?;
    let is = |text: String| Some(IrdlConstraint::Is(text));
    let width = argument.trim().parse::<u32>().ok();
    match (function, width) {
        ("isSignlessInteger", Some(width)) => is(format!("i{width}")),
        ("isSignedInteger", Some(width)) => is(format!("si{width}")),
        ("isUnsignedInteger", Some(width)) => is(format!("ui{width}")),
        ("isInteger", Some(width)) => {
            let any = ["i", "si", "ui"].map(|kind| IrdlConstraint::Is(format!("{kind}{width}")));
            Some(IrdlConstraint::AnyOf(any.to_vec()))
        }
        ("isIndex", None) if argument.is_empty() => is("index".to_owned()),
        ("isBF16", None) if argument.is_empty() => is("bf16".to_owned()),
        ("isF16" | "isF32" | "isF64" | "isF80" | "isF128", None) if argument.is_empty() => {
            is(function.trim_start_matches("is").to_lowercase())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parentheses_around_all_of_an_expression_are_taken_off() {
        assert_eq!(without_parentheses("((a)(b))"), "(a)(b)");
        assert_eq!(without_parentheses("(a)(b)"), "(a)(b)");
        assert_eq!(without_parentheses("( ( a ) )"), "a");
        assert_eq!(without_parentheses("(a"), "(a");
    }

    #[test]
    fn tests_for_classes_are_read_in_their_spellings() {
        assert_eq!(tested_classes("::llvm::isa<::mlir::A, B>($_self)"), Some("::mlir::A, B"));
        assert_eq!(tested_classes("isa<A>($_self)"), Some("A"));
        assert_eq!(tested_classes("$_self.isa<A>()"), Some("A"));
        assert_eq!(tested_classes("isa<A<B>>($_self)"), None);
        assert_eq!(tested_classes("isa<A>($_self.getType())"), None);
        assert_eq!(tested_classes("!isa<A>($_self)"), None);
    }

    #[test]
    fn tests_of_types_name_one_type_or_three() {
        let is = |text: &str| IrdlConstraint::Is(text.to_owned());
        assert_eq!(type_test("$_self.isSignlessInteger(32)"), Some(is("i32")));
        assert_eq!(type_test("$_self.isF80()"), Some(is("f80")));
        let any = IrdlConstraint::AnyOf(vec![is("i8"), is("si8"), is("ui8")]);
        assert_eq!(type_test("$_self.isInteger(8)"), Some(any));
        assert_eq!(type_test("$_self.isSignlessInteger()"), None);
        assert_eq!(type_test("$_self.isF32() && x()"), None);
    }
}
