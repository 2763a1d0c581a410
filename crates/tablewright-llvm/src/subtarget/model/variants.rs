//! Variant scheduling classes: the classes they resolve to on each processor, and on which
//! conditions.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{Feature, FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::mc_inst_predicate::McInstPredicate;
use tablewright_target::record_views::schedule::{
    FeatureSchedPredicateRecord, McSchedPredicateRecord, SchedPredicateCombinerRecord,
    SchedPredicateRecord,
};
use tablewright_target::schedule::sched_class::{SchedClass, SchedTransition};
use tablewright_target::schedule::{ProcModelId, SchedClassId, SchedModels};

define_index! {
    /// A predicate that transitions depend on.
    pub(crate) struct PredicateId;
}

/// The classes that turn into others.
pub(crate) struct SubtargetVariants<'s> {
    pub(crate) predicates: IndexVec<PredicateId, VariantPredicate<'s>>,
    /// Transitions for a `MachineInstr`.
    pub(crate) of_machine_instr: Vec<VariantClass<'s>>,
    /// The transitions whose predicates can be evaluated for an `MCInst`.
    pub(crate) of_mc_inst: Vec<VariantClass<'s>>,
    /// Whether a function lists the classes that a class can become.
    pub(crate) lists_targets: bool,
}

/// A variant predicate.
pub(crate) enum VariantPredicate<'s> {
    /// A condition that can be evaluated for an `MCInst` too.
    Mc(McInstPredicate<'s>),
    /// C++ about a `MachineInstr`.
    Code(&'s str),
    /// The subtarget has a feature: the name of its record.
    Feature(&'s str),
    /// The predicate is false.
    Not(Box<VariantPredicate<'s>>),
    /// All predicates are true.
    All(Vec<VariantPredicate<'s>>),
    /// At least one predicate is true.
    Any(Vec<VariantPredicate<'s>>),
}

/// Maximum predicate nesting depth.
const MAX_DEPTH: usize = 256;

impl<'s> VariantPredicate<'s> {
    fn new(record: Record<'s>, depth: usize) -> Result<VariantPredicate<'s>, FieldError> {
        let error =
            |message: &str| Err(FieldError::new(Code::InstructionPredicates, record, message));
        if depth > MAX_DEPTH {
            return error("the predicates are nested too deep");
        }
        if let Some(tree) = McSchedPredicateRecord::from_record(record) {
            return Ok(VariantPredicate::Mc(McInstPredicate::new(tree.pred()?)?));
        }
        if let Some(feature) = FeatureSchedPredicateRecord::from_record(record) {
            return Ok(VariantPredicate::Feature(feature.feature()?.name()));
        }
        let Some(combiner) = SchedPredicateCombinerRecord::from_record(record) else {
            return Ok(VariantPredicate::Code(SchedPredicateRecord::new(record).predicate()?));
        };
        let mut parts = Vec::new();
        for part in combiner.predicates()? {
            parts.push(VariantPredicate::new(part, depth + 1)?);
        }
        if parts.is_empty() {
            return error("Empty SchedPredicateCombiner is not allowed");
        }
        if record.inherits("AllOfSchedPreds") {
            Ok(VariantPredicate::All(parts))
        } else if record.inherits("AnyOfSchedPreds") {
            Ok(VariantPredicate::Any(parts))
        } else if record.inherits("NotSchedPred") && parts.len() == 1 {
            Ok(VariantPredicate::Not(Box::new(parts.remove(0))))
        } else {
            error("the predicate does not say how its parts are joined")
        }
    }

    /// Returns whether the predicate can be evaluated for an `MCInst`.
    fn is_for_mc(&self) -> bool {
        match self {
            VariantPredicate::Mc(_) | VariantPredicate::Feature(_) => true,
            VariantPredicate::Code(_) => false,
            VariantPredicate::Not(part) => part.is_for_mc(),
            VariantPredicate::All(parts) | VariantPredicate::Any(parts) => {
                parts.iter().all(Self::is_for_mc)
            }
        }
    }
}

/// A scheduling class: its number for code, and its name for comments.
#[derive(Clone, Copy)]
pub(crate) struct ClassName<'s> {
    pub(crate) number: usize,
    pub(crate) name: &'s str,
}

/// A scheduling class whose instructions get another class when a variant is selected.
pub(crate) struct VariantClass<'s> {
    pub(crate) class: ClassName<'s>,
    /// Transitions in model order.
    pub(crate) models: Vec<ModelTransitions<'s>>,
    /// Whether the class itself is the result if no transition applies. True for a class without an itinerary, which is
    /// itself the result of another transition.
    pub(crate) can_stay: bool,
}

/// A class's transitions on the processors with a model.
pub(crate) struct ModelTransitions<'s> {
    pub(crate) number: usize,
    pub(crate) name: &'s str,
    /// Transitions that depend on all of their predicates.
    pub(crate) conditional: Vec<(Vec<PredicateId>, ClassName<'s>)>,
    /// The class if no condition is true.
    pub(crate) otherwise: Option<ClassName<'s>>,
    /// The class for each transition, in transition order.
    pub(crate) targets: Vec<ClassName<'s>>,
}

impl<'s> SubtargetVariants<'s> {
    pub(super) fn collect(
        store: &'s RecordStore,
        models: &'s SchedModels,
    ) -> Result<SubtargetVariants<'s>, FieldError> {
        let mut predicates = IndexVec::new();
        let mut predicate_of = FxHashMap::default();
        for (_, class) in models.classes.iter() {
            for &id in class.transitions.iter().flat_map(|t| &t.predicates) {
                if let Entry::Vacant(entry) = predicate_of.entry(id) {
                    entry.insert(predicates.push(VariantPredicate::new(store.record(id), 0)?));
                }
            }
        }
        let resolver = VariantResolver { models, predicates: &predicates, predicate_of };
        let (of_machine_instr, of_mc_inst) = (resolver.classes(false), resolver.classes(true));
        let lists_targets = store.release().has(Feature::VariantTargetsAreListed);
        Ok(SubtargetVariants { predicates, of_machine_instr, of_mc_inst, lists_targets })
    }
}

struct VariantResolver<'a, 's> {
    models: &'s SchedModels,
    predicates: &'a IndexVec<PredicateId, VariantPredicate<'s>>,
    predicate_of: FxHashMap<RecordId, PredicateId>,
}

impl<'s> VariantResolver<'_, 's> {
    /// Returns the classes that are replaced by others, either as far as an `MCInst` determines it or in general.
    fn classes(&self, is_mc_inst: bool) -> Vec<VariantClass<'s>> {
        let mut classes = Vec::new();
        for (id, class) in self.models.classes.iter() {
            let transitions = class.transitions.iter();
            if transitions.clone().any(|t| !is_mc_inst || self.is_for_mc(t)) {
                classes.push(VariantClass {
                    class: self.name(id),
                    models: self.models_of(class, is_mc_inst),
                    can_stay: class.itinerary.is_none(),
                });
            }
        }
        classes
    }

    fn models_of(&self, class: &SchedClass, is_mc_inst: bool) -> Vec<ModelTransitions<'s>> {
        let mut ids: Vec<ProcModelId> = class.transitions.iter().map(|t| t.model).collect();
        // Models are in number order. If all transitions of a model are dropped below, the model remains with an empty
        // `if` in the code, as in the reference.
        ids.sort_unstable();
        ids.dedup();
        ids.into_iter().map(|id| self.transitions_for_model(class, id, is_mc_inst)).collect()
    }

    fn transitions_for_model(
        &self,
        class: &SchedClass,
        model: ProcModelId,
        is_mc_inst: bool,
    ) -> ModelTransitions<'s> {
        let mut of_model = ModelTransitions {
            number: model.index(),
            name: &self.models.proc_models.get(model).name,
            conditional: Vec::new(),
            otherwise: None,
            targets: Vec::new(),
        };
        for transition in class.transitions.iter().filter(|t| t.model == model) {
            // C++ about a `MachineInstr` cannot be compiled for an `MCInst`.
            if is_mc_inst && !self.is_for_mc(transition) {
                continue;
            }
            let to = self.name(transition.to);
            of_model.targets.push(to);
            let predicates = self.predicates(transition);
            let open: Vec<PredicateId> =
                predicates.filter(|&predicate| !self.is_always_true(predicate)).collect();
            if open.is_empty() {
                // If several transitions have no condition, the last is used.
                of_model.otherwise = Some(to);
            } else {
                of_model.conditional.push((open, to));
            }
        }
        of_model
    }

    /// Returns whether a predicate is always true, and so needs no code.
    fn is_always_true(&self, predicate: PredicateId) -> bool {
        matches!(self.predicates[predicate], VariantPredicate::Mc(McInstPredicate::True))
    }

    fn predicates(&self, transition: &SchedTransition) -> impl Iterator<Item = PredicateId> {
        transition.predicates.iter().map(|predicate| self.predicate_of[predicate])
    }

    /// Returns whether all predicates of a transition can be evaluated for an `MCInst`.
    fn is_for_mc(&self, transition: &SchedTransition) -> bool {
        self.predicates(transition).all(|predicate| self.predicates[predicate].is_for_mc())
    }

    fn name(&self, id: SchedClassId) -> ClassName<'s> {
        ClassName { number: id.index(), name: &self.models.classes.get(id).name }
    }
}
