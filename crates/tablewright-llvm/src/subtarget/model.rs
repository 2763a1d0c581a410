//! What is said of a subtarget.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, Record, RecordId, RecordStore};
use tablewright_target::hw_modes::HwModes;
use tablewright_target::mc_inst_predicate::McInstPredicate;
use tablewright_target::schedule::itineraries::Itineraries;
use tablewright_target::schedule::machine_model::MachineModels;
use tablewright_target::schedule::tables::SchedTables;
use tablewright_target::schedule::{ProcModelId, SchedModels};
use tablewright_target::subtarget_features::SubtargetFeatures;
use tablewright_target::target::target;

/// A subtarget.
pub(super) struct Subtarget<'s> {
    pub(super) store: &'s RecordStore,
    /// The name of the target.
    pub(super) target: &'s str,
    pub(super) features: &'s SubtargetFeatures,
    pub(super) models: &'s SchedModels,
    pub(super) itineraries: &'s Itineraries,
    pub(super) tables: &'s SchedTables,
    pub(super) machine_models: &'s MachineModels,
    /// C++ before that of predicates.
    pub(super) predicate_prologs: Vec<&'s str>,
    /// The predicates of transitions.
    pub(super) predicates: FxHashMap<RecordId, Predicate<'s>>,
    pub(super) sti_predicates: Vec<StiFunction<'s>>,
    pub(super) hw_modes: &'s HwModes,
    /// Which modes mean something for what.
    pub(super) mode_uses: ModeUses,
    /// The names of fusions.
    pub(super) fusions: Vec<&'s str>,
}

/// What a variant depends on.
pub(super) enum Predicate<'s> {
    /// A condition that can be told of an `MCInst` too.
    Mc(McInstPredicate<'s>),
    /// C++ about a `MachineInstr`.
    Code(&'s str),
}

impl Predicate<'_> {
    pub(super) fn is_true(&self) -> bool {
        matches!(self, Predicate::Mc(McInstPredicate::True))
    }
}

/// A function that tells what a processor makes of an instruction.
pub(super) struct StiFunction<'s> {
    pub(super) name: &'s str,
    pub(super) default: McInstPredicate<'s>,
    pub(super) overrides: bool,
    pub(super) is_for_mc: bool,
    pub(super) updates_mask: bool,
    /// Functions that are asked first.
    pub(super) delegates: Vec<&'s str>,
    pub(super) groups: Vec<StiGroup<'s>>,
}

/// Instructions of which the same is asked.
pub(super) struct StiGroup<'s> {
    pub(super) opcodes: Vec<&'s str>,
    pub(super) questions: Vec<StiQuestion<'s>>,
}

/// What is asked of an instruction.
pub(super) struct StiQuestion<'s> {
    pub(super) models: &'s [ProcModelId],
    /// The operands, as a number with sign.
    pub(super) mask: i64,
    pub(super) predicate: McInstPredicate<'s>,
}

/// Sets of modes: those that value types, registers, and encodings depend on.
#[derive(Default)]
pub(super) struct ModeUses {
    pub(super) value_type: u32,
    pub(super) reg_info: u32,
    pub(super) encoding_info: u32,
}

impl<'s> Subtarget<'s> {
    pub(super) fn collect(job: &mut Job<'s>) -> Result<Subtarget<'s>, Failure> {
        let store = job.store;
        let target = target(store)?.name();
        let models: &SchedModels = job.analysis()?;
        let features = job.analysis()?;
        let tables = job.analysis()?;
        let hw_modes = job.analysis()?;
        let machine_models = job.analysis()?;
        let mut prologs = Vec::new();
        for record in store.derived_if_defined("PredicateProlog") {
            prologs.push(record.string("Code")?);
        }
        let fusions = store.derived_if_defined("Fusion");
        Ok(Subtarget {
            store,
            target,
            features,
            models,
            itineraries: job.analysis()?,
            tables,
            machine_models,
            predicate_prologs: prologs,
            predicates: predicates(store, models)?,
            sti_predicates: sti_predicates(store, models)?,
            hw_modes,
            mode_uses: mode_uses(store, hw_modes),
            fusions: fusions.iter().map(|fusion| fusion.name()).collect(),
        })
    }
}

fn predicates<'s>(
    store: &'s RecordStore,
    models: &SchedModels,
) -> Result<FxHashMap<RecordId, Predicate<'s>>, FieldError> {
    let mut predicates = FxHashMap::default();
    for (_, class) in models.classes.iter() {
        for &id in class.transitions.iter().flat_map(|t| &t.predicates) {
            if let Entry::Vacant(place) = predicates.entry(id) {
                let record = store.record(id);
                place.insert(match record.inherits("MCSchedPredicate") {
                    true => Predicate::Mc(McInstPredicate::new(record.record("Pred")?)?),
                    false => Predicate::Code(record.string("Predicate")?),
                });
            }
        }
    }
    Ok(predicates)
}

fn sti_predicates<'s>(
    store: &'s RecordStore,
    models: &'s SchedModels,
) -> Result<Vec<StiFunction<'s>>, FieldError> {
    let mut functions = Vec::new();
    for function in &models.sti_predicates {
        let declaration = store.record(function.declaration);
        let name = |declaration: Record<'s>| declaration.string("Name");
        let mut groups = Vec::new();
        for group in &function.groups {
            let mut questions = Vec::new();
            for question in &group.questions {
                questions.push(StiQuestion {
                    models: &question.models,
                    mask: question.operands.signed(),
                    predicate: McInstPredicate::new(store.record(question.predicate))?,
                });
            }
            let opcodes = group.opcodes.iter().map(|&opcode| store.record(opcode).name());
            groups.push(StiGroup { opcodes: opcodes.collect(), questions });
        }
        let delegates = declaration.list_of_records("Delegates")?;
        functions.push(StiFunction {
            name: name(declaration)?,
            default: McInstPredicate::new(declaration.record("DefaultReturnValue")?)?,
            overrides: declaration.bit("OverridesBaseClassMember")?,
            is_for_mc: declaration.bit("ExpandForMC")?,
            updates_mask: declaration.bit("UpdatesOpcodeMask")?,
            delegates: delegates.into_iter().map(name).collect::<Result<_, _>>()?,
            groups,
        });
    }
    Ok(functions)
}

fn mode_uses(store: &RecordStore, hw_modes: &HwModes) -> ModeUses {
    let mut uses = ModeUses::default();
    for select in store.derived_if_defined("HwModeSelect") {
        for &(mode, object) in hw_modes.choices(select.id()).unwrap_or_default() {
            if mode.is_default() {
                continue;
            }
            let bit = 1 << (mode.index() - 1);
            let object = store.record(object);
            if object.inherits("ValueType") {
                uses.value_type |= bit;
            } else if object.inherits("RegInfo") || object.inherits("SubRegRange") {
                uses.reg_info |= bit;
            } else if object.inherits("InstructionEncoding") {
                uses.encoding_info |= bit;
            }
        }
    }
    uses
}
