//! `--select FILE.ll`: the instructions of functions in LLVM IR.

use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_llvm::selector::{SelectedBlock, Selector};
use tablewright_records::TextSink;
use tablewright_selection::llvm_ir::IrError;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::super::rows::PatternLineRow;
use super::super::target::PatternsTarget;
use super::{AttemptRow, InstructionRow};
use crate::description_command::CommandSubject;
use crate::report::{Report, ReportForm};

/// An instruction of a function.
#[derive(Serialize)]
struct FunctionRow<'s> {
    function: String,
    block: String,
    #[serde(flatten)]
    instruction: InstructionRow<'s>,
}

/// A block, and its values that are not an instruction's own.
struct BlockHeading {
    function: String,
    block: String,
    /// Lines such as `$a is $b`.
    values: Vec<String>,
    /// Length in the trace.
    attempt_count: usize,
}

/// Attempts for a function's node.
#[derive(Serialize)]
struct FunctionAttemptRow {
    function: String,
    block: String,
    #[serde(flatten)]
    attempt: AttemptRow,
}

/// The instructions of functions.
#[derive(Serialize)]
struct FunctionReport<'s> {
    target: &'s str,
    instructions: Vec<FunctionRow<'s>>,
    assumptions: Vec<String>,
    not_selected: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trace: Vec<FunctionAttemptRow>,
    /// The blocks in order, for the text form.
    #[serde(skip)]
    blocks: Vec<BlockHeading>,
}

/// Selects the functions of a file, given by its name and text. A node that nothing selects is part of the report, so
/// that the other functions are printed too.
pub(super) fn selected<'s>(
    subject: &CommandSubject<'s, '_>,
    target: &PatternsTarget<'s>,
    selector: &Selector<'_, '_>,
    (file, text): (&str, &str),
    form: ReportForm,
) -> Result<String, Failure> {
    let refuse = |error: IrError| {
        let message = format!("{file}:{}: {}", error.line, error.message);
        Diagnostic::error_anywhere(Code::Usage, message)
    };
    let mut report = FunctionReport {
        target: target.name,
        instructions: Vec::new(),
        assumptions: Vec::new(),
        not_selected: Vec::new(),
        trace: Vec::new(),
        blocks: Vec::new(),
    };
    for block in selector.select_functions(text).map_err(refuse)? {
        report.add(target, block);
    }
    Ok(form.print(&report, subject.width))
}

impl<'s> FunctionReport<'s> {
    fn add(&mut self, target: &PatternsTarget<'s>, selected: SelectedBlock) {
        let SelectedBlock { function, block, instructions, other_values, trace, .. } = selected;
        self.instructions.extend(instructions.into_iter().map(|instruction| FunctionRow {
            function: function.clone(),
            block: block.clone(),
            instruction: InstructionRow::new(target, instruction),
        }));
        for assumption in selected.assumptions {
            if !self.assumptions.contains(&assumption) {
                self.assumptions.push(assumption);
            }
        }
        let failures = selected.failures.iter();
        self.not_selected.extend(failures.map(|node| format!("{node} in {function}")));
        let attempt_count = trace.len();
        self.trace.extend(trace.into_iter().map(|attempt| FunctionAttemptRow {
            function: function.clone(),
            block: block.clone(),
            attempt: AttemptRow::new(target, attempt),
        }));
        self.blocks.push(BlockHeading { function, block, values: other_values, attempt_count });
    }
}

impl<'s> Report for FunctionReport<'s> {
    const NAME: &'static str = super::super::rows::REPORT;
    const COLUMNS: &'static [&'static str] =
        &["FUNCTION", "BLOCK", "INSTRUCTION", "RESULTS", "OPERANDS", "PATTERN"];
    type Row = FunctionRow<'s>;

    fn rows(&self) -> &[FunctionRow<'s>] {
        &self.instructions
    }

    fn cells(&self, row: &FunctionRow<'s>) -> Vec<String> {
        let mut cells = vec![row.function.clone(), row.block.clone()];
        cells.extend(row.instruction.cells());
        cells
    }

    fn text(&self, _: Option<usize>) -> String {
        let mut text = String::new();
        let mut function = None;
        let mut attempts = self.trace.iter();
        for BlockHeading { function: of_function, block, values, attempt_count } in &self.blocks {
            if function != Some(of_function) {
                let separator = if function.is_some() { "\n" } else { "" };
                writeln!(text, "{separator}{of_function}:");
                function = Some(of_function);
            }
            writeln!(text, "{block}:");
            for row in attempts.by_ref().take(*attempt_count) {
                row.attempt.print(&mut text);
            }
            let rows = self.instructions.iter();
            for row in rows.filter(|row| row.function == *of_function && row.block == *block) {
                writeln!(text, "  {}", row.instruction.instruction.text());
            }
            for value in values {
                writeln!(text, "  {value}");
            }
        }
        for assumption in &self.assumptions {
            writeln!(text, "assumed: {assumption}");
        }
        for node in &self.not_selected {
            writeln!(text, "not selected: {node}");
        }
        text
    }
}
