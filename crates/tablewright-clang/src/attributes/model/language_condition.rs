//! Language conditions for attributes and for subject rules.
//!
//! In: records of class `LangOpt`. Out: a C++ expression that tests `LangOpts`.

use tablewright_records::FieldError;
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_text::{Append, TextSink, append};

use crate::record_views::attr::LangOptRecord;

/// A language condition: at least one option is required, unless the list is empty. It is written
/// as a C++ expression.
pub(crate) struct LanguageCondition<'s> {
    options: Vec<LanguageOption<'s>>,
}

enum LanguageOption<'s> {
    /// A named option.
    Named(&'s str),
    /// A C++ condition.
    Code(&'s str),
}

impl<'s> LanguageCondition<'s> {
    /// Creates the condition that an option in `records` is enabled.
    pub(crate) fn read(
        records: Vec<LangOptRecord<'s>>,
        diagnostics: &mut Diagnostics,
    ) -> Result<LanguageCondition<'s>, FieldError> {
        let mut options = Vec::with_capacity(records.len());
        for record in records {
            let code = record.custom_code()?;
            let name = record.option_name()?;
            if code.is_empty() {
                options.push(LanguageOption::Named(name));
                continue;
            }
            options.push(LanguageOption::Code(code));
            if !name.is_empty() {
                let message = "non-empty 'Name' field ignored because 'CustomCode' was supplied";
                let mut warning =
                    Diagnostic::warning(Code::IgnoredField, Some(record.pos()), message);
                warning.trail(record.positions()[1..].iter().copied());
                diagnostics.push(warning);
            }
        }
        Ok(LanguageCondition { options })
    }
}

impl Append for LanguageCondition<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        if self.options.is_empty() {
            out.push_str("true");
        }
        for (i, option) in self.options.iter().enumerate() {
            let or = if i == 0 { "" } else { " || " };
            match option {
                LanguageOption::Named(name) => append!(out, or, "LangOpts.", name),
                LanguageOption::Code(code) => append!(out, or, "(", code, ")"),
            }
        }
    }
}
