//! The tables that print instructions: the text that each begins with, the fragments that follow,
//! and the groups of instructions whose last steps did not fit into the tables.

use tablewright_backend::{Failure, Job};
use tablewright_index::IndexVec;
use tablewright_records::{Feature, RecordView};
use tablewright_target::instructions::Instructions;
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::record_views::instruction::InstructionRecord;
use tablewright_text::SequenceToOffsetTable;

use super::PrinterClass;
use super::fragments::{self, Packed};
use super::merge_similar::{self, SimilarGroup};
use super::print_plan::{PlanId, PrintPlan, PrintPlanStepId, PrintPlans, PrintStep, StepInterner};

/// An instruction with text that is never printed: code generation removes it before.
const PHI: &str = "PHI";
/// Maximum length of a comment with instruction names. Longer comments are cut.
const COMMENT_LENGTH: usize = 70;
/// Maximum size of a table element in bytes.
const TABLE_BYTES: u32 = 4;
/// The same in releases that have a single table for all 64 bits.
const WIDE_TABLE_BYTES: u32 = 8;

/// The tables that print instructions.
pub(crate) struct InstructionPrinter<'s> {
    /// By instruction, its name.
    pub(crate) names: Vec<&'s str>,
    pub(crate) steps: IndexVec<PrintPlanStepId, PrintStep<'s>>,
    pub(crate) strings: SequenceToOffsetTable<u8>,
    /// Mask for the bits that contain the string offset plus one.
    pub(crate) string_mask: u64,
    /// Width of the integer type for an instruction's number: 32 or 64.
    pub(crate) number_width: u32,
    pub(crate) tables: Vec<NumberTable>,
    pub(crate) fragments: Vec<InstPrinterFragment>,
    /// The groups of instructions with steps that did not fit into the numbers.
    pub(crate) remaining: Vec<SimilarGroup<QualifiedName<'s>>>,
}

/// A table with some bits from all instructions' numbers.
pub(crate) struct NumberTable {
    /// The lowest bit.
    pub(crate) shift: u32,
    /// The number of bits: 8, 16, 32 or 64.
    pub(crate) width: u32,
    /// By instruction.
    pub(crate) values: Vec<u64>,
}

/// A choice among commands, in some bits of an instruction's number.
pub(crate) struct InstPrinterFragment {
    pub(crate) shift: u32,
    pub(crate) bits: u32,
    /// The mask of the choice after the number is shifted.
    pub(crate) mask: u64,
    pub(crate) commands: Vec<InstPrinterCommand>,
}

/// The next steps, shared by several instructions.
pub(crate) struct InstPrinterCommand {
    /// The names of these instructions, as far as a comment shows them.
    pub(crate) instructions: String,
    pub(crate) steps: Vec<PrintPlanStepId>,
}

impl<'s> InstructionPrinter<'s> {
    pub(super) fn collect(
        job: &mut Job<'s>,
        class: &PrinterClass<'s>,
    ) -> Result<InstructionPrinter<'s>, Failure> {
        let store = job.store;
        let instructions: &Instructions = job.analysis()?;
        let operands: &InstructionOperands = job.analysis()?;
        let mut steps = StepInterner::default();
        let mut plans = PrintPlans::default();
        for (number, record) in instructions.iter() {
            let instruction = store.record(record);
            // Instructions without a plan keep the number zero, for which the printer reports an
            // error.
            if InstructionRecord::new(instruction).asm_string()?.is_empty()
                || instruction.name() == PHI
            {
                continue;
            }
            let start = plans.steps.len();
            steps.parse(
                instruction,
                operands.for_instruction(number),
                class.variant,
                &mut plans.steps,
            )?;
            let end = plans.steps.len();
            plans.plans.push(PrintPlan { instruction: number.index(), start, end });
        }
        let records = instructions.records();
        // The tables have a row for every instruction, printed or not: opcodes index them.
        let names: Vec<&str> = records.iter().map(|&record| store.record(record).name()).collect();
        let packed = fragments::pack(&steps.steps, &mut plans, instructions.len());
        let remaining = merge_similar::groups(&plans, |number| {
            QualifiedName::from_unchecked_record(store.record(records[number]))
        });
        let used_bits = packed.used_bits();
        let max_bytes = if store.release().has(Feature::PrintersHaveWideTables) {
            WIDE_TABLE_BYTES
        } else {
            TABLE_BYTES
        };
        Ok(InstructionPrinter {
            string_mask: (1 << packed.string_bits) - 1,
            number_width: if used_bits > 32 { 64 } else { 32 },
            tables: tables(used_bits, &packed.numbers, max_bytes),
            fragments: describe_fragments(&packed, &plans, &names),
            strings: packed.strings,
            names,
            steps: steps.steps,
            remaining,
        })
    }
}

/// Splits the used bits into tables with 32, 16 and 8 bits, the widest first.
fn tables(used_bits: u32, numbers: &[u64], max_bytes: u32) -> Vec<NumberTable> {
    let mut tables = Vec::new();
    let mut bytes = used_bits.div_ceil(8);
    let mut shift = 0;
    while bytes != 0 {
        // The widest power of two that fits: three bytes are split into tables with 16 and 8 bits, and not 32.
        let table_bytes = (1 << bytes.ilog2()).min(max_bytes);
        let width = table_bytes * 8;
        let mask = u64::MAX >> (u64::BITS - width);
        let values = numbers.iter().map(|number| number >> shift & mask).collect();
        tables.push(NumberTable { shift, width, values });
        bytes -= table_bytes;
        shift += width;
    }
    tables
}

/// Returns the fragments with comments that name instructions.
fn describe_fragments(
    packed: &Packed,
    plans: &PrintPlans,
    names: &[&str],
) -> Vec<InstPrinterFragment> {
    let fragment = |fragment: &fragments::AsmWriterFragment| InstPrinterFragment {
        shift: fragment.shift,
        bits: fragment.bits,
        mask: (1 << fragment.bits) - 1,
        commands: fragment
            .commands
            .iter()
            .map(|command| InstPrinterCommand {
                instructions: comment(
                    command.plans.iter().map(|&plan: &PlanId| names[plans.plans[plan].instruction]),
                ),
                steps: command.steps.clone(),
            })
            .collect(),
    };
    packed.fragments.iter().map(fragment).collect()
}

/// Returns the names, as many as fit into a comment.
fn comment<'s>(names: impl Iterator<Item = &'s str>) -> String {
    let mut comment = String::new();
    for name in names {
        if !comment.is_empty() {
            comment.push_str(", ");
        }
        comment.push_str(name);
        if comment.len() > COMMENT_LENGTH {
            // Cut in the middle of a name, too, but never inside a character: `truncate` would
            // panic.
            let end = (0..=COMMENT_LENGTH).rev().find(|&end| comment.is_char_boundary(end));
            comment.truncate(end.unwrap_or(0));
            comment.push_str("...");
            break;
        }
    }
    comment
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_bits_are_divided_into_the_widest_tables() {
        let widths = |bits| -> Vec<(u32, u32)> {
            tables(bits, &[], TABLE_BYTES).iter().map(|table| (table.shift, table.width)).collect()
        };
        assert_eq!(widths(7), [(0, 8)]);
        assert_eq!(widths(17), [(0, 16), (16, 8)]);
        assert_eq!(widths(33), [(0, 32), (32, 8)]);
        assert_eq!(widths(64), [(0, 32), (32, 32)]);
        let [low, high] = &tables(40, &[0x12_3456_789a], TABLE_BYTES)[..] else {
            panic!("not two tables")
        };
        assert_eq!((&low.values[..], &high.values[..]), (&[0x3456_789a][..], &[0x12][..]));
    }

    #[test]
    fn a_comment_ends_in_dots_where_names_are_left_out() {
        assert_eq!(comment(["ADD", "SUB"].into_iter()), "ADD, SUB");
        let long = "x".repeat(COMMENT_LENGTH);
        assert_eq!(comment([&long[..]].into_iter()), long);
        assert_eq!(comment([&long[1..], "SUB"].into_iter()), format!("{},...", &long[1..]));
    }
}
