//! C++ templates with holes for an argument's names.
//!
//! A template looks like its C++ output, with `$name` or `${name}` for variable parts:
//!
//! | hole | replaced by |
//! |---|---|
//! | `attribute` | the attribute; its class has the suffix `Attr` |
//! | `Name` | the argument with a capital first letter, for accessors and parameters |
//! | `name` | the argument with a small first letter, for members |
//! | `type` | the type of the value, or of each element |
//! | `enum` | an enumeration type with its class or namespace |
//! | `short_enum` | an enumeration type without its class or namespace |
//! | `decl` | the declaration class that the argument points to |

use std::sync::LazyLock;

use tablewright_text::{Append, Template, TemplateSyntax, TextSink};

use super::model::argument::Argument;

/// A hole.
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
    fn from_hole(name: &str) -> Option<ArgumentName> {
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

/// A template from [`template!`]. It is parsed on first use.
pub(super) type ArgumentTemplate = &'static LazyLock<Template<ArgumentName>>;

/// Creates an [`ArgumentTemplate`] from a literal.
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
    Template::parse(text, TemplateSyntax::DOLLAR, ArgumentName::from_hole)
        .expect("the literals of templates have holes for the names of arguments only")
}

/// A template filled with an argument's names, as part of other output.
pub(super) struct Filled<'a, 's>(pub(super) &'a Argument<'s>, pub(super) ArgumentTemplate);

impl Append for Filled<'_, '_> {
    fn append_to(&self, out: &mut impl TextSink) {
        emit_template(out, self.0, self.1);
    }
}

/// Writes a template filled with the names of `argument`.
pub(super) fn emit_template(
    out: &mut impl TextSink,
    argument: &Argument<'_>,
    template: ArgumentTemplate,
) {
    template.fill(out, |name, out| name.append_to(argument, out));
}
