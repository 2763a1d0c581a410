//! Properties that nearly all instructions in a format share.
//!
//! In: for each instruction, whether it has a property, for example a schedule. Out: the instructions without the
//! property, if nine in ten instructions in their format have it. An instruction's format is the nearest superclass
//! with at least ten instructions.

use rustc_hash::FxHashMap;
use tablewright_records::{ClassId, Record, RecordStore};

/// Minimum number of instructions in a format.
const FEWEST: usize = 10;

/// An instruction without a property that its format usually has.
pub(super) struct Exception<'s> {
    /// The instruction.
    pub(super) instruction: Record<'s>,
    /// Its format.
    pub(super) format: ClassId,
    /// Number of instructions in the format with the property.
    pub(super) having: usize,
    /// Number of instructions in the format.
    pub(super) all: usize,
}

/// An instruction that may have the property.
pub(super) struct HabitInstruction<'s> {
    pub(super) instruction: Record<'s>,
    pub(super) has_property: bool,
}

/// Finds the exceptions.
pub(super) fn exceptions<'s>(
    store: &'s RecordStore,
    instructions: &[HabitInstruction<'s>],
) -> Vec<Exception<'s>> {
    let Some(base) = store.find_class("Instruction") else { return Vec::new() };
    let is_format =
        |class: &ClassId| *class != base && store.class(*class).superclasses().contains(&base);
    let mut counts: FxHashMap<ClassId, (usize, usize)> = FxHashMap::default();
    for &HabitInstruction { instruction, has_property } in instructions {
        for class in instruction.superclasses().iter().filter(|class| is_format(class)) {
            let (having, all) = counts.entry(*class).or_default();
            *having += usize::from(has_property);
            *all += 1;
        }
    }
    let mut exceptions = Vec::new();
    for &HabitInstruction { instruction, has_property } in instructions {
        if has_property {
            continue;
        }
        // Superclasses come before the classes that inherit from them.
        let formats = instruction.superclasses().iter().rev().filter(|class| is_format(class));
        let nearest =
            formats.map(|class| (*class, counts[class])).find(|(_, (_, all))| *all >= FEWEST);
        if let Some((format, (having, all))) = nearest
            && having * 10 >= all * 9
        {
            exceptions.push(Exception { instruction, format, having, all });
        }
    }
    exceptions
}
