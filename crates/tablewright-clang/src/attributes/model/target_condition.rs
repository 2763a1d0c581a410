//! Target conditions for attributes and spellings.
//!
//! In: a record of class `TargetSpec`. Out: a C++ expression that tests a target. The expression
//! uses the triple `T` and Clang's target description `Target`.

use tablewright_records::FieldError;
use tablewright_text::{Append, TextSink, append};

use crate::record_views::attr::TargetSpecRecord;

/// A target condition. It is written as a C++ expression.
#[derive(PartialEq)]
pub(crate) struct TargetCondition<'s> {
    /// Components of the triple, each with alternative values.
    parts: Vec<(&'static str, Vec<&'s str>)>,
    /// A C++ condition.
    code: &'s str,
}

impl<'s> TargetCondition<'s> {
    /// Reads the condition in a record.
    pub(crate) fn read(target: TargetSpecRecord<'s>) -> Result<TargetCondition<'s>, FieldError> {
        TargetCondition::with_architectures(target, target.arches()?)
    }

    /// Reads the condition in a record, with `architectures` instead of the record's architectures.
    pub(crate) fn with_architectures(
        target: TargetSpecRecord<'s>,
        architectures: Vec<&'s str>,
    ) -> Result<TargetCondition<'s>, FieldError> {
        let mut parts = Vec::new();
        if !architectures.is_empty() {
            parts.push(("T.getArch()", architectures));
        }
        if let Some(systems) = target.oses()? {
            parts.push(("T.getOS()", systems));
        }
        if let Some(formats) = target.object_formats()? {
            parts.push(("T.getObjectFormat()", formats));
        }
        Ok(TargetCondition { parts, code: target.custom_code()? })
    }

    /// Whether the condition tests anything.
    pub(crate) fn tests_anything(&self) -> bool {
        !self.parts.is_empty() || !self.code.is_empty()
    }
}

impl Append for TargetCondition<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        out.push_str("true");
        for (part, values) in &self.parts {
            out.push_str(" && (");
            for (i, value) in values.iter().enumerate() {
                let or = if i == 0 { "" } else { " || " };
                append!(out, or, part, " == llvm::Triple::", value);
            }
            out.push(')');
        }
        if !self.code.is_empty() {
            append!(out, " && (", self.code, ")");
        }
    }
}
