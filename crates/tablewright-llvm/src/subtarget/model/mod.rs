//! Contents of a subtarget's tables: features, processors, schedules and their users.

mod features;
mod hw_modes;
mod inlining;
mod itineraries;
mod names;
mod processors;
mod variants;

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, FieldError, RecordStore, RecordView};
use tablewright_target::mc_inst_predicate::McInstPredicate;
use tablewright_target::record_views::instr_predicate::StiPredicateDeclRecord;
use tablewright_target::record_views::schedule::PredicatePrologRecord;
use tablewright_target::schedule::machine_model::MachineModels;
use tablewright_target::schedule::tables::SchedTables;
use tablewright_target::schedule::{CompleteModels, ProcModelId, SchedModels};
use tablewright_target::subtarget_features::SubtargetFeatures;
use tablewright_target::target::target;

use crate::record_views::macro_fusion::FusionRecord;

pub(super) use features::EmittedFeatures;
pub(super) use hw_modes::ModeTests;
pub(super) use inlining::InlineFeatures;
pub(super) use itineraries::{
    ClassItineraries, ItineraryNumbers, ItineraryTables, OperandSequence, StageSequence, Units,
};
pub(super) use names::{CpuAlias, NameTables, RowLimits, Storages};
pub(super) use processors::{
    ExtraInfo, ProcResource, ProcessorKeyValue, ProcessorModel, ProcessorResources,
};
pub(super) use variants::{
    ClassName, PredicateId, SubtargetVariants, VariantClass, VariantPredicate,
};

/// The target whose processors have aliases, which a function of its own library resolves.
const TARGET_WITH_CPU_ALIASES: &str = "AArch64";

/// A subtarget, with a part for each section of the file.
pub(super) struct Subtarget<'s> {
    /// Target name.
    pub(super) target: &'s str,
    /// Whether names of processors are looked up among aliases first.
    pub(super) has_cpu_aliases: bool,
    /// The largest counts of a scheduling class, in releases that check them.
    pub(super) row_limits: Option<RowLimits>,
    pub(super) features: EmittedFeatures<'s>,
    pub(super) processors: Vec<ProcessorKeyValue<'s>>,
    pub(super) schedule: SubtargetSchedule<'s>,
    pub(super) predicates: SubtargetPredicates<'s>,
    pub(super) mode_tests: ModeTests<'s>,
    /// String tables for names. Without them, rows contain names as literals.
    pub(super) names: Option<NameTables<'s>>,
    /// The features by how inlining compares them, in releases with functions for that.
    pub(super) inlining: Option<InlineFeatures<'s>>,
    /// Fusion names.
    pub(super) fusions: Vec<&'s str>,
}

/// Scheduling of all processors.
pub(super) struct SubtargetSchedule<'s> {
    /// Scheduling classes, whose names are printed in comments.
    pub(super) models: &'s SchedModels,
    /// `None` if no processor has itineraries.
    pub(super) itineraries: Option<ItineraryTables<'s>>,
    pub(super) tables: &'s SchedTables,
    pub(super) processors: Vec<ProcessorModel<'s>>,
}

/// Conditions on instructions.
pub(super) struct SubtargetPredicates<'s> {
    /// C++ code before the predicates.
    pub(super) prologs: Vec<&'s str>,
    pub(super) variants: SubtargetVariants<'s>,
    pub(super) sti: Vec<StiFunction<'s>>,
}

/// A function about instructions that depends on the processor.
pub(super) struct StiFunction<'s> {
    pub(super) name: &'s str,
    pub(super) default: McInstPredicate<'s>,
    pub(super) overrides: bool,
    pub(super) is_for_mc: bool,
    pub(super) updates_mask: bool,
    /// Functions called first; if any returns true, this function does too.
    pub(super) delegates: Vec<&'s str>,
    pub(super) groups: Vec<StiGroup<'s>>,
}

/// Instructions with the same predicates on the same processors.
pub(super) struct StiGroup<'s> {
    pub(super) opcodes: Vec<&'s str>,
    pub(super) predicates: Vec<StiInstructionPredicate<'s>>,
}

/// A predicate on an instruction, with the processors to which it applies.
pub(super) struct StiInstructionPredicate<'s> {
    pub(super) models: &'s [ProcModelId],
    /// The operands, as a number with sign.
    pub(super) mask: i64,
    pub(super) predicate: McInstPredicate<'s>,
}

impl<'s> Subtarget<'s> {
    /// Returns the storages of features and processors. `None` in releases without them.
    pub(super) fn storages(&self) -> Option<&Storages> {
        self.names.as_ref()?.storages.as_ref()
    }

    /// Returns the table of other names for processors. `None` in releases without the table.
    pub(super) fn cpu_aliases(&self) -> Option<&[CpuAlias]> {
        self.storages()?.cpu_aliases.as_deref()
    }

    pub(super) fn collect(job: &mut Job<'s>) -> Result<Subtarget<'s>, Failure> {
        let store = job.store;
        let target = target(store)?.name();
        let models: &SchedModels = job.analysis()?;
        job.analysis::<CompleteModels>()?;
        let features: &SubtargetFeatures = job.analysis()?;
        features.check_names(store)?;
        let tables: &SchedTables = job.analysis()?;
        let machine_models: &MachineModels = job.analysis()?;
        let mut predicate_prologs = Vec::new();
        for prolog in PredicatePrologRecord::all_if_defined(store) {
            predicate_prologs.push(prolog.code()?);
        }
        let itineraries = job.analysis()?;
        let processor_models = models.proc_models.iter().zip(&machine_models.list).map(
            |((number, model), machine)| ProcessorModel::new(store, number.index(), model, machine),
        );
        let feature_tables = EmittedFeatures::new(store, features);
        if store.release().has(Feature::RepeatedNamesAreReported) {
            processors::warn_of_repeated_features(models, store, features, job.diagnostics);
        }
        let processors = processors::key_values(models, features);
        let has_names = store.release().has(Feature::SubtargetsListNames);
        let mut names =
            has_names.then(|| NameTables::new(store, models, tables, &processors)).transpose()?;
        let mut inlining = None;
        if let Some(names) = &mut names
            && store.release().has(Feature::SubtargetsShareStorage)
        {
            let storages =
                Storages::new(store, &feature_tables.key_values, &processors, &names.cpus)?;
            names.storages = Some(storages);
            inlining = Some(InlineFeatures::new(store)?);
        }
        let fusions = FusionRecord::all_if_defined(store);
        Ok(Subtarget {
            target,
            has_cpu_aliases: target == TARGET_WITH_CPU_ALIASES
                && !store.release().has(Feature::CpuAliasesAreTable),
            row_limits: store
                .release()
                .has(Feature::CpuAliasesAreTable)
                .then(|| RowLimits::new(tables)),
            features: feature_tables,
            processors,
            schedule: SubtargetSchedule {
                models,
                itineraries: ItineraryTables::new(store, models, itineraries),
                tables,
                processors: processor_models.collect(),
            },
            predicates: SubtargetPredicates {
                prologs: predicate_prologs,
                variants: SubtargetVariants::collect(store, models)?,
                sti: sti_predicates(store, models)?,
            },
            mode_tests: ModeTests::new(store, target, job.analysis()?, store.release())?,
            names,
            inlining,
            fusions: fusions.iter().map(|fusion| fusion.name()).collect(),
        })
    }
}

fn sti_predicates<'s>(
    store: &'s RecordStore,
    models: &'s SchedModels,
) -> Result<Vec<StiFunction<'s>>, FieldError> {
    let mut functions = Vec::new();
    for function in &models.sti_predicates {
        let declaration = StiPredicateDeclRecord::new(store.record(function.declaration));
        let mut groups = Vec::new();
        for group in &function.groups {
            let mut questions = Vec::new();
            for question in &group.questions {
                questions.push(StiInstructionPredicate {
                    models: &question.models,
                    mask: question.operands.signed(),
                    predicate: McInstPredicate::new(store.record(question.predicate))?,
                });
            }
            let opcodes = group.opcodes.iter().map(|&opcode| store.record(opcode).name());
            groups.push(StiGroup { opcodes: opcodes.collect(), predicates: questions });
        }
        let delegates = declaration.delegates()?.into_iter();
        functions.push(StiFunction {
            name: declaration.function_name()?,
            default: McInstPredicate::new(declaration.default_return_value()?)?,
            overrides: declaration.overrides_base_class_member()?,
            is_for_mc: declaration.expand_for_mc()?,
            updates_mask: declaration.updates_opcode_mask()?,
            delegates: delegates
                .map(StiPredicateDeclRecord::function_name)
                .collect::<Result<_, _>>()?,
            groups,
        });
    }
    Ok(functions)
}
