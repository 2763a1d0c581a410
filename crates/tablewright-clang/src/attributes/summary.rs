//! Attribute summaries for people and tools: syntax, arguments, subjects, documentation.
//!
//! In: a description such as Clang's `Attr.td`. Out: plain data for each attribute. The caller
//! decides the format.

use tablewright_records::{FieldError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::append;

use super::model::ClangAttribute;
use super::model::argument::{AttrArgument, AttrArgumentElement, AttrArgumentKind, Scalar};
use super::model::match_rules::MatchRules;

/// A summary of an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttributeSummary {
    /// The record name.
    pub name: String,
    /// Distinct spellings as source code.
    pub spellings: Vec<String>,
    /// The written arguments in order.
    pub arguments: Vec<ArgumentSummary>,
    /// Subjects by record name; `None` for any subject.
    pub subjects: Option<Vec<String>>,
    /// Its documentation categories.
    pub categories: Vec<String>,
    /// Whether it has a class and is stored in the syntax tree.
    pub is_node: bool,
    /// Whether `#pragma clang attribute` supports it.
    pub has_pragma_support: bool,
}

/// A written argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArgumentSummary {
    /// The name in the description.
    pub name: String,
    /// The syntax: `expression`, `string`, and so on.
    pub kind: &'static str,
    /// Allowed values if `kind` is `enumerator`.
    pub values: Vec<String>,
    /// Whether it may be omitted.
    pub is_optional: bool,
    /// Whether it may be repeated.
    pub is_variadic: bool,
}

impl AttributeSummary {
    /// Summarizes all attributes in a description, in natural order by name.
    ///
    /// # Errors
    /// If the description does not define attributes, or a field has an unexpected value.
    pub fn all(store: &RecordStore) -> Result<Vec<AttributeSummary>, Diagnostic> {
        let rules = MatchRules::collect(store)?;
        let mut summaries = Vec::new();
        for attribute in ClangAttribute::all(store)? {
            summaries.push(summary(attribute, &rules)?);
        }
        Ok(summaries)
    }
}

fn summary<'s>(
    attribute: ClangAttribute<'s>,
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

fn argument_summary(name: &str, argument: &AttrArgument<'_>) -> ArgumentSummary {
    let kind = match &argument.kind {
        AttrArgumentKind::Scalar(scalar) => match scalar {
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
        AttrArgumentKind::String => "string",
        AttrArgumentKind::Aligned => "alignment",
        AttrArgumentKind::Version => "version",
        AttrArgumentKind::Enum(_) => "enumerator",
        AttrArgumentKind::Variadic(element) => match element {
            AttrArgumentElement::Unsigned => "unsigned integer",
            AttrArgumentElement::String => "string",
            AttrArgumentElement::Enum(_) => "enumerator",
            AttrArgumentElement::Expr => "expression",
            AttrArgumentElement::ParamIdx => "parameter index",
            AttrArgumentElement::ParamOrParamIdx => "parameter or parameter index",
            AttrArgumentElement::Identifier => "identifier",
            AttrArgumentElement::OmpInteropInfo(_) => "OpenMP interop information",
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
