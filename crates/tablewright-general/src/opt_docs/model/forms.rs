//! The forms of an option: `--output=<file>`.
//!
//! In: an option's record. Out: a spelling for each prefix, with placeholders for values, and the
//! equivalent option of an alias.

use tablewright_records::FieldError;
use tablewright_syntax::diagnostic::Code;
use tablewright_text::escape_markup;

use crate::record_views::option::{OptionKindRecord, OptionRecord};

/// Placeholder for the value of an option without its own placeholder.
pub(super) const DEFAULT_VALUE: &str = "<arg>";
/// Maximum number of values that an option may have.
const MAX_VALUES: i64 = 1000;

/// The text before an option's first value, and the text before the others.
struct Separators {
    first: &'static str,
    other: &'static str,
}

enum OptDocsCount {
    Exactly(usize),
    Any,
}

/// Returns the option with each of its prefixes. `signs` are escaped.
pub(super) fn forms(option: OptionRecord<'_>, signs: &str) -> Result<Vec<String>, FieldError> {
    let mut values: Vec<String> = Vec::new();
    let name = option.meta_var_name()?.0;
    let is_named = name.is_some();
    values.extend(name.map(str::to_owned));
    let numbered = |i: usize| format!("<arg{i}>");
    match count(option)? {
        // The value's name covers all values.
        OptDocsCount::Exactly(_) if is_named => {}
        OptDocsCount::Exactly(1) => values.push(DEFAULT_VALUE.to_owned()),
        OptDocsCount::Exactly(count) => values.extend((1..=count).map(numbered)),
        OptDocsCount::Any if is_named => values.push("<arg2>...".to_owned()),
        OptDocsCount::Any => values.extend([numbered(1), "<arg2>...".to_owned()]),
    }
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let equivalent = equivalent(option, signs)?;
    let mut forms = Vec::new();
    for prefix in option.prefixes()? {
        forms.push(format!("{}{equivalent}", with_values(prefix, option, &values, signs)?));
    }
    Ok(forms)
}

/// Returns the option and values that an alias is equivalent to.
fn equivalent(option: OptionRecord<'_>, signs: &str) -> Result<String, FieldError> {
    let values = option.alias_args()?;
    if values.is_empty() {
        return Ok(String::new());
    }
    let other = option.alias_with_args()?;
    let prefixes = other.prefixes()?;
    let Some(prefix) = prefixes.first() else {
        return Err(FieldError::new(Code::Options, other, "option lacks prefixes"));
    };
    Ok(format!(" (equivalent to {})", with_values(prefix, other, &values, signs)?))
}

fn with_values(
    prefix: &str,
    option: OptionRecord<'_>,
    values: &[&str],
    signs: &str,
) -> Result<String, FieldError> {
    let mut text = format!("{prefix}{}", escape_markup(option.spelling()?, signs));
    let Separators { first, other } = separators(option.kind()?);
    for (i, value) in values.iter().enumerate() {
        text.push_str(if i == 0 { first } else { other });
        text.push_str(&escape_markup(value, signs));
    }
    Ok(text)
}

fn separators(kind: OptionKindRecord<'_>) -> Separators {
    let (first, other) = match kind.name() {
        "KIND_JOINED"
        | "KIND_JOINED_OR_SEPARATE"
        | "KIND_JOINED_AND_SEPARATE"
        | "KIND_REMAINING_ARGS_JOINED" => ("", " "),
        "KIND_COMMAJOINED" => ("", ","),
        _ => (" ", " "),
    };
    Separators { first, other }
}

fn count(option: OptionRecord<'_>) -> Result<OptDocsCount, FieldError> {
    Ok(match option.kind()?.name() {
        "KIND_JOINED" | "KIND_JOINED_OR_SEPARATE" | "KIND_SEPARATE" => OptDocsCount::Exactly(1),
        "KIND_REMAINING_ARGS" | "KIND_REMAINING_ARGS_JOINED" | "KIND_COMMAJOINED" => {
            OptDocsCount::Any
        }
        "KIND_JOINED_AND_SEPARATE" => OptDocsCount::Exactly(2),
        "KIND_MULTIARG" => match option.num_args()? {
            count @ 0..=MAX_VALUES => OptDocsCount::Exactly(count as usize),
            count => {
                let message = format!("option cannot have {count} values");
                return Err(FieldError::new(Code::Options, option, message));
            }
        },
        _ => OptDocsCount::Exactly(0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use tablewright_records::RecordView;
    use tablewright_test_support::store_of;

    /// Classes from `OptParser.td`, as far as forms need them.
    const CLASSES: &str = r#"
class OptionKind;
def KIND_FLAG : OptionKind; def KIND_JOINED : OptionKind; def KIND_SEPARATE : OptionKind;
def KIND_COMMAJOINED : OptionKind; def KIND_MULTIARG : OptionKind;
def KIND_JOINED_AND_SEPARATE : OptionKind; def KIND_REMAINING_ARGS : OptionKind;
class Option<OptionKind kind> {
  string Name = "opt"; list<string> Prefixes = ["-"]; OptionKind Kind = kind;
  string MetaVarName = ?; int NumArgs = 0; Option Alias = ?; list<string> AliasArgs = [];
}
"#;

    /// Checks the forms of the option `O` in `input`, separated by commas.
    fn check(input: &str, expected: Expect) {
        let store = store_of(&format!("{CLASSES}{input}"));
        let option = store.record(store.find_record("O").expect("the input defines O"));
        match forms(OptionRecord::new(option), "*") {
            Ok(forms) => expected.assert_eq(&forms.join(", ")),
            Err(error) => expected.assert_eq(&format!("error: {}", error.message())),
        }
    }

    #[test]
    fn each_prefix_has_a_form() {
        check(
            r#"def O : Option<KIND_FLAG> { let Prefixes = ["-", "--"]; }"#,
            expect!["-opt, --opt"],
        );
    }

    #[test]
    fn the_kind_says_how_a_value_is_joined() {
        check("def O : Option<KIND_JOINED>;", expect!["-opt<arg>"]);
        check("def O : Option<KIND_SEPARATE>;", expect!["-opt <arg>"]);
        check("def O : Option<KIND_COMMAJOINED>;", expect!["-opt<arg1>,<arg2>..."]);
        check("def O : Option<KIND_JOINED_AND_SEPARATE>;", expect!["-opt<arg1> <arg2>"]);
        check("def O : Option<KIND_REMAINING_ARGS>;", expect!["-opt <arg1> <arg2>..."]);
    }

    #[test]
    fn a_named_value_stands_for_all_values() {
        check(
            r#"def O : Option<KIND_SEPARATE> { let MetaVarName = "<file>"; }"#,
            expect!["-opt <file>"],
        );
        check(
            r#"def O : Option<KIND_JOINED_AND_SEPARATE> { let MetaVarName = "<a> <b>"; }"#,
            expect!["-opt<a> <b>"],
        );
    }

    #[test]
    fn several_values_are_numbered() {
        check(
            "def O : Option<KIND_MULTIARG> { let NumArgs = 3; }",
            expect!["-opt <arg1> <arg2> <arg3>"],
        );
        check(
            "def O : Option<KIND_MULTIARG> { let NumArgs = -1; }",
            expect!["error: option cannot have -1 values"],
        );
    }

    #[test]
    fn an_alias_with_values_says_what_it_is_equivalent_to() {
        check(
            r#"
            def Other : Option<KIND_JOINED> { let Name = "other="; }
            def O : Option<KIND_FLAG> { let Alias = Other; let AliasArgs = ["x"]; }
            "#,
            expect!["-opt (equivalent to -other=x)"],
        );
    }

    #[test]
    fn characters_of_markup_are_escape_markup() {
        check(r#"def O : Option<KIND_FLAG> { let Name = "a*b"; }"#, expect![[r#"-a\*b"#]]);
    }
}
