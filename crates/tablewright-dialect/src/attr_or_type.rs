//! Attributes and types that dialects define.

use serde::Serialize;

use super::{Builder, Builders, Condition, Context, DescriptionOrigin, Members, Syntax, Trait};
use tablewright_mlir::model;

/// An attribute or a type that a dialect defines.
#[derive(Clone, Debug, Serialize)]
pub struct DescribedDef<'s> {
    /// The full name, for example `dialect.name`.
    pub name: &'s str,
    /// The word that it begins with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mnemonic: Option<&'s str>,
    /// Its definition name.
    pub definition: &'s str,
    /// Its documentation.
    #[serde(flatten)]
    pub docs: DefDocs<'s>,
    /// Its parameters.
    pub parameters: Vec<Parameter<'s>>,
    /// Its traits.
    pub traits: Vec<Trait<'s>>,
    /// Its builders.
    pub builders: Builders<'s>,
    /// Its assembly syntax.
    pub syntax: Syntax<'s>,
    /// Its C++ class and generated code.
    #[serde(flatten)]
    pub code: DefCode<'s>,
    /// The origin in the description's source.
    pub origin: DescriptionOrigin,
}

/// Documentation for an attribute or a type.
#[derive(Clone, Debug, Serialize)]
pub struct DefDocs<'s> {
    /// A short summary; may be empty.
    pub summary: &'s str,
    /// A Markdown description; may be empty.
    pub description: &'s str,
}

/// An attribute's or a type's C++ class.
#[derive(Clone, Debug, Serialize)]
pub struct DefCode<'s> {
    /// The C++ class.
    pub class: String,
    /// The C++ class that it derives from.
    pub base_class: &'s str,
    /// Its parameter storage.
    pub storage: DefStorage<'s>,
    /// Whether functions return the parameters.
    pub has_accessors: bool,
    /// Whether a function that is defined elsewhere verifies the parameters.
    pub has_verifier: bool,
    /// C++ that the description adds to its class.
    pub members: Members<'s>,
}

/// Parameter storage for an attribute or a type.
#[derive(Clone, Debug, Serialize)]
pub struct DefStorage<'s> {
    /// The C++ class.
    pub class: &'s str,
    /// Its namespace within the dialect namespace; may be empty.
    pub namespace: &'s str,
    /// Whether it is generated.
    pub is_generated: bool,
    /// Whether the function that creates it is defined elsewhere.
    pub has_custom_constructor: bool,
}

/// An attribute or type parameter.
#[derive(Clone, Debug, Serialize)]
pub struct Parameter<'s> {
    /// Its name.
    pub name: &'s str,
    /// Its special form, if any.
    #[serde(flatten)]
    pub kind: ParameterKind<'s>,
    /// A short summary; may be empty.
    pub summary: &'s str,
    /// The syntax: text from the description, enum cases, or the C++ type.
    pub syntax: String,
    /// The C++ type.
    pub cpp_type: &'s str,
    /// The C++ type that is returned.
    pub accessor_type: &'s str,
    /// The C++ type of the parsed value, before conversion.
    pub storage_type: &'s str,
    /// The C++ default value; a parameter with a default is optional.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_value: Option<&'s str>,
    /// C++ that handles it.
    pub code: ParameterCode<'s>,
}

/// A parameter's special form, if any.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ParameterKind<'s> {
    /// Nothing.
    Plain,
    /// The attribute's type, printed after the attribute.
    SelfType,
    /// It is an array.
    Array,
    /// A parameter with a constraint.
    Constrained {
        /// A short summary of the condition.
        constraint: &'s str,
        /// The condition.
        condition: Condition<'s>,
        /// The condition as a single C++ expression over `$_self`.
        cpp: String,
    },
}

/// C++ that handles a parameter; `$_self` is the value.
#[derive(Clone, Debug, Serialize)]
pub struct ParameterCode<'s> {
    /// The expression that converts the parsed value.
    pub convert_from_storage: &'s str,
    /// The statements that allocate the value `$_dst`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allocator: Option<&'s str>,
    /// The expression that compares `$_lhs` and `$_rhs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparator: Option<&'s str>,
    /// The expression that parses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parser: Option<&'s str>,
    /// The expression that prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printer: Option<&'s str>,
}

impl<'s> DescribedDef<'s> {
    pub(super) fn new(
        def: &model::AttrOrTypeDef<'s>,
        context: &mut Context<'s>,
    ) -> DescribedDef<'s> {
        DescribedDef {
            name: def.names.full_name,
            mnemonic: def.names.mnemonic,
            definition: def.names.definition,
            docs: DefDocs { summary: def.docs.summary, description: def.docs.description },
            parameters: def.parameters.iter().map(Parameter::new).collect(),
            traits: Trait::all(&def.traits, context),
            builders: Builders {
                has_default: def.generated.default_builder,
                custom: def.builders.iter().map(Builder::from_def).collect(),
            },
            syntax: Syntax::from_def(def),
            code: DefCode {
                class: def.qualified_class(),
                base_class: def.names.base_class,
                storage: DefStorage {
                    class: def.storage.class,
                    namespace: def.storage.namespace,
                    is_generated: def.storage.is_generated,
                    has_custom_constructor: def.storage.has_custom_constructor,
                },
                has_accessors: def.generated.accessors,
                has_verifier: def.generated.verify,
                members: Members {
                    declaration: def.extra.declaration,
                    definition: def.extra.definition,
                },
            },
            origin: DescriptionOrigin::for_definition(context.store, def.names.definition),
        }
    }
}

impl<'s> Parameter<'s> {
    fn new(parameter: &model::DefParameter<'s>) -> Parameter<'s> {
        Parameter {
            name: parameter.name,
            kind: match &parameter.kind {
                model::ParameterKind::Plain | model::ParameterKind::EnumAttribute(_) => {
                    ParameterKind::Plain
                }
                model::ParameterKind::SelfType => ParameterKind::SelfType,
                model::ParameterKind::Array => ParameterKind::Array,
                model::ParameterKind::Constrained(one) => ParameterKind::Constrained {
                    constraint: one.summary,
                    condition: Condition::from_predicate(&one.condition),
                    cpp: one.condition.to_cpp(),
                },
            },
            summary: parameter.docs.summary,
            syntax: parameter.docs.syntax.clone().into_owned(),
            cpp_type: parameter.cpp_type,
            accessor_type: parameter.accessor_type,
            storage_type: parameter.storage_type,
            default_value: parameter.default_value,
            code: ParameterCode {
                convert_from_storage: parameter.convert_from_storage,
                allocator: parameter.allocator,
                comparator: parameter.comparator,
                parser: parameter.parser,
                printer: parameter.printer,
            },
        }
    }
}
