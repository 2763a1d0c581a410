//! Operations.

use std::fmt;

use serde::Serialize;

use super::{
    Attribute, Context, DescriptionOrigin, OperandOrResult, Property, RegionBlock, Syntax, Trait,
};
use tablewright_mlir::model;
use tablewright_mlir::model::operation;

/// An operation.
#[derive(Clone, Debug, Serialize)]
pub struct Operation<'s> {
    /// The names.
    #[serde(flatten)]
    pub names: OperationNames<'s>,
    /// Its documentation.
    #[serde(flatten)]
    pub docs: OperationDocs<'s>,
    /// Its operands, results and other parts.
    #[serde(flatten)]
    pub signature: Signature<'s>,
    /// Its traits. If all result types can be inferred, they include the interface that infers them.
    pub traits: Vec<Trait<'s>>,
    /// Type inference for each result; left out if a type cannot be inferred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inferred_types: Option<Vec<InferredType<'s>>>,
    /// The builders.
    pub builders: Builders<'s>,
    /// The assembly format.
    pub syntax: Syntax<'s>,
    /// C++ functions that are defined elsewhere.
    pub hooks: Hooks,
    /// C++ that the description adds to its class.
    pub members: Members<'s>,
    /// The origin in the description's source.
    pub origin: DescriptionOrigin,
}

/// An operation's names.
#[derive(Clone, Debug, Serialize)]
pub struct OperationNames<'s> {
    /// The full name, for example `dialect.name`.
    pub name: String,
    /// The name without the dialect prefix.
    pub mnemonic: &'s str,
    /// Its definition name.
    pub definition: &'s str,
    /// The C++ class.
    pub class: String,
}

/// Documentation for an operation.
#[derive(Clone, Debug, Serialize)]
pub struct OperationDocs<'s> {
    /// A short summary; may be empty.
    pub summary: &'s str,
    /// A Markdown description; may be empty.
    pub description: &'s str,
    /// The group of operations with which it is documented.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<DocGroup<'s>>,
}

/// Operations that are documented together.
#[derive(Clone, Debug, Serialize)]
pub struct DocGroup<'s> {
    /// Its definition name.
    pub definition: &'s str,
    /// A short summary; may be empty.
    pub summary: &'s str,
    /// A Markdown description; may be empty.
    pub description: &'s str,
}

/// Operands, results and other parts of an operation.
#[derive(Clone, Debug, Serialize)]
pub struct Signature<'s> {
    /// The operands, attributes and properties in the order of the description, without derived attributes.
    pub arguments: Vec<Argument<'s>>,
    /// The operands.
    pub operands: Vec<OperandOrResult<'s>>,
    /// The attributes, then the derived attributes.
    pub attributes: Vec<Attribute<'s>>,
    /// The properties.
    pub properties: Vec<Property<'s>>,
    /// The results.
    pub results: Vec<OperandOrResult<'s>>,
    /// The regions.
    pub regions: Vec<RegionBlock<'s>>,
    /// The successors.
    pub successors: Vec<RegionBlock<'s>>,
}

/// An argument in description order.
#[derive(Clone, Debug, Serialize)]
pub struct Argument<'s> {
    /// The list that contains it.
    pub kind: ArgumentKind,
    /// Its index in that list.
    pub index: usize,
    /// Its name; may be empty.
    pub name: &'s str,
}

/// The list that an argument is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ArgumentKind {
    /// The operand list.
    Operand,
    /// The attribute list.
    Attribute,
    /// The property list.
    Property,
}

/// Type inference for a result.
#[derive(Clone, Debug, Serialize)]
pub struct InferredType<'s> {
    /// The kind of source.
    pub source: InferredTypeSource,
    /// Its index among `arguments` or `results`. The type of a result that follows from itself can be built.
    pub index: usize,
    /// The C++ expression that computes it from the source's type `$_self`.
    pub transformer: &'s str,
}

/// The source from which a result type is inferred.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InferredTypeSource {
    /// An argument.
    Argument,
    /// A result.
    Result,
}

/// Builders for an operation.
#[derive(Clone, Debug, Serialize)]
pub struct Builders<'s> {
    /// Whether it has the default builders.
    pub has_default: bool,
    /// The functions that the description adds.
    pub custom: Vec<Builder<'s>>,
}

/// A C++ function that builds an operation, an attribute or a type.
#[derive(Clone, Debug, Serialize)]
pub struct Builder<'s> {
    /// Its parameters.
    pub parameters: Vec<BuilderParameter<'s>>,
    /// Its C++ statements; left out if it is defined elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<&'s str>,
    /// Deprecation message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<&'s str>,
    /// The return type, if it differs from the attribute or type class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_type: Option<&'s str>,
}

/// A builder parameter.
#[derive(Clone, Debug, Serialize)]
pub struct BuilderParameter<'s> {
    /// Its name.
    pub name: &'s str,
    /// The C++ type.
    pub cpp_type: &'s str,
    /// The C++ default argument.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_value: Option<&'s str>,
}

/// C++ functions of an operation that are defined elsewhere.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own in descriptions")]
pub struct Hooks {
    /// Whether it has a verifier.
    pub verifier: bool,
    /// Whether it has a verifier that runs after region verification.
    pub region_verifier: bool,
    /// Whether it has a function that lists canonicalization patterns.
    pub canonicalizer: bool,
    /// Whether it has a canonicalization method.
    pub canonicalize_method: bool,
    /// Whether it has a folder.
    pub folder: bool,
    /// Whether it has functions that write its properties as bytecode.
    pub properties_encoding: bool,
}

/// C++ that a description adds to a class.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Members<'s> {
    /// Members; may be empty.
    pub declaration: &'s str,
    /// Their definitions, with `$cppClass` for the class; may be empty.
    pub definition: &'s str,
}

impl<'s> Operation<'s> {
    pub(super) fn new(one: &model::Operation<'s>, context: &mut Context<'s>) -> Operation<'s> {
        Operation {
            names: OperationNames {
                name: one.names.full.clone(),
                mnemonic: one.names.mnemonic,
                definition: one.names.definition,
                class: one.qualified_class(),
            },
            docs: OperationDocs::new(&one.docs),
            signature: Signature::new(one, context),
            traits: Trait::all(&one.traits, context),
            inferred_types: one
                .inferred_types
                .as_ref()
                .map(|types| types.iter().map(InferredType::new).collect()),
            builders: Builders {
                has_default: !one.builders.skips_default,
                custom: one.builders.custom.iter().map(Builder::from_operation).collect(),
            },
            syntax: Syntax::from_operation(one),
            hooks: Hooks {
                verifier: one.hooks.verifier,
                region_verifier: one.hooks.region_verifier,
                canonicalizer: one.hooks.canonicalizer,
                canonicalize_method: one.hooks.canonicalize_method,
                folder: one.hooks.folder,
                properties_encoding: one.hooks.properties_encoding,
            },
            members: Members {
                declaration: one.extra.declaration,
                definition: one.extra.definition,
            },
            origin: DescriptionOrigin::for_definition(context.store, one.names.definition),
        }
    }
}

impl<'s> OperationDocs<'s> {
    fn new(docs: &operation::OperationDocs<'s>) -> OperationDocs<'s> {
        let group = docs.group.map(|group| DocGroup {
            definition: group.definition,
            summary: group.summary,
            description: group.description,
        });
        OperationDocs { summary: docs.summary, description: docs.description, group }
    }
}

impl<'s> Signature<'s> {
    fn new(one: &model::Operation<'s>, context: &mut Context<'s>) -> Signature<'s> {
        let arguments = &one.arguments;
        let described = arguments.order.iter().map(|&argument| Argument::new(argument, arguments));
        Signature {
            arguments: described.collect(),
            operands: values(&arguments.operands, context),
            attributes: arguments
                .attributes
                .iter()
                .map(|attribute| Attribute::new(attribute, context))
                .collect(),
            properties: arguments
                .properties
                .iter()
                .map(|property| Property::new(property, context))
                .collect(),
            results: values(&one.results, context),
            regions: one
                .blocks
                .regions
                .iter()
                .map(|block| RegionBlock::new(block, context))
                .collect(),
            successors: one
                .blocks
                .successors
                .iter()
                .map(|block| RegionBlock::new(block, context))
                .collect(),
        }
    }
}

impl<'s> Argument<'s> {
    fn new(argument: operation::Argument, arguments: &operation::Arguments<'s>) -> Argument<'s> {
        let (kind, index, name) = match argument {
            operation::Argument::Operand(index) => {
                (ArgumentKind::Operand, index, arguments.operands[index].name)
            }
            operation::Argument::Attribute(index) => {
                (ArgumentKind::Attribute, index, arguments.attributes[index].name)
            }
            operation::Argument::Property(index) => {
                (ArgumentKind::Property, index, arguments.properties[index].name)
            }
        };
        Argument { kind, index, name }
    }
}

fn values<'s>(
    values: &[operation::OperationValue<'s>],
    context: &mut Context<'s>,
) -> Vec<OperandOrResult<'s>> {
    values.iter().map(|value| OperandOrResult::new(value, context)).collect()
}

impl<'s> InferredType<'s> {
    fn new(inferred: &operation::InferredType<'s>) -> InferredType<'s> {
        let (source, index) = match inferred.source {
            operation::TypeSource::Argument(index) => (InferredTypeSource::Argument, index),
            operation::TypeSource::Result(index) => (InferredTypeSource::Result, index),
        };
        InferredType { source, index, transformer: inferred.transformer }
    }
}

impl<'s> Builder<'s> {
    fn from_operation(builder: &operation::OperationBuilder<'s>) -> Builder<'s> {
        Builder {
            parameters: builder.parameters.iter().map(BuilderParameter::new).collect(),
            body: builder.body,
            deprecated: builder.deprecated,
            return_type: None,
        }
    }

    pub(super) fn from_def(builder: &model::DefBuilder<'s>) -> Builder<'s> {
        Builder {
            parameters: builder.parameters.iter().map(BuilderParameter::new).collect(),
            body: builder.body,
            deprecated: None,
            return_type: builder.return_type,
        }
    }
}

/// Displays the parameters as C++: `(int n, bool fast = true)`.
impl fmt::Display for Builder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (index, parameter) in self.parameters.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{} {}", parameter.cpp_type, parameter.name)?;
            if let Some(value) = parameter.default_value {
                write!(f, " = {value}")?;
            }
        }
        f.write_str(")")
    }
}

impl<'s> BuilderParameter<'s> {
    fn new(parameter: &model::BuilderParameter<'s>) -> BuilderParameter<'s> {
        BuilderParameter {
            name: parameter.name,
            cpp_type: parameter.cpp_type,
            default_value: parameter.default,
        }
    }
}
