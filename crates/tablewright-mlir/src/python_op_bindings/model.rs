//! Printed parts of a dialect: a class, an adaptor and a function for each operation.

use tablewright_records::{Feature, Release, natural_order};
use tablewright_syntax::diagnostic::Diagnostic;

use super::member::{self, Member, Presence};
use super::names::{self, sanitized};
use super::types::{PythonTypes, TypedParts};
use crate::model::operation::{Argument, OperationValue, count_variable};
use crate::model::{AttributeConstraint, ConstraintArity, Operation};
use crate::support::value_access::AccessedValueKind;

/// The bindings of a dialect or a dialect extension.
pub(crate) struct BindingsModel<'s> {
    pub(crate) dialect: &'s str,
    /// Whether another file contains the dialect class.
    pub(crate) is_extension: bool,
    /// Whether types are printed for all parts, so that more types are imported.
    pub(crate) is_typed: bool,
    /// Whether operations have adaptors.
    pub(crate) has_adaptors: bool,
    pub(crate) operations: Vec<PythonOperation<'s>>,
}

/// Types and release of bindings.
pub(crate) struct BindingsContext<'c, 's> {
    pub(crate) types: &'c PythonTypes<'s>,
    pub(crate) release: Release,
}

/// An operation in Python.
pub(crate) struct PythonOperation<'s> {
    pub(crate) class: &'s str,
    /// The full name, for example `dialect.name`.
    pub(crate) full_name: String,
    /// Description lines.
    pub(crate) description: Vec<String>,
    pub(crate) structure: Structure,
    /// Its operands, attributes, results and regions.
    pub(crate) members: Vec<Member<'s>>,
    /// Number of leading members that are operands and attributes. The adaptor has these too.
    argument_members: usize,
    /// Parameters of the build function.
    pub(crate) parameters: PythonParameters,
    /// The steps of the build function.
    pub(crate) steps: BuildSteps<'s>,
    pub(crate) function: BuildFunction,
}

/// Operand, result and region counts.
pub(crate) struct Structure {
    /// Segment sizes of operands or results, if their lengths are attributes.
    pub(crate) operand_segments: Option<String>,
    pub(crate) result_segments: Option<String>,
    /// The fixed region count.
    pub(crate) fixed_regions: usize,
    pub(crate) has_more_regions: bool,
}

/// Parameters, without the parameters shared by all functions.
pub(crate) struct PythonParameters {
    /// Whether types are printed.
    pub(crate) are_typed: bool,
    pub(crate) positional: Vec<PythonParameter>,
    /// Optional keyword parameters.
    pub(crate) keywords: Vec<PythonParameter>,
}

pub(crate) struct PythonParameter {
    pub(crate) name: String,
    /// The type; empty for none.
    pub(crate) annotation: String,
}

/// The steps from parameters to an operation.
pub(crate) struct BuildSteps<'s> {
    pub(crate) operands: Vec<ValueStep>,
    pub(crate) attributes: Vec<AttributeStep<'s>>,
    pub(crate) results: ResultStep<'s>,
    /// The successors, each with whether it is a list. `None` without successors.
    pub(crate) successors: Option<Vec<(String, bool)>>,
    /// The region count if it is variable: the fixed regions and the parameter.
    pub(crate) region_count: Option<(usize, String)>,
}

/// The conversion of a parameter to operands or results.
pub(crate) struct ValueStep {
    pub(crate) name: String,
    pub(crate) kind: ValueStepKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueStepKind {
    /// A single value.
    Append,
    /// An optional value.
    AppendIfPresent,
    /// A list, appended as a nested list.
    AppendList,
    /// A list, whose values are appended.
    Extend,
}

pub(crate) struct AttributeStep<'s> {
    pub(crate) key: &'s str,
    pub(crate) parameter: String,
    /// The lookup name of the attribute builder.
    pub(crate) builder: String,
    pub(crate) presence: Presence,
}

/// Source of the result types.
pub(crate) enum ResultStep<'s> {
    /// Parameters.
    Parameters(Vec<ValueStep>),
    /// The first operand's type for this number of results, unless result types are passed.
    FirstOperand(usize),
    /// An attribute for this number of results, unless result types are passed.
    Attribute(&'s str, usize),
    /// Inferred by the operation, unless result types are passed.
    Inferred,
}

/// The function that builds an operation and returns its results.
pub(crate) struct BuildFunction {
    pub(crate) name: String,
    pub(crate) return_type: String,
    pub(crate) returned: Returned,
}

/// The return value of a function.
pub(crate) enum Returned {
    Operation,
    Result,
    Results,
    /// A single result, all results, or the operation, depending on the number of results.
    ByCount,
}

impl<'s> BindingsModel<'s> {
    /// Builds the bindings for operations sorted by definition name, with numbers ordered by value.
    ///
    /// # Errors
    /// If the value counts of several variable operands or results cannot be determined.
    pub(crate) fn new(
        dialect: &'s str,
        is_extension: bool,
        operations: &[Operation<'s>],
        context: &BindingsContext<'_, '_>,
    ) -> Result<BindingsModel<'s>, Diagnostic> {
        let mut operations: Vec<&Operation<'s>> = operations.iter().collect();
        operations.sort_by(|a, b| natural_order(a.names.definition, b.names.definition));
        let operations = operations.into_iter().map(|op| PythonOperation::new(op, context));
        Ok(BindingsModel {
            dialect,
            is_extension,
            is_typed: context.types.typed_parts == TypedParts::All,
            has_adaptors: context.release.has(Feature::PythonBindingsHaveAdaptors),
            operations: operations.collect::<Result<_, _>>()?,
        })
    }
}

impl<'s> PythonOperation<'s> {
    /// Builds an operation's bindings.
    ///
    /// # Errors
    /// If the value counts of several variable operands or results cannot be determined.
    pub(crate) fn new(
        op: &Operation<'s>,
        context: &BindingsContext<'_, '_>,
    ) -> Result<PythonOperation<'s>, Diagnostic> {
        let types = context.types;
        let mut members = Vec::new();
        member::add_values(&mut members, op, AccessedValueKind::Operand, types)?;
        member::add_attributes(&mut members, op, types);
        let argument_members = members.len();
        member::add_values(&mut members, op, AccessedValueKind::Result, types)?;
        member::add_regions(&mut members, op);
        let infers = infers_results(op);
        Ok(PythonOperation {
            class: op.names.class,
            full_name: op.names.full.clone(),
            description: description(op.docs.description),
            structure: Structure::new(op),
            members,
            argument_members,
            parameters: PythonParameters::new(op, types, infers),
            steps: BuildSteps::new(op, infers, context.release),
            function: BuildFunction::new(op, types),
        })
    }

    /// Returns the members that are operands and attributes.
    pub(crate) fn adaptor_members(&self) -> &[Member<'s>] {
        &self.members[..self.argument_members]
    }
}

/// Returns a text's lines without their common indentation. Triple quotes are escaped.
fn description(text: &str) -> Vec<String> {
    let text = text.trim_end_matches([' ', '\t']);
    let is_blank = |line: &&str| line.trim_start_matches([' ', '\t']).is_empty();
    let margin = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let mut lines: Vec<&str> = text.split('\n').skip_while(is_blank).collect();
    if lines.last().is_some_and(is_blank) {
        lines.pop();
    }
    let common = lines.iter().filter(|line| !is_blank(line)).map(|line| margin(line)).min();
    let common = common.unwrap_or(0);
    let lines = lines.into_iter().map(|line| line.get(common..).unwrap_or_default());
    lines.map(|line| line.replace("\"\"\"", "\\\"\\\"\\\"")).collect()
}

const SAME_TYPE: &str = "::mlir::OpTrait::SameOperandsAndResultType";
const FIRST_ATTRIBUTE: &str = "::mlir::OpTrait::FirstAttrDerivedResultType";

/// Returns whether result types can be inferred, so that they need not be passed. Inference is not possible with
/// regions, which do not exist yet at that time.
fn infers_results(op: &Operation<'_>) -> bool {
    let derives = op.has_trait(SAME_TYPE) || op.has_trait(FIRST_ATTRIBUTE);
    (op.has_trait("::mlir::InferTypeOpInterface::Trait") && op.blocks.regions.is_empty())
        || (derives && count_variable(&op.results) == 0)
}

impl Structure {
    fn new(op: &Operation<'_>) -> Structure {
        let segments = |values: &[OperationValue<'_>], kind: AccessedValueKind| {
            let numbers = values.iter().map(|value| match value.constraint.arity {
                ConstraintArity::Single => "1,",
                ConstraintArity::Optional => "0,",
                ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. } => "-1,",
            });
            op.has_trait(kind.segments_trait()).then(|| numbers.collect())
        };
        let more = op.blocks.regions.iter().filter(|region| region.is_variadic).count();
        Structure {
            operand_segments: segments(&op.arguments.operands, AccessedValueKind::Operand),
            result_segments: segments(&op.results, AccessedValueKind::Result),
            fixed_regions: op.blocks.regions.len() - more,
            has_more_regions: more > 0,
        }
    }
}

/// Returns an argument's parameter name.
fn argument_name(op: &Operation<'_>, index: usize) -> String {
    let arguments = &op.arguments;
    let name = match arguments.order[index] {
        Argument::Operand(index) => arguments.operands[index].name,
        Argument::Attribute(index) => arguments.attributes[index].name,
        Argument::Property(index) => arguments.properties[index].name,
    };
    match name {
        "" => format!("_gen_arg_{index}"),
        name => sanitized(name),
    }
}

/// Returns the parameter name for a result type.
fn result_name(op: &Operation<'_>, index: usize) -> String {
    match op.results[index].name {
        "" if op.results.len() == 1 => "result".to_owned(),
        "" => format!("_gen_res_{index}"),
        name => sanitized(name),
    }
}

fn successor_name(op: &Operation<'_>, index: usize) -> String {
    match op.blocks.successors[index].name {
        "" => format!("_gen_successor_{index}"),
        name => sanitized(name),
    }
}

impl PythonParameters {
    fn new(op: &Operation<'_>, types: &PythonTypes<'_>, infers: bool) -> PythonParameters {
        let are_typed = types.typed_parts != TypedParts::Members;
        let mut parameters =
            PythonParameters { are_typed, positional: Vec::new(), keywords: Vec::new() };
        if !infers {
            for (index, result) in op.results.iter().enumerate() {
                let annotation = match result.constraint.arity {
                    ConstraintArity::Single => "_ods_ir.Type",
                    ConstraintArity::Optional => "_Optional[_ods_ir.Type]",
                    ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. } => {
                        "_Sequence[_ods_ir.Type]"
                    }
                };
                parameters.add(result_name(op, index), annotation.to_owned());
            }
        }
        for (index, argument) in op.arguments.order.iter().enumerate() {
            let name = argument_name(op, index);
            match *argument {
                Argument::Operand(index) => {
                    parameters.add_operand(name, &op.arguments.operands[index], types);
                }
                Argument::Attribute(index) => {
                    let constraint = &op.arguments.attributes[index].constraint;
                    let annotation = match member::presence(constraint) {
                        Presence::Unit => "bool".to_owned(),
                        Presence::Optional | Presence::Required => types.parameter(constraint),
                    };
                    if constraint.is_optional || constraint.has_default() {
                        parameters.add_keyword(name, &annotation)
                    } else {
                        parameters.add(name, annotation)
                    }
                }
                Argument::Property(_) => parameters.add(name, String::new()),
            }
        }
        for (index, successor) in op.blocks.successors.iter().enumerate() {
            let annotation =
                if successor.is_variadic { "_Sequence[_ods_ir.Block]" } else { "_ods_ir.Block" };
            parameters.add(successor_name(op, index), annotation.to_owned());
        }
        for region in op.blocks.regions.iter().filter(|region| region.is_variadic) {
            parameters.add(region_parameter(region.name), "int".to_owned());
        }
        if infers {
            parameters.add_keyword("results".to_owned(), "_Sequence[_ods_ir.Type]");
        }
        parameters
    }

    fn add(&mut self, name: String, annotation: String) {
        self.positional.push(PythonParameter { name, annotation });
    }

    fn add_keyword(&mut self, name: String, annotation: &str) {
        self.keywords
            .push(PythonParameter { name, annotation: format!("_Optional[{annotation}]") });
    }

    fn add_operand(&mut self, name: String, operand: &OperationValue<'_>, types: &PythonTypes<'_>) {
        let value = types.for_values("_ods_ir.Value", &operand.constraint);
        match operand.constraint.arity {
            ConstraintArity::Single => self.add(name, value),
            ConstraintArity::Optional => self.add_keyword(name, &value),
            ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. } => {
                self.add(name, format!("_Sequence[{value}]"));
            }
        }
    }
}

/// Returns the parameter name for a region count: the region name with a small first letter.
fn region_parameter(name: &str) -> String {
    let mut characters = name.chars();
    let first = characters.next().map(|first| first.to_ascii_lowercase());
    format!("num_{}{}", first.map(String::from).unwrap_or_default(), characters.as_str())
}

impl<'s> BuildSteps<'s> {
    fn new(op: &Operation<'s>, infers: bool, release: Release) -> BuildSteps<'s> {
        let successors = &op.blocks.successors;
        let successors = successors.iter().enumerate();
        let successors: Vec<(String, bool)> =
            successors.map(|(i, one)| (successor_name(op, i), one.is_variadic)).collect();
        let regions = &op.blocks.regions;
        let more_regions = regions.iter().find(|region| region.is_variadic);
        BuildSteps {
            operands: operand_steps(op),
            attributes: attribute_steps(op, release),
            results: result_step(op, infers),
            successors: Some(successors).filter(|successors| !successors.is_empty()),
            region_count: more_regions.map(|one| (regions.len() - 1, region_parameter(one.name))),
        }
    }
}

/// Returns the operand steps. The reference release derives operand names from the non-attribute arguments, which
/// differ from the operands if a property comes first.
fn operand_steps(op: &Operation<'_>) -> Vec<ValueStep> {
    let has_segments = op.has_trait(AccessedValueKind::Operand.segments_trait());
    let is_attribute = |argument: &Argument| matches!(argument, Argument::Attribute(_));
    let order = op.arguments.order.iter().enumerate();
    let names = order.filter(|(_, argument)| !is_attribute(argument));
    let names = names.map(|(index, _)| argument_name(op, index));
    let step = |(operand, name): (&OperationValue<'_>, String)| ValueStep {
        name,
        kind: match (operand.constraint.arity, has_segments) {
            (ConstraintArity::Single, _) | (ConstraintArity::Optional, true) => {
                ValueStepKind::Append
            }
            (ConstraintArity::Optional, false) => ValueStepKind::AppendIfPresent,
            (ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. }, true) => {
                ValueStepKind::AppendList
            }
            (ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. }, false) => {
                ValueStepKind::Extend
            }
        },
    };
    op.arguments.operands.iter().zip(names).map(step).collect()
}

/// Returns the attribute builder's name. For a dialect enum it contains the dialect name.
fn builder_name(constraint: &AttributeConstraint<'_>, release: Release) -> String {
    let name = constraint.binding_name();
    match constraint.enum_dialect() {
        Some(dialect) if release.has(Feature::PythonBuildersNameDialects) => {
            format!("{dialect}.{name}")
        }
        Some(_) | None => name.to_owned(),
    }
}

fn attribute_steps<'s>(op: &Operation<'s>, release: Release) -> Vec<AttributeStep<'s>> {
    let mut steps = Vec::new();
    for (index, argument) in op.arguments.order.iter().enumerate() {
        let Argument::Attribute(attribute) = *argument else { continue };
        let attribute = &op.arguments.attributes[attribute];
        let constraint = &attribute.constraint;
        steps.push(AttributeStep {
            key: attribute.name,
            parameter: argument_name(op, index),
            builder: builder_name(constraint, release),
            presence: match member::presence(constraint) {
                Presence::Required if !constraint.has_default() => Presence::Required,
                Presence::Required | Presence::Optional => Presence::Optional,
                Presence::Unit => Presence::Unit,
            },
        });
    }
    steps
}

fn result_step<'s>(op: &Operation<'s>, infers: bool) -> ResultStep<'s> {
    let count = op.results.len();
    if !infers {
        let has_segments = op.has_trait(AccessedValueKind::Result.segments_trait());
        let step = |(index, result): (usize, &OperationValue<'_>)| ValueStep {
            name: result_name(op, index),
            kind: match result.constraint.arity {
                ConstraintArity::Single => ValueStepKind::Append,
                ConstraintArity::Optional => ValueStepKind::AppendIfPresent,
                ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. }
                    if has_segments =>
                {
                    ValueStepKind::Append
                }
                ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. } => {
                    ValueStepKind::Extend
                }
            },
        };
        return ResultStep::Parameters(op.results.iter().enumerate().map(step).collect());
    }
    if op.has_trait(SAME_TYPE) && count_variable(&op.results) == 0 {
        return ResultStep::FirstOperand(count);
    }
    match op.own_attributes().next() {
        Some(first) if op.has_trait(FIRST_ATTRIBUTE) && count_variable(&op.results) == 0 => {
            ResultStep::Attribute(first.name, count)
        }
        Some(_) | None => ResultStep::Inferred,
    }
}

impl BuildFunction {
    fn new(op: &Operation<'_>, types: &PythonTypes<'_>) -> BuildFunction {
        let class = op.names.class;
        let (return_type, returned) = match &op.results[..] {
            results if count_variable(results) > 0 => {
                let types = format!("_Union[_ods_ir.OpResult, _ods_ir.OpResultList, {class}]");
                (types, Returned::ByCount)
            }
            [] => (class.to_owned(), Returned::Operation),
            [result] => (types.for_lists("_ods_ir.OpResult", &result.constraint), Returned::Result),
            [..] => ("_ods_ir.OpResultList".to_owned(), Returned::Results),
        };
        let name = names::function(op.names.mnemonic, class);
        BuildFunction { name, return_type, returned }
    }
}
