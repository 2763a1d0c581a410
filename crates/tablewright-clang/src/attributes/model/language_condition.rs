//! Conditions on the language, under which an attribute or a rule about subjects exists.
//!
//! In come records of class `LangOpt`; out comes the C++ expression that tests `LangOpts` for them.

use tablewright_records::FieldError;
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_text::{Append, TextSink, append};

use crate::record_views::attr::LangOptRecord;

/// A condition on the language: one of several options is needed, unless there is none. It is written
/// as a C++ expression.
pub(crate) struct LanguageCondition<'s> {
    options: Vec<LanguageOption<'s>>,
}

enum LanguageOption<'s> {
    /// The option of that name.
    Named(&'s str),
    /// A condition of its own.
    Code(&'s str),
}

impl<'s> LanguageCondition<'s> {
    /// The condition that one of the options in `records` holds.
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
