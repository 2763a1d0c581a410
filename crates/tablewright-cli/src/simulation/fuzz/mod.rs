//! `run --fuzz`: random trees are selected, encoded, decoded and executed, and the results compared with direct
//! evaluation of the trees.

mod execution;
mod generate;
mod random;
mod shrink;

use std::collections::BTreeMap;

use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_llvm::matcher_table::MatcherTable;
use tablewright_llvm::selector::{Selector, SelectorOptions};
use tablewright_machine::{ByteOrder, Machine};
use tablewright_records::TextSink;
use tablewright_selection::patterns::graph::GraphPayload;
use tablewright_simulator::{GraphBytes, InstructionFlaw, Simulator, evaluate_graph};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::enabled_features::EnabledFeatures;

use crate::counted::counted;
use crate::report::Report;
use execution::{NotExecuted, StepExecutor};
use generate::{BYTES, BYTES_START, RandomTree, TreeGenerator};
use random::RandomNumbers;

/// Differences shown, each with other instructions.
const MAX_FINDINGS: usize = 20;
/// Random operands for each instruction.
const ROUND_TRIPS: usize = 40;
/// Attempts to find a smaller tree.
const MAX_SHRINK: usize = 200;

/// A difference between a tree and its instructions.
#[derive(Serialize)]
pub(super) struct FuzzFinding {
    tree: String,
    inputs: Vec<FuzzInput>,
    /// The executed instructions.
    instructions: Vec<String>,
    /// The difference in words.
    message: String,
    /// Assumptions of selection, for example about C++ functions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<String>,
}

#[derive(Serialize)]
struct FuzzInput {
    name: String,
    value: String,
}

#[derive(Serialize)]
struct FlawRow {
    instruction: String,
    flaw: String,
}

#[derive(Serialize)]
struct SkippedRow {
    reason: String,
    trees: usize,
}

/// The outcome of all trees.
#[derive(Serialize)]
pub(super) struct FuzzReport {
    seed: u64,
    trees: usize,
    executed: usize,
    /// Trees whose result LLVM leaves undefined, for example a shift by more than the width.
    undefined: usize,
    not_selected: usize,
    skipped: Vec<SkippedRow>,
    /// Contradictions between meanings, flags and register lists.
    flaws: Vec<FlawRow>,
    findings: Vec<FuzzFinding>,
}

impl FuzzReport {
    /// Whether nothing is wrong.
    pub(super) fn is_clean(&self) -> bool {
        self.flaws.is_empty() && self.findings.is_empty()
    }
}

/// The outcome of a tree.
enum TreeOutcome {
    Equal,
    /// LLVM leaves the result undefined.
    Undefined,
    NotSelected,
    Skipped(String),
    Different(Box<FuzzFinding>),
}

/// The parts that all trees share.
struct FuzzRun<'a, 'm, 's> {
    selector: &'a Selector<'a, 's>,
    executor: StepExecutor<'a, 'm, 's>,
    bytes: GraphBytes,
}

/// Tests `count` random trees.
pub(super) fn fuzz<'m, 's>(
    machine: &'m Machine<'s>,
    simulator: &mut Simulator<'m, 's>,
    features: Option<EnabledFeatures<'s>>,
    count: usize,
    seed: u64,
    diagnostics: &mut Diagnostics,
) -> Result<FuzzReport, Failure> {
    let table = MatcherTable::new(machine.store(), diagnostics, false)?;
    let options = SelectorOptions::default();
    let selector = Selector::new(&table, features, machine.hw_mode(), options, diagnostics)?;
    let flaws = simulator.flaws(diagnostics)?;
    let mut random = RandomNumbers::new(seed);
    let bytes = GraphBytes {
        start: BYTES_START,
        bytes: (0..BYTES).map(|_| random.next() as u8).collect(),
        is_big_endian: machine.byte_order() == ByteOrder::Big,
    };
    let mut executor = StepExecutor::new(machine, simulator, seed, diagnostics)?;
    let round_trips = executor.round_trips(ROUND_TRIPS);
    let mut run = FuzzRun { selector: &selector, executor, bytes };
    let mut generator = TreeGenerator::new(selector.types(), table.patterns(), seed);
    let mut report = FuzzReport {
        seed,
        trees: if generator.pattern_count() == 0 { 0 } else { count },
        executed: 0,
        undefined: 0,
        not_selected: 0,
        skipped: Vec::new(),
        flaws: flaw_rows(flaws, round_trips),
        findings: Vec::new(),
    };
    let mut skipped: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..report.trees {
        let tree = generator.tree();
        match run.test(&tree) {
            TreeOutcome::Equal => report.executed += 1,
            TreeOutcome::Undefined => report.undefined += 1,
            TreeOutcome::NotSelected => report.not_selected += 1,
            TreeOutcome::Skipped(reason) => *skipped.entry(reason).or_default() += 1,
            TreeOutcome::Different(finding) => {
                report.executed += 1;
                let finding = run.shrink(tree, *finding);
                let is_known = report.findings.iter().any(|known| known.is_like(&finding));
                if !is_known && report.findings.len() < MAX_FINDINGS {
                    report.findings.push(finding);
                }
            }
        }
    }
    let skipped = skipped.into_iter();
    report.skipped = skipped.map(|(reason, trees)| SkippedRow { reason, trees }).collect();
    Ok(report)
}

/// Returns the flaws of instructions by themselves.
fn flaw_rows(flaws: Vec<InstructionFlaw>, round_trips: Vec<(String, String)>) -> Vec<FlawRow> {
    let flaws = flaws.into_iter().map(|flaw| (flaw.instruction, flaw.flaw));
    let rows = flaws.chain(round_trips);
    rows.map(|(instruction, flaw)| FlawRow { instruction, flaw }).collect()
}

impl FuzzFinding {
    /// Whether another finding has the same instructions, apart from operands.
    fn is_like(&self, other: &FuzzFinding) -> bool {
        let names = |finding: &FuzzFinding| -> Vec<String> {
            let lines = finding.instructions.iter();
            lines.map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
        };
        names(self) == names(other)
    }
}

impl FuzzRun<'_, '_, '_> {
    fn test(&mut self, tree: &RandomTree) -> TreeOutcome {
        let types = self.selector.types();
        let mut memory = self.bytes.clone();
        let Ok(expected) = evaluate_graph(&tree.graph, types, &tree.inputs, &mut memory) else {
            return TreeOutcome::Undefined;
        };
        let selection = self.selector.select(&tree.graph);
        if !selection.failures.is_empty() {
            return TreeOutcome::NotSelected;
        }
        let message = match self.executor.execute(tree, &selection, self.bytes.clone()) {
            Err(NotExecuted::Skipped(reason)) => return TreeOutcome::Skipped(reason),
            Err(NotExecuted::Finding(message)) => message,
            Ok(outcome) => {
                let mut message = None;
                for (root, found) in tree.graph.roots.iter().zip(&outcome.roots) {
                    let (Some(&expected), Some(found)) = (expected.get(&root.value), found) else {
                        continue;
                    };
                    let bits = tree.graph.ty(root.value).map_or(64, |ty| types.bits(ty));
                    let found = found & (u128::MAX >> (128 - bits.clamp(1, 128)));
                    if found != expected {
                        message = Some(format!("expected {expected:#x}, found {found:#x}"));
                    }
                }
                if outcome.memory != memory {
                    message = Some(difference(&memory, &outcome.memory));
                }
                match message {
                    None => return TreeOutcome::Equal,
                    Some(message) => message,
                }
            }
        };
        TreeOutcome::Different(Box::new(FuzzFinding {
            tree: tree.graph.roots.iter().map(|root| tree.graph.text(types, root.value)).collect(),
            inputs: inputs(tree),
            instructions: self.executor.lines.clone(),
            message,
            assumptions: selection.assumptions,
        }))
    }

    /// Replaces parts of a tree by variables as long as a difference remains.
    fn shrink(&mut self, tree: RandomTree, finding: FuzzFinding) -> FuzzFinding {
        let (mut tree, mut finding) = (tree, finding);
        let mut attempts = 0;
        'smaller: loop {
            let types = self.selector.types();
            let mut memory = self.bytes.clone();
            let values = evaluate_graph(&tree.graph, types, &tree.inputs, &mut memory);
            let Ok(values) = values else { return finding };
            for smaller in shrink::smaller(&tree, types, &values) {
                attempts += 1;
                if attempts > MAX_SHRINK {
                    return finding;
                }
                if let TreeOutcome::Different(found) = self.test(&smaller) {
                    (tree, finding) = (smaller, *found);
                    continue 'smaller;
                }
            }
            return finding;
        }
    }
}

/// Returns the variables that a tree uses.
fn inputs(tree: &RandomTree) -> Vec<FuzzInput> {
    let uses = tree.graph.use_counts();
    let mut inputs = Vec::new();
    for (id, node) in tree.graph.iter() {
        let GraphPayload::Register(name) = &node.payload else { continue };
        if uses.keys().any(|value| value.node == id)
            && let Some(number) = tree.inputs.get(name)
        {
            inputs.push(FuzzInput { name: name.clone(), value: format!("{number:#x}") });
        }
    }
    inputs
}

/// Describes the first byte that differs.
fn difference(expected: &GraphBytes, found: &GraphBytes) -> String {
    let bytes = expected.bytes.iter().zip(&found.bytes).enumerate();
    let mut different = bytes.filter(|(_, (expected, found))| expected != found);
    different.next().map_or_else(String::new, |(index, (expected, found))| {
        let address = found_address(index);
        format!("byte at {address:#x}: expected {expected:#x}, found {found:#x}")
    })
}

fn found_address(index: usize) -> u64 {
    BYTES_START + index as u64
}

impl Report for FuzzReport {
    const NAME: &'static str = "run-fuzz";
    const COLUMNS: &'static [&'static str] = &["TREE", "INPUTS", "INSTRUCTIONS", "DIFFERENCE"];
    type Row = FuzzFinding;

    fn rows(&self) -> &[FuzzFinding] {
        &self.findings
    }

    fn cells(&self, row: &FuzzFinding) -> Vec<String> {
        let inputs: Vec<String> =
            row.inputs.iter().map(|input| format!("{}={}", input.name, input.value)).collect();
        let instructions = row.instructions.join("; ");
        vec![row.tree.clone(), inputs.join(" "), instructions, row.message.clone()]
    }

    fn text(&self, _: Option<usize>) -> String {
        let mut text = String::new();
        for FlawRow { instruction, flaw } in &self.flaws {
            writeln!(text, "{instruction}: {flaw}");
        }
        for finding in &self.findings {
            writeln!(text, "{}", finding.tree);
            for FuzzInput { name, value } in &finding.inputs {
                writeln!(text, "  ${name} = {value}");
            }
            for instruction in &finding.instructions {
                writeln!(text, "  {instruction}");
            }
            writeln!(text, "  {}", finding.message);
            for assumption in &finding.assumptions {
                writeln!(text, "  assumed: {assumption}");
            }
        }
        for SkippedRow { reason, trees } in &self.skipped {
            writeln!(text, "skipped {trees}: {reason}");
        }
        let FuzzReport { trees, executed, undefined, not_selected, seed, .. } = self;
        let findings = counted(self.findings.len(), "difference");
        let flaws = counted(self.flaws.len(), "flaw");
        writeln!(
            text,
            "seed {seed}: {trees} trees, {executed} executed, {not_selected} not selected, \
             {undefined} without a result; {findings}, {flaws}"
        );
        text
    }
}
