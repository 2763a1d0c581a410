//! Fragments: packs the print steps for each instruction into a number.
//!
//! Most instructions begin with text, which is moved to a string table. The steps after the text are equal for many
//! instructions. A fragment is a choice between commands, which are step sequences. An instruction's number contains
//! the offset of its text in the low bits, then as many fragment choices as fit.

use tablewright_index::IndexVec;
use tablewright_text::{SequenceToOffsetTable, SequenceToOffsetTableBuilder};

use super::print_plan::{PlanId, PrintPlanStepId, PrintPlans, PrintStep};

/// Width of an instruction's number in bits.
const BITS: u32 = 64;

/// Instruction numbers, and the layout of their bits.
pub(super) struct Packed {
    /// Number for each instruction; zero if it is not printed.
    pub(super) numbers: Vec<u64>,
    pub(super) strings: SequenceToOffsetTable<u8>,
    /// Width in bits for the first string's offset plus one.
    pub(super) string_bits: u32,
    pub(super) fragments: Vec<AsmWriterFragment>,
}

/// A choice between commands.
pub(super) struct AsmWriterFragment {
    /// Lowest bit of the choice.
    pub(super) shift: u32,
    /// Width in bits.
    pub(super) bits: u32,
    pub(super) commands: Vec<AsmWriterCommand>,
}

/// Common next steps in several instructions.
pub(super) struct AsmWriterCommand {
    pub(super) steps: Vec<PrintPlanStepId>,
    /// Plans for these instructions, in order.
    pub(super) plans: Vec<PlanId>,
}

impl Packed {
    /// Returns the number of used bits in an instruction's number.
    pub(super) fn used_bits(&self) -> u32 {
        self.fragments.last().map_or(self.string_bits, |last| last.shift + last.bits)
    }
}

/// Packs the steps in `plans`. Steps that do not fit stay there. `count` is the number of instructions.
pub(super) fn pack(
    steps: &IndexVec<PrintPlanStepId, PrintStep<'_>>,
    plans: &mut PrintPlans,
    count: usize,
) -> Packed {
    let mut numbers = vec![0; count];
    let (strings, string_bits) = take_strings(steps, plans, &mut numbers);
    let mut fragments = Vec::new();
    let mut shift = string_bits;
    // Each round removes a common prefix from every plan, so the loop ends when all plans are empty or no bits are
    // left.
    while let Some(commands) = commands(plans, steps.len()) {
        let bits = ceil_log2(commands.len());
        if shift + bits > BITS {
            break;
        }
        for (choice, command) in (0u64..).zip(&commands) {
            for &plan in &command.plans {
                let plan = &mut plans.plans[plan];
                // A single command needs no bits, even if none are left.
                numbers[plan.instruction] |= choice.checked_shl(shift).unwrap_or(0);
                plan.start += command.steps.len();
            }
        }
        fragments.push(AsmWriterFragment { shift, bits, commands });
        shift += bits;
    }
    Packed { numbers, strings, string_bits, fragments }
}

/// Moves each instruction's first text into a table, and stores its offset plus one in the instruction's number. Also
/// returns the offset's width in bits.
fn take_strings(
    steps: &IndexVec<PrintPlanStepId, PrintStep<'_>>,
    plans: &mut PrintPlans,
    numbers: &mut [u64],
) -> (SequenceToOffsetTable<u8>, u32) {
    let mut builder = SequenceToOffsetTableBuilder::new();
    // By step: index of its packed text.
    let mut text_of: IndexVec<PrintPlanStepId, Option<usize>> = IndexVec::from_elem(None, steps);
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
    // Offsets are known only after all strings are added, hence the second pass over the plans.
    let (table, offsets) = builder.layout_with_offsets();
    // For an instruction that begins with an operand, the text is the empty end of the first string.
    let nothing = table.offset(b"").unwrap_or(0);
    for plan in &mut plans.plans {
        let offset = match text_of[plans.steps[plan.start]] {
            Some(text) => {
                plan.start += 1;
                offsets[text]
            }
            None => nothing,
        };
        // Zero is reserved for instructions that are not printed.
        numbers[plan.instruction] = offset as u64 + 1;
    }
    let greatest = offsets.into_iter().max().unwrap_or(0);
    // Numbers range from zero, for no string, to `greatest + 1`.
    (table, ceil_log2(greatest + 2))
}

/// Returns the bytes for text between the quotes in a C++ literal.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut remaining_bytes = text.bytes();
    while let Some(byte) = remaining_bytes.next() {
        let escaped = match remaining_bytes.clone().next() {
            Some(escape) if byte == b'\\' => match escape {
                b'a' => Some(0x07),
                b'b' => Some(0x08),
                b'e' => Some(0x1b),
                b'f' => Some(0x0c),
                b'n' => Some(b'\n'),
                b'r' => Some(b'\r'),
                b't' => Some(b'\t'),
                b'v' => Some(0x0b),
                // Any other character keeps its backslash, as two characters in the string.
                b'"' | b'\'' | b'\\' => Some(escape),
                _ => None,
            },
            _ => None,
        };
        if escaped.is_some() {
            remaining_bytes.next();
        }
        bytes.push(escaped.unwrap_or(byte));
    }
    bytes
}

/// Finds the instructions' next commands, in order of first use; `None` if all plans are empty.
///
/// Instructions with the same next step share a command. The command contains all further steps that these
/// instructions have in common.
fn commands(plans: &PrintPlans, step_count: usize) -> Option<Vec<AsmWriterCommand>> {
    let mut commands: Vec<AsmWriterCommand> = Vec::new();
    // By first step: its command.
    let mut command_of: IndexVec<PrintPlanStepId, Option<CommandId>> =
        IndexVec::from_fn(step_count, |_| None);
    for (id, plan) in plans.plans.iter_enumerated() {
        let Some((&first, rest)) = plans.steps_of(plan).split_first() else { continue };
        let Some(command) = command_of[first] else {
            command_of[first] = Some(CommandId::from_index(commands.len()));
            // The first plan contributes all its steps; later plans shorten the command to the common prefix.
            commands
                .push(AsmWriterCommand { steps: plans.steps_of(plan).to_vec(), plans: vec![id] });
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
    /// A command in the packed fragment.
    struct CommandId;
}

/// Returns the number of bits for numbers below `count`.
fn ceil_log2(count: usize) -> u32 {
    count.next_power_of_two().trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packs instructions written as letters, one for each step: lower-case letters are text, others are operands.
    fn packed(instructions: &[&str]) -> (Packed, PrintPlans) {
        let step = |letter: u8| match char::from(letter) {
            text @ 'a'..='z' => PrintStep::Text(text.to_string()),
            operand => PrintStep::Special { modifier: operand.to_string() },
        };
        let steps = (0..128).map(step).collect();
        let mut plans = PrintPlans::from_letters(instructions);
        let packed = pack(&steps, &mut plans, instructions.len());
        (packed, plans)
    }

    /// Returns the commands in each fragment as letters, with the instructions that use them.
    fn command_text(command: &AsmWriterCommand) -> String {
        let steps = command.steps.iter().map(|step| char::from(step.index() as u8));
        let plans: Vec<usize> = command.plans.iter().map(|plan| plan.index()).collect();
        format!("{}{plans:?}", steps.collect::<String>())
    }

    fn fragments_of(packed: &Packed) -> Vec<String> {
        let fragment = |fragment: &AsmWriterFragment| {
            let commands: Vec<String> = fragment.commands.iter().map(command_text).collect();
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
        // Every fragment except the last is a choice of two, and continues with the same step.
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
