//! Conditions on the target, under which an attribute or a spelling exists.
//!
//! In comes a record of class `TargetSpec`; out comes the C++ expression that tests a target for it.
//! The expression uses `T`, the triple, and `Target`, what Clang knows of the target.

use tablewright_records::{FieldError, Record};
use tablewright_text::{Append, TextSink, append};

/// A condition on the target. It is written as a C++ expression.
pub(crate) struct TargetCondition<'s> {
    /// Parts of the triple with the values, of which one is needed.
    parts: Vec<(&'static str, Vec<&'s str>)>,
    /// A condition of its own.
    code: &'s str,
}

/// The architectures that a record of class `TargetSpec` names.
pub(crate) fn architectures(target: Record<'_>) -> Result<Vec<&str>, FieldError> {
    target.list_of_strings("Arches")
}

impl<'s> TargetCondition<'s> {
    /// The condition that a record states.
    pub(crate) fn read(target: Record<'s>) -> Result<TargetCondition<'s>, FieldError> {
        TargetCondition::with_architectures(target, architectures(target)?)
    }

    /// The condition that a record states, with `architectures` in place of its own.
    pub(crate) fn with_architectures(
        target: Record<'s>,
        architectures: Vec<&'s str>,
    ) -> Result<TargetCondition<'s>, FieldError> {
        let mut parts = Vec::new();
        if !architectures.is_empty() {
            parts.push(("T.getArch()", architectures));
        }
        for (field, part) in [("OSes", "T.getOS()"), ("ObjectFormats", "T.getObjectFormat()")] {
            if !target.is_unset(field)? {
                parts.push((part, target.list_of_strings(field)?));
            }
        }
        Ok(TargetCondition { parts, code: target.string("CustomCode")? })
    }

    /// Whether there is anything to test.
    pub(crate) fn tests_anything(&self) -> bool {
        !self.parts.is_empty() || !self.code.is_empty()
    }
}

impl Append for TargetCondition<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        out.push_str("true");
        for (part, values) in &self.parts {
            out.push_str(" && (");
            for (place, value) in values.iter().enumerate() {
                let or = if place == 0 { "" } else { " || " };
                append!(out, or, part, " == llvm::Triple::", value);
            }
            out.push(')');
        }
        if !self.code.is_empty() {
            append!(out, " && (", self.code, ")");
        }
    }
}
