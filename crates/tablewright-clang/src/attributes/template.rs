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

use std::sync::LazyLock;

use tablewright_text::{Append, Template, TemplateSyntax, TextSink};

use super::model::argument::Argument;

/// A name of an argument that a hole stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ArgumentName {
    Attribute,
    Upper,
    Lower,
    Type,
    Enum,
    ShortEnum,
    Decl,
}

impl ArgumentName {
    fn of_hole(name: &str) -> Option<ArgumentName> {
        Some(match name {
            "attribute" => ArgumentName::Attribute,
            "Name" => ArgumentName::Upper,
            "name" => ArgumentName::Lower,
            "type" => ArgumentName::Type,
            "enum" => ArgumentName::Enum,
            "short_enum" => ArgumentName::ShortEnum,
            "decl" => ArgumentName::Decl,
            _ => return None,
        })
    }

    fn append_to(self, argument: &Argument<'_>, out: &mut impl TextSink) {
        let enumeration = || argument.enumeration();
        match self {
            ArgumentName::Attribute => out.push_str(argument.attribute),
            ArgumentName::Upper => argument.name.append_upper(out),
            ArgumentName::Lower => argument.name.append_lower(out),
            ArgumentName::Type => out.push_str(&argument.ty),
            ArgumentName::Enum => {
                out.push_str(enumeration().map_or("", |enumeration| &enumeration.full_type));
            }
            ArgumentName::ShortEnum => {
                out.push_str(enumeration().map_or("", |enumeration| enumeration.short_type));
            }
            ArgumentName::Decl => out.push_str(argument.ty.trim_end_matches([' ', '*'])),
        }
    }
}

/// A template that [`template!`] has made. It is parsed when it is first used.
pub(super) type ArgumentTemplate = &'static LazyLock<Template<ArgumentName>>;

/// Makes an [`ArgumentTemplate`] of a literal.
macro_rules! template {
    ($text:expr) => {{
        static TEMPLATE: ::std::sync::LazyLock<
            ::tablewright_text::Template<$crate::attributes::template::ArgumentName>,
        > = ::std::sync::LazyLock::new(|| $crate::attributes::template::parse($text));
        &TEMPLATE
    }};
}
pub(super) use template;

/// Parses a template. An empty first line is left out.
pub(super) fn parse(text: &'static str) -> Template<ArgumentName> {
    let text = text.strip_prefix('\n').unwrap_or(text);
    Template::parse(text, TemplateSyntax::DOLLAR, ArgumentName::of_hole)
        .expect("the literals of templates have holes for the names of arguments only")
}

/// A template with the names of an argument, as a part of something that is written.
pub(super) struct Filled<'a, 's>(pub(super) &'a Argument<'s>, pub(super) ArgumentTemplate);

impl Append for Filled<'_, '_> {
    fn append_to(&self, out: &mut impl TextSink) {
        emit_template(out, self.0, self.1);
    }
}

/// Writes a template with the names of `argument`.
pub(super) fn emit_template(
    out: &mut impl TextSink,
    argument: &Argument<'_>,
    template: ArgumentTemplate,
) {
    template.fill(out, |name, out| name.append_to(argument, out));
}
