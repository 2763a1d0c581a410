//! Fragments: the print steps of all instructions, packed into one number for each instruction.
//!
//! Most instructions begin with text, which goes into a table of strings. The steps after the text
//! are the same for many instructions. A fragment is a choice among commands, which are sequences
//! of steps. The number of an instruction has the offset of its text in the low bits and the
//! choices of the fragments above it, as many as fit.

use tablewright_index::IndexVec;
use tablewright_text::{SequenceToOffsetTable, SequenceToOffsetTableBuilder};

use super::print_plan::{PlanId, PrintPlans, PrintStep, StepId};

/// The width of an instruction's number.
const BITS: u32 = 64;

/// The numbers of instructions, and what their bits mean.
pub(super) struct Packed {
    /// By instruction; zero for those that are not printed.
    pub(super) numbers: Vec<u64>,
    pub(super) strings: SequenceToOffsetTable<u8>,
    /// The number of bits for the offset of the first string, plus one.
    pub(super) string_bits: u32,
    pub(super) fragments: Vec<Fragment>,
}

/// A choice among commands.
pub(super) struct Fragment {
    /// The lowest bit of the choice.
    pub(super) shift: u32,
    /// The number of bits of the choice.
    pub(super) bits: u32,
    pub(super) commands: Vec<Command>,
}

/// Steps that several instructions have next.
pub(super) struct Command {
    pub(super) steps: Vec<StepId>,
    /// The plans of these instructions, in order.
    pub(super) plans: Vec<PlanId>,
}

impl Packed {
    /// The number of bits in use of an instruction's number.
    pub(super) fn used_bits(&self) -> u32 {
        self.fragments.last().map_or(self.string_bits, |last| last.shift + last.bits)
    }
}

/// Packs the steps of `plans`, which keep what does not fit. There are `count` instructions.
pub(super) fn pack(
    steps: &IndexVec<StepId, PrintStep<'_>>,
    plans: &mut PrintPlans,
    count: usize,
) -> Packed {
    let mut numbers = vec![0; count];
    let (strings, string_bits) = take_strings(steps, plans, &mut numbers);
    let mut fragments = Vec::new();
    let mut shift = string_bits;
    // Each round takes a common beginning from every plan, so the loop ends when all plans are
    // empty or the bits run out.
    while let Some(commands) = commands(plans, steps.len()) {
        let bits = ceil_log2(commands.len());
        if shift + bits > BITS {
            break;
        }
        for (choice, command) in (0u64..).zip(&commands) {
            for &plan in &command.plans {
                let plan = &mut plans.plans[plan];
                // A single command takes no bits, even where none are left.
                numbers[plan.instruction] |= choice.checked_shl(shift).unwrap_or(0);
                plan.start += command.steps.len();
            }
        }
        fragments.push(Fragment { shift, bits, commands });
        shift += bits;
    }
    Packed { numbers, strings, string_bits, fragments }
}

/// Takes the texts that instructions begin with into a table, and their offsets, plus one, into
/// the numbers of the instructions. Returns how many bits these take, too.
fn take_strings(
    steps: &IndexVec<StepId, PrintStep<'_>>,
    plans: &mut PrintPlans,
    numbers: &mut [u64],
) -> (SequenceToOffsetTable<u8>, u32) {
    let mut builder = SequenceToOffsetTableBuilder::new();
    // By step, the number of its text among those that are packed.
    let mut text_of: IndexVec<StepId, Option<usize>> = IndexVec::from_elem(None, steps);
    let mut text_count = 0;
    for plan in &plans.plans {
        // Every plan ends in `Step::Return`, so it has a first step.
        let first = plans.steps[plan.start];
        if let PrintStep::Text(text) = &steps[first]
            && text_of[first].is_none()
        {
            builder.add(unescaped(text));
            text_of[first] = Some(text_count);
            text_count += 1;
        }
    }
    // The table has offsets only when all strings are added, hence the second pass over the plans.
    let (table, offsets) = builder.layout_with_offsets();
    // An instruction that begins with an operand begins with the end of the first string.
    let nothing = table.offset(b"").unwrap_or(0);
    for plan in &mut plans.plans {
        let offset = match text_of[plans.steps[plan.start]] {
            Some(text) => {
                plan.start += 1;
                offsets[text]
            }
            None => nothing,
        };
        // Zero is left to instructions that are not printed.
        numbers[plan.instruction] = offset as u64 + 1;
    }
    let greatest = offsets.into_iter().max().unwrap_or(0);
    // The numbers go from zero, for no string, to `greatest + 1`.
    (table, ceil_log2(greatest + 2))
}

/// The bytes that text between the quotes of a C++ literal stands for.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let escaped = match rest.clone().next() {
            Some(escape) if byte == b'\\' => match escape {
                b'a' => Some(0x07),
                b'b' => Some(0x08),
                b'e' => Some(0x1b),
                b'f' => Some(0x0c),
                b'n' => Some(b'\n'),
                b'r' => Some(b'\r'),
                b't' => Some(b'\t'),
                b'v' => Some(0x0b),
                // Any other character keeps its backslash, as two characters of the string.
                b'"' | b'\'' | b'\\' => Some(escape),
                _ => None,
            },
            _ => None,
        };
        if escaped.is_some() {
            rest.next();
        }
        bytes.push(escaped.unwrap_or(byte));
    }
    bytes
}

/// The next commands of instructions, in the order of their first use; `None` if all are done.
///
/// Instructions whose next step is the same share a command, which has all further steps that all
/// of these instructions have in common.
fn commands(plans: &PrintPlans, step_count: usize) -> Option<Vec<Command>> {
    let mut commands: Vec<Command> = Vec::new();
    // By the step that a command begins with.
    let mut command_of: IndexVec<StepId, Option<CommandId>> =
        IndexVec::from_fn(step_count, |_| None);
    for (id, plan) in plans.plans.iter_enumerated() {
        let Some((&first, rest)) = plans.steps_of(plan).split_first() else { continue };
        let Some(command) = command_of[first] else {
            command_of[first] = Some(CommandId::from_index(commands.len()));
            // The first plan gives all of its steps; those that follow shorten the command to what
            // they have in common with it.
            commands.push(Command { steps: plans.steps_of(plan).to_vec(), plans: vec![id] });
            continue;
        };
        let command = &mut commands[command.index()];
        let common = command.steps[1..].iter().zip(rest).take_while(|(a, b)| a == b).count();
        command.steps.truncate(1 + common);
        command.plans.push(id);
    }
    (!commands.is_empty()).then_some(commands)
}

tablewright_index::define_index! {
    /// A command of the fragment that is packed.
    struct CommandId;
}

/// The number of bits for numbers below `count`.
fn ceil_log2(count: usize) -> u32 {
    count.next_power_of_two().trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packs instructions of which each letter is a step: a lower-case letter text, another an
    /// operand.
    fn packed(instructions: &[&str]) -> (Packed, PrintPlans) {
        let step = |letter: u8| match char::from(letter) {
            text @ 'a'..='z' => PrintStep::Text(text.to_string()),
            operand => PrintStep::Special { modifier: operand.to_string() },
        };
        let steps = (0..128).map(step).collect();
        let mut plans = PrintPlans::of_letters(instructions);
        let packed = pack(&steps, &mut plans, instructions.len());
        (packed, plans)
    }

    /// The commands of each fragment as letters, with the instructions that take them.
    fn fragments_of(packed: &Packed) -> Vec<String> {
        let command = |command: &Command| {
            let steps: String =
                command.steps.iter().map(|step| char::from(step.index() as u8)).collect();
            let plans: Vec<usize> = command.plans.iter().map(|plan| plan.index()).collect();
            format!("{steps}{plans:?}")
        };
        let fragment = |fragment: &Fragment| {
            let commands: Vec<String> = fragment.commands.iter().map(command).collect();
            format!("{} at {}: {}", fragment.bits, fragment.shift, commands.join(" "))
        };
        packed.fragments.iter().map(fragment).collect()
    }

    #[test]
    fn a_command_goes_on_as_long_as_all_its_instructions_do() {
        let (packed, plans) = packed(&["aXYZ", "bXYW", "cV"]);
        // Strings are "a", "b" and "c" with a terminator each: offsets 0, 2 and 4, plus one.
        assert_eq!(packed.string_bits, 3);
        assert_eq!(fragments_of(&packed), ["1 at 3: XY[0, 1] V[2]", "1 at 4: Z[0] W[1]"]);
        assert_eq!(packed.numbers, [0b00001, 0b10011, 0b01101]);
        assert!(plans.plans.iter().all(|plan| plan.start == plan.end));
    }

    #[test]
    fn an_instruction_that_begins_with_an_operand_begins_with_an_empty_string() {
        let (packed, _) = packed(&["aX", "X"]);
        assert_eq!(packed.numbers, [0b01, 0b10]);
    }

    #[test]
    fn what_does_not_fit_into_64_bits_stays() {
        // Every fragment but the last is a choice of two, which goes on with the same step.
        let steps = |choices: &str| choices.chars().flat_map(|c| [c, 'Z']).collect::<String>();
        let instructions: Vec<String> = (0..70)
            .map(|at| {
                let mut choices = vec!['P'; 70];
                choices[at] = 'Q';
                format!("a{}", steps(&choices.into_iter().collect::<String>()))
            })
            .collect();
        let instructions: Vec<&str> = instructions.iter().map(String::as_str).collect();
        let (packed, plans) = packed(&instructions);
        assert_eq!(packed.used_bits(), 64);
        assert!(plans.plans.iter().any(|plan| plan.start < plan.end));
    }

    #[test]
    fn escapes_are_read_as_cpp_does() {
        assert_eq!(unescaped("a\\tb\\\\\\x"), b"a\tb\\\\x");
    }
}
