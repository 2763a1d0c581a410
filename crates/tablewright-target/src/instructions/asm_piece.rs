//! Assembly strings divided into text and operand references.
//!
//! In: a string for one dialect, for example `add\t$rd, ${imm}(${rs})`. Out: [`AsmPiece`]s in order.
//! Printers add text in their own spelling and look up operands.

use tablewright_records::{FieldError, Record};
use tablewright_syntax::diagnostic::Code;

/// Characters that a backslash escapes.
const ESCAPED: [char; 5] = ['$', '{', '|', '}', '\\'];

/// A piece of an assembly string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsmPiece<'t> {
    /// Text that represents itself.
    Text(&'t str),
    /// An escaped character: a line break, a tab, or a character that otherwise has a meaning.
    Escaped(char),
    /// `$name`, `${name}`, `${name:modifier}` or `${:modifier}`.
    Operand {
        /// Operand name. Empty for the form without an operand.
        name: &'t str,
        /// The text after the colon; it may be empty.
        modifier: &'t str,
    },
}

/// Divides `text`, the assembly string of `instruction` in one dialect, and calls `add` with each piece.
///
/// # Errors
/// If the string has a syntax error, and all errors from `add`.
pub fn for_each_piece<'t>(
    instruction: Record<'_>,
    text: &'t str,
    mut add: impl FnMut(AsmPiece<'t>) -> Result<(), FieldError>,
) -> Result<(), FieldError> {
    let mut rest = text;
    loop {
        let at = rest.find(['$', '\\']).unwrap_or(rest.len());
        if at > 0 {
            add(AsmPiece::Text(&rest[..at]))?;
        }
        rest = &rest[at..];
        if let Some(escaped) = rest.strip_prefix('\\') {
            let character;
            (character, rest) = unescape(instruction, escaped)?;
            add(AsmPiece::Escaped(character))?;
        } else if let Some(after) = rest.strip_prefix("$$") {
            add(AsmPiece::Escaped('$'))?;
            rest = after;
        } else if let Some(after) = rest.strip_prefix('$') {
            let reference;
            (reference, rest) = operand(instruction, after)?;
            add(reference)?;
        } else {
            return Ok(());
        }
    }
}

/// Returns the character after a backslash, and the rest of the text.
fn unescape<'t>(instruction: Record<'_>, escaped: &'t str) -> Result<(char, &'t str), FieldError> {
    let mut rest = escaped.chars();
    let character = match rest.next() {
        Some('n') => '\n',
        Some('t') => '\t',
        Some(c) if ESCAPED.contains(&c) => c,
        _ => {
            let name = instruction.name();
            let message = "Non-supported escaped character found in instruction";
            let message = format!("{message} '{name}'!");
            let error = FieldError::new(Code::AsmStrings, instruction, message);
            return Err(error.label_field(instruction, "AsmString"));
        }
    };
    Ok((character, rest.as_str()))
}

/// Reads an operand reference after a dollar sign. Returns the rest of the text, too.
fn operand<'t>(
    instruction: Record<'_>,
    text: &'t str,
) -> Result<(AsmPiece<'t>, &'t str), FieldError> {
    let error = |before: &str, after: &str| {
        let name = instruction.name();
        let message = format!("{before} '{name}'{after}");
        let error = FieldError::new(Code::AsmStrings, instruction, message);
        Err(error.label_field(instruction, "AsmString"))
    };
    let in_braces = text.strip_prefix('{');
    let (name, mut rest) = identifier(in_braces.unwrap_or(text));
    let mut modifier = "";
    if in_braces.is_some() {
        const NO_END: &str = "Reached end of string before terminating curly brace in";
        if let Some(after) = rest.strip_prefix(':') {
            if after.is_empty() {
                return error(NO_END, "");
            }
            (modifier, rest) = identifier(after);
            if modifier.is_empty() {
                return error("Bad operand modifier name in", "");
            }
        } else if rest.is_empty() {
            return error(NO_END, "");
        }
        rest = match rest.strip_prefix('}') {
            Some(rest) => rest,
            None => {
                return error("Variable name beginning with '{' did not end with '}' in", "");
            }
        };
    }
    // An empty name with a modifier is the `${:modifier}` form, which names no operand.
    if name.is_empty() && modifier.is_empty() {
        return error("Stray '$' in", " asm string, maybe you want $$?");
    }
    Ok((AsmPiece::Operand { name, modifier }, rest))
}

/// Splits a text after the identifier that it begins with.
pub(crate) fn identifier(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    text.split_at(end.unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::store_of;

    fn check(text: &str, expected: &str) {
        let store = store_of("def I;");
        let instruction = store.record(store.find_record("I").expect("it is defined"));
        let mut shown = Vec::new();
        let divided = for_each_piece(instruction, text, |piece| {
            shown.push(match piece {
                AsmPiece::Text(text) => format!("'{text}'"),
                AsmPiece::Escaped(character) => format!("{character:?}"),
                AsmPiece::Operand { name, modifier } => format!("{name}:{modifier}"),
            });
            Ok(())
        });
        let shown = shown.join(" ");
        let text = divided.map_or_else(|error| error.message().to_owned(), |()| shown);
        assert_eq!(text, expected);
    }

    #[test]
    fn references_end_at_other_characters_or_at_a_brace() {
        check("add\t$rd, ${imm}(${rs:hi})${:c}", "'add\t' rd: ', ' imm: '(' rs:hi ')' :c");
    }

    #[test]
    fn characters_with_a_meaning_are_escaped() {
        check("\\{$$x\\n", "'{' '$' 'x' '\\n'");
        check("\\a", "Non-supported escaped character found in instruction 'I'!");
    }

    #[test]
    fn malformed_references_are_errors() {
        check("$ x", "Stray '$' in 'I' asm string, maybe you want $$?");
        check("${x", "Reached end of string before terminating curly brace in 'I'");
        check("${x:}", "Bad operand modifier name in 'I'");
        check("${x+}", "Variable name beginning with '{' did not end with '}' in 'I'");
    }
}
