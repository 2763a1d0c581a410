//! Templates of C++ with signs for the names of an argument.
//!
//! A template reads as what it prints. `$` and a letter stand for a name, since C++ has no `$`:
//!
//! | sign | stands for |
//! |---|---|
//! | `$A` | the attribute, to which `Attr` is added for its class |
//! | `$N` | the argument with a capital in front, for accessors and parameters |
//! | `$n` | the argument with a small letter in front, for members |
//! | `$T` | the type of the value, or of each element |
//! | `$F` | the type of an enumeration with the class in which it is |
//! | `$E` | the type of an enumeration without it |
//! | `$D` | the class of a declaration, to which the argument is a pointer |

use tablewright_text::TextSink;

use super::model::argument::Argument;

/// Writes a template with the names of `argument`. An empty first line is left out, and so are the
/// blanks before the closing quote.
pub(super) fn fill(out: &mut impl TextSink, argument: &Argument<'_>, template: &str) {
    let mut rest = template.strip_prefix('\n').unwrap_or(template).trim_end_matches(' ');
    let enumeration = || argument.enumeration();
    // The pieces are short: a search made for long texts would take longer.
    while let Some(at) = rest.bytes().position(|byte| byte == b'$') {
        out.push_str(&rest[..at]);
        let behind = &rest[at + 1..];
        let (sign, behind) = behind.split_at_checked(1).unwrap_or_default();
        match sign {
            "A" => out.push_str(argument.attribute),
            "N" => argument.name.append_upper(out),
            "n" => argument.name.append_lower(out),
            "T" => out.push_str(&argument.ty),
            "F" => out.push_str(enumeration().map_or("", |enumeration| &enumeration.full_type)),
            "D" => out.push_str(argument.ty.trim_end_matches([' ', '*'])),
            "E" => out.push_str(enumeration().map_or("", |enumeration| enumeration.short_type)),
            other => out.push_str(other),
        }
        rest = behind;
    }
    out.push_str(rest);
}
