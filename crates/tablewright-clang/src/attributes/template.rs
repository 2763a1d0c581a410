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

use tablewright_text::{TextSink, append};

use super::model::argument::Argument;

/// Writes a template with the names of `argument`. An empty first line is left out, and so are the
/// blanks before the closing quote.
pub(super) fn fill(out: &mut impl TextSink, argument: &Argument<'_>, template: &str) {
    let template = template.strip_prefix('\n').unwrap_or(template).trim_end_matches(' ');
    let enumeration = argument.enumeration();
    let mut parts = template.split('$');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (sign, rest) = part.split_at_checked(1).unwrap_or_default();
        let name = match sign {
            "A" => argument.attribute,
            "N" => &argument.upper,
            "n" => &argument.lower,
            "T" => &*argument.ty,
            "F" => enumeration.map_or("", |enumeration| &enumeration.full_type),
            "D" => argument.ty.trim_end_matches([' ', '*']),
            "E" => enumeration.map_or("", |enumeration| enumeration.short_type),
            other => other,
        };
        append!(out, name, rest);
    }
}
