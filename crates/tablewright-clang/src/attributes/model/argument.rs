//! Arguments that an attribute class stores.
//!
//! In: an argument record. Out: the member's name and its [`AttrArgumentKind`], which every printer
//! matches on.

use std::borrow::Cow;

use tablewright_records::{Feature, FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{TextSink, append};

use super::ClangAttribute;
use crate::record_views::attr::{
    ArgumentRecord, DeclArgumentRecord, DefaultBoolArgumentRecord, DefaultIntArgumentRecord,
    EnumArgumentRecord, WrappedAttrRecord,
};

/// An attribute argument.
pub(crate) struct AttrArgument<'s> {
    /// The attribute's name.
    pub(crate) attribute: &'s str,
    pub(crate) name: AttrArgumentName<'s>,
    /// The C++ type of the member, or of each element; empty if the member does not have a single
    /// type.
    pub(crate) ty: Cow<'s, str>,
    pub(crate) is_optional: bool,
    /// Whether the argument is stored, but neither parsed nor printed.
    pub(crate) is_fake: bool,
    pub(crate) kind: AttrArgumentKind<'s>,
}

/// An argument name from the description. The C++ names are derived from it.
#[derive(Clone, Copy)]
pub(crate) struct AttrArgumentName<'s> {
    text: &'s str,
}

impl AttrArgumentName<'_> {
    /// Writes the name with a capital first letter, for accessors and parameters.
    pub(crate) fn append_upper(self, out: &mut impl TextSink) {
        let mut characters = self.text.chars();
        if let Some(first) = characters.next() {
            append!(out, first.to_ascii_uppercase(), characters.as_str());
        }
    }

    /// Writes the name with a small first letter, for the member.
    pub(crate) fn append_lower(self, out: &mut impl TextSink) {
        let mut characters = self.text.chars();
        if let Some(first) = characters.next() {
            append!(out, first.to_ascii_lowercase(), characters.as_str());
        }
        // Windows headers define a macro with this name.
        if matches!(self.text, "interface" | "Interface") {
            out.push('_');
        }
    }
}

/// An argument's representation.
pub(crate) enum AttrArgumentKind<'s> {
    /// A single value of a plain type.
    Scalar(Scalar<'s>),
    /// Characters with a length.
    String,
    /// An alignment: an expression or a type.
    Aligned,
    /// A version with several components.
    Version,
    Enum(Enumeration<'s>),
    /// Any number of elements.
    Variadic(AttrArgumentElement<'s>),
}

/// A single value's type.
pub(crate) enum Scalar<'s> {
    /// Contains the default, if any.
    Bool(Option<bool>),
    /// Contains the default, if any.
    Int(Option<i64>),
    Unsigned,
    Identifier,
    /// A function parameter's index.
    ParamIdx,
    /// A declaration of this class.
    Decl(&'s str),
    OmpTraitInfo,
    Expr,
    Type,
    /// Another attribute.
    Attr(WrappedAttr<'s>),
}

/// An attribute as an argument of another attribute.
#[derive(Clone, Copy)]
pub(crate) struct WrappedAttr<'s> {
    /// Its C++ class; `None` for any class.
    pub(crate) class: Option<&'s str>,
    /// Whether it may be null and be set later.
    pub(crate) has_setter: bool,
}

/// An element's type.
pub(crate) enum AttrArgumentElement<'s> {
    Unsigned,
    String,
    Enum(Enumeration<'s>),
    Expr,
    ParamIdx,
    /// A parameter index, or an identifier that refers to a parameter.
    ParamOrParamIdx,
    Identifier,
    OmpInteropInfo(InteropForm),
}

/// The members of `OMPInteropInfo`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum InteropForm {
    /// The targets.
    Targets,
    /// The targets, and preferences, which contain expressions.
    Preferences,
}

/// A C++ enumeration with the source text for its enumerators.
pub(crate) struct Enumeration<'s> {
    /// The type with its class or namespace.
    pub(crate) full_type: Cow<'s, str>,
    /// The type without its class or namespace.
    pub(crate) short_type: &'s str,
    pub(crate) cases: Vec<EnumerationCase<'s>>,
    /// Whether each case has a text. An enumeration that is not parsed may lack texts.
    pub(crate) has_all_texts: bool,
    /// Whether the enumeration is declared outside the attribute class.
    pub(crate) is_external: bool,
    /// Whether `cases` contains all enumerators.
    pub(crate) is_covered: bool,
}

pub(crate) struct EnumerationCase<'s> {
    /// The source text; empty if the description does not have a text.
    pub(crate) text: &'s str,
    pub(crate) enumerator: &'s str,
    /// Whether no earlier case has the same enumerator.
    pub(crate) is_first: bool,
}

impl<'s> Enumeration<'s> {
    /// Iterates over the cases with the first text for each enumerator.
    pub(crate) fn unique(&self) -> impl Iterator<Item = &EnumerationCase<'s>> {
        self.cases.iter().filter(|case| case.is_first)
    }

    fn read(
        argument: EnumArgumentRecord<'s>,
        attribute: ClangAttribute<'_>,
    ) -> Result<Enumeration<'s>, FieldError> {
        let texts = argument.values()?;
        let enumerators = argument.enums()?;
        let is_external = argument.is_external_type()?;
        let is_covered = argument.is_covered()?;
        let ty = argument.enum_type()?;
        if enumerators.is_empty() {
            let name = argument.argument_name()?;
            let message = format!("The argument '{name}' needs at least one enumerator in 'Enums'");
            return Err(attribute
                .error(Code::AttributeArguments, message)
                .label_field(attribute.record(), "Args"));
        }
        let scope = if is_external { ty.rfind("::").map(|at| at + 2) } else { None };
        let short_type = scope.map(|start| &ty[start..]).filter(|name| !name.is_empty());
        let cases = enumerators.iter().enumerate().map(|(i, &enumerator)| EnumerationCase {
            text: texts.get(i).copied().unwrap_or_default(),
            enumerator,
            is_first: !enumerators[..i].contains(&enumerator),
        });
        Ok(Enumeration {
            full_type: if is_external {
                ty.into()
            } else {
                format!("{}Attr::{ty}", attribute.name()).into()
            },
            short_type: short_type.unwrap_or(ty),
            cases: cases.collect(),
            has_all_texts: texts.len() >= enumerators.len(),
            is_external,
            is_covered,
        })
    }
}

impl<'s> AttrArgument<'s> {
    /// Reads an argument record.
    pub(super) fn read(
        argument: ArgumentRecord<'s>,
        attribute: ClangAttribute<'s>,
    ) -> Result<AttrArgument<'s>, FieldError> {
        // The most derived class decides.
        for class in argument.classes().rev() {
            if let Some(ClassOfArgument { ty, name, kind }) =
                kind_of_class(class, argument, attribute)?
            {
                let is_optional = argument.is_optional()?;
                let is_fake = argument.is_fake()?;
                let plain = AttrArgument::new(name, attribute.name(), ty, kind);
                return Ok(AttrArgument { is_optional, is_fake, ..plain });
            }
        }
        let name = argument.argument_name_if_any()?.unwrap_or(Record::from(argument).name());
        let message =
            format!("The argument '{name}' does not inherit from an argument class known to Clang");
        Err(attribute
            .error(Code::AttributeArguments, message)
            .label_field(attribute.record(), "Args"))
    }

    /// Creates the member for pack arguments that are not expanded yet.
    pub(super) fn delayed(attribute: ClangAttribute<'s>) -> AttrArgument<'s> {
        let kind = AttrArgumentKind::Variadic(AttrArgumentElement::Expr);
        AttrArgument::new("DelayedArgs", attribute.name(), "Expr *".into(), kind)
    }

    fn new(
        name: &'s str,
        attribute: &'s str,
        ty: Cow<'s, str>,
        kind: AttrArgumentKind<'s>,
    ) -> AttrArgument<'s> {
        let name = AttrArgumentName { text: name };
        AttrArgument { attribute, name, ty, is_optional: false, is_fake: false, kind }
    }

    pub(crate) fn is_variadic(&self) -> bool {
        matches!(self.kind, AttrArgumentKind::Variadic(_))
    }

    /// Returns the enumeration of the value or of each element.
    pub(crate) fn enumeration(&self) -> Option<&Enumeration<'s>> {
        if let AttrArgumentKind::Enum(enumeration)
        | AttrArgumentKind::Variadic(AttrArgumentElement::Enum(enumeration)) = &self.kind
        {
            Some(enumeration)
        } else {
            None
        }
    }
}

/// Properties that follow from an argument's class.
struct ClassOfArgument<'s> {
    /// The C++ type.
    ty: Cow<'s, str>,
    name: &'s str,
    kind: AttrArgumentKind<'s>,
}

/// Returns the properties for records of `class`; `None` if the class does not determine them.
fn kind_of_class<'s>(
    class: &str,
    argument: ArgumentRecord<'s>,
    attribute: ClangAttribute<'_>,
) -> Result<Option<ClassOfArgument<'s>>, FieldError> {
    let record = Record::from(argument);
    let (ty, kind) = match class {
        "DeclArgument" => {
            let kind = DeclArgumentRecord::new(record).kind()?.name();
            (format!("{kind}Decl *").into(), AttrArgumentKind::Scalar(Scalar::Decl(kind)))
        }
        "DefaultBoolArgument" => {
            let default = DefaultBoolArgumentRecord::new(record).default()?;
            ("bool".into(), AttrArgumentKind::Scalar(Scalar::Bool(Some(default))))
        }
        "DefaultIntArgument" => {
            let default = DefaultIntArgumentRecord::new(record).default()?;
            ("int".into(), AttrArgumentKind::Scalar(Scalar::Int(Some(default))))
        }
        "EnumArgument" => {
            argument.argument_name()?;
            let enumeration = Enumeration::read(EnumArgumentRecord::new(record), attribute)?;
            (enumeration.full_type.clone(), AttrArgumentKind::Enum(enumeration))
        }
        "VariadicEnumArgument" => {
            let argument = EnumArgumentRecord::new(record);
            let ty = argument.enum_type()?;
            argument.argument_name()?;
            let kind = AttrArgumentElement::Enum(Enumeration::read(argument, attribute)?);
            (ty.into(), AttrArgumentKind::Variadic(kind))
        }
        "WrappedAttr" => {
            let class = WrappedAttrRecord::new(record).attr_type()?;
            let has_setter = record.store().release().has(Feature::AttributesCanBeCompared);
            let class = Some(class).filter(|class| has_setter && !class.is_empty());
            let wrapped = WrappedAttr { class, has_setter };
            ("Attr *".into(), AttrArgumentKind::Scalar(Scalar::Attr(wrapped)))
        }
        _ => match plain_kind(class) {
            Some((ty, AttrArgumentKind::Variadic(AttrArgumentElement::OmpInteropInfo(_))))
                if record.store().release().has(Feature::InteropInfosHavePreferences) =>
            {
                let element = AttrArgumentElement::OmpInteropInfo(InteropForm::Preferences);
                (Cow::Borrowed(ty), AttrArgumentKind::Variadic(element))
            }
            Some((IDENTIFIER, kind)) if has_constant_identifiers(record) => {
                ("const IdentifierInfo *".into(), kind)
            }
            Some((ty, kind)) => (ty.into(), kind),
            None => return Ok(None),
        },
    };
    Ok(Some(ClassOfArgument { ty, name: argument.argument_name()?, kind }))
}

/// The C++ type of identifiers, without `const`.
const IDENTIFIER: &str = "IdentifierInfo *";

fn has_constant_identifiers(argument: Record<'_>) -> bool {
    argument.store().release().has(Feature::AttributeClassesAreExported)
}

/// Returns the C++ type and the kind for classes without additional fields.
fn plain_kind(class: &str) -> Option<(&'static str, AttrArgumentKind<'static>)> {
    use AttrArgumentKind::{Scalar as One, Variadic};
    Some(match class {
        "AlignedArgument" => ("", AttrArgumentKind::Aligned),
        "StringArgument" => ("", AttrArgumentKind::String),
        "VersionArgument" => ("VersionTuple", AttrArgumentKind::Version),
        "BoolArgument" => ("bool", One(Scalar::Bool(None))),
        "IntArgument" => ("int", One(Scalar::Int(None))),
        "UnsignedArgument" => ("unsigned", One(Scalar::Unsigned)),
        "IdentifierArgument" => (IDENTIFIER, One(Scalar::Identifier)),
        "ParamIdxArgument" => ("ParamIdx", One(Scalar::ParamIdx)),
        "OMPTraitInfoArgument" => ("OMPTraitInfo *", One(Scalar::OmpTraitInfo)),
        "ExprArgument" => ("Expr *", One(Scalar::Expr)),
        "TypeArgument" => ("TypeSourceInfo *", One(Scalar::Type)),
        "VariadicUnsignedArgument" => ("unsigned", Variadic(AttrArgumentElement::Unsigned)),
        "VariadicStringArgument" => ("StringRef", Variadic(AttrArgumentElement::String)),
        "VariadicExprArgument" => ("Expr *", Variadic(AttrArgumentElement::Expr)),
        "VariadicParamIdxArgument" => ("ParamIdx", Variadic(AttrArgumentElement::ParamIdx)),
        "VariadicParamOrParamIdxArgument" => {
            ("int", Variadic(AttrArgumentElement::ParamOrParamIdx))
        }
        "VariadicIdentifierArgument" => (IDENTIFIER, Variadic(AttrArgumentElement::Identifier)),
        "VariadicOMPInteropInfoArgument" => {
            ("OMPInteropInfo", Variadic(AttrArgumentElement::OmpInteropInfo(InteropForm::Targets)))
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::AttrArgumentName;

    #[test]
    fn names_begin_with_a_capital_or_a_small_letter() {
        fn names(text: &str) -> String {
            let (mut upper, mut lower) = (String::new(), String::new());
            AttrArgumentName { text }.append_upper(&mut upper);
            AttrArgumentName { text }.append_lower(&mut lower);
            format!("{upper} {lower}")
        }
        assert_eq!(names("AType"), "AType aType");
        assert_eq!(names("message"), "Message message");
        assert_eq!(names("Interface"), "Interface interface_");
        assert_eq!((names(""), names("\u{e4}x")), (" ".to_owned(), "\u{e4}x \u{e4}x".to_owned()));
    }
}
