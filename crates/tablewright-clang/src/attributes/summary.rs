//! Attributes as people and tools ask about them: what an attribute accepts, and where it is
//! documented.
//!
//! In comes a description such as Clang's `Attr.td`; out come plain data about each attribute. What
//! they look like is left to those who ask.

use tablewright_records::{FieldError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::append;

use super::model::Attribute;
use super::model::argument::{Argument, ArgumentKind, Element, Scalar};
use super::model::match_rules::MatchRules;

/// What an attribute accepts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttributeSummary {
    /// The name of its record.
    pub name: String,
    /// Its spellings as they stand in source code, each once.
    pub spellings: Vec<String>,
    /// The arguments that are written, in order.
    pub arguments: Vec<ArgumentSummary>,
    /// The records of what it can be written on; none where the description says nothing.
    pub subjects: Option<Vec<String>>,
    /// The categories of the documentation that it is in.
    pub categories: Vec<String>,
    /// Whether it has a class, and is kept in the syntax tree.
    pub is_node: bool,
    /// Whether `#pragma clang attribute` can apply it.
    pub has_pragma_support: bool,
}

/// An argument that is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArgumentSummary {
    /// The name in the description.
    pub name: String,
    /// What is written: `expression`, `string`, and so on.
    pub kind: &'static str,
    /// What can be written where `kind` is `enumerator`.
    pub values: Vec<String>,
    /// Whether it can be left out.
    pub is_optional: bool,
    /// Whether there can be any number of it.
    pub is_variadic: bool,
}

impl AttributeSummary {
    /// All attributes of a description, in natural order of their names.
    ///
    /// # Errors
    /// Where the description has no attributes, or a field holds something unexpected.
    pub fn all(store: &RecordStore) -> Result<Vec<AttributeSummary>, Diagnostic> {
        let rules = MatchRules::collect(store)?;
        let mut summaries = Vec::new();
        for attribute in Attribute::all(store)? {
            summaries.push(summary(attribute, &rules)?);
        }
        Ok(summaries)
    }
}

fn summary<'s>(
    attribute: Attribute<'s>,
    rules: &MatchRules<'s>,
) -> Result<AttributeSummary, FieldError> {
    let mut spellings: Vec<String> = Vec::new();
    for spelling in attribute.spellings()? {
        let (before, after) = spelling.around_arguments(spelling.syntax(attribute)?);
        let mut written = String::new();
        append!(&mut written, before, after);
        if !spellings.contains(&written) {
            spellings.push(written);
        }
    }
    let mut arguments = Vec::new();
    for record in attribute.record().args()? {
        let argument = attribute.argument(record)?;
        if !argument.is_fake {
            arguments.push(argument_summary(record.argument_name()?, &argument));
        }
    }
    let subjects = attribute
        .subject_list()?
        .map(|list| list.subjects.iter().map(|subject| subject.name().to_owned()).collect());
    let mut categories = Vec::new();
    for document in attribute.record().documentation()? {
        categories.push(document.category()?.category_name()?.to_owned());
    }
    Ok(AttributeSummary {
        name: attribute.name().to_owned(),
        spellings,
        arguments,
        subjects,
        categories,
        is_node: attribute.is_node()?,
        has_pragma_support: rules.support(attribute)?,
    })
}

fn argument_summary(name: &str, argument: &Argument<'_>) -> ArgumentSummary {
    let kind = match &argument.kind {
        ArgumentKind::Scalar(scalar) => match scalar {
            Scalar::Bool(_) => "boolean",
            Scalar::Int(_) => "integer",
            Scalar::Unsigned => "unsigned integer",
            Scalar::Identifier => "identifier",
            Scalar::ParamIdx => "parameter index",
            Scalar::Decl(_) => "declaration",
            Scalar::OmpTraitInfo => "OpenMP traits",
            Scalar::Expr => "expression",
            Scalar::Type => "type",
            Scalar::Attr(_) => "attribute",
        },
        ArgumentKind::String => "string",
        ArgumentKind::Aligned => "alignment",
        ArgumentKind::Version => "version",
        ArgumentKind::Enum(_) => "enumerator",
        ArgumentKind::Variadic(element) => match element {
            Element::Unsigned => "unsigned integer",
            Element::String => "string",
            Element::Enum(_) => "enumerator",
            Element::Expr => "expression",
            Element::ParamIdx => "parameter index",
            Element::ParamOrParamIdx => "parameter or parameter index",
            Element::Identifier => "identifier",
            Element::OmpInteropInfo => "OpenMP interop information",
        },
    };
    let cases = argument.enumeration().map_or(&[][..], |enumeration| &enumeration.cases);
    ArgumentSummary {
        name: name.to_owned(),
        kind,
        values: cases.iter().map(|case| case.text.to_owned()).collect(),
        is_optional: argument.is_optional,
        is_variadic: argument.is_variadic(),
    }
}
