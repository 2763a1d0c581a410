//! `--select FILE.ll`: the instructions of functions in LLVM IR.

use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_llvm::selector::Selector;
use tablewright_records::TextSink;
use tablewright_selection::llvm_ir::{FunctionGraphs, IrError, parse_functions};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::super::rows::PatternLineRow;
use super::super::target::MatcherTarget;
use super::{InstructionRow, ValueNames, instruction_rows};
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
}

/// The instructions of functions.
#[derive(Serialize)]
struct FunctionReport<'s> {
    target: &'s str,
    instructions: Vec<FunctionRow<'s>>,
    assumptions: Vec<String>,
    not_selected: Vec<String>,
    /// The blocks in order, for the text form.
    #[serde(skip)]
    blocks: Vec<BlockHeading>,
}

/// Selects the functions of a file, given by its name and text. A node that nothing selects is part of the report, so
/// that the other functions are printed too.
pub(super) fn selected<'s>(
    subject: &CommandSubject<'s, '_>,
    target: &MatcherTarget<'s>,
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
        blocks: Vec::new(),
    };
    let types = selector.types();
    for function in parse_functions(text).map_err(refuse)? {
        let graphs = FunctionGraphs::new(&function, types, target.to_match, selector);
        let graphs = graphs.map_err(refuse)?;
        for block in graphs.blocks {
            let selection = selector.select(&block.graph);
            let names = ValueNames { types, graph: &block.graph, selection: &selection };
            let (function, name) = (graphs.name.clone(), block.name.clone());
            report.blocks.push(BlockHeading { function, block: name, values: names.others() });
            let rows = instruction_rows(target, &names).into_iter().map(|instruction| {
                let (function, block) = (graphs.name.clone(), block.name.clone());
                FunctionRow { function, block, instruction }
            });
            report.instructions.extend(rows);
            for assumption in selection.assumptions {
                if !report.assumptions.contains(&assumption) {
                    report.assumptions.push(assumption);
                }
            }
            let failures = selection.failures.iter();
            let texts = failures.map(|&value| block.graph.text(types, value));
            report.not_selected.extend(texts.map(|node| format!("{node} in {}", graphs.name)));
        }
    }
    Ok(form.print(&report, subject.width))
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
        for BlockHeading { function: of_function, block, values } in &self.blocks {
            if function != Some(of_function) {
                let separator = if function.is_some() { "\n" } else { "" };
                writeln!(text, "{separator}{of_function}:");
                function = Some(of_function);
            }
            writeln!(text, "{block}:");
            let rows = self.instructions.iter();
            for row in rows.filter(|row| row.function == *of_function && row.block == *block) {
                writeln!(text, "  {}", row.instruction.line());
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
