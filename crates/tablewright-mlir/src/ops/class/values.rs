//! The functions that return operands, results, regions and successors.

use tablewright_records::{Feature, Release};

use super::dictionary::{self, DictionaryOwner};
use super::{ClassRules, OpClass, OpMethod, getter};
use crate::model::operation::{OpAttributeStorage, OperationValue, count_variable};
use crate::model::{ConstraintArity, Operation};

pub(in crate::ops) use super::stored_names::{
    OPERAND_SEGMENTS, RESULT_SEGMENTS, SIZED_OPERANDS, SIZED_RESULTS,
};

/// Operands or results.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OpClassValues {
    Operands,
    Results,
}

/// Returns the members with named operand indices.
pub(super) fn operand_indices(op: &Operation<'_>) -> Vec<String> {
    named_indices(&op.arguments.operands).collect()
}

/// Returns the members of an operation's class with value indices.
pub(super) fn value_indices(op: &Operation<'_>, release: Release) -> Vec<String> {
    let mut indices = operand_indices(op);
    if release.has(Feature::ResultsHaveIndices) {
        indices.extend(named_indices(&op.results));
    }
    indices
}

fn named_indices(values: &[OperationValue<'_>]) -> impl Iterator<Item = String> {
    let named = values.iter().enumerate().filter(|(_, one)| !one.name.is_empty());
    named.map(|(i, one)| format!("static constexpr int odsIndex_{} = {i};", one.name))
}

/// Returns the statement that defines `sizeAttr`: the number of values for each operand or result.
fn segment_sizes(op: &Operation<'_>, segments: &str, owner: DictionaryOwner) -> String {
    match op.attribute_storage() {
        OpAttributeStorage::Properties | OpAttributeStorage::PropertiesFromDictionary => {
            format!("::llvm::ArrayRef<int32_t> sizeAttr = getProperties().{segments};\n")
        }
        OpAttributeStorage::Dictionary => {
            let lookup = dictionary::found(op, segments, owner);
            let check = match owner {
                DictionaryOwner::Operation => String::new(),
                DictionaryOwner::Adaptor => {
                    format!("assert({lookup} && \"missing segment size attribute for op\");\n")
                }
            };
            format!("{check}auto sizeAttr = ::llvm::cast<::mlir::DenseI32ArrayAttr>({lookup});\n")
        }
    }
}

/// Returns the body of the function that returns the index and length of an operand or a result. `segments` is the
/// statement that defines the segment sizes, and `count` the C++ expression for the total value count.
fn index_and_length(
    values: &[OperationValue<'_>],
    segments: Option<String>,
    count: &str,
) -> String {
    if let Some(segments) = segments {
        return format!(
            "{segments}
unsigned start = 0;
for (unsigned i = 0; i < index; ++i)
  start += sizeAttr[i];
return {{start, sizeAttr[index]}};"
        );
    }
    let variable = count_variable(values);
    let fixed = values.len() - variable;
    let flags: Vec<&str> =
        values.iter().map(|one| if one.is_variable() { "true" } else { "false" }).collect();
    let flags = flags.join(", ");
    format!(
        "bool isVariadic[] = {{{flags}}};
int prevVariadicCount = 0;
for (unsigned i = 0; i < index; ++i)
  if (isVariadic[i]) ++prevVariadicCount;

// All groups of variable length have the same length.
int variadicSize = ({count} - {fixed}) / {variable};
int start = index + (variadicSize - 1) * prevVariadicCount;
int size = isVariadic[index] ? variadicSize : 1;
return {{start, size}};"
    )
}

/// Returns an adaptor's function for operand index and length.
pub(super) fn adaptor_operand_range(op: &Operation<'_>) -> OpMethod {
    let function = OpMethod::new("std::pair<unsigned, unsigned>", "getODSOperandIndexAndLength")
        .parameter("unsigned", "index")
        .parameter("unsigned", "odsOperandsSize");
    let operands = &op.arguments.operands;
    if count_variable(operands) == 0 {
        return function.inline("return {index, 1};".to_owned());
    }
    let segments = op
        .has_trait(SIZED_OPERANDS)
        .then(|| segment_sizes(op, OPERAND_SEGMENTS, DictionaryOwner::Adaptor));
    function.outside(index_and_length(operands, segments, "odsOperandsSize"))
}

/// Adds the functions that return the values of an operand or a result by its index.
fn add_ranges(class: &mut OpClass<'_, '_>, values: OpClassValues) {
    let op = class.op;
    let (kind, lower, list, segments) = match values {
        OpClassValues::Operands => {
            let segments = op.has_trait(SIZED_OPERANDS).then_some(OPERAND_SEGMENTS);
            ("Operand", "operand", &op.arguments.operands, segments)
        }
        OpClassValues::Results => {
            let segments = op.has_trait(SIZED_RESULTS).then_some(RESULT_SEGMENTS);
            ("Result", "result", &op.results, segments)
        }
    };
    let name = format!("getODS{kind}IndexAndLength");
    let range =
        OpMethod::new("std::pair<unsigned, unsigned>", &name).parameter("unsigned", "index");
    let count = format!("getOperation()->getNum{kind}s()");
    let segments = segments.map(|name| segment_sizes(op, name, DictionaryOwner::Operation));
    class.methods.add(match count_variable(list) {
        0 => range.inline("return {index, 1};".to_owned()),
        _ => range.outside(index_and_length(list, segments, &count)),
    });
    let body = if class.rules.slices_operands && values == OpClassValues::Operands {
        format!(
            "auto [start, length] = {name}(index);
return getOperation()->get{kind}s().slice(start, length);"
        )
    } else {
        format!(
            "auto valueRange = {name}(index);
return {{std::next(getOperation()->{lower}_begin(), valueRange.first),
         std::next(getOperation()->{lower}_begin(), valueRange.first + valueRange.second)}};"
        )
    };
    let ty = format!("::mlir::Operation::{lower}_range");
    let values = OpMethod::new(&ty, &format!("getODS{kind}s")).parameter("unsigned", "index");
    class.methods.add(values.inline(body));
}

/// Returns a value's type with its class.
fn typed_value(value: &OperationValue<'_>) -> String {
    format!("::mlir::TypedValue<{}>", value.constraint.cpp_type)
}

pub(super) fn add_operands(class: &mut OpClass<'_, '_>) {
    add_ranges(class, OpClassValues::Operands);
    for (i, operand) in class.op.arguments.operands.iter().enumerate() {
        if operand.name.is_empty() {
            continue;
        }
        let name = getter(operand.name);
        let typed = typed_value(operand);
        let (ty, body) = match operand.constraint.arity {
            ConstraintArity::Single => (
                typed.clone(),
                format!("return ::llvm::cast<{typed}>(*getODSOperands({i}).begin());"),
            ),
            ConstraintArity::Optional => (
                typed.clone(),
                format!(
                    "auto operands = getODSOperands({i});
return operands.empty() ? {typed}{{}} : ::llvm::cast<{typed}>(*operands.begin());"
                ),
            ),
            ConstraintArity::Variadic => (
                "::mlir::Operation::operand_range".to_owned(),
                format!("return getODSOperands({i});"),
            ),
            ConstraintArity::VariadicOfVariadic { segment_attribute } => (
                "::mlir::OperandRangeRange".to_owned(),
                format!("return getODSOperands({i}).split({}Attr());", getter(segment_attribute)),
            ),
        };
        class.methods.add(OpMethod::new(&ty, &name).inline(body));
    }
}

/// Returns the statement that splits a range of operands by the sizes in an attribute.
fn split_range(getter: &str, rules: ClassRules) -> String {
    let sizes = if rules.slices_operands {
        format!("{{{getter}AttrName(), {getter}Attr()}}")
    } else {
        format!("*(*this)->getAttrDictionary().getNamed({getter}AttrName())")
    };
    format!("return mutableRange.split({sizes});")
}

/// Adds the mutable operand accessors.
pub(super) fn add_mutable_operands(class: &mut OpClass<'_, '_>) {
    let has_segments = class.op.has_trait(SIZED_OPERANDS);
    for (i, operand) in class.op.arguments.operands.iter().enumerate() {
        if operand.name.is_empty() {
            continue;
        }
        let name = format!("{}Mutable", getter(operand.name));
        let range = format!("auto range = getODSOperandIndexAndLength({i});\n");
        if !operand.is_variable() {
            let body = format!("{range}return getOperation()->getOpOperand(range.first);");
            class.methods.add(OpMethod::new("::mlir::OpOperand &", &name).inline(body));
            continue;
        }
        let sizes = match class.op.attribute_storage() {
            OpAttributeStorage::Properties | OpAttributeStorage::PropertiesFromDictionary => {
                format!(
                    "{{getOperandSegmentSizesAttrName(), \
                 ::mlir::DenseI32ArrayAttr::get(getContext(), getProperties().{OPERAND_SEGMENTS})}}"
                )
            }
            OpAttributeStorage::Dictionary => {
                dictionary::found_with_name(class.op, OPERAND_SEGMENTS)
            }
        };
        let segment = if has_segments {
            format!(", ::mlir::MutableOperandRange::OperandSegment({i}u, {sizes})")
        } else {
            String::new()
        };
        let range = format!(
            "{range}auto mutableRange = ::mlir::MutableOperandRange(getOperation(), range.first, range.second{segment});\n"
        );
        let (ty, result) = match operand.constraint.arity {
            ConstraintArity::VariadicOfVariadic { segment_attribute } => (
                "::mlir::MutableOperandRangeRange",
                split_range(&getter(segment_attribute), class.rules),
            ),
            ConstraintArity::Single | ConstraintArity::Optional | ConstraintArity::Variadic => {
                ("::mlir::MutableOperandRange", "return mutableRange;".to_owned())
            }
        };
        class.methods.add(OpMethod::new(ty, &name).outside(range + &result));
    }
}

pub(super) fn add_results(class: &mut OpClass<'_, '_>) {
    add_ranges(class, OpClassValues::Results);
    for (i, result) in class.op.results.iter().enumerate() {
        if result.name.is_empty() {
            continue;
        }
        let typed = typed_value(result);
        let (ty, body) = match result.constraint.arity {
            ConstraintArity::Single => (
                typed.clone(),
                format!("return ::llvm::cast<{typed}>(*getODSResults({i}).begin());"),
            ),
            ConstraintArity::Optional => (
                typed.clone(),
                format!(
                    "auto results = getODSResults({i});
return results.empty() ? {typed}() : ::llvm::cast<{typed}>(*results.begin());"
                ),
            ),
            ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. } => (
                "::mlir::Operation::result_range".to_owned(),
                format!("return getODSResults({i});"),
            ),
        };
        class.methods.add(OpMethod::new(&ty, &getter(result.name)).inline(body));
    }
}

/// Adds the functions that return regions and successors.
pub(super) fn add_blocks(class: &mut OpClass<'_, '_>) {
    for (i, region) in class.op.blocks.regions.iter().enumerate() {
        if region.name.is_empty() {
            continue;
        }
        let name = getter(region.name);
        class.methods.add(if region.is_variadic {
            OpMethod::new("::mlir::MutableArrayRef<::mlir::Region>", &name)
                .inline(format!("return (*this)->getRegions().drop_front({i});"))
        } else {
            OpMethod::new("::mlir::Region &", &name)
                .inline(format!("return (*this)->getRegion({i});"))
        });
    }
    for (i, successor) in class.op.blocks.successors.iter().enumerate() {
        if successor.name.is_empty() {
            continue;
        }
        let name = getter(successor.name);
        class.methods.add(if successor.is_variadic {
            OpMethod::new("::mlir::SuccessorRange", &name).inline(format!(
                "return {{std::next((*this)->successor_begin(), {i}), (*this)->successor_end()}};"
            ))
        } else {
            OpMethod::new("::mlir::Block *", &name)
                .inline(format!("return (*this)->getSuccessor({i});"))
        });
    }
}

/// Returns an adaptor's operand accessors.
pub(super) fn adaptor_operands(op: &Operation<'_>) -> Vec<OpMethod> {
    let named = op.arguments.operands.iter().enumerate().filter(|(_, one)| !one.name.is_empty());
    named.map(|(i, operand)| adaptor_getter(i, operand)).collect()
}

fn adaptor_getter(i: usize, operand: &OperationValue<'_>) -> OpMethod {
    let (ty, body) = match operand.constraint.arity {
        ConstraintArity::Single => ("ValueT", format!("return (*getODSOperands({i}).begin());")),
        ConstraintArity::Optional => (
            "ValueT",
            format!(
                "auto operands = getODSOperands({i});
return operands.empty() ? ValueT{{}} : (*operands.begin());"
            ),
        ),
        ConstraintArity::Variadic => ("RangeT", format!("return getODSOperands({i});")),
        ConstraintArity::VariadicOfVariadic { segment_attribute } => {
            ("::llvm::SmallVector<RangeT>", nested_groups(i, &getter(segment_attribute)))
        }
    };
    OpMethod::new(ty, &getter(operand.name)).inline(body)
}

/// Returns the statements that return a nested operand's lists.
fn nested_groups(operand: usize, segments: &str) -> String {
    format!(
        "auto tblgenTmpOperands = getODSOperands({operand});
auto sizes = {segments}();

::llvm::SmallVector<RangeT> tblgenTmpOperandGroups;
for (int i = 0, e = sizes.size(); i < e; ++i) {{
  tblgenTmpOperandGroups.push_back(tblgenTmpOperands.take_front(sizes[i]));
  tblgenTmpOperands = tblgenTmpOperands.drop_front(sizes[i]);
}}
return tblgenTmpOperandGroups;"
    )
}

/// Returns an adaptor's region accessors.
pub(super) fn adaptor_regions(op: &Operation<'_>) -> Vec<OpMethod> {
    let regions = &op.blocks.regions;
    let named = regions.iter().enumerate().filter(|(_, region)| !region.name.is_empty());
    let mut methods: Vec<OpMethod> = named
        .map(|(i, region)| {
            let name = getter(region.name);
            if region.is_variadic {
                OpMethod::new("::mlir::RegionRange", &name)
                    .inline(format!("return odsRegions.drop_front({i});"))
            } else {
                OpMethod::new("::mlir::Region &", &name).inline(format!("return *odsRegions[{i}];"))
            }
        })
        .collect();
    if !regions.is_empty() {
        let all = OpMethod::new("::mlir::RegionRange", "getRegions");
        methods.push(all.inline("return odsRegions;".to_owned()));
    }
    methods
}
