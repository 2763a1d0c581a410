//! Style rules for diagnostics: a text begins with a small letter and ends without a full stop.

use tablewright_records::FieldError;
use tablewright_syntax::diagnostic::{Code, Diagnostics};

use crate::record_views::diagnostic::DiagnosticRecord;

/// Words that are always capitalized.
const NAMES: [&str; 17] = [
    "AddressSanitizer",
    "CFString",
    "Clang",
    "Fuchsia",
    "GNUstep",
    "IBOutletCollection",
    "Microsoft",
    "Neon",
    "Objective",
    "OpenACC",
    "OpenCL",
    "OpenMP",
    "Pascal",
    "Swift",
    "Unicode",
    "Vulkan",
    "WebAssembly",
];

/// Rules that differ between releases.
#[derive(Clone, Copy)]
pub(super) struct DiagStyle {
    /// Whether "Itanium" is an allowed name.
    pub(super) allows_itanium: bool,
}

/// Reports style violations in `diag`. The output is written nevertheless.
pub(super) fn check(
    diag: DiagnosticRecord<'_>,
    style: DiagStyle,
    diagnostics: &mut Diagnostics,
) -> Result<(), FieldError> {
    for violation in violations(diag.summary()?, style) {
        diagnostics.push(FieldError::new(Code::DiagnosticTexts, diag, violation).into());
    }
    Ok(())
}

fn violations(text: &str, style: DiagStyle) -> Vec<String> {
    let mut violations = Vec::new();
    each_start(text, |start| violations.extend(violation_at_start(start, style)));
    each_end(text, |end| violations.extend(violation_at_end(end)));
    violations
}

/// Calls `f` with each possible start of the text. A choice with an empty option adds the text
/// after it.
fn each_start<'t>(text: &'t str, mut f: impl FnMut(&'t str)) {
    let Some(options) = text.strip_prefix("%select{") else { return f(text) };
    let Some(end) = closing_brace(options) else { return };
    options[..end].split('|').for_each(&mut f);
    if options[..end].split('|').any(str::is_empty) {
        // The argument number follows the brace.
        let after = options.get(end + 2..).unwrap_or_default();
        f(after.trim_start_matches([' ', '\t', '\n', '\u{b}', '\u{c}', '\r']));
    }
}

/// Calls `f` with each possible end of the text.
fn each_end<'t>(text: &'t str, mut f: impl FnMut(&'t str)) {
    let before_number = text.strip_suffix(|c: char| c.is_ascii_digit());
    let Some(inside) = before_number.and_then(|text| text.strip_suffix('}')) else {
        return f(text);
    };
    let Some(start) = opening_brace(inside) else { return };
    if inside[..start].ends_with("select") {
        inside[start + 1..].split('|').for_each(f);
    } else {
        f(text);
    }
}

/// Returns the index of the brace that closes the brace before `text`.
fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.bytes().position(|byte| {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        depth == 0
    })
}

/// Returns the index of the brace that is closed by the brace after `text`.
fn opening_brace(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.bytes().rposition(|byte| {
        depth += i32::from(byte == b'}') - i32::from(byte == b'{');
        depth == 0
    })
}

fn violation_at_start(text: &str, style: DiagStyle) -> Option<String> {
    let word = text.split([' ', '-', ',', '}']).next().unwrap_or_default();
    (!may_start(word, style))
        .then(|| format!("Diagnostics should not start with a capital letter; '{word}' is invalid"))
}

fn may_start(word: &str, style: DiagStyle) -> bool {
    if !word.starts_with(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit()) {
        return true;
    }
    // Acronyms and language versions. A single letter is probably an article.
    let is_acronym = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || "+_".contains(c);
    if word.chars().all(is_acronym) {
        return word.len() > 1 || word == "C";
    }
    NAMES.contains(&word)
        || word.starts_with("NSInvocation")
        || (word == "Itanium" && style.allows_itanium)
}

fn violation_at_end(text: &str) -> Option<String> {
    let end = text.chars().next_back().filter(|c| ['.', '!'].contains(c))?;
    Some(format!("Diagnostics should not end with punctuation; '{end}' is invalid"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(texts: &[&str], expected: Expect) {
        let style = DiagStyle { allows_itanium: true };
        let report: String = texts
            .iter()
            .map(|text| format!("{text}: {}\n", violations(text, style).join("; ")))
            .collect();
        expected.assert_eq(&report);
    }

    #[test]
    fn starts_are_small_letters_or_names() {
        check(
            &[
                "Bad",
                "bad",
                "A bad",
                "C bad",
                "ISO bad",
                "C++14-bad",
                "1st",
                "2",
                "NSInvocation's",
                "OpenMP is",
                "",
                "%0 Is fine",
            ],
            expect![[r#"
                Bad: Diagnostics should not start with a capital letter; 'Bad' is invalid
                bad: 
                A bad: Diagnostics should not start with a capital letter; 'A' is invalid
                C bad: 
                ISO bad: 
                C++14-bad: 
                1st: Diagnostics should not start with a capital letter; '1st' is invalid
                2: Diagnostics should not start with a capital letter; '2' is invalid
                NSInvocation's: 
                OpenMP is: 
                : 
                %0 Is fine: 
            "#]],
        );
    }

    #[test]
    fn choices_are_looked_into() {
        check(
            &[
                "%select{a|Bad|}0 Bad2",
                "%select{a|b}0 Fine",
                "%select{a %select{x|Y}1|}0",
                "%select{unclosed Bad",
                "b %select{good|bad.|}0",
                "b %plural{1:x.|:y}0.",
                "b %plural{1:x.|:y}0",
                "}0",
            ],
            expect![[r#"
                %select{a|Bad|}0 Bad2: Diagnostics should not start with a capital letter; 'Bad' is invalid; Diagnostics should not start with a capital letter; 'Bad2' is invalid
                %select{a|b}0 Fine: 
                %select{a %select{x|Y}1|}0: Diagnostics should not start with a capital letter; 'Y' is invalid
                %select{unclosed Bad: 
                b %select{good|bad.|}0: Diagnostics should not end with punctuation; '.' is invalid
                b %plural{1:x.|:y}0.: Diagnostics should not end with punctuation; '.' is invalid
                b %plural{1:x.|:y}0: 
                }0: 
            "#]],
        );
    }
}
