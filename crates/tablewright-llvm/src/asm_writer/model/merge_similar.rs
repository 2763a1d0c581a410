//! Merges instructions whose steps do not all fit into their numbers: instructions that differ in at most a single
//! step are printed together.

use rustc_hash::FxHashMap;

use super::print_plan::{PrintPlan, PrintPlanStepId, PrintPlans};

/// Instructions that are printed by the same steps, except for one step at most.
pub(crate) struct SimilarGroup<I> {
    /// The instructions, in order.
    pub(crate) instructions: Vec<I>,
    pub(crate) steps: Vec<SimilarStep<I>>,
}

pub(crate) enum SimilarStep<I> {
    /// A step shared by all instructions in the group.
    Same(PrintPlanStepId),
    /// A step that depends on the instruction: choices in the order in which instructions first
    /// make them, with the instructions.
    Choice(Vec<(PrintPlanStepId, Vec<I>)>),
}

/// The difference between the steps of two instructions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Difference {
    None,
    /// Only the step with this index differs.
    One(usize),
    Many,
}

/// Groups the unpacked steps. `label` converts an instruction number to the group's label for it.
pub(super) fn groups<I>(plans: &PrintPlans, label: impl Fn(usize) -> I) -> Vec<SimilarGroup<I>> {
    let mut remaining: Vec<&PrintPlan> =
        plans.plans.iter().filter(|plan| plan.start < plan.end).collect();
    let mut groups = Vec::new();
    while let Some((&first, others)) = remaining.split_first() {
        // The first instruction that is left founds a group; others join it if they differ from it
        // in the step in which the first differing member does, or in none.
        let mut members = vec![first];
        let mut differing = None;
        let mut left = Vec::with_capacity(others.len());
        // Many instructions have the same steps: these are compared once.
        let mut memo: FxHashMap<&[PrintPlanStepId], Difference> = FxHashMap::default();
        for &other in others {
            let steps = plans.steps_of(other);
            let difference =
                *memo.entry(steps).or_insert_with(|| difference(plans.steps_of(first), steps));
            let is_member = match difference {
                Difference::None => true,
                // The first member that differs decides which step the group may choose.
                Difference::One(at) => *differing.get_or_insert(at) == at,
                Difference::Many => false,
            };
            if is_member {
                members.push(other);
            } else {
                left.push(other);
            }
        }
        groups.push(group(plans, &members, differing, &label));
        remaining = left;
    }
    groups
}

fn difference(a: &[PrintPlanStepId], b: &[PrintPlanStepId]) -> Difference {
    if a.len() != b.len() {
        return Difference::Many;
    }
    // Two differences are enough to know that there are many.
    let mut differing = (0..a.len()).filter(|&at| a[at] != b[at]);
    match (differing.next(), differing.next()) {
        (None, _) => Difference::None,
        (Some(at), None) => Difference::One(at),
        (Some(_), Some(_)) => Difference::Many,
    }
}

/// Returns the group of `members`, whose steps differ at `differing` only.
fn group<I>(
    plans: &PrintPlans,
    members: &[&PrintPlan],
    differing: Option<usize>,
    label: impl Fn(usize) -> I,
) -> SimilarGroup<I> {
    let mut steps = Vec::new();
    for (at, &step) in plans.steps_of(members[0]).iter().enumerate() {
        steps.push(if differing == Some(at) {
            SimilarStep::Choice(choices(plans, members, at, &label))
        } else {
            SimilarStep::Same(step)
        });
    }
    let instructions = members.iter().map(|member| label(member.instruction)).collect();
    SimilarGroup { instructions, steps }
}

/// Returns the different steps of the members at an index, each with the labels of its members.
fn choices<I>(
    plans: &PrintPlans,
    members: &[&PrintPlan],
    at: usize,
    label: impl Fn(usize) -> I,
) -> Vec<(PrintPlanStepId, Vec<I>)> {
    let mut choices: Vec<(PrintPlanStepId, Vec<I>)> = Vec::new();
    let mut number_of: FxHashMap<PrintPlanStepId, usize> = FxHashMap::default();
    for member in members {
        let step = plans.steps_of(member)[at];
        let number = *number_of.entry(step).or_insert(choices.len());
        if number == choices.len() {
            choices.push((step, Vec::new()));
        }
        choices[number].1.push(label(member.instruction));
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the groups of instructions whose steps are letters.
    fn shown(instructions: &[&str]) -> Vec<String> {
        let plans = PrintPlans::from_letters(instructions);
        let letter = |step: PrintPlanStepId| char::from(step.index() as u8);
        let step = |step: &SimilarStep<usize>| match step {
            SimilarStep::Same(step) => letter(*step).to_string(),
            SimilarStep::Choice(choices) => {
                let choice =
                    |(step, of): &(PrintPlanStepId, Vec<usize>)| format!("{}{of:?}", letter(*step));
                format!("({})", choices.iter().map(choice).collect::<Vec<_>>().join("|"))
            }
        };
        let group_text = |group: &SimilarGroup<usize>| {
            let steps: String = group.steps.iter().map(step).collect();
            format!("{:?} {steps}", group.instructions)
        };
        groups(&plans, |number| number).iter().map(group_text).collect()
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
