//! The semantics tables: operation bodies, the offset of each instruction's body, and the entities they refer to.
//!
//! In: a target's patterns, and `Semantics`, `SDNodeEquiv` and `CompressPat` records. Out: [`SemanticsTables`]. An
//! instruction with a pattern that no operation supports has no semantics, and a warning is reported.

mod encountered;
mod linearize;
mod names;
mod operation;
mod short_forms;
mod tree_text;

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_selection::intrinsics::Intrinsics;
use tablewright_selection::patterns::{
    NodeId, SemanticsEquivalences, SemanticsProblem, SemanticsReader, semantics_overrides,
};
use tablewright_selection::record_views::selection_dag::SemanticsRecord;
use tablewright_syntax::diagnostic::{Code, Diagnostic, Severity};
use tablewright_target::hw_modes::{HwModeId, HwModes};
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::record_views::instruction::InstructionRecord;
use tablewright_target::target::target;
use tablewright_target::value_types::ValueTypes;

use super::layout::SemanticsLayout;
use encountered::Encountered;
use linearize::{LinearizerContext, LinearizerFacts, NoSemantics, linearize};
pub(super) use names::SemanticsNames;
pub(super) use operation::{SemanticsOpcode, SemanticsOperand, SemanticsOperation};
use short_forms::{OperandSource, ShortForm, short_forms};

/// The semantics for a target's instructions.
pub(super) struct SemanticsTables<'s> {
    pub(super) layout: SemanticsLayout,
    /// Target name.
    pub(super) target: &'s str,
    /// Bodies in instruction order.
    pub(super) bodies: Vec<SemanticsBody<'s>>,
    /// A row for each instruction, in order.
    pub(super) rows: Vec<SemanticsRow<'s>>,
    pub(super) constants: Vec<u64>,
    /// The fragments with predicates that operations name.
    pub(super) predicates: Vec<&'s str>,
    /// The complex patterns that operations name.
    pub(super) complex_patterns: Vec<String>,
    /// Names. `None` unless the layout is counted.
    pub(super) names: Option<SemanticsNames<'s>>,
}

/// An instruction's operations.
pub(super) struct SemanticsBody<'s> {
    pub(super) instruction: &'s str,
    /// The trees that the operations come from.
    pub(super) trees: Vec<String>,
    pub(super) operations: Vec<SemanticsOperation<'s>>,
}

/// An instruction body's offset.
pub(super) struct SemanticsRow<'s> {
    pub(super) instruction: &'s str,
    /// Counted in elements; `None` without semantics.
    pub(super) start: Option<u32>,
}

/// The first table element is an unused terminator, so that no body begins at 0.
const FIRST_START: u32 = 1;
/// Body terminator size.
const END_SIZE: u32 = 1;

impl<'s> SemanticsTables<'s> {
    /// Builds the tables.
    ///
    /// # Errors
    ///
    /// If an analysis fails, or if a `Semantics` record does not fit its instruction.
    pub(super) fn collect(
        job: &mut Job<'s>,
        layout: SemanticsLayout,
        mode: &str,
    ) -> Result<SemanticsTables<'s>, Failure> {
        let store = job.store;
        let target = target(store)?.name();
        let mode = mode_named(job, mode)?;
        let mut reader = SemanticsReader::new(store, job.diagnostics, mode)?;
        let instructions: &Instructions = job.analysis()?;
        let overrides = semantics_overrides(SemanticsRecord::all(store)?, instructions)?;
        let equivalences =
            SemanticsEquivalences::read(&store.derived_from_name("SDNodeEquiv")?, &reader)?;
        let names = match layout {
            SemanticsLayout::Plain => None,
            SemanticsLayout::Counted => Some(SemanticsNames::collect(job, mode)?),
        };
        let mut collector = SemanticsCollector {
            inputs: TargetInputs {
                store,
                layout,
                target,
                types: job.analysis()?,
                operands: job.analysis()?,
                instructions,
                equivalences,
                intrinsic_numbers: intrinsic_numbers(job)?,
            },
            encountered: Encountered::new(layout),
            bodies: instructions.records().iter().map(|_| None).collect(),
            unsupported: FxHashSet::default(),
        };
        for &(record, instruction) in &overrides {
            let trees = reader.for_record(record, instruction);
            let trees = trees.map_err(|SemanticsProblem(mut diagnostic)| {
                let of = store.record(instructions.record(instruction));
                diagnostic.note(None, format!("these are the semantics of '{}'", of.name()));
                Failure::Diagnostic(diagnostic)
            })?;
            collector.add(job, &reader, instruction, Origin::from_record(*record), trees)?;
        }
        // The first instruction lacks semantics: its number means no instruction.
        for (instruction, record) in instructions.iter().skip(1) {
            let record = store.record(record);
            if collector.is_done(instruction)
                || InstructionRecord::new(record).is_code_gen_only()?
            {
                continue;
            }
            match reader.for_instruction(instruction) {
                Ok(trees) => {
                    collector.add(job, &reader, instruction, Origin::from_record(record), trees)?
                }
                Err(SemanticsProblem(diagnostic)) => warn(job, record, &diagnostic.message),
            }
        }
        collector.add_short_forms(job, &mut reader, &overrides, mode)?;
        Ok(collector.finish(names))
    }
}

/// The origin of an instruction's trees.
struct Origin<'a, 's> {
    /// The record with the trees.
    source: Record<'s>,
    /// The long instruction of a short form, with the values of its machine operands.
    long: Option<(InstructionId, &'a [OperandSource])>,
}

impl<'s> Origin<'_, 's> {
    fn from_record(source: Record<'s>) -> Self {
        Origin { source, long: None }
    }
}

/// Shared inputs for all instructions, a field for each kind of entity that operations refer to.
struct TargetInputs<'s> {
    store: &'s RecordStore,
    layout: SemanticsLayout,
    target: &'s str,
    types: &'s ValueTypes,
    operands: &'s InstructionOperands,
    instructions: &'s Instructions,
    equivalences: SemanticsEquivalences,
    intrinsic_numbers: FxHashMap<RecordId, i64>,
}

/// The collected instruction bodies.
struct SemanticsCollector<'s> {
    inputs: TargetInputs<'s>,
    encountered: Encountered<'s>,
    /// By instruction.
    bodies: Vec<Option<SemanticsBody<'s>>>,
    /// Instructions with a pattern that no operation supports.
    unsupported: FxHashSet<InstructionId>,
}

impl<'s> SemanticsCollector<'s> {
    /// Whether the instruction's own pattern does not matter any more.
    fn is_done(&self, instruction: InstructionId) -> bool {
        self.bodies[instruction.index()].is_some() || self.unsupported.contains(&instruction)
    }

    /// Adds the bodies of short forms without patterns: their long instructions do the same.
    fn add_short_forms(
        &mut self,
        job: &mut Job<'s>,
        reader: &mut SemanticsReader<'s>,
        overrides: &[(SemanticsRecord<'s>, InstructionId)],
        mode: HwModeId,
    ) -> Result<(), Failure> {
        let (store, instructions) = (self.inputs.store, self.inputs.instructions);
        for (instruction, forms) in short_forms(job, mode)? {
            for ShortForm { long, sources } in forms {
                if self.is_done(instruction) {
                    break;
                }
                let semantics = overrides.iter().find(|(_, of)| *of == long);
                let trees = match semantics {
                    Some(&(record, _)) => reader.for_record(record, long),
                    None => reader.for_instruction(long),
                };
                // The long instruction has a warning already.
                let Ok(trees) = trees else { continue };
                let own = store.record(instructions.record(long));
                let source = semantics.map_or(own, |(record, _)| **record);
                let origin = Origin { source, long: Some((long, &sources)) };
                self.add(job, reader, instruction, origin, trees)?;
            }
        }
        Ok(())
    }

    /// Adds an instruction's body, if operations exist for all its trees.
    fn add(
        &mut self,
        job: &mut Job<'s>,
        reader: &SemanticsReader<'s>,
        instruction: InstructionId,
        origin: Origin<'_, 's>,
        trees: Option<Vec<NodeId>>,
    ) -> Result<(), Failure> {
        let Some(trees) = trees else { return Ok(()) };
        let inputs = &self.inputs;
        let sources = LinearizerContext {
            store: inputs.store,
            reader,
            types: inputs.types,
            equivalences: &inputs.equivalences,
            intrinsic_numbers: &inputs.intrinsic_numbers,
            layout: inputs.layout,
            target: inputs.target,
        };
        let record = inputs.store.record(inputs.instructions.record(instruction));
        let record = InstructionRecord::new(record);
        let of_instruction = LinearizerFacts {
            operands: inputs.operands.for_instruction(origin.long.map_or(instruction, |it| it.0)),
            sources: origin.long.map(|(_, sources)| sources),
            namespace: record.namespace()?,
            defs: record.defs()?.into_iter().map(Record::from).collect(),
        };
        match linearize(sources, of_instruction, &trees, &mut self.encountered) {
            Ok(operations) => {
                let trees = match inputs.layout {
                    SemanticsLayout::Plain => Vec::new(),
                    SemanticsLayout::Counted => {
                        trees.iter().map(|&tree| sources.tree_text(tree)).collect()
                    }
                };
                let body = SemanticsBody { instruction: record.name(), trees, operations };
                self.bodies[instruction.index()] = Some(body);
            }
            Err(NoSemantics::Rejected) => {}
            Err(NoSemantics::Unsupported(what, name)) => {
                let mut warning = warning(*record, &format!("{what} '{name}'"));
                if origin.source.id() != record.id() {
                    warning.label(origin.source.pos(), "its semantics");
                }
                job.diagnostics.push(warning);
                self.unsupported.insert(instruction);
            }
        }
        Ok(())
    }

    fn finish(self, names: Option<SemanticsNames<'s>>) -> SemanticsTables<'s> {
        let TargetInputs { store, layout, target, instructions, .. } = self.inputs;
        let mut start = FIRST_START;
        let mut rows = Vec::with_capacity(self.bodies.len());
        for ((_, record), body) in instructions.iter().zip(&self.bodies) {
            let instruction = store.record(record).name();
            rows.push(SemanticsRow { instruction, start: body.as_ref().map(|_| start) });
            if let Some(body) = body {
                let sizes = body.operations.iter().map(|operation| operation.size(layout));
                start += sizes.sum::<u32>() + END_SIZE;
            }
        }
        SemanticsTables {
            layout,
            target,
            bodies: self.bodies.into_iter().flatten().collect(),
            rows,
            constants: self.encountered.constants,
            predicates: self.encountered.predicates,
            complex_patterns: self.encountered.complex_patterns,
            names,
        }
    }
}

/// Finds the hardware mode with the name; an empty name means the default mode.
fn mode_named(job: &mut Job<'_>, name: &str) -> Result<HwModeId, Failure> {
    let modes: &HwModes = job.analysis()?;
    let named_mode = modes.iter().find(|(_, mode)| mode.name.as_str() == name);
    match named_mode {
        Some((mode, _)) => Ok(mode),
        None if name.is_empty() => Ok(HwModeId::DEFAULT),
        None => {
            let message = format!("unknown hardware mode '{name}'");
            let mut error = Diagnostic::error_anywhere(Code::UnknownName, message);
            let names: Vec<&str> = modes.iter().map(|(_, mode)| mode.name.as_str()).collect();
            error.note(None, format!("the modes are {}", names.join(", ")));
            Err(error.into())
        }
    }
}

/// Numbers the intrinsics from 1: LLVM's intrinsics first, then target intrinsics.
fn intrinsic_numbers(job: &mut Job<'_>) -> Result<FxHashMap<RecordId, i64>, Failure> {
    let store = job.store;
    let mut records = store.derived_if_defined("Intrinsic");
    // Up to LLVM 3.8, whose properties are in another field, intrinsics were numbered by record name.
    let has_field = |field: &str| records.first().is_some_and(|first| first.field(field).is_some());
    if has_field("IntrProperties") {
        let all: &Intrinsics = job.analysis()?;
        records = all.list().iter().map(|intrinsic| store.record(intrinsic.record)).collect();
    } else {
        records.sort_unstable_by_key(|record| record.name());
    }
    let (mut of_llvm, mut of_target) = (Vec::with_capacity(records.len()), Vec::new());
    for record in records {
        let is_of_target = record.field("isTarget").is_some() && record.bit("isTarget")?;
        let list = if is_of_target { &mut of_target } else { &mut of_llvm };
        list.push(record.id());
    }
    Ok(of_llvm.into_iter().chain(of_target).zip(1..).collect())
}

/// Returns the warning that an instruction is left without semantics.
fn warning(instruction: Record<'_>, why: &str) -> Diagnostic {
    let message = format!("instruction '{}' lacks semantics: {why}", instruction.name());
    let mut warning = Diagnostic::from(FieldError::new(Code::PatternUse, instruction, message));
    warning.severity = Severity::Warning;
    warning
}

fn warn(job: &mut Job<'_>, instruction: Record<'_>, why: &str) {
    job.diagnostics.push(warning(instruction, why));
}
