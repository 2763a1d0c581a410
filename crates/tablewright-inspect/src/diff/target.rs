//! Target changes: the lists from [`export`](crate::export), compared.

use std::collections::{HashMap, HashSet};

use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostics, Severity};
use tablewright_target::schedule::coverage::CountRange;

use super::anonymous::without_numbers;
use super::entries::{
    AddedGroup, ComparedValue, Entry, ListChanges, ListProblem, compare_entries, for_entry, none,
    strs,
};
use super::renames::{self, Renamed};
use crate::export::{
    self, ExportedFeature, ExportedList, ExportedListKind, ExportedOperand, ExportedOperandType,
    ExportedPattern, ExportedProcessor, ExportedRegister, ExportedRegisterClass, Instruction,
    Schedule, ScheduledInstruction,
};

/// Compares all lists for two targets.
pub(super) fn compare(old: &RecordStore, new: &RecordStore) -> Vec<ListChanges> {
    let mut changed = Vec::new();
    // Patterns and schedules mention instructions. Renamed instructions are therefore computed
    // first.
    let mut instructions: Vec<Renamed> = Vec::new();
    for kind in ExportedListKind::ALL.into_iter().filter(|kind| kind.is_compared()) {
        let changes = match (listed(kind, old), listed(kind, new)) {
            (Ok(old), Ok(new)) => for_lists(kind, &old, &new, &instructions),
            // Neither description has the list, for example neither has schedules.
            (Err(_), Err(_)) => continue,
            (Err(error), Ok(_)) => with_problem(kind, false, error),
            (Ok(_), Err(error)) => with_problem(kind, true, error),
        };
        if kind == ExportedListKind::Instructions {
            instructions.clone_from(&changes.renamed);
        }
        if !changes.is_empty() {
            changed.push(changes);
        }
    }
    changed
}

/// Computes a list, or returns the first error message.
fn listed(kind: ExportedListKind, store: &RecordStore) -> Result<ExportedList, String> {
    let mut diagnostics = Diagnostics::new();
    export::list(kind, store, &mut diagnostics).map_err(|error| match error {
        AnalysisError::Diagnostic(diagnostic) => diagnostic.message,
        AnalysisError::Reported => {
            let first = diagnostics.iter().find(|it| it.severity == Severity::Error);
            first.map_or_else(|| "it has errors".to_owned(), |error| error.message.clone())
        }
    })
}

fn with_problem(kind: ExportedListKind, is_new: bool, message: String) -> ListChanges {
    ListChanges { problem: Some(ListProblem { is_new, message }), ..none(kind.name()) }
}

/// Compares two lists of the same kind. Patterns and schedules mention instructions by name;
/// renamed instructions are taken into account.
fn for_lists(
    kind: ExportedListKind,
    old: &ExportedList,
    new: &ExportedList,
    instructions: &[Renamed],
) -> ListChanges {
    match (old, new) {
        (ExportedList::Instructions(old), ExportedList::Instructions(new)) => {
            let mut changes = compare_entries(kind.name(), old, new);
            changes.added_by_predicates = added_by_predicates(&changes, new);
            sort_instructions(&mut changes.added, new);
            sort_instructions(&mut changes.removed, old);
            changes
        }
        (ExportedList::Operands(old), ExportedList::Operands(new)) => {
            compare_entries(kind.name(), old, new)
        }
        (ExportedList::Registers(old), ExportedList::Registers(new)) => {
            compare_entries(kind.name(), old, new)
        }
        (ExportedList::RegisterClasses(old), ExportedList::RegisterClasses(new)) => {
            compare_entries(kind.name(), old, new)
        }
        (ExportedList::Features(old), ExportedList::Features(new)) => {
            compare_entries(kind.name(), old, new)
        }
        (ExportedList::Processors(old), ExportedList::Processors(new)) => {
            compare_entries(kind.name(), old, new)
        }
        (ExportedList::Patterns(old), ExportedList::Patterns(new)) => {
            for_patterns(kind, old, new, instructions)
        }
        (ExportedList::Schedules(old), ExportedList::Schedules(new)) => {
            for_schedules(kind, old, new, instructions)
        }
        // Both lists are of the same kind; derived lists are not compared.
        (
            ExportedList::Instructions(_)
            | ExportedList::Operands(_)
            | ExportedList::Registers(_)
            | ExportedList::RegisterClasses(_)
            | ExportedList::Features(_)
            | ExportedList::Processors(_)
            | ExportedList::Patterns(_)
            | ExportedList::Schedules(_)
            | ExportedList::Mnemonics(_)
            | ExportedList::Decoder(_),
            _,
        ) => none(kind.name()),
    }
}

/// Sorts instruction names: the target's own first, then its pseudo instructions, then generic
/// instructions.
fn sort_instructions(names: &mut [String], all: &[Instruction]) {
    let rank = |instruction: &Instruction| {
        if instruction.is_generic { 2 } else { u8::from(is_pseudo(instruction)) }
    };
    let ranks: HashMap<&str, u8> = all.iter().map(|it| (it.name.as_str(), rank(it))).collect();
    names.sort_by_key(|name| ranks.get(name.as_str()).copied());
}

fn is_pseudo(instruction: &Instruction) -> bool {
    instruction.flags.contains(&"isPseudo")
}

/// Groups added instructions by predicates, largest group first. Renamed instructions are left out.
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

/// Compares patterns by their text: a changed pattern counts as removed and added. Names do not
/// help, since most pattern records are anonymous.
fn for_patterns(
    kind: ExportedListKind,
    old: &[ExportedPattern],
    new: &[ExportedPattern],
    instructions: &[Renamed],
) -> ListChanges {
    let mut changes = none(kind.name());
    let new_names = new_names(instructions);
    let old: Vec<String> = old.iter().map(pattern_text).collect();
    let new: Vec<String> = new.iter().map(pattern_text).collect();
    let mut left: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, text) in old.iter().enumerate().rev() {
        let text = renames::rename_words(text, &new_names);
        left.entry(with_numbered_operands(&text)).or_default().push(index);
    }
    // For each common pattern in the new order, its index in the old list.
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

/// Maps old names to new names.
fn new_names(renamed: &[Renamed]) -> HashMap<&str, &str> {
    renamed.iter().map(|it| (it.old.as_str(), it.new.as_str())).collect()
}

fn pattern_text(pattern: &ExportedPattern) -> String {
    let mut text = format!("{} => {}", pattern.source, pattern.result);
    if !pattern.predicates.is_empty() {
        text.push_str(&format!(" if {}", pattern.predicates.join(", ")));
    }
    if let Some(mode) = &pattern.mode {
        text.push_str(&format!(" in {mode}"));
    }
    without_numbers(&text).into_owned()
}

/// Replaces the operand names in a pattern by numbers, since the names are insignificant.
fn with_numbered_operands(text: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut parts = text.split('$');
    let mut numbered = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(part.len());
        let (name, after_name) = part.split_at(end);
        let number = names.iter().position(|other| *other == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        numbered.push_str(&format!("${number}{after_name}"));
    }
    numbered
}

/// Returns the longest increasing subsequence's length. The numbers are distinct.
fn longest_rising(numbers: &[usize]) -> usize {
    // For each length, the smallest last number of an increasing subsequence with this length.
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

/// Compares schedules. Entries are named by model and instruction: `Model ADD`. Instructions that
/// only one description has are left out, since they are listed among the instructions.
fn for_schedules(
    kind: ExportedListKind,
    old: &[Schedule],
    new: &[Schedule],
    instructions: &[Renamed],
) -> ListChanges {
    let mut changes = none(kind.name());
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
                changes.changed.extend(for_entry(*old, instruction, name));
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

    fn properties(&self) -> Vec<(&'static str, ComparedValue<'_>)> {
        let mut encoding: Vec<String> = Vec::new();
        for each in &self.encodings {
            encoding.extend(each.mode.as_ref().map(|mode| format!("{mode}:")));
            encoding.extend(each.bits.iter().cloned());
        }
        encoding.extend(self.more.variable.iter().cloned());
        vec![
            ("namespace", ComparedValue::Text(self.namespace.clone())),
            ("size", ComparedValue::Text(self.size.to_string())),
            ("assembly", ComparedValue::Text(self.assembly.clone())),
            ("outputs", ComparedValue::Elements(operands(&self.outputs))),
            ("inputs", ComparedValue::Elements(operands(&self.inputs))),
            ("variadic", ComparedValue::Text(self.is_variadic.to_string())),
            ("implicit defs", ComparedValue::Set(strs(&self.implicit_defs))),
            ("implicit uses", ComparedValue::Set(strs(&self.implicit_uses))),
            ("flags", ComparedValue::Set(self.flags.clone())),
            ("predicates", ComparedValue::Set(strs(&self.predicates))),
            ("encoding", ComparedValue::Encoding(encoding)),
            ("soft fail", ComparedValue::Text(self.more.soft_fail.join("; "))),
            ("TSFlags", ComparedValue::Bits(self.more.target_flags.clone())),
        ]
    }

    /// An instruction with assembly text is identified by its encoding, or without a fixed-length
    /// encoding by its operands and predicates.
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

/// Formats operands with their constraints, as in a description.
fn operands(list: &[ExportedOperand]) -> Vec<String> {
    list.iter().map(operand_text).collect()
}

fn operand_text(operand: &ExportedOperand) -> String {
    let mut text = format!("{}:${}", operand.class, operand.name);
    if let Some(output) = operand.tied_to {
        text.push_str(&format!(" tied to {output}"));
    }
    if operand.is_early_clobber {
        text.push_str(" early-clobber");
    }
    text
}

impl Entry for ExportedOperandType {
    fn name(&self) -> &str {
        &self.name
    }

    fn properties(&self) -> Vec<(&'static str, ComparedValue<'_>)> {
        vec![
            ("type", ComparedValue::Text(self.ty.clone())),
            ("operand type", ComparedValue::Text(self.operand_type.clone())),
            ("print method", ComparedValue::Text(self.print_method.clone())),
            (
                "encoder method",
                ComparedValue::Text(self.encoder_method.clone().unwrap_or_default()),
            ),
            ("parts", ComparedValue::Text(self.parts.join(", "))),
        ]
    }
}

impl Entry for ExportedRegister {
    fn name(&self) -> &str {
        &self.name
    }

    fn properties(&self) -> Vec<(&'static str, ComparedValue<'_>)> {
        let dwarf = self.dwarf_numbers.iter().map(i32::to_string);
        let sub = self.sub_registers.iter().map(|sub| format!("{}:{}", sub.index, sub.register));
        vec![
            ("namespace", ComparedValue::Text(self.namespace.clone())),
            ("assembly name", ComparedValue::Text(self.assembly_name.clone())),
            ("other names", ComparedValue::Set(strs(&self.other_names))),
            ("encoding", ComparedValue::Text(self.encoding.to_string())),
            ("DWARF numbers", ComparedValue::Text(dwarf.collect::<Vec<_>>().join(", "))),
            ("sub-registers", ComparedValue::Elements(sub.collect())),
            ("aliases", ComparedValue::Set(strs(&self.aliases))),
            ("constant", ComparedValue::Text(self.is_constant.to_string())),
            ("artificial", ComparedValue::Text(self.is_artificial.to_string())),
        ]
    }
}

impl Entry for ExportedRegisterClass {
    fn name(&self) -> &str {
        &self.name
    }

    fn properties(&self) -> Vec<(&'static str, ComparedValue<'_>)> {
        let spill = format!("{} bits, aligned to {}", self.spill_bits, self.spill_alignment);
        vec![
            ("namespace", ComparedValue::Text(self.namespace.clone())),
            ("bits", ComparedValue::Text(self.bits.to_string())),
            ("spill slot", ComparedValue::Text(spill)),
            ("types", ComparedValue::Set(strs(&self.types))),
            ("registers", ComparedValue::Ordered(strs(&self.registers))),
            ("allocatable", ComparedValue::Text(self.is_allocatable.to_string())),
            ("copy cost", ComparedValue::Text(self.copy_cost.to_string())),
            ("allocation priority", ComparedValue::Text(self.allocation_priority.to_string())),
        ]
    }

    fn identity(&self) -> Option<String> {
        Some([self.registers.join(" "), self.types.join(" ")].join("\n"))
    }
}

/// Features are compared by their command line names. A feature without such a name is compared by
/// its record.
impl Entry for ExportedFeature {
    fn name(&self) -> &str {
        if self.name.is_empty() { &self.record } else { &self.name }
    }

    fn properties(&self) -> Vec<(&'static str, ComparedValue<'_>)> {
        vec![
            ("description", ComparedValue::Text(self.description.clone())),
            ("sets", ComparedValue::Text(format!("{} = {}", self.field, self.value))),
            ("implies", ComparedValue::Set(strs(&self.implies))),
        ]
    }

    fn identity(&self) -> Option<String> {
        Some(self.record.clone())
    }
}

impl Entry for ExportedProcessor {
    fn name(&self) -> &str {
        &self.name
    }

    fn properties(&self) -> Vec<(&'static str, ComparedValue<'_>)> {
        vec![
            ("model", ComparedValue::Text(self.model.clone())),
            ("features", ComparedValue::Set(strs(&self.features))),
            ("features for tuning", ComparedValue::Set(strs(&self.tune_features))),
            ("all features", ComparedValue::Set(strs(&self.all_features))),
        ]
    }
}

fn range(range: Option<CountRange>) -> String {
    match range {
        None => "none".to_owned(),
        Some(CountRange { least, most }) if least == most => least.to_string(),
        Some(CountRange { least, most }) => format!("{least} to {most}"),
    }
}

impl Entry for ScheduledInstruction {
    fn name(&self) -> &str {
        &self.instruction
    }

    fn properties(&self) -> Vec<(&'static str, ComparedValue<'_>)> {
        let resources = self.resources.iter().map(|(name, cycles)| format!("{name}={cycles}"));
        vec![
            ("coverage", ComparedValue::Text(self.coverage.to_owned())),
            ("latency", ComparedValue::Text(range(self.latency))),
            ("micro-operations", ComparedValue::Text(range(self.micro_ops))),
            ("resources", ComparedValue::Elements(resources.collect())),
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
        // One of them has moved to the front.
        assert_eq!(longest_rising(&[3, 0, 1, 2]), 3);
        assert_eq!(longest_rising(&[3, 2, 1, 0]), 1);
    }
}
