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

use tablewright_text::{Append, TemplateSyntax, TextSink, TextTemplate};

use super::model::argument::AttrArgument;

/// A hole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TemplateArgumentName {
    Attribute,
    Upper,
    Lower,
    Type,
    Enum,
    ShortEnum,
    Decl,
}

impl TemplateArgumentName {
    fn from_hole(name: &str) -> Option<TemplateArgumentName> {
        Some(match name {
            "attribute" => TemplateArgumentName::Attribute,
            "Name" => TemplateArgumentName::Upper,
            "name" => TemplateArgumentName::Lower,
            "type" => TemplateArgumentName::Type,
            "enum" => TemplateArgumentName::Enum,
            "short_enum" => TemplateArgumentName::ShortEnum,
            "decl" => TemplateArgumentName::Decl,
            _ => return None,
        })
    }

    fn append_to(self, argument: &AttrArgument<'_>, out: &mut impl TextSink) {
        let enumeration = || argument.enumeration();
        match self {
            TemplateArgumentName::Attribute => out.push_str(argument.attribute),
            TemplateArgumentName::Upper => argument.name.append_upper(out),
            TemplateArgumentName::Lower => argument.name.append_lower(out),
            TemplateArgumentName::Type => out.push_str(&argument.ty),
            TemplateArgumentName::Enum => {
                out.push_str(enumeration().map_or("", |enumeration| &enumeration.full_type));
            }
            TemplateArgumentName::ShortEnum => {
                out.push_str(enumeration().map_or("", |enumeration| enumeration.short_type));
            }
            TemplateArgumentName::Decl => out.push_str(argument.ty.trim_end_matches([' ', '*'])),
        }
    }
}

/// A template from [`template!`]. It is parsed on first use.
pub(super) type ArgumentTemplate = &'static LazyLock<TextTemplate<TemplateArgumentName>>;

/// Creates an [`ArgumentTemplate`] from a literal.
macro_rules! template {
    ($text:expr) => {{
        static TEMPLATE: ::std::sync::LazyLock<
            ::tablewright_text::TextTemplate<$crate::attributes::template::TemplateArgumentName>,
        > = ::std::sync::LazyLock::new(|| $crate::attributes::template::parse($text));
        &TEMPLATE
    }};
}
pub(super) use template;

/// Parses a template. An empty first line is left out.
pub(super) fn parse(text: &'static str) -> TextTemplate<TemplateArgumentName> {
    let text = text.strip_prefix('\n').unwrap_or(text);
    TextTemplate::parse(text, TemplateSyntax::DOLLAR, TemplateArgumentName::from_hole)
        .expect("the literals of templates have holes for the names of arguments only")
}

/// A template filled with an argument's names, as part of other output.
pub(super) struct Filled<'a, 's>(pub(super) &'a AttrArgument<'s>, pub(super) ArgumentTemplate);

impl Append for Filled<'_, '_> {
    fn append_to(&self, out: &mut impl TextSink) {
        emit_template(out, self.0, self.1);
    }
}

/// Writes a template filled with the names of `argument`.
pub(super) fn emit_template(
    out: &mut impl TextSink,
    argument: &AttrArgument<'_>,
    template: ArgumentTemplate,
) {
    template.fill(out, |name, out| name.append_to(argument, out));
}
