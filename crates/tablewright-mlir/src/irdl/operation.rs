//! Operations in IRDL.

use super::bases::{BaseSubject, Bases};
use super::body::{
    BodyValue, CPP_CONDITION, IrdlBody, IrdlListElement, IrdlVariadicity, ListKind, element_name,
    has_cpp,
};
use super::condition::IrdlConditionReader;
use super::constraint::{IrdlConstraint, all_of};
use super::type_groups::TypeGroups;
use crate::model::operation::{OperationAttribute, OperationBlock, OperationValue};
use crate::model::{AttributeKind, Enum, Operation, Predicate, Trait};
use crate::omission::Omissions;

/// The trait that several elements with any number of values need, and that IRDL has by itself.
const SEGMENTS: [&str; 2] =
    ["::mlir::OpTrait::AttrSizedOperandSegments", "::mlir::OpTrait::AttrSizedResultSegments"];

/// Returns an operation's body.
pub(super) fn body(
    operation: &Operation<'_>,
    bases: &Bases,
    omissions: &mut Omissions,
) -> IrdlBody {
    let mut builder = BodyBuilder { operation, bases, omissions, body: IrdlBody::default() };
    builder.add_values();
    builder.add_attributes();
    builder.add_regions();
    builder.note_the_rest();
    builder.body
}

struct BodyBuilder<'a, 's> {
    operation: &'a Operation<'s>,
    bases: &'a Bases,
    omissions: &'a mut Omissions,
    body: IrdlBody,
}

impl BodyBuilder<'_, '_> {
    fn note(&mut self, what: &str) {
        self.omissions.add(what, &self.operation.names.full);
    }

    fn read(&mut self, condition: Option<&Predicate<'_>>, subject: BaseSubject) -> IrdlConstraint {
        let reader = IrdlConditionReader { bases: self.bases, subject };
        let constraint = condition.map_or(IrdlConstraint::Any, |one| reader.read(one));
        if has_cpp(&constraint) {
            self.note(CPP_CONDITION);
        }
        constraint
    }

    /// Adds operands and results. Operands and results with equal types share a value.
    fn add_values(&mut self) {
        let operation = self.operation;
        let values = || operation.arguments.operands.iter().chain(&operation.results);
        let mut constraints = Vec::new();
        for value in values() {
            let predicate = value.constraint.constraint.predicate.as_ref();
            constraints.push(self.read(predicate, BaseSubject::Type));
            let is_one_type = matches!(constraints.last(), Some(IrdlConstraint::Is(_)));
            if value.is_variadic() && !is_one_type {
                self.note("values of a list have one type in IRDL, and may have several");
            }
            if value.constraint.arity.is_nested() {
                self.note("lists of lists of values become one list");
            }
        }
        let groups = TypeGroups::new(operation);
        let mut numbers: Vec<Option<usize>> = vec![None; constraints.len()];
        for index in 0..constraints.len() {
            let members = groups.members(index);
            let first = members.first().copied().unwrap_or(index);
            numbers[index] = Some(match numbers[first] {
                Some(number) => number,
                None => {
                    let mut parts: Vec<IrdlConstraint> = Vec::new();
                    for &member in &members {
                        if constraints[member] != IrdlConstraint::Any
                            && !parts.contains(&constraints[member])
                        {
                            parts.push(constraints[member].clone());
                        }
                    }
                    self.body.add(&all_of(parts))
                }
            });
        }
        let operand_count = operation.arguments.operands.len();
        let names = taken_names(operation);
        let element = |(index, value): (usize, &OperationValue<'_>)| IrdlListElement {
            name: element_name(value.name, index, &names),
            variadicity: IrdlVariadicity::new(value.constraint.arity),
            value: numbers[index].unwrap_or(0),
        };
        let mut elements = values().enumerate().map(element);
        let operands: Vec<IrdlListElement> = elements.by_ref().take(operand_count).collect();
        let results = elements.collect();
        self.body.add_list(ListKind::Operands, operands);
        self.body.add_list(ListKind::Results, results);
    }

    /// Adds the required attributes; IRDL has no optional attributes.
    fn add_attributes(&mut self) {
        let operation = self.operation;
        let mut elements = Vec::new();
        for attribute in operation.own_attributes() {
            if attribute.constraint.is_optional || attribute.constraint.has_default() {
                self.note("an attribute that may be missing is left out");
                continue;
            }
            let constraint = self.attribute(attribute);
            let value = self.body.add(&constraint);
            let name = attribute.name.to_owned();
            elements.push(IrdlListElement { name, variadicity: IrdlVariadicity::Single, value });
        }
        self.body.add_list(ListKind::Attributes, elements);
    }

    fn attribute(&mut self, attribute: &OperationAttribute<'_>) -> IrdlConstraint {
        let constraint = &attribute.constraint;
        match &constraint.kind {
            AttributeKind::Enum(one) => {
                if let Some(cases) = enum_cases(one) {
                    return cases;
                }
            }
            AttributeKind::Plain | AttributeKind::Type | AttributeKind::Derived { .. } => {}
        }
        self.read(constraint.constraint.predicate.as_ref(), BaseSubject::Attribute)
    }

    fn add_regions(&mut self) {
        let operation = self.operation;
        let names = taken_names(operation);
        let mut elements = Vec::new();
        for (index, region) in operation.blocks.regions.iter().enumerate() {
            if region.is_variadic {
                self.note("any number of regions becomes one");
            }
            let (blocks, is_exact) = block_count(region);
            if !is_exact {
                self.note("a condition of a region is left out");
            }
            elements.push(IrdlListElement {
                name: element_name(region.name, index, &names),
                variadicity: IrdlVariadicity::Single,
                value: self.body.push(BodyValue::Region { blocks }),
            });
        }
        self.body.add_list(ListKind::Regions, elements);
    }

    /// Properties, successors and traits.
    fn note_the_rest(&mut self) {
        let operation = self.operation;
        if !operation.arguments.properties.is_empty() {
            self.note("a property that is not an attribute is left out");
        }
        if !operation.blocks.successors.is_empty() {
            self.note("successors are left out");
        }
        for one in &operation.traits {
            if !is_in_irdl(operation, one) {
                let what = match one {
                    Trait::Predicate(condition) if condition.summary.is_empty() => {
                        "a condition over several values is left out".to_owned()
                    }
                    Trait::Predicate(condition) => {
                        format!("the condition '{}' is left out", condition.summary)
                    }
                    Trait::Native(one) => format!("the trait {} is left out", one.name),
                    Trait::Effects(one) => format!("the interface {} is left out", one.name),
                    Trait::Interface(one) => {
                        format!("the interface {} is left out", one.interface.class_name)
                    }
                    Trait::Internal(one) => format!("the trait {} is left out", one.name),
                };
                self.note(&what);
            }
        }
    }
}

/// Returns the names of all elements in an operation.
fn taken_names<'s>(operation: &Operation<'s>) -> Vec<&'s str> {
    let values = operation.arguments.operands.iter().chain(&operation.results);
    let blocks = operation.blocks.regions.iter().chain(&operation.blocks.successors);
    values.map(|value| value.name).chain(blocks.map(|block| block.name)).collect()
}

/// Whether IRDL expresses a trait.
fn is_in_irdl(operation: &Operation<'_>, one: &Trait<'_>) -> bool {
    match one {
        Trait::Native(native) => {
            SEGMENTS.contains(&native.cpp_class.as_str())
                || native.cpp_class == super::type_groups::SAME_TYPE_OPERANDS
        }
        Trait::Predicate(condition) => TypeGroups::expresses(operation, condition),
        // The interface infers result types; shared constraints express this if possible.
        Trait::Interface(interface) => interface.definition == "InferTypeOpInterface",
        Trait::Effects(_) | Trait::Internal(_) => false,
    }
}

/// Returns the integers that a standalone enum attribute accepts: the case values.
fn enum_cases(one: &Enum<'_>) -> Option<IrdlConstraint> {
    let attribute = one.attribute.as_ref()?;
    if one.bits.is_some() || one.cases.is_empty() {
        return None;
    }
    let width = attribute.bitwidth;
    let cases =
        one.cases.iter().map(|case| IrdlConstraint::Is(format!("{} : i{width}", case.value)));
    let mut cases: Vec<IrdlConstraint> = cases.collect();
    Some(if cases.len() == 1 { cases.remove(0) } else { IrdlConstraint::AnyOf(cases) })
}

/// Returns a region's block count, and whether its condition constrains nothing else.
fn block_count(region: &OperationBlock<'_>) -> (Option<u64>, bool) {
    let Some(Predicate::Leaf(text)) = &region.constraint.predicate else {
        return (None, region.constraint.predicate.is_none());
    };
    let text = text.trim();
    if matches!(text, "true" | "(true)") {
        return (None, true);
    }
    let text = text.trim_start_matches('(').trim_start_matches("::");
    let count = text.strip_prefix("llvm::hasNItems($_self, ").and_then(|text| text.split_once(')'));
    let count = count.and_then(|(count, _)| count.trim().parse::<u64>().ok());
    (count, count.is_some())
}
