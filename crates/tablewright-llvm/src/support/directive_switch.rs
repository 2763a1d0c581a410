//! A `switch` over directives, for functions that return a directive's properties.

use tablewright_text::{CppWriter, line};

use super::directives::DirectiveLanguage;

/// Writes a `switch` that returns a value for each directive. `scope` qualifies the enumerators.
pub(crate) fn emit_directive_switch(
    language: &DirectiveLanguage<'_>,
    scope: &str,
    parameter: &str,
    values: impl Iterator<Item = String>,
    w: &mut CppWriter,
) {
    line!(w, "  switch ({parameter}) {{");
    for (directive, value) in language.directives.iter().zip(values) {
        line!(w, "  case {scope}{}{}:", language.directive_prefix, directive.formatted_name());
        line!(w, "    return {value};");
    }
    match parameter {
        // The reference writes this comment without a space.
        "D" => line!(w, "  }} // switch({parameter})"),
        _ => line!(w, "  }} // switch ({parameter})"),
    }
}
