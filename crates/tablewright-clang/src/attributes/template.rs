//! Templates of C++ that are filled with the names of an argument.
//!
//! A template reads as the C++ that it prints, with `$name` or `${name}` for the parts that differ:
//!
//! | hole | stands for |
//! |---|---|
//! | `attribute` | the attribute, to which `Attr` is added for its class |
//! | `Name` | the argument with a capital in front, for accessors and parameters |
//! | `name` | the argument with a small letter in front, for members |
//! | `type` | the type of the value, or of each element |
//! | `enum` | the type of an enumeration with the class or namespace in which it is |
//! | `short_enum` | the type of an enumeration without it |
//! | `decl` | the class of a declaration, to which the argument is a pointer |

use tablewright_text::{Append, Segment, TemplateSyntax, TextSink, append};

use super::model::argument::Argument;

/// A template with the names of an argument, as a part of something that is written.
pub(super) struct Filled<'a, 's>(pub(super) &'a Argument<'s>, pub(super) &'a str);

impl Append for Filled<'_, '_> {
    fn append_to(&self, out: &mut impl TextSink) {
        emit_template(out, self.0, self.1);
    }
}

/// Writes a template with the names of `argument`. An empty first line is left out, and so are the
/// blanks before the closing quote.
pub(super) fn emit_template(out: &mut impl TextSink, argument: &Argument<'_>, template: &str) {
    let template = template.strip_prefix('\n').unwrap_or(template).trim_end_matches(' ');
    let enumeration = || argument.enumeration();
    for segment in TemplateSyntax::DOLLAR.segments(template) {
        let name = match segment {
            Segment::Text(text) => {
                out.push_str(text);
                continue;
            }
            Segment::Hole { name, .. } => name,
            Segment::Malformed(error) => error.name,
        };
        match name {
            "attribute" => out.push_str(argument.attribute),
            "Name" => argument.name.append_upper(out),
            "name" => argument.name.append_lower(out),
            "type" => out.push_str(&argument.ty),
            "enum" => out.push_str(enumeration().map_or("", |enumeration| &enumeration.full_type)),
            "short_enum" => {
                out.push_str(enumeration().map_or("", |enumeration| enumeration.short_type));
            }
            "decl" => out.push_str(argument.ty.trim_end_matches([' ', '*'])),
            unknown => append!(out, "${", unknown, "}"),
        }
    }
}
