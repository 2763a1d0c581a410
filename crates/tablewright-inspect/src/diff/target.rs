//! What changed of a target: the lists of [`export`](crate::export), compared.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostics, Severity};

use super::renames::{self, Renamed};
use crate::export::{
    self, Feature, Instruction, Kind, List, Operand, OperandType, Pattern, Processor, Register,
    RegisterClass, Schedule, ScheduledInstruction,
};

/// What changed of one list.
#[derive(Clone, Debug, Serialize)]
pub struct ListChanges {
    /// The name of the list, as [`Kind::name`] has it.
    pub list: &'static str,
    /// The names of what only the new list has, in its order; of instructions those of the target first, and pseudo
    /// instructions last.
    pub added: Vec<String>,
    /// The names of what only the old list has, in the same order.
    pub removed: Vec<String>,
    /// Of the added instructions of the target that are no pseudo instructions, which need which predicates; most first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub added_by_predicates: Vec<AddedGroup>,
    /// Those added and removed that have another name and are otherwise what they were: an instruction with the same
    /// encoding and assembly, a feature with the same record, a register class with the same registers and types.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub renamed: Vec<Renamed>,
    /// What both have and what differs, in the order of the new list.
    pub changed: Vec<ChangedEntry>,
    /// How many of those that both have come in another order. Only patterns have an order that means
    /// something: the earlier is tried first.
    pub moved: usize,
    /// Why the list could not be computed of one of the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<ListProblem>,
}

/// Added instructions that need the same predicates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AddedGroup {
    /// The predicates.
    pub predicates: Vec<String>,
    /// The names of the instructions.
    pub names: Vec<String>,
}

/// Why a list could not be computed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ListProblem {
    /// Whether it is the new description that has the error; else the old one.
    pub is_new: bool,
    /// What the error is.
    pub message: String,
}

/// What changed of something that both lists have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChangedEntry {
    /// Its name.
    pub name: String,
    /// What changed of it.
    pub changes: Vec<Change>,
}

/// A property that differs.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It has another value.
    Value {
        /// The property.
        property: String,
        /// What it was.
        old: String,
        /// What it is.
        new: String,
    },
    /// A set has other members.
    Members {
        /// The property.
        property: String,
        /// Members of the new set alone.
        added: Vec<String>,
        /// Members of the old set alone.
        removed: Vec<String>,
    },
}

/// A property as it is compared.
enum Shown<'a> {
    Text(String),
    /// A set, whose order means nothing.
    Set(Vec<&'a str>),
    /// A list of different names, whose order means something.
    Ordered(Vec<&'a str>),
    /// A list, of which single elements are compared where it has as many as before.
    Elements(Vec<String>),
}

/// What is compared by name.
trait Entry {
    fn name(&self) -> &str;
    /// Its properties, the same ones for all entries and in the same order. Numbers and locations are none:
    /// they change with whatever comes before.
    fn properties(&self) -> Vec<(&'static str, Shown<'_>)>;
    /// What it is known by beside its name, if it is: what has that too is the same under another name.
    fn identity(&self) -> Option<String> {
        None
    }
}

/// Compares all lists of two targets.
pub(super) fn compare(old: &RecordStore, new: &RecordStore) -> Vec<ListChanges> {
    let mut changed = Vec::new();
    // Patterns and schedules name instructions, which come before them.
    let mut instructions: Vec<Renamed> = Vec::new();
    for kind in Kind::ALL {
        let changes = match (listed(kind, old), listed(kind, new)) {
            (Ok(old), Ok(new)) => of_lists(kind, &old, &new, &instructions),
            // A description of which neither side has the list, such as one without schedules.
            (Err(_), Err(_)) => continue,
            (Err(error), Ok(_)) => with_problem(kind, false, error),
            (Ok(_), Err(error)) => with_problem(kind, true, error),
        };
        let is_unchanged = changes.problem.is_none()
            && changes.added.is_empty()
            && changes.removed.is_empty()
            && changes.changed.is_empty()
            && changes.moved == 0;
        if kind == Kind::Instructions {
            instructions.clone_from(&changes.renamed);
        }
        if !is_unchanged {
            changed.push(changes);
        }
    }
    changed
}

/// The list, or the message of the first error.
fn listed(kind: Kind, store: &RecordStore) -> Result<List, String> {
    let mut diagnostics = Diagnostics::new();
    export::list(kind, store, &mut diagnostics).map_err(|error| match error {
        AnalysisError::Diagnostic(diagnostic) => diagnostic.message,
        AnalysisError::Reported => {
            let first = diagnostics.iter().find(|it| it.severity == Severity::Error);
            first.map_or_else(|| "it has errors".to_owned(), |error| error.message.clone())
        }
    })
}

fn with_problem(kind: Kind, is_new: bool, message: String) -> ListChanges {
    ListChanges { problem: Some(ListProblem { is_new, message }), ..none(kind) }
}

fn none(kind: Kind) -> ListChanges {
    ListChanges {
        list: kind.name(),
        added: Vec::new(),
        removed: Vec::new(),
        added_by_predicates: Vec::new(),
        renamed: Vec::new(),
        changed: Vec::new(),
        moved: 0,
        problem: None,
    }
}

/// The changes of two lists of one kind. Patterns and schedules call instructions by their names, some of which changed.
fn of_lists(kind: Kind, old: &List, new: &List, instructions: &[Renamed]) -> ListChanges {
    match (old, new) {
        (List::Instructions(old), List::Instructions(new)) => {
            let mut changes = by_name(kind, old, new);
            changes.added_by_predicates = added_by_predicates(&changes, new);
            sort_instructions(&mut changes.added, new);
            sort_instructions(&mut changes.removed, old);
            changes
        }
        (List::Operands(old), List::Operands(new)) => by_name(kind, old, new),
        (List::Registers(old), List::Registers(new)) => by_name(kind, old, new),
        (List::RegisterClasses(old), List::RegisterClasses(new)) => by_name(kind, old, new),
        (List::Features(old), List::Features(new)) => by_name(kind, old, new),
        (List::Processors(old), List::Processors(new)) => by_name(kind, old, new),
        (List::Patterns(old), List::Patterns(new)) => of_patterns(kind, old, new, instructions),
        (List::Schedules(old), List::Schedules(new)) => of_schedules(kind, old, new, instructions),
        // Both are lists of one kind.
        (
            List::Instructions(_)
            | List::Operands(_)
            | List::Registers(_)
            | List::RegisterClasses(_)
            | List::Features(_)
            | List::Processors(_)
            | List::Patterns(_)
            | List::Schedules(_),
            _,
        ) => none(kind),
    }
}

/// Sorts names of instructions: those of the target, its pseudo instructions, and those of all targets.
fn sort_instructions(names: &mut [String], all: &[Instruction]) {
    let rank = |instruction: &Instruction| match instruction.is_generic {
        true => 2,
        false => u8::from(is_pseudo(instruction)),
    };
    let ranks: HashMap<&str, u8> = all.iter().map(|it| (it.name.as_str(), rank(it))).collect();
    names.sort_by_key(|name| ranks.get(name.as_str()).copied());
}

fn is_pseudo(instruction: &Instruction) -> bool {
    instruction.flags.contains(&"isPseudo")
}

/// The added instructions that have no other name, by their predicates; most first.
fn added_by_predicates(changes: &ListChanges, new: &[Instruction]) -> Vec<AddedGroup> {
    let added: HashSet<&str> = changes.added.iter().map(String::as_str).collect();
    let renamed: HashSet<&str> = changes.renamed.iter().map(|it| it.new.as_str()).collect();
    let mut groups: Vec<AddedGroup> = Vec::new();
    let mut index_of: HashMap<&[String], usize> = HashMap::new();
    for instruction in new {
        let name = instruction.name.as_str();
        let is_own = !instruction.is_generic && !is_pseudo(instruction);
        if !is_own || !added.contains(name) || renamed.contains(name) {
            continue;
        }
        let index = *index_of.entry(&instruction.predicates).or_insert(groups.len());
        if index == groups.len() {
            let predicates = instruction.predicates.clone();
            groups.push(AddedGroup { predicates, names: Vec::new() });
        }
        groups[index].names.push(instruction.name.clone());
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.names.len()));
    groups
}

fn by_name<T: Entry + PartialEq>(kind: Kind, old: &[T], new: &[T]) -> ListChanges {
    let mut changes = none(kind);
    let mut before: HashMap<&str, &T> = old.iter().map(|entry| (entry.name(), entry)).collect();
    let after: HashSet<&str> = new.iter().map(Entry::name).collect();
    let added: Vec<&T> = new.iter().filter(|entry| !before.contains_key(entry.name())).collect();
    let removed: Vec<&T> = old.iter().filter(|entry| !after.contains(entry.name())).collect();
    let identities = |list: &[&T]| list.iter().map(|entry| entry.identity()).collect::<Vec<_>>();
    for (was, is) in renames::pairs(&identities(&removed), &identities(&added)) {
        let (was, is) = (removed[was], added[is]);
        changes.renamed.push(Renamed { old: was.name().to_owned(), new: is.name().to_owned() });
        before.insert(is.name(), was);
    }
    for entry in new {
        if let Some(old) = before.get(entry.name()) {
            changes.changed.extend(of_entry(*old, entry, entry.name().to_owned()));
        }
    }
    let names = |list: &[&T]| list.iter().map(|entry| entry.name().to_owned()).collect();
    (changes.added, changes.removed) = (names(&added), names(&removed));
    changes
}

/// How an entry differs from what it was, if it does.
fn of_entry<T: Entry + PartialEq>(old: &T, new: &T, name: String) -> Option<ChangedEntry> {
    if old == new {
        return None;
    }
    let pairs = old.properties().into_iter().zip(new.properties());
    let mut changes = Vec::new();
    for ((property, old), (_, new)) in pairs {
        of_property(property, old, new, &mut changes);
    }
    (!changes.is_empty()).then_some(ChangedEntry { name, changes })
}

fn of_property(property: &str, old: Shown<'_>, new: Shown<'_>, changes: &mut Vec<Change>) {
    let value =
        |old: String, new: String| Change::Value { property: property.to_owned(), old, new };
    if let (Shown::Set(old) | Shown::Ordered(old), Shown::Set(new) | Shown::Ordered(new)) =
        (&old, &new)
    {
        let without = |list: &[&str], other: &[&str]| -> Vec<String> {
            let other: HashSet<&str> = other.iter().copied().collect();
            list.iter().filter(|it| !other.contains(*it)).map(|&it| it.to_owned()).collect()
        };
        let (added, removed) = (without(new, old), without(old, new));
        if !added.is_empty() || !removed.is_empty() {
            changes.push(Change::Members { property: property.to_owned(), added, removed });
            return;
        }
    }
    match (old, new) {
        (_, Shown::Set(_)) => {}
        (Shown::Elements(old), Shown::Elements(new)) if old.len() == new.len() => {
            let sorted = |list: &[String]| {
                let mut list = list.to_vec();
                list.sort_unstable();
                list
            };
            if old != new && sorted(&old) == sorted(&new) {
                changes.push(value(old.join(", "), new.join(", ")));
                return;
            }
            let pairs = old.into_iter().zip(new).filter(|(old, new)| old != new);
            changes.extend(pairs.map(|(old, new)| value(old, new)));
        }
        (Shown::Elements(old), Shown::Elements(new)) => {
            // What both have says nothing.
            let without = |list: &[String], other: &[String]| -> Vec<String> {
                list.iter().filter(|it| !other.contains(it)).cloned().collect()
            };
            let (added, removed) = (without(&new, &old), without(&old, &new));
            let is_of_both = added.len() < new.len() && removed.len() < old.len();
            if is_of_both && !(added.is_empty() && removed.is_empty()) {
                changes.push(Change::Members { property: property.to_owned(), added, removed });
            } else {
                changes.push(value(old.join(", "), new.join(", ")));
            }
        }
        (old, new) => {
            let [old, new] = [old, new].map(Shown::into_text);
            if old != new {
                changes.push(value(old, new));
            }
        }
    }
}

impl Shown<'_> {
    fn into_text(self) -> String {
        match self {
            Shown::Text(text) => text,
            Shown::Set(names) | Shown::Ordered(names) => names.join(", "),
            Shown::Elements(elements) => elements.join(", "),
        }
    }
}

fn strs(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

/// Patterns are what they say: one that changed is gone, and another is there. Their records are mostly
/// anonymous.
fn of_patterns(
    kind: Kind,
    old: &[Pattern],
    new: &[Pattern],
    instructions: &[Renamed],
) -> ListChanges {
    let mut changes = none(kind);
    let new_names = new_names(instructions);
    let old: Vec<String> = old.iter().map(pattern_text).collect();
    let new: Vec<String> = new.iter().map(pattern_text).collect();
    let mut left: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, text) in old.iter().enumerate().rev() {
        let text = renames::rename_words(text, &new_names);
        left.entry(with_numbered_operands(&text)).or_default().push(index);
    }
    // For each pattern of both, in the new order, its index in the old one.
    let mut order = Vec::new();
    for text in &new {
        match left.get_mut(&with_numbered_operands(text)).and_then(Vec::pop) {
            Some(index) => order.push(index),
            None => changes.added.push(text.clone()),
        }
    }
    let mut gone: Vec<usize> = left.into_values().flatten().collect();
    gone.sort_unstable();
    changes.removed = gone.into_iter().map(|index| old[index].clone()).collect();
    changes.moved = order.len() - longest_rising(&order);
    changes
}

/// By the old name the new one.
fn new_names(renamed: &[Renamed]) -> HashMap<&str, &str> {
    renamed.iter().map(|it| (it.old.as_str(), it.new.as_str())).collect()
}

fn pattern_text(pattern: &Pattern) -> String {
    let mut text = format!("{} => {}", pattern.source, pattern.result);
    if !pattern.predicates.is_empty() {
        text.push_str(&format!(" if {}", pattern.predicates.join(", ")));
    }
    if let Some(mode) = &pattern.mode {
        text.push_str(&format!(" in {mode}"));
    }
    text
}

/// The text of a pattern with numbers for the names of its operands, which mean nothing.
fn with_numbered_operands(text: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut parts = text.split('$');
    let mut numbered = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        let number = names.iter().position(|other| *other == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        numbered.push_str(&format!("${number}{rest}"));
    }
    numbered
}

/// How many of the numbers, which all differ, can be kept so that they rise.
fn longest_rising(numbers: &[usize]) -> usize {
    // For each length, the least number with which a rising row of that length ends.
    let mut ends: Vec<usize> = Vec::new();
    for &number in numbers {
        let length = ends.partition_point(|&end| end < number);
        match ends.get_mut(length) {
            Some(end) => *end = number,
            None => ends.push(number),
        }
    }
    ends.len()
}

/// The names of entries are those of model and instruction: `Model ADD`. An instruction that one description
/// lacks is left out; it is among the changes of instructions.
fn of_schedules(
    kind: Kind,
    old: &[Schedule],
    new: &[Schedule],
    instructions: &[Renamed],
) -> ListChanges {
    let mut changes = none(kind);
    let new_names = new_names(instructions);
    let before: HashMap<&str, &Schedule> = old.iter().map(|it| (it.model.as_str(), it)).collect();
    for schedule in new {
        let Some(was) = before.get(schedule.model.as_str()) else {
            changes.added.push(schedule.model.clone());
            continue;
        };
        let name = |name| new_names.get(name).copied().unwrap_or(name);
        let was = was.instructions.iter().map(|it| (name(it.name()), it));
        let was: HashMap<&str, &ScheduledInstruction> = was.collect();
        for instruction in &schedule.instructions {
            if let Some(old) = was.get(instruction.name()) {
                let name = format!("{} {}", schedule.model, instruction.name());
                changes.changed.extend(of_entry(*old, instruction, name));
            }
        }
    }
    let is_left = |name: &str| new.iter().any(|schedule| schedule.model == name);
    let gone = old.iter().filter(|schedule| !is_left(&schedule.model));
    changes.removed = gone.map(|schedule| schedule.model.clone()).collect();
    changes
}

impl Entry for Instruction {
    fn name(&self) -> &str {
        &self.name
    }

    fn properties(&self) -> Vec<(&'static str, Shown<'_>)> {
        let encodings = self.encodings.iter().map(|encoding| {
            let mode = encoding.mode.as_ref().map(|mode| format!("{mode}: ")).unwrap_or_default();
            format!("{mode}{}", encoding.bits.join(" "))
        });
        vec![
            ("namespace", Shown::Text(self.namespace.clone())),
            ("size", Shown::Text(self.size.to_string())),
            ("assembly", Shown::Text(self.assembly.clone())),
            ("outputs", Shown::Elements(operands(&self.outputs))),
            ("inputs", Shown::Elements(operands(&self.inputs))),
            ("variadic", Shown::Text(self.is_variadic.to_string())),
            ("implicit defs", Shown::Set(strs(&self.implicit_defs))),
            ("implicit uses", Shown::Set(strs(&self.implicit_uses))),
            ("flags", Shown::Set(self.flags.clone())),
            ("predicates", Shown::Set(strs(&self.predicates))),
            ("encoding", Shown::Text(encodings.collect::<Vec<_>>().join("; "))),
        ]
    }

    /// An instruction that is written in assembly, by its encoding, or by its operands and predicates where that is none
    /// of fixed length.
    fn identity(&self) -> Option<String> {
        if self.assembly.is_empty() || is_pseudo(self) || self.is_generic {
            return None;
        }
        let mut identity = vec![self.assembly.clone()];
        for encoding in &self.encodings {
            identity.extend(encoding.mode.clone());
            identity.extend(encoding.bits.iter().cloned());
        }
        if self.encodings.is_empty() {
            identity.extend(operands(&self.outputs));
            identity.extend(operands(&self.inputs));
            identity.extend(self.predicates.iter().cloned());
        }
        Some(identity.join("\n"))
    }
}

/// Operands as a description writes them, with their constraints.
fn operands(list: &[Operand]) -> Vec<String> {
    let texts = list.iter().map(|operand| {
        let mut text = format!("{}:${}", operand.class, operand.name);
        if let Some(output) = operand.tied_to {
            text.push_str(&format!(" tied to {output}"));
        }
        if operand.is_early_clobber {
            text.push_str(" early-clobber");
        }
        text
    });
    texts.collect()
}

impl Entry for OperandType {
    fn name(&self) -> &str {
        &self.name
    }

    fn properties(&self) -> Vec<(&'static str, Shown<'_>)> {
        vec![
            ("type", Shown::Text(self.ty.clone())),
            ("operand type", Shown::Text(self.operand_type.clone())),
            ("print method", Shown::Text(self.print_method.clone())),
            ("encoder method", Shown::Text(self.encoder_method.clone().unwrap_or_default())),
            ("parts", Shown::Text(self.parts.join(", "))),
        ]
    }
}

impl Entry for Register {
    fn name(&self) -> &str {
        &self.name
    }

    fn properties(&self) -> Vec<(&'static str, Shown<'_>)> {
        let dwarf = self.dwarf_numbers.iter().map(i32::to_string);
        let sub = self.sub_registers.iter().map(|sub| format!("{}:{}", sub.index, sub.register));
        vec![
            ("namespace", Shown::Text(self.namespace.clone())),
            ("assembly name", Shown::Text(self.assembly_name.clone())),
            ("other names", Shown::Set(strs(&self.other_names))),
            ("encoding", Shown::Text(self.encoding.to_string())),
            ("DWARF numbers", Shown::Text(dwarf.collect::<Vec<_>>().join(", "))),
            ("sub-registers", Shown::Elements(sub.collect())),
            ("aliases", Shown::Set(strs(&self.aliases))),
            ("constant", Shown::Text(self.is_constant.to_string())),
            ("artificial", Shown::Text(self.is_artificial.to_string())),
        ]
    }
}

impl Entry for RegisterClass {
    fn name(&self) -> &str {
        &self.name
    }

    fn properties(&self) -> Vec<(&'static str, Shown<'_>)> {
        let spill = format!("{} bits, aligned to {}", self.spill_bits, self.spill_alignment);
        vec![
            ("namespace", Shown::Text(self.namespace.clone())),
            ("bits", Shown::Text(self.bits.to_string())),
            ("spill slot", Shown::Text(spill)),
            ("types", Shown::Set(strs(&self.types))),
            ("registers", Shown::Ordered(strs(&self.registers))),
            ("allocatable", Shown::Text(self.is_allocatable.to_string())),
            ("copy cost", Shown::Text(self.copy_cost.to_string())),
            ("allocation priority", Shown::Text(self.allocation_priority.to_string())),
        ]
    }

    fn identity(&self) -> Option<String> {
        Some([self.registers.join(" "), self.types.join(" ")].join("\n"))
    }
}

/// Features are compared by the names that users write; one without such a name by its record.
impl Entry for Feature {
    fn name(&self) -> &str {
        if self.name.is_empty() { &self.record } else { &self.name }
    }

    fn properties(&self) -> Vec<(&'static str, Shown<'_>)> {
        vec![
            ("description", Shown::Text(self.description.clone())),
            ("sets", Shown::Text(format!("{} = {}", self.field, self.value))),
            ("implies", Shown::Set(strs(&self.implies))),
        ]
    }

    fn identity(&self) -> Option<String> {
        Some(self.record.clone())
    }
}

impl Entry for Processor {
    fn name(&self) -> &str {
        &self.name
    }

    fn properties(&self) -> Vec<(&'static str, Shown<'_>)> {
        vec![
            ("model", Shown::Text(self.model.clone())),
            ("features", Shown::Set(strs(&self.features))),
            ("features for tuning", Shown::Set(strs(&self.tune_features))),
            ("all features", Shown::Set(strs(&self.all_features))),
        ]
    }
}

impl Entry for ScheduledInstruction {
    fn name(&self) -> &str {
        &self.instruction
    }

    fn properties(&self) -> Vec<(&'static str, Shown<'_>)> {
        let range = |range: Option<(i64, i64)>| match range {
            None => "none".to_owned(),
            Some((least, most)) if least == most => least.to_string(),
            Some((least, most)) => format!("{least} to {most}"),
        };
        let resources = self.resources.iter().map(|(name, cycles)| format!("{name}={cycles}"));
        vec![
            ("coverage", Shown::Text(self.coverage.to_owned())),
            ("latency", Shown::Text(range(self.latency))),
            ("micro-operations", Shown::Text(range(self.micro_ops))),
            ("resources", Shown::Elements(resources.collect())),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::{longest_rising, with_numbered_operands};

    #[test]
    fn names_of_operands_mean_nothing() {
        let text = with_numbered_operands("(add R:$rs1, (sub $b, R:$rs1)) => (A $b, $rs1)");
        assert_eq!(text, "(add R:$0, (sub $1, R:$0)) => (A $1, $0)");
    }

    #[test]
    fn what_has_moved_is_as_little_as_possible() {
        assert_eq!(longest_rising(&[]), 0);
        assert_eq!(longest_rising(&[0, 1, 2, 3]), 4);
        // One of them moved to the front.
        assert_eq!(longest_rising(&[3, 0, 1, 2]), 3);
        assert_eq!(longest_rising(&[3, 2, 1, 0]), 1);
    }
}
