//! Addresses in memory: a base and a distance among the operands.
//!
//! In: patterns whose complex pattern has two operands. Out: an [`AddressUse`] for each instruction, and a
//! [`MemoryRole`] for each register class.

use std::collections::BTreeMap;

use tablewright_selection::patterns::{NodeKind, TreeDescription};

use crate::description::{Description, SelectionPattern};
use crate::number_range::NumberRange;

/// An instruction with an address.
pub(crate) struct AddressUse {
    pub(crate) instruction: String,
    /// Index among the instruction's operands, outputs first.
    pub(crate) base: usize,
    pub(crate) distance: usize,
    pub(crate) distance_class: String,
    /// Distances that the instruction accepts; `None` if their operand does not tell.
    pub(crate) range: Option<NumberRange>,
    /// C++ that finds the address, for example `selectAddr<3>`.
    pub(crate) function: String,
    /// Whether the complex pattern returns the distance first: `(addr simm16:$disp, GPR:$base)`.
    pub(crate) is_distance_first: bool,
}

/// A load or store for a register class.
pub(crate) struct MemoryRole {
    pub(crate) class: String,
    pub(crate) instruction: String,
    /// Index among the operands.
    pub(crate) value: usize,
    pub(crate) base: usize,
    pub(crate) distance: usize,
}

/// A memory access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    Load,
    Store,
}

impl Access {
    /// Returns the node, and the fragment for whole values.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Access::Load => ("ld", "load"),
            Access::Store => ("st", "store"),
        }
    }
}

/// Finds the instructions with an address.
pub(crate) fn address_uses(description: &Description<'_>) -> Vec<AddressUse> {
    let mut uses: Vec<AddressUse> = Vec::new();
    for pattern in description.patterns.iter().filter(|pattern| pattern.creates_one()) {
        if let Some(found) = address_use(description, pattern)
            && uses.iter().all(|known| known.instruction != found.instruction)
        {
            uses.push(found);
        }
    }
    uses
}

fn address_use(description: &Description<'_>, pattern: &SelectionPattern) -> Option<AddressUse> {
    let address = address(&pattern.source)?;
    let [first, second] = &address.children[..] else { return None };
    let is_distance_first = description.class(&second.operator).is_some();
    let (base, distance) = if is_distance_first { (second, first) } else { (first, second) };
    let instruction = description.instruction(&pattern.result.operator)?;
    let index = |tree: &TreeDescription| operand_index(description, pattern, tree.name.as_deref()?);
    let distance = index(distance)?;
    let operands = instruction.outputs.iter().chain(&instruction.inputs);
    let distance_class = operands.clone().nth(distance)?.class.clone();
    Some(AddressUse {
        instruction: instruction.name.clone(),
        base: index(base)?,
        distance,
        range: NumberRange::for_operand(description, &distance_class),
        distance_class,
        function: description.text(&address.operator, "SelectFunc").unwrap_or_default().to_owned(),
        is_distance_first,
    })
}

/// Finds the complex pattern with two operands in a tree.
fn address(tree: &TreeDescription) -> Option<&TreeDescription> {
    if tree.kind == NodeKind::ComplexPattern && tree.children.len() == 2 {
        return Some(tree);
    }
    tree.children.iter().find_map(address)
}

/// Returns the operand index for a pattern's name.
fn operand_index(
    description: &Description<'_>,
    pattern: &SelectionPattern,
    name: &str,
) -> Option<usize> {
    let outputs = description.instruction(&pattern.result.operator)?.outputs.len();
    let mut operands = pattern.result.children.iter();
    Some(outputs + operands.position(|operand| operand.name.as_deref() == Some(name))?)
}

/// Finds a load or store for each register class.
pub(crate) fn memory_roles(
    description: &Description<'_>,
    uses: &[AddressUse],
    access: Access,
) -> Vec<MemoryRole> {
    let (operator, fragment) = access.names();
    let mut roles: Vec<MemoryRole> = Vec::new();
    for pattern in description.patterns.iter().filter(|pattern| pattern.creates_one()) {
        let is_plain = pattern.source.predicates.iter().any(|predicate| predicate == fragment);
        if pattern.source.operator != operator || !is_plain {
            continue;
        }
        if let Some(role) = memory_role(description, uses, pattern, access)
            && roles.iter().all(|known| known.class != role.class)
        {
            roles.push(role);
        }
    }
    roles
}

fn memory_role(
    description: &Description<'_>,
    uses: &[AddressUse],
    pattern: &SelectionPattern,
    access: Access,
) -> Option<MemoryRole> {
    let name = &pattern.result.operator;
    let place = uses.iter().find(|place| place.instruction == *name)?;
    let value = match access {
        Access::Load => 0,
        Access::Store => {
            let stored = pattern.source.children.first()?.name.as_deref()?;
            operand_index(description, pattern, stored)?
        }
    };
    let instruction = description.instruction(name)?;
    let mut operands = instruction.outputs.iter().chain(&instruction.inputs);
    if operands.clone().count() != 3 {
        return None;
    }
    let class = operands.nth(value)?.class.clone();
    description.class(&class)?;
    let (base, distance) = (place.base, place.distance);
    Some(MemoryRole { class, instruction: name.clone(), value, base, distance })
}

/// Checks of distances, as C++ on a number `V`.
pub(crate) struct DistanceChecks<'a> {
    /// Check for all instructions with an address.
    pub(crate) all: String,
    /// Check for instructions whose address is `selectAddr`.
    pub(crate) without_unit: String,
    /// Check for each `selectAddr<N>`, by N.
    pub(crate) units: BTreeMap<u32, String>,
    /// Instructions by their check.
    pub(crate) instructions: BTreeMap<String, Vec<&'a str>>,
}

impl<'a> DistanceChecks<'a> {
    pub(crate) fn new(uses: &'a [AddressUse]) -> DistanceChecks<'a> {
        let check = |unit| joined_checks(uses.iter().filter(|place| place.unit() == unit));
        let units = uses.iter().filter_map(AddressUse::unit).map(|unit| (unit, check(Some(unit))));
        let mut instructions: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for place in uses {
            if let Some(range) = place.range {
                instructions.entry(range.check()).or_default().push(&place.instruction);
            }
        }
        DistanceChecks {
            all: joined_checks(uses),
            without_unit: check(None),
            units: units.collect(),
            instructions,
        }
    }
}

/// Returns the C++ for a distance that fits all these instructions.
fn joined_checks<'a>(uses: impl IntoIterator<Item = &'a AddressUse>) -> String {
    let mut checks: Vec<String> = Vec::new();
    for check in uses.into_iter().filter_map(|place| place.range).map(NumberRange::check) {
        if !checks.contains(&check) {
            checks.push(check);
        }
    }
    if checks.is_empty() { "V == 0".to_owned() } else { checks.join(" && ") }
}

impl AddressUse {
    /// Returns the template argument of the function that finds the address.
    fn unit(&self) -> Option<u32> {
        let (_, argument) = self.function.split_once('<')?;
        argument.strip_suffix('>')?.trim().parse().ok()
    }
}
