//! Instructions whose steps do not all fit into their numbers: those that differ in one step at
//! most are printed together.

use rustc_hash::FxHashMap;

use super::fragments::{Row, Rows};
use super::steps::StepId;

/// Instructions that are printed by the same steps but for one.
pub(super) struct Group {
    /// The numbers of the instructions, in order.
    pub(super) instructions: Vec<usize>,
    pub(super) steps: Vec<GroupStep>,
}

pub(super) enum GroupStep {
    /// A step of all.
    Same(StepId),
    /// A step that depends on the instruction: choices in the order in which instructions first
    /// make them, with the numbers of the instructions.
    Choice(Vec<(StepId, Vec<usize>)>),
}

/// How the steps of an instruction compare to those of another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Difference {
    None,
    /// In the step of that place.
    One(usize),
    Many,
}

/// The groups of what is not printed yet.
pub(super) fn groups(rows: &Rows) -> Vec<Group> {
    let mut remaining: Vec<&Row> = rows.rows.iter().filter(|row| row.start < row.end).collect();
    let mut groups = Vec::new();
    while let Some((&first, others)) = remaining.split_first() {
        let mut members = vec![first];
        let mut place = None;
        let mut left = Vec::with_capacity(others.len());
        // Many instructions have the same steps: these are compared once.
        let mut known: FxHashMap<&[StepId], Difference> = FxHashMap::default();
        for &other in others {
            let steps = rows.steps_of(other);
            let difference =
                *known.entry(steps).or_insert_with(|| difference(rows.steps_of(first), steps));
            let is_member = match difference {
                Difference::None => true,
                Difference::One(at) => *place.get_or_insert(at) == at,
                Difference::Many => false,
            };
            if is_member {
                members.push(other);
            } else {
                left.push(other);
            }
        }
        groups.push(group(rows, &members, place));
        remaining = left;
    }
    groups
}

fn difference(a: &[StepId], b: &[StepId]) -> Difference {
    if a.len() != b.len() {
        return Difference::Many;
    }
    let mut places = (0..a.len()).filter(|&at| a[at] != b[at]);
    match (places.next(), places.next()) {
        (None, _) => Difference::None,
        (Some(at), None) => Difference::One(at),
        (Some(_), Some(_)) => Difference::Many,
    }
}

fn group(rows: &Rows, members: &[&Row], place: Option<usize>) -> Group {
    let step = |(at, &step): (usize, &StepId)| {
        if place != Some(at) {
            return GroupStep::Same(step);
        }
        let mut choices: Vec<(StepId, Vec<usize>)> = Vec::new();
        let mut number_of: FxHashMap<StepId, usize> = FxHashMap::default();
        for member in members {
            let step = rows.steps_of(member)[at];
            let number = *number_of.entry(step).or_insert(choices.len());
            if number == choices.len() {
                choices.push((step, Vec::new()));
            }
            choices[number].1.push(member.instruction);
        }
        GroupStep::Choice(choices)
    };
    Group {
        instructions: members.iter().map(|member| member.instruction).collect(),
        steps: rows.steps_of(members[0]).iter().enumerate().map(step).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asm_writer::steps::StepId;

    /// The groups of instructions whose steps are given by letters.
    fn shown(instructions: &[&str]) -> Vec<String> {
        let mut rows = Rows::default();
        for (instruction, steps) in instructions.iter().enumerate() {
            let start = rows.steps.len();
            rows.steps.extend(steps.bytes().map(|step| StepId::new(step.into())));
            rows.rows.push(Row { instruction, start, end: rows.steps.len() });
        }
        let letter = |step: StepId| char::from(step.index() as u8);
        let step = |step: &GroupStep| match step {
            GroupStep::Same(step) => letter(*step).to_string(),
            GroupStep::Choice(choices) => {
                let choice = |(step, of): &(StepId, Vec<usize>)| format!("{}{of:?}", letter(*step));
                format!("({})", choices.iter().map(choice).collect::<Vec<_>>().join("|"))
            }
        };
        let shown = |group: &Group| {
            let steps: String = group.steps.iter().map(step).collect();
            format!("{:?} {steps}", group.instructions)
        };
        groups(&rows).iter().map(shown).collect()
    }

    #[test]
    fn what_differs_in_the_same_step_is_one_group() {
        assert_eq!(
            shown(&["abc", "abc", "axc", "xbc", "axc", "ayc", "ab", ""]),
            ["[0, 1, 2, 4, 5] a(b[0, 1]|x[2, 4]|y[5])c", "[3] xbc", "[6] ab"]
        );
        assert_eq!(shown(&["ab", "ab"]), ["[0, 1] ab"]);
    }
}
