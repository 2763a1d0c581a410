//! Arguments: what the class of an attribute keeps.
//!
//! In comes the record of an argument; out come the name of its member and its [`ArgumentKind`], on
//! which every printer matches.

use std::borrow::Cow;

use tablewright_records::{Feature, FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{TextSink, append};

use super::Attribute;
use crate::record_views::attr::{
    ArgumentRecord, DeclArgumentRecord, DefaultBoolArgumentRecord, DefaultIntArgumentRecord,
    EnumArgumentRecord, WrappedAttrRecord,
};

/// An argument of an attribute.
pub(crate) struct Argument<'s> {
    /// The name of the attribute.
    pub(crate) attribute: &'s str,
    pub(crate) name: ArgumentName<'s>,
    /// The C++ type of the member, or of each element of it; empty where the member has no single
    /// type.
    pub(crate) ty: Cow<'s, str>,
    pub(crate) is_optional: bool,
    /// Whether the argument is kept, but neither parsed nor printed.
    pub(crate) is_fake: bool,
    pub(crate) kind: ArgumentKind<'s>,
}

/// The name of an argument as it stands in the description, from which those in C++ are made.
#[derive(Clone, Copy)]
pub(crate) struct ArgumentName<'s> {
    text: &'s str,
}

impl ArgumentName<'_> {
    /// Writes the name with a capital in front, for accessors and parameters.
    pub(crate) fn append_upper(self, out: &mut impl TextSink) {
        let mut characters = self.text.chars();
        if let Some(first) = characters.next() {
            append!(out, first.to_ascii_uppercase(), characters.as_str());
        }
    }

    /// Writes the name with a small letter in front, for the member.
    pub(crate) fn append_lower(self, out: &mut impl TextSink) {
        let mut characters = self.text.chars();
        if let Some(first) = characters.next() {
            append!(out, first.to_ascii_lowercase(), characters.as_str());
        }
        // A macro of Windows' headers has that name.
        if matches!(self.text, "interface" | "Interface") {
            out.push('_');
        }
    }
}

/// How an argument is kept.
pub(crate) enum ArgumentKind<'s> {
    /// One value of a plain type.
    Scalar(Scalar<'s>),
    /// Characters with their number.
    String,
    /// An alignment: an expression or a type.
    Aligned,
    /// A version of several numbers.
    Version,
    Enum(Enumeration<'s>),
    /// Any number of elements.
    Variadic(Element<'s>),
}

/// The types of single values.
pub(crate) enum Scalar<'s> {
    /// With the value that holds where none is written.
    Bool(Option<bool>),
    /// With the value that holds where none is written.
    Int(Option<i64>),
    Unsigned,
    Identifier,
    /// The number of a parameter of the function.
    ParamIdx,
    /// A declaration of the kind of that name.
    Decl(&'s str),
    OmpTraitInfo,
    Expr,
    Type,
    /// Another attribute.
    Attr(WrappedAttr<'s>),
}

/// An attribute in an attribute.
#[derive(Clone, Copy)]
pub(crate) struct WrappedAttr<'s> {
    /// Its class in C++; `None` where it can be of any.
    pub(crate) class: Option<&'s str>,
    /// Whether it may be null, and be set when the attribute around it is there.
    pub(crate) has_setter: bool,
}

/// The types of elements.
pub(crate) enum Element<'s> {
    Unsigned,
    String,
    Enum(Enumeration<'s>),
    Expr,
    ParamIdx,
    /// The number of a parameter, or what an identifier stands for.
    ParamOrParamIdx,
    Identifier,
    OmpInteropInfo,
}

/// An enumeration of C++, with what is written in source code for its enumerators.
pub(crate) struct Enumeration<'s> {
    /// The type with the class or namespace in which it is.
    pub(crate) full_type: Cow<'s, str>,
    /// The type without it.
    pub(crate) short_type: &'s str,
    pub(crate) cases: Vec<EnumerationCase<'s>>,
    /// Whether the description has a text for each case. What is not parsed needs none.
    pub(crate) has_all_texts: bool,
    /// Whether it is not declared by the class of the attribute.
    pub(crate) is_external: bool,
    /// Whether `cases` has all enumerators.
    pub(crate) is_covered: bool,
}

pub(crate) struct EnumerationCase<'s> {
    /// What is written; empty where the description has no text.
    pub(crate) text: &'s str,
    pub(crate) enumerator: &'s str,
    /// Whether no case before it has the same enumerator.
    pub(crate) is_first: bool,
}

impl<'s> Enumeration<'s> {
    /// The cases with the first text of each enumerator.
    pub(crate) fn unique(&self) -> impl Iterator<Item = &EnumerationCase<'s>> {
        self.cases.iter().filter(|case| case.is_first)
    }

    fn read(
        argument: EnumArgumentRecord<'s>,
        attribute: Attribute<'_>,
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

impl<'s> Argument<'s> {
    /// Reads the record of an argument.
    pub(super) fn read(
        argument: ArgumentRecord<'s>,
        attribute: Attribute<'s>,
    ) -> Result<Argument<'s>, FieldError> {
        // The class nearest to the record decides.
        for class in argument.classes().rev() {
            if let Some(ClassOfArgument { ty, name, kind }) =
                kind_of_class(class, argument, attribute)?
            {
                let is_optional = argument.is_optional()?;
                let is_fake = argument.is_fake()?;
                let plain = Argument::new(name, attribute.name(), ty, kind);
                return Ok(Argument { is_optional, is_fake, ..plain });
            }
        }
        let name = argument.argument_name_if_any()?.unwrap_or(Record::from(argument).name());
        let message = format!("The argument '{name}' has no class of arguments that Clang has");
        Err(attribute
            .error(Code::AttributeArguments, message)
            .label_field(attribute.record(), "Args"))
    }

    /// The member for arguments from packs that are not expanded yet.
    pub(super) fn delayed(attribute: Attribute<'s>) -> Argument<'s> {
        let kind = ArgumentKind::Variadic(Element::Expr);
        Argument::new("DelayedArgs", attribute.name(), "Expr *".into(), kind)
    }

    fn new(
        name: &'s str,
        attribute: &'s str,
        ty: Cow<'s, str>,
        kind: ArgumentKind<'s>,
    ) -> Argument<'s> {
        let name = ArgumentName { text: name };
        Argument { attribute, name, ty, is_optional: false, is_fake: false, kind }
    }

    pub(crate) fn is_variadic(&self) -> bool {
        matches!(self.kind, ArgumentKind::Variadic(_))
    }

    /// The enumeration that the value or each element is of.
    pub(crate) fn enumeration(&self) -> Option<&Enumeration<'s>> {
        match &self.kind {
            ArgumentKind::Enum(enumeration)
            | ArgumentKind::Variadic(Element::Enum(enumeration)) => Some(enumeration),
            ArgumentKind::Scalar(_)
            | ArgumentKind::String
            | ArgumentKind::Aligned
            | ArgumentKind::Version
            | ArgumentKind::Variadic(
                Element::Unsigned
                | Element::String
                | Element::Expr
                | Element::ParamIdx
                | Element::ParamOrParamIdx
                | Element::Identifier
                | Element::OmpInteropInfo,
            ) => None,
        }
    }
}

/// What the class of an argument says.
struct ClassOfArgument<'s> {
    /// The C++ type.
    ty: Cow<'s, str>,
    name: &'s str,
    kind: ArgumentKind<'s>,
}

/// What records of `class` are; `None` where the class does not decide it.
fn kind_of_class<'s>(
    class: &str,
    argument: ArgumentRecord<'s>,
    attribute: Attribute<'_>,
) -> Result<Option<ClassOfArgument<'s>>, FieldError> {
    let record = Record::from(argument);
    let (ty, kind) = match class {
        "DeclArgument" => {
            let kind = DeclArgumentRecord::new(record).kind()?.name();
            (format!("{kind}Decl *").into(), ArgumentKind::Scalar(Scalar::Decl(kind)))
        }
        "DefaultBoolArgument" => {
            let default = DefaultBoolArgumentRecord::new(record).default()?;
            ("bool".into(), ArgumentKind::Scalar(Scalar::Bool(Some(default))))
        }
        "DefaultIntArgument" => {
            let default = DefaultIntArgumentRecord::new(record).default()?;
            ("int".into(), ArgumentKind::Scalar(Scalar::Int(Some(default))))
        }
        "EnumArgument" => {
            argument.argument_name()?;
            let enumeration = Enumeration::read(EnumArgumentRecord::new(record), attribute)?;
            (enumeration.full_type.clone(), ArgumentKind::Enum(enumeration))
        }
        "VariadicEnumArgument" => {
            let argument = EnumArgumentRecord::new(record);
            let ty = argument.enum_type()?;
            argument.argument_name()?;
            let kind = Element::Enum(Enumeration::read(argument, attribute)?);
            (ty.into(), ArgumentKind::Variadic(kind))
        }
        "WrappedAttr" => {
            let class = WrappedAttrRecord::new(record).attr_type()?;
            let has_setter = record.store().release().has(Feature::AttributesCanBeCompared);
            let class = Some(class).filter(|class| has_setter && !class.is_empty());
            let wrapped = WrappedAttr { class, has_setter };
            ("Attr *".into(), ArgumentKind::Scalar(Scalar::Attr(wrapped)))
        }
        _ => match plain_kind(class) {
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

/// The C++ type and the kind of the arguments that have no fields but those of all arguments.
fn plain_kind(class: &str) -> Option<(&'static str, ArgumentKind<'static>)> {
    use ArgumentKind::{Scalar as One, Variadic};
    Some(match class {
        "AlignedArgument" => ("", ArgumentKind::Aligned),
        "StringArgument" => ("", ArgumentKind::String),
        "VersionArgument" => ("VersionTuple", ArgumentKind::Version),
        "BoolArgument" => ("bool", One(Scalar::Bool(None))),
        "IntArgument" => ("int", One(Scalar::Int(None))),
        "UnsignedArgument" => ("unsigned", One(Scalar::Unsigned)),
        "IdentifierArgument" => (IDENTIFIER, One(Scalar::Identifier)),
        "ParamIdxArgument" => ("ParamIdx", One(Scalar::ParamIdx)),
        "OMPTraitInfoArgument" => ("OMPTraitInfo *", One(Scalar::OmpTraitInfo)),
        "ExprArgument" => ("Expr *", One(Scalar::Expr)),
        "TypeArgument" => ("TypeSourceInfo *", One(Scalar::Type)),
        "VariadicUnsignedArgument" => ("unsigned", Variadic(Element::Unsigned)),
        "VariadicStringArgument" => ("StringRef", Variadic(Element::String)),
        "VariadicExprArgument" => ("Expr *", Variadic(Element::Expr)),
        "VariadicParamIdxArgument" => ("ParamIdx", Variadic(Element::ParamIdx)),
        "VariadicParamOrParamIdxArgument" => ("int", Variadic(Element::ParamOrParamIdx)),
        "VariadicIdentifierArgument" => (IDENTIFIER, Variadic(Element::Identifier)),
        "VariadicOMPInteropInfoArgument" => ("OMPInteropInfo", Variadic(Element::OmpInteropInfo)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::ArgumentName;

    #[test]
    fn names_begin_with_a_capital_or_a_small_letter() {
        let names = |text| {
            let (mut upper, mut lower) = (String::new(), String::new());
            ArgumentName { text }.append_upper(&mut upper);
            ArgumentName { text }.append_lower(&mut lower);
            format!("{upper} {lower}")
        };
        assert_eq!(names("AType"), "AType aType");
        assert_eq!(names("message"), "Message message");
        assert_eq!(names("Interface"), "Interface interface_");
        assert_eq!((names(""), names("\u{e4}x")), (" ".to_owned(), "\u{e4}x \u{e4}x".to_owned()));
    }
}
