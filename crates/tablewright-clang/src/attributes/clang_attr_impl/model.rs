//! What the member functions of each attribute's class say.
//!
//! In come the attributes; out come their classes with the numbers, conditions and texts that only
//! the definitions of functions contain.

use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;

use crate::attributes::model::Attribute;
use crate::attributes::model::class::AttributeClass;
use crate::attributes::model::late_parsing::LateParsing;
use crate::attributes::model::parsed::{ParsedAttributes, Selection};
use crate::attributes::model::spelling::{Opening, Spelling, Syntax};
use crate::record_views::attr::InheritableAttrRecord;

/// The functions of an attribute's class.
pub(super) struct Implementation<'s> {
    pub(super) class: AttributeClass<'s>,
    /// How each spelling is initialized and printed.
    pub(super) forms: Vec<Form<'s>>,
    pub(super) is_late_parsed: bool,
    /// Of an attribute that redeclarations inherit, whether they do so if they have it already.
    pub(super) inherit_even_if_present: Option<bool>,
}

/// A spelling as an initializer, and as it is printed.
pub(super) struct Form<'s> {
    pub(super) variety: &'s str,
    pub(super) name: &'s str,
    pub(super) is_alignas: bool,
    pub(super) is_regular_keyword: bool,
    /// What is printed before the arguments.
    pub(super) before: Opening<'s>,
    /// What is printed after them.
    pub(super) after: &'static str,
    pub(super) arguments: PrintedArguments,
}

/// How the arguments of a spelling are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PrintedArguments {
    /// In parentheses, without those that are left out at the end.
    List,
    /// As those of `availability` in its own syntax.
    Availability,
    /// A message, which a replacement follows in the syntax of GNU.
    Deprecation { has_replacement: bool },
    /// By a function of Clang's own, which ends the line.
    Pragma,
}

pub(super) fn collect(store: &RecordStore) -> Result<Vec<Implementation<'_>>, FieldError> {
    // Every attribute has to say whether it is handled, although nothing here depends on it.
    ParsedAttributes::collect(store, Selection::Handled)?;
    let mut implementations = Vec::new();
    for attribute in Attribute::all(store)? {
        // Documentation is printed on demand; that there is some is checked wherever Clang is built.
        attribute.record().documentation()?;
        if attribute.is_node()? {
            implementations.push(implementation(attribute)?);
        }
    }
    Ok(implementations)
}

fn implementation(attribute: Attribute<'_>) -> Result<Implementation<'_>, FieldError> {
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
    let inheritable = InheritableAttrRecord::of(attribute.record());
    let inherit_even_if_present =
        inheritable.map(InheritableAttrRecord::is_inherited_even_if_present).transpose()?;
    Ok(Implementation { class, forms, is_late_parsed, inherit_even_if_present })
}

fn form<'s>(attribute: Attribute<'s>, spelling: &Spelling<'s>) -> Result<Form<'s>, FieldError> {
    let syntax = spelling.syntax(attribute)?;
    let Spelling { variety, name, namespace, .. } = *spelling;
    let arguments = match (syntax, namespace, name) {
        (Syntax::Pragma, ..) => PrintedArguments::Pragma,
        // Clang prints these two in the syntax in which they are documented.
        (_, "", "availability") => PrintedArguments::Availability,
        (_, "" | "gnu", "deprecated") => {
            PrintedArguments::Deprecation { has_replacement: syntax == Syntax::Gnu }
        }
        _ => PrintedArguments::List,
    };
    let (before, after) = spelling.around_arguments(syntax);
    // A pragma ends its line.
    let after = if arguments == PrintedArguments::Pragma { "\\n" } else { after };
    Ok(Form {
        variety,
        name,
        is_alignas: syntax == Syntax::Keyword && name == "alignas",
        is_regular_keyword: spelling.is_regular_keyword()?,
        before,
        after,
        arguments,
    })
}
