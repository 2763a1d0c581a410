//! How the steps of instructions are packed into a number for each.
//!
//! What an instruction begins with is mostly text, which goes into a table of strings. The steps
//! behind it are the same for many instructions. A fragment is a choice among commands, which are
//! rows of steps; as many fragments as fit have their choice in a few bits each of the number of
//! an instruction, above those for its text.

use tablewright_text::{SequenceToOffsetTable, SequenceToOffsetTableBuilder};

use super::steps::{Step, StepId, Steps};

/// The width of an instruction's number.
const BITS: u32 = 64;
/// No command, among the numbers of commands.
const NONE: u32 = u32::MAX;

/// The instructions that are printed, and the steps of each that are still to be packed.
#[derive(Default)]
pub(super) struct Rows {
    /// All steps, those of an instruction one after the other.
    pub(super) steps: Vec<StepId>,
    pub(super) rows: Vec<Row>,
}

/// An instruction that is printed.
pub(super) struct Row {
    /// Its number.
    pub(super) instruction: usize,
    /// Where in the steps its own begin that are not packed yet.
    pub(super) start: usize,
    /// Where they end.
    pub(super) end: usize,
}

impl Rows {
    /// The steps of a row that are not packed yet.
    pub(super) fn steps_of(&self, row: &Row) -> &[StepId] {
        &self.steps[row.start..row.end]
    }
}

/// The numbers of instructions, and what their bits mean.
pub(super) struct Packed {
    /// By instruction; zero for those that are not printed.
    pub(super) infos: Vec<u64>,
    pub(super) strings: SequenceToOffsetTable<u8>,
    /// How many bits say which string comes first: one more than its place.
    pub(super) string_bits: u32,
    pub(super) fragments: Vec<Fragment>,
}

/// A choice among commands.
pub(super) struct Fragment {
    /// The lowest bit of the choice.
    pub(super) shift: u32,
    /// How many bits the choice takes.
    pub(super) bits: u32,
    pub(super) commands: Vec<Command>,
}

/// Steps that several instructions go on with.
pub(super) struct Command {
    pub(super) steps: Vec<StepId>,
    /// The rows of these instructions, in order.
    pub(super) rows: Vec<usize>,
}

impl Packed {
    /// Packs the steps of `rows`, which keep what does not fit. There are `count` instructions.
    pub(super) fn of(steps: &Steps<'_>, rows: &mut Rows, count: usize) -> Packed {
        let mut infos = vec![0; count];
        let (strings, string_bits) = strings(steps, rows, &mut infos);
        let mut packed = Packed { infos, strings, string_bits, fragments: Vec::new() };
        let mut shift = string_bits;
        while let Some(commands) = commands(rows, steps.len()) {
            let bits = ceil_log2(commands.len());
            if shift + bits > BITS {
                break;
            }
            for (choice, command) in (0u64..).zip(&commands) {
                for &row in &command.rows {
                    let row = &mut rows.rows[row];
                    // A single command takes no bits, even where none are left.
                    packed.infos[row.instruction] |= choice.checked_shl(shift).unwrap_or(0);
                    row.start += command.steps.len();
                }
            }
            packed.fragments.push(Fragment { shift, bits, commands });
            shift += bits;
        }
        packed
    }

    /// How many bits of an instruction's number are used.
    pub(super) fn used_bits(&self) -> u32 {
        self.fragments.last().map_or(self.string_bits, |last| last.shift + last.bits)
    }
}

/// Takes the texts that instructions begin with into a table, and their places, plus one, into
/// the numbers of the instructions. Returns how many bits these take, too.
fn strings(
    steps: &Steps<'_>,
    rows: &mut Rows,
    infos: &mut [u64],
) -> (SequenceToOffsetTable<u8>, u32) {
    let mut texts: Vec<Option<Vec<u8>>> = vec![None; steps.len()];
    let mut builder = SequenceToOffsetTableBuilder::new();
    for row in &rows.rows {
        let first = rows.steps[row.start];
        if let Step::Text(text) = steps.get(first)
            && texts[first.index()].is_none()
        {
            let bytes = unescaped(text);
            builder.add(bytes.clone());
            texts[first.index()] = Some(bytes);
        }
    }
    let table = builder.layout();
    // An instruction that begins with an operand begins with the end of the first string.
    let nothing = table.offset(b"").unwrap_or(0);
    let mut last = 0;
    let mut offsets: Vec<Option<usize>> = vec![None; steps.len()];
    for row in &mut rows.rows {
        let first = rows.steps[row.start].index();
        let mut offset = nothing;
        if let Some(text) = &texts[first] {
            offset = *offsets[first]
                .get_or_insert_with(|| table.offset(text).expect("all texts are in the table"));
            last = last.max(offset);
            row.start += 1;
        }
        infos[row.instruction] = offset as u64 + 1;
    }
    (table, ceil_log2(last + 2))
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

/// What instructions go on with, in the order in which they first do; `None` if all are done.
///
/// Instructions that go on with the same step share a command, which goes on as long as all of
/// them do.
fn commands(rows: &Rows, step_count: usize) -> Option<Vec<Command>> {
    let mut commands: Vec<Command> = Vec::new();
    let mut command_of = vec![NONE; step_count];
    for (number, row) in rows.rows.iter().enumerate() {
        let Some((first, rest)) = rows.steps_of(row).split_first() else { continue };
        let command = &mut command_of[first.index()];
        if *command == NONE {
            *command = commands.len() as u32;
            commands.push(Command { steps: rows.steps_of(row).to_vec(), rows: vec![number] });
            continue;
        }
        let command = &mut commands[*command as usize];
        let common = command.steps[1..].iter().zip(rest).take_while(|(a, b)| a == b).count();
        command.steps.truncate(1 + common);
        command.rows.push(number);
    }
    (!commands.is_empty()).then_some(commands)
}

/// How many bits numbers below `count` take.
fn ceil_log2(count: usize) -> u32 {
    count.next_power_of_two().trailing_zeros()
}
