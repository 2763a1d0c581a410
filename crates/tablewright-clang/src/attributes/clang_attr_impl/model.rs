//! Model for the member functions of each attribute class.
//!
//! In: the attributes. Out: their classes with the numbers, conditions and texts that only function
//! definitions contain.

use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;

use crate::attributes::model::ClangAttribute;
use crate::attributes::model::class::AttributeClass;
use crate::attributes::model::late_parsing::LateParsing;
use crate::attributes::model::parsed::{AttrSelection, ParsedAttributes};
use crate::attributes::model::spelling::{AttrSpelling, AttrSyntax, Opening};
use crate::record_views::attr::InheritableAttrRecord;

/// The functions of an attribute class.
pub(super) struct Implementation<'s> {
    pub(super) class: AttributeClass<'s>,
    /// Each spelling's initialization and printing.
    pub(super) forms: Vec<AttrForm<'s>>,
    pub(super) is_late_parsed: bool,
    /// Whether a redeclaration inherits the attribute even if it already has it. `None` if it is
    /// not inheritable.
    pub(super) inherit_even_if_present: Option<bool>,
}

/// A spelling: its initializer, and its printed form.
pub(super) struct AttrForm<'s> {
    pub(super) variety: &'s str,
    pub(super) name: &'s str,
    pub(super) is_alignas: bool,
    pub(super) is_regular_keyword: bool,
    /// The text before the arguments.
    pub(super) before: Opening<'s>,
    /// The text after the arguments.
    pub(super) after: &'static str,
    pub(super) arguments: PrintedArguments,
}

/// The form of printed arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PrintedArguments {
    /// In parentheses, without default arguments at the end.
    List,
    /// In parentheses, with the special syntax of the attribute `availability`.
    Availability,
    /// A message; in GNU syntax also a replacement.
    Deprecation { has_replacement: bool },
    /// Clang's own function prints them and ends the line.
    Pragma,
}

pub(super) fn collect(store: &RecordStore) -> Result<Vec<Implementation<'_>>, FieldError> {
    // Each attribute must have the handler fields, although nothing here depends on them.
    ParsedAttributes::collect(store, AttrSelection::Handled)?;
    let mut implementations = Vec::new();
    for attribute in ClangAttribute::all(store)? {
        // The documentation is not printed here, but it must exist in each build of Clang.
        attribute.record().documentation()?;
        if attribute.is_node()? {
            implementations.push(implementation(attribute)?);
        }
    }
    Ok(implementations)
}

fn implementation(attribute: ClangAttribute<'_>) -> Result<Implementation<'_>, FieldError> {
    let class = AttributeClass::collect(attribute)?;
    for argument in class.arguments.iter().filter(|argument| !argument.is_fake) {
        if argument.enumeration().is_some_and(|enumeration| !enumeration.has_all_texts) {
            let mut message = "The argument '".to_owned();
            argument.name.append_upper(&mut message);
            message += "' has fewer 'Values' than 'Enums'";
            return Err(attribute
                .error(Code::AttributeArguments, message)
                .label_field(attribute.record(), "Args"));
        }
    }
    let forms = class
        .spellings
        .iter()
        .map(|spelling| form(attribute, spelling))
        .collect::<Result<_, _>>()?;
    let is_late_parsed = attribute.late_parsing()? != LateParsing::Never;
    let inheritable = InheritableAttrRecord::from_record(attribute.record());
    let inherit_even_if_present =
        inheritable.map(InheritableAttrRecord::is_inherited_even_if_present).transpose()?;
    Ok(Implementation { class, forms, is_late_parsed, inherit_even_if_present })
}

fn form<'s>(
    attribute: ClangAttribute<'s>,
    spelling: &AttrSpelling<'s>,
) -> Result<AttrForm<'s>, FieldError> {
    let syntax = spelling.syntax(attribute)?;
    let AttrSpelling { variety, name, namespace, .. } = *spelling;
    let arguments = match (syntax, namespace, name) {
        (AttrSyntax::Pragma, ..) => PrintedArguments::Pragma,
        // Clang prints these two in their documented syntax.
        (_, "", "availability") => PrintedArguments::Availability,
        (_, "" | "gnu", "deprecated") => {
            PrintedArguments::Deprecation { has_replacement: syntax == AttrSyntax::Gnu }
        }
        _ => PrintedArguments::List,
    };
    let (before, after) = spelling.around_arguments(syntax);
    // A pragma ends its line.
    let after = if arguments == PrintedArguments::Pragma { "\\n" } else { after };
    Ok(AttrForm {
        variety,
        name,
        is_alignas: syntax == AttrSyntax::Keyword && name == "alignas",
        is_regular_keyword: spelling.is_regular_keyword()?,
        before,
        after,
        arguments,
    })
}
