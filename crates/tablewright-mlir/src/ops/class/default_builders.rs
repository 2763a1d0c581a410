//! The functions that build an operation of its operands, attributes, properties and result types.

use super::attributes::{attribute_of_parameter, is_required, is_unit, takes_value};
use super::builders::{OP_BUILDER, STATE, add_with_create, add_with_deprecated_create};
use super::inference::INTERFACE;
use super::values::{OPERAND_SEGMENTS, RESULT_SEGMENTS, SIZED_OPERANDS, SIZED_RESULTS};
use super::{
    ClassRules, OpClass, OpMethod, PropertiesRef, dictionary, getter, property_entries, setter,
};
use crate::model::operation::{
    Argument, OpAttributeStorage, OperationAttribute, OperationValue, count_variable,
};
use crate::model::{AttributeConstraint, AttributeKind, ConstraintArity, Operation};
use tablewright_text::append;

/// The properties of an operation that is built, as an expression and as the name of a variable.
const STATE_PROPERTIES: &str = "odsState.getOrAddProperties<Properties>()";
const PROPERTIES: &str = "odsProperties";

/// The statement that splits a list of attributes.
const SPLIT: &str = "buildPropertiesAndDiscardableAttributes(odsState, attributes);\n";

/// The form of attribute parameters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AttributeParameters {
    /// Attributes, such as `IntegerAttr`.
    Attributes,
    /// Values, if an attribute can be built from a value.
    Values,
}

/// The form of result type parameters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ResultParameters {
    /// Not passed.
    None,
    /// Each for itself.
    Separate,
    /// As a list.
    Collective,
}

/// Adds the builders that every operation has, unless the description suppresses them.
pub(super) fn add(class: &mut OpClass<'_, '_>) {
    let op = class.op;
    if op.builders.skips_default {
        return;
    }
    add_separate(class);
    for &has_struct in list_forms(op) {
        add_collective(class, has_struct);
    }
    if count_variable(&op.results) > 0 {
        return;
    }
    if op.has_trait("::mlir::OpTrait::SameOperandsAndResultType") {
        add_operand_typed_separate(class);
        for &has_struct in list_forms(op) {
            add_operand_typed_collective(class, has_struct);
        }
    }
    if op.has_trait("::mlir::OpTrait::FirstAttrDerivedResultType") {
        // The reference's program adds both forms even without a structure.
        for has_struct in [false, true] {
            add_attribute_typed(class, has_struct);
        }
    }
}

/// Returns the list builders: attribute-based, and properties-based if the operation has properties. Each flag is
/// whether the builder has a properties parameter.
fn list_forms(op: &Operation<'_>) -> &'static [bool] {
    match op.attribute_storage() {
        OpAttributeStorage::Properties | OpAttributeStorage::PropertiesFromDictionary => {
            &[false, true]
        }
        OpAttributeStorage::Dictionary => &[false],
    }
}

/// Adds the builders that have a parameter for each operand, attribute and property.
fn add_separate(class: &mut OpClass<'_, '_>) {
    let op = class.op;
    let can_infer = op.has_trait(INTERFACE);
    let has_values = op.own_attributes().any(|one| takes_value(&one.constraint));
    let mut kinds = vec![AttributeParameters::Attributes];
    kinds.extend(has_values.then_some(AttributeParameters::Values));
    for kind in kinds {
        let rules = class.rules;
        let body = |results: &str| arguments_body(op, kind, rules) + results;
        let separate = parameters(op, kind, ResultParameters::Separate);
        let separate = separate.outside_in(class.part, || {
            if class.rules.splits_attributes && op.results.is_empty() {
                forward_without_results(op, kind)
            } else {
                body(&separate_result_types(op))
            }
        });
        add_with_create(class, separate);
        if can_infer {
            let inferred = parameters(op, kind, ResultParameters::None);
            let inferred =
                inferred.outside_in(class.part, || body(&inferred_types(class.names.class)));
            add_with_create(class, inferred);
        }
        let collective = parameters(op, kind, ResultParameters::Collective);
        let collective = collective.outside_in(class.part, || body(&collective_result_types(op)));
        add_with_create(class, collective);
    }
}

/// Returns an operand's parameter name.
fn operand_name(op: &Operation<'_>, index: usize) -> String {
    match op.arguments.operands[index].name {
        "" => format!("odsArg_{index}"),
        name => name.to_owned(),
    }
}

/// Returns the parameter name for a result type.
fn result_name(op: &Operation<'_>, index: usize) -> String {
    match op.results[index].name {
        "" => format!("resultType{index}"),
        name => name.to_owned(),
    }
}

/// Returns whether an attribute contains nested operand lengths, which follow from the operands.
fn is_segment_attribute(op: &Operation<'_>, name: &str) -> bool {
    op.arguments.operands.iter().any(|operand| match operand.constraint.arity {
        ConstraintArity::VariadicOfVariadic { segment_attribute } => segment_attribute == name,
        ConstraintArity::Single | ConstraintArity::Optional | ConstraintArity::Variadic => false,
    })
}

/// The start of default arguments.
struct Defaults {
    /// For attributes and properties together, an index into the arguments.
    all: usize,
    /// For attributes.
    attributes: usize,
}

impl Defaults {
    fn new(op: &Operation<'_>, kind: AttributeParameters) -> Defaults {
        let order = &op.arguments.order;
        let mut defaults = Defaults { all: order.len(), attributes: order.len() };
        let has_more = !op.blocks.successors.is_empty()
            || op.blocks.regions.iter().any(|region| region.is_variadic);
        if has_more {
            return defaults;
        }
        for (i, argument) in order.iter().enumerate().rev() {
            match *argument {
                Argument::Operand(_) => break,
                Argument::Property(index) => {
                    if op.arguments.properties[index].property.default_value.is_none() {
                        break;
                    }
                    defaults.all = i;
                }
                Argument::Attribute(index) => {
                    let constraint = &op.arguments.attributes[index].constraint;
                    // A number of any width cannot be written as a default argument.
                    let return_type = constraint.storage.return_type;
                    if !constraint.has_default()
                        || matches!(return_type, "::llvm::APInt" | "::llvm::APFloat")
                    {
                        break;
                    }
                    defaults = Defaults { all: i, attributes: i };
                }
            }
        }
        let attribute = |argument: &Argument| match *argument {
            Argument::Attribute(index) => Some(&*op.arguments.attributes[index].constraint),
            Argument::Operand(_) | Argument::Property(_) => None,
        };
        let differs = |argument: &Argument| attribute(argument).is_some_and(takes_value);
        let differs_always = |argument: &Argument| {
            attribute(argument).is_some_and(|one| takes_value(one) && is_required(one))
        };
        let Some(first) = order.get(defaults.attributes) else { return defaults };
        // The functions for attributes and for values need different parameters without defaults, or calls are
        // ambiguous.
        let is_ambiguous = match kind {
            AttributeParameters::Values => !differs(first),
            AttributeParameters::Attributes => {
                differs(first) && !order[..defaults.attributes].iter().any(differs_always)
            }
        };
        if is_ambiguous {
            let next = defaults.attributes + 1;
            defaults = Defaults { all: next, attributes: next };
        }
        defaults
    }
}

/// Returns the statement that calls the builder with a list of result types, which is empty.
fn forward_without_results(op: &Operation<'_>, kind: AttributeParameters) -> String {
    let build = parameters(op, kind, ResultParameters::None);
    let mut arguments = "odsBuilder, odsState, ::mlir::TypeRange{}".to_owned();
    for name in build.parameter_names(2) {
        append!(&mut arguments, ", ", name);
    }
    format!("build({arguments});\n")
}

/// Returns a parameter type, marked with a comment if the parameter is optional.
fn marked(ty: &str, is_optional: bool) -> String {
    format!("{}{ty}", if is_optional { "/*optional*/" } else { "" })
}

/// Returns the builder with its parameters.
fn parameters(
    op: &Operation<'_>,
    kind: AttributeParameters,
    results: ResultParameters,
) -> OpMethod {
    let mut build = OpMethod::new("void", "build")
        .make_static()
        .parameter(OP_BUILDER, "odsBuilder")
        .parameter(STATE, "odsState");
    match results {
        ResultParameters::None => {}
        ResultParameters::Separate => {
            for (i, result) in op.results.iter().enumerate() {
                let ty = if result.is_variadic() { "::mlir::TypeRange" } else { "::mlir::Type" };
                let ty = marked(ty, result.is_optional());
                build = build.parameter(&ty, &result_name(op, i));
            }
        }
        ResultParameters::Collective => {
            build = build.parameter("::mlir::TypeRange", "resultTypes");
        }
    }
    let defaults = Defaults::new(op, kind);
    for (i, argument) in op.arguments.order.iter().enumerate() {
        build = match *argument {
            Argument::Operand(index) => {
                let operand = &op.arguments.operands[index];
                let ty = match operand.constraint.arity {
                    ConstraintArity::VariadicOfVariadic { .. } => {
                        "::llvm::ArrayRef<::mlir::ValueRange>"
                    }
                    ConstraintArity::Variadic => "::mlir::ValueRange",
                    ConstraintArity::Single | ConstraintArity::Optional => "::mlir::Value",
                };
                let ty = marked(ty, operand.is_optional());
                build.parameter(&ty, &operand_name(op, index))
            }
            Argument::Property(index) => {
                let one = &op.arguments.properties[index];
                let ty = marked(
                    one.property.storage.interface_type,
                    one.property.default_value.is_some(),
                );
                match one.property.default_value {
                    Some(default) if i >= defaults.all => {
                        build.parameter_or(&ty, one.name, default)
                    }
                    Some(_) | None => build.parameter(&ty, one.name),
                }
            }
            Argument::Attribute(index) => {
                let OperationAttribute { name, constraint, .. } = &op.arguments.attributes[index];
                if is_segment_attribute(op, name) {
                    continue;
                }
                let is_value = kind == AttributeParameters::Values && takes_value(constraint);
                let (ty, default) = if is_value {
                    (constraint.storage.return_type, constraint.default_value.unwrap_or_default())
                } else {
                    (constraint.storage.class, "nullptr")
                };
                let ty = marked(ty, constraint.is_optional);
                if i >= defaults.attributes {
                    build.parameter_or(&ty, name, default)
                } else {
                    build.parameter(&ty, name)
                }
            }
        };
    }
    for successor in &op.blocks.successors {
        let ty = if successor.is_variadic { "::mlir::BlockRange" } else { "::mlir::Block *" };
        build = build.parameter(ty, successor.name);
    }
    for region in op.blocks.regions.iter().filter(|region| region.is_variadic) {
        build = build.parameter("unsigned", &format!("{}Count", region.name));
    }
    build
}

/// Returns the value counts of operands or results, as comma-separated C++ expressions.
fn segments(values: &[OperationValue<'_>], name: impl Fn(usize) -> String) -> String {
    values
        .iter()
        .enumerate()
        .map(|(i, value)| segment_size(value, &name(i)))
        .collect::<Vec<_>>()
        .join(", ")
}

fn segment_size(value: &OperationValue<'_>, name: &str) -> String {
    match value.constraint.arity {
        ConstraintArity::Single => "1".to_owned(),
        ConstraintArity::Optional => format!("({name} ? 1 : 0)"),
        ConstraintArity::Variadic => format!("static_cast<int32_t>({name}.size())"),
        ConstraintArity::VariadicOfVariadic { .. } => format!(
            "llvm::accumulate({name}, int32_t(0), \
                 [](int32_t curSum, ::mlir::ValueRange range) {{ \
                 return curSum + static_cast<int32_t>(range.size()); }})"
        ),
    }
}

/// Returns the statement that stores operand or result segment sizes.
fn set_segments(op: &Operation<'_>, property: &str, segments: &str, properties: &str) -> String {
    if op.attribute_storage() == OpAttributeStorage::Dictionary {
        let value = format!("odsBuilder.getDenseI32ArrayAttr({{{segments}}})");
        return dictionary::add_to_state(property, &value);
    }
    format!(
        "::llvm::copy(::llvm::ArrayRef<int32_t>({{{segments}}}), \
         {properties}.{property}.begin());\n"
    )
}

/// Returns the statements that add operands, properties, attributes, regions and successors.
fn arguments_body(op: &Operation<'_>, kind: AttributeParameters, rules: ClassRules) -> String {
    let sets_properties = op.has_trait(SIZED_OPERANDS)
        || !op.arguments.properties.is_empty()
        || op.own_attributes().next().is_some();
    let names_properties = rules.splits_attributes && sets_properties;
    let properties = if names_properties { PROPERTIES } else { STATE_PROPERTIES };
    let mut body = String::new();
    if names_properties {
        body += &format!("auto &{PROPERTIES} = {STATE_PROPERTIES};\n");
    }
    for (i, operand) in op.arguments.operands.iter().enumerate() {
        let name = operand_name(op, i);
        body += &match operand.constraint.arity {
            ConstraintArity::Single | ConstraintArity::Variadic => {
                format!("odsState.addOperands({name});\n")
            }
            ConstraintArity::Optional => format!("if ({name})\n  odsState.addOperands({name});\n"),
            ConstraintArity::VariadicOfVariadic { segment_attribute } => format!(
                "for (::mlir::ValueRange range : {name})
  odsState.addOperands(range);
{{
  ::llvm::SmallVector<int32_t> rangeSegments;
  for (::mlir::ValueRange range : {name})
    rangeSegments.push_back(range.size());
  auto rangeAttr = odsBuilder.getDenseI32ArrayAttr(rangeSegments);
  {}}}
",
                set_in_state(op, segment_attribute, "rangeAttr", properties)
            ),
        };
    }
    if op.has_trait(SIZED_OPERANDS) {
        let segments = segments(&op.arguments.operands, |i| operand_name(op, i));
        body += &set_segments(op, OPERAND_SEGMENTS, &segments, properties);
    }
    for one in &op.arguments.properties {
        let (name, setter) = (one.name, setter(one.name));
        body += &format!("{properties}.{setter}({name});\n");
    }
    for attribute in op.own_attributes().filter(|one| !is_segment_attribute(op, one.name)) {
        body += &set_attribute(op, attribute, kind, properties);
    }
    for region in &op.blocks.regions {
        if region.is_variadic {
            body += &format!("for (unsigned i = 0; i < {}Count; ++i)\n  ", region.name);
        }
        body += "(void)odsState.addRegion();\n";
    }
    for successor in &op.blocks.successors {
        body += &format!("odsState.addSuccessors({});\n", successor.name);
    }
    body
}

/// Returns the statement that sets an attribute in the built operation.
fn set_in_state(op: &Operation<'_>, name: &str, value: &str, properties: &str) -> String {
    if op.attribute_storage().is_set_in_dictionary() {
        dictionary::add_to_state(name, value)
    } else {
        format!("{properties}.{name} = {value};\n")
    }
}

fn set_attribute(
    op: &Operation<'_>,
    attribute: &OperationAttribute<'_>,
    kind: AttributeParameters,
    properties: &str,
) -> String {
    let OperationAttribute { name, constraint, .. } = attribute;
    let is_raw = kind == AttributeParameters::Values;
    let value = if is_raw && takes_value(constraint) {
        attribute_of_parameter(constraint, "odsBuilder", name)
    } else {
        (*name).to_owned()
    };
    let set = set_in_state(op, name, &value, properties);
    let may_be_missing = (constraint.is_optional && !constraint.has_default())
        || (constraint.has_default() && !is_raw)
        || (is_raw && is_unit(constraint));
    if may_be_missing { format!("if ({name}) {{\n  {set}}}\n") } else { set }
}

fn separate_result_types(op: &Operation<'_>) -> String {
    let mut body = String::new();
    for (i, result) in op.results.iter().enumerate() {
        let name = result_name(op, i);
        if result.is_optional() {
            body += &format!("if ({name})\n  ");
        }
        body += &format!("odsState.addTypes({name});\n");
    }
    if op.has_trait(SIZED_RESULTS) {
        let segments = segments(&op.results, |i| result_name(op, i));
        body += &set_segments(op, RESULT_SEGMENTS, &segments, STATE_PROPERTIES);
    }
    body
}

/// Returns the statement that checks the value count; empty if any count is valid.
fn count_check(list: &str, values: &[OperationValue<'_>], what: &str) -> String {
    let variable = count_variable(values);
    let fixed = values.len() - variable;
    let operator = match (variable, fixed) {
        (0, _) => "==",
        (_, 0) => return String::new(),
        (..) => ">=",
    };
    format!("assert({list}.size() {operator} {fixed}u && \"mismatched number of {what}\");\n")
}

fn collective_result_types(op: &Operation<'_>) -> String {
    count_check("resultTypes", &op.results, "results") + "odsState.addTypes(resultTypes);\n"
}

/// Returns the statements that infer result types from the added operands and attributes.
fn inferred_types(class: &str) -> String {
    format!(
        "
::llvm::SmallVector<::mlir::Type, 2> inferredReturnTypes;
if (::mlir::succeeded({class}::inferReturnTypes(odsBuilder.getContext(),
              odsState.location, odsState.operands,
              odsState.attributes.getDictionary(odsState.getContext()),
              odsState.getRawProperties(),
              odsState.regions, inferredReturnTypes)))
  odsState.addTypes(inferredReturnTypes);
else
  ::mlir::detail::reportFatalInferReturnTypesError(odsState);
"
    )
}

/// Adds a list builder's parameters after the operands.
fn list_parameters(op: &Operation<'_>, build: OpMethod, has_struct: bool) -> OpMethod {
    let (build, name) = operands_and_properties(build, has_struct);
    let ty = ATTRIBUTE_LIST;
    if op.blocks.regions.iter().any(|region| region.is_variadic) {
        build.parameter(ty, name).parameter("unsigned", "numRegions")
    } else {
        build.parameter_or(ty, name, "{}")
    }
}

const ATTRIBUTE_LIST: &str = "::llvm::ArrayRef<::mlir::NamedAttribute>";

/// Adds the parameters before the attribute list, and returns the attribute list's name.
fn operands_and_properties(build: OpMethod, has_struct: bool) -> (OpMethod, &'static str) {
    let build = build.parameter("::mlir::ValueRange", "operands");
    if has_struct {
        (build.parameter("const Properties &", "properties"), "discardableAttributes")
    } else {
        (build, "attributes")
    }
}

/// Returns the statements that add the lists.
fn list_body(class: &OpClass<'_, '_>, has_struct: bool) -> String {
    count_check("operands", &class.op.arguments.operands, "parameters")
        + &unchecked_list_body(class, has_struct)
}

/// Returns the statements that add operands, properties and attributes.
fn operands_and_attributes(class: &OpClass<'_, '_>, has_struct: bool) -> String {
    let lists = if has_struct {
        "odsState.useProperties(const_cast<Properties&>(properties));
odsState.addAttributes(discardableAttributes);
"
    } else if splits_list(class, has_struct) {
        SPLIT
    } else {
        "odsState.addAttributes(attributes);\n"
    };
    format!("odsState.addOperands(operands);\n{lists}")
}

/// Whether a builder splits its list of attributes. A builder with a properties parameter has no such list.
fn splits_list(class: &OpClass<'_, '_>, has_struct: bool) -> bool {
    !has_struct && class.splits_attributes()
}

/// Returns the statements that add the lists, however many operands there are.
fn unchecked_list_body(class: &OpClass<'_, '_>, has_struct: bool) -> String {
    let mut body = operands_and_attributes(class, has_struct);
    let regions = &class.op.blocks.regions;
    if !regions.is_empty() {
        let count = if regions.iter().any(|region| region.is_variadic) {
            "numRegions".to_owned()
        } else {
            regions.len().to_string()
        };
        body +=
            &format!("for (unsigned i = 0; i != {count}; ++i)\n  (void)odsState.addRegion();\n");
    }
    body
}

/// Returns the statements that convert added attributes to properties.
fn convert_attributes(class: &OpClass<'_, '_>, has_struct: bool) -> String {
    if has_struct || !class.has_properties || class.rules.splits_attributes {
        return String::new();
    }
    let name = class.names.class;
    let ty = class.names.properties_ref.cpp_type();
    let properties = match class.names.properties_ref {
        PropertiesRef::Typed => format!(
            "(void)odsState.getOrAddProperties<{name}::Properties>();
  {ty} properties = odsState.getRawProperties();"
        ),
        PropertiesRef::Opaque => {
            format!("{ty} properties = &odsState.getOrAddProperties<{name}::Properties>();")
        }
    };
    format!(
        "
if (!attributes.empty()) {{
  {properties}
  std::optional<::mlir::RegisteredOperationName> info =
    odsState.name.getRegisteredInfo();
  if (failed(info->setOpPropertiesFromAttribute(odsState.name, properties,
      odsState.attributes.getDictionary(odsState.getContext()), nullptr)))
    ::llvm::report_fatal_error(\"Property conversion failed.\");
}}
"
    )
}

/// Adds the list builder, and the list builder that infers types.
fn add_collective(class: &mut OpClass<'_, '_>, has_struct: bool) {
    let op = class.op;
    let build = OpMethod::new("void", "build")
        .make_static()
        .parameter(OP_BUILDER, "")
        .parameter(STATE, "odsState")
        .parameter("::mlir::TypeRange", "resultTypes");
    let build = list_parameters(op, build, has_struct);
    let build = build.outside_in(class.part, || {
        list_body(class, has_struct)
            + &count_check("resultTypes", &op.results, "return types")
            + "odsState.addTypes(resultTypes);\n"
            + &convert_attributes(class, has_struct)
    });
    add_list_builder(class, build, has_struct);
    if op.has_trait(INTERFACE) && op.blocks.successors.is_empty() {
        add_inferred_collective(class, has_struct);
    }
}

/// Adds a builder with list parameters. The builder without properties is deprecated if its list of attributes is
/// split.
fn add_list_builder(class: &mut OpClass<'_, '_>, build: OpMethod, has_struct: bool) {
    let reason = splits_list(class, has_struct)
        .then_some("use the overload taking Properties and discardableAttributes instead");
    add_with_deprecated_create(class, build.deprecated(reason), reason);
}

/// Adds the function that splits a list of attributes into properties and discardable attributes.
pub(super) fn add_splitter(class: &mut OpClass<'_, '_>) {
    if !class.splits_attributes() || class.op.builders.skips_default {
        return;
    }
    let op = class.op;
    let function = OpMethod::new("void", "buildPropertiesAndDiscardableAttributes")
        .make_static()
        .parameter(STATE, "odsState")
        .parameter(ATTRIBUTE_LIST, "attributes")
        .outside_in(class.part, || splitter_body(op));
    class.private_methods.add(function);
}

fn splitter_body(op: &Operation<'_>) -> String {
    let mut names: Vec<&str> = op.own_attributes().map(|one| one.name).collect();
    for entry in property_entries(op) {
        names.push(entry.name);
        names.extend(entry.old_name);
    }
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!(
        "Properties &properties = {STATE_PROPERTIES};
populateDefaultProperties(odsState.name, properties);
const ::llvm::StringRef inherentNames[] = {{{}}};
::mlir::detail::splitPropertiesAndDiscardableAttributes(
    odsState, attributes, inherentNames, [&](::mlir::DictionaryAttr inherentAttrs) {{
      return setPropertiesFromAttr(properties, inherentAttrs,
          [&]() {{ return ::mlir::emitError(odsState.location); }});
    }});",
        names.join(", ")
    )
}

fn with_builder() -> OpMethod {
    OpMethod::new("void", "build")
        .make_static()
        .parameter(OP_BUILDER, "odsBuilder")
        .parameter(STATE, "odsState")
}

fn add_inferred_collective(class: &mut OpClass<'_, '_>, has_struct: bool) {
    let op = class.op;
    let build = list_parameters(op, with_builder(), has_struct);
    let build = build.outside_in(class.part, || inferred_collective_body(class, has_struct));
    add_list_builder(class, build, has_struct);
}

fn inferred_collective_body(class: &OpClass<'_, '_>, has_struct: bool) -> String {
    let (op, name) = (class.op, class.names.class);
    let count = count_check("inferredReturnTypes", &op.results, "return types");
    list_body(class, has_struct)
        + &convert_attributes(class, has_struct)
        + &format!(
            "::llvm::SmallVector<::mlir::Type, 2> inferredReturnTypes;
if (::mlir::succeeded({name}::inferReturnTypes(odsBuilder.getContext(),
        odsState.location, operands,
        odsState.attributes.getDictionary(odsState.getContext()),
        odsState.getRawProperties(),
        odsState.regions, inferredReturnTypes))) {{
  {count}  odsState.addTypes(inferredReturnTypes);
}} else {{
  ::llvm::report_fatal_error(\"Failed to infer result type(s).\");
}}
"
        )
}

/// Returns a list that contains the same type once for each result.
fn repeated(ty: &str, count: usize) -> String {
    vec![ty; count].join(", ")
}

/// Adds the builder whose results have the type of the first operand.
fn add_operand_typed_separate(class: &mut OpClass<'_, '_>) {
    let op = class.op;
    let Some(first) = op.arguments.operands.first() else { return };
    let name = operand_name(op, 0);
    let value = if first.is_variadic() { format!("{name}.front()") } else { name };
    let types = repeated(&format!("{value}.getType()"), op.results.len());
    let has_values = op.own_attributes().any(|one| takes_value(&one.constraint));
    let mut kinds = vec![AttributeParameters::Attributes];
    kinds.extend(has_values.then_some(AttributeParameters::Values));
    for kind in kinds {
        let build = parameters(op, kind, ResultParameters::None);
        let build = build.outside_in(class.part, || {
            arguments_body(op, kind, class.rules) + &format!("odsState.addTypes({{{types}}});\n")
        });
        add_with_create(class, build);
    }
}

/// Adds the builder with list parameters whose results have the first operand's type.
fn add_operand_typed_collective(class: &mut OpClass<'_, '_>, has_struct: bool) {
    let op = class.op;
    let types = repeated("operands[0].getType()", op.results.len());
    let build = list_parameters(op, with_builder(), has_struct);
    let build = build.outside_in(class.part, || {
        unchecked_list_body(class, has_struct) + &format!("odsState.addTypes({{{types}}});\n")
    });
    add_list_builder(class, build, has_struct);
}

/// Adds the builder with list parameters whose results have the first attribute's type. It adds no regions.
fn add_attribute_typed(class: &mut OpClass<'_, '_>, has_struct: bool) {
    let op = class.op;
    let Some(first) = op.arguments.attributes.first() else { return };
    let (name, constraint) = (first.name, &first.constraint);
    let ty = if is_type(constraint) {
        "::llvm::cast<::mlir::TypeAttr>(typeAttr).getValue()"
    } else {
        "::llvm::cast<::mlir::TypedAttr>(typeAttr).getType()"
    };
    let types = repeated(ty, op.results.len());
    let splits = splits_list(class, has_struct);
    let find = if splits {
        format!("{SPLIT}::mlir::Attribute typeAttr = {STATE_PROPERTIES}.{}();\n", getter(name))
    } else if has_struct {
        format!("::mlir::Attribute typeAttr = properties.{}();\n", getter(name))
    } else {
        format!(
            "::mlir::Attribute typeAttr;
auto attrName = {}AttrName(odsState.name);
for (auto attr : attributes) {{
  if (attr.getName() == attrName) {{
    typeAttr = attr.getValue();
    break;
  }}
}}
",
            getter(name)
        )
    };
    let lists = if splits {
        "odsState.addOperands(operands);\n".to_owned()
    } else {
        operands_and_attributes(class, has_struct)
    };
    let body = find + &lists + &format!("odsState.addTypes({{{types}}});\n");
    let (build, list) = operands_and_properties(with_builder(), has_struct);
    let build = build.parameter_or(ATTRIBUTE_LIST, list, "{}").outside(body);
    add_list_builder(class, build, has_struct);
}

fn is_type(constraint: &AttributeConstraint<'_>) -> bool {
    matches!(constraint.kind, AttributeKind::Type)
}
