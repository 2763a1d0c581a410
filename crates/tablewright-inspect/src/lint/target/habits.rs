//! What most instructions of a format have: the habits of a target.
//!
//! In: whether each instruction has something, such as a schedule. Out: those that lack it, although nine of ten
//! instructions of their format have it. The format of an instruction is the nearest class that it inherits from
//! with enough instructions to speak of a habit.

use rustc_hash::FxHashMap;
use tablewright_records::{ClassId, Record, RecordStore};

/// The fewest instructions that have a habit.
const FEWEST: usize = 10;

/// An instruction that is unlike the others of its format.
pub(super) struct Exception<'s> {
    /// The instruction.
    pub(super) instruction: Record<'s>,
    /// Its format.
    pub(super) format: ClassId,
    /// How many instructions of the format have what it lacks.
    pub(super) having: usize,
    /// How many instructions the format has.
    pub(super) all: usize,
}

/// Finds the exceptions among instructions, each with whether it has the thing in question.
pub(super) fn exceptions<'s>(
    store: &'s RecordStore,
    instructions: &[(Record<'s>, bool)],
) -> Vec<Exception<'s>> {
    let Some(base) = store.find_class("Instruction") else { return Vec::new() };
    let is_format =
        |class: &ClassId| *class != base && store.class(*class).superclasses().contains(&base);
    let mut counts: FxHashMap<ClassId, (usize, usize)> = FxHashMap::default();
    for &(instruction, has) in instructions {
        for class in instruction.superclasses().iter().filter(|class| is_format(class)) {
            let (having, all) = counts.entry(*class).or_default();
            *having += usize::from(has);
            *all += 1;
        }
    }
    let mut exceptions = Vec::new();
    for &(instruction, has) in instructions {
        if has {
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
