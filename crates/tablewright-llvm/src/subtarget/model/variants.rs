//! Variant scheduling classes: the classes they resolve to on each processor, and on which
//! conditions.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, RecordId, RecordStore, RecordView};
use tablewright_target::mc_inst_predicate::McInstPredicate;
use tablewright_target::record_views::schedule::{McSchedPredicateRecord, SchedPredicateRecord};
use tablewright_target::schedule::sched_class::{SchedClass, Transition};
use tablewright_target::schedule::{ProcModelId, SchedClassId, SchedModels};

define_index! {
    /// A predicate that transitions depend on.
    pub(crate) struct PredicateId;
}

/// The classes that turn into others.
pub(crate) struct Variants<'s> {
    pub(crate) predicates: IndexVec<PredicateId, Predicate<'s>>,
    /// The transitions of a `MachineInstr`.
    pub(crate) of_machine_instr: Vec<VariantClass<'s>>,
    /// The transitions that an `MCInst` can decide.
    pub(crate) of_mc_inst: Vec<VariantClass<'s>>,
}

/// A predicate of a variant.
pub(crate) enum Predicate<'s> {
    /// A condition that can be evaluated for an `MCInst` too.
    Mc(McInstPredicate<'s>),
    /// C++ about a `MachineInstr`.
    Code(&'s str),
}

/// A scheduling class as code and comments name it.
#[derive(Clone, Copy)]
pub(crate) struct ClassName<'s> {
    pub(crate) number: usize,
    pub(crate) name: &'s str,
}

/// A class that turns into others.
pub(crate) struct VariantClass<'s> {
    pub(crate) class: ClassName<'s>,
    /// In the order of models.
    pub(crate) models: Vec<ModelTransitions<'s>>,
    /// Whether the class itself is the answer where no transition applies: it has no itinerary, as
    /// it is the result of another transition.
    pub(crate) can_stay: bool,
}

/// The transitions of a class on the processors of a model.
pub(crate) struct ModelTransitions<'s> {
    pub(crate) number: usize,
    pub(crate) name: &'s str,
    /// Transitions that depend on all of their predicates.
    pub(crate) conditional: Vec<(Vec<PredicateId>, ClassName<'s>)>,
    /// The class if no condition holds.
    pub(crate) otherwise: Option<ClassName<'s>>,
}

impl<'s> Variants<'s> {
    pub(super) fn collect(
        store: &'s RecordStore,
        models: &'s SchedModels,
    ) -> Result<Variants<'s>, FieldError> {
        let mut predicates = IndexVec::new();
        let mut predicate_of = FxHashMap::default();
        for (_, class) in models.classes.iter() {
            for &id in class.transitions.iter().flat_map(|t| &t.predicates) {
                if let Entry::Vacant(entry) = predicate_of.entry(id) {
                    let record = store.record(id);
                    let predicate = if let Some(tree) = McSchedPredicateRecord::of(record) {
                        Predicate::Mc(McInstPredicate::new(tree.pred()?)?)
                    } else {
                        Predicate::Code(SchedPredicateRecord::new(record).predicate()?)
                    };
                    entry.insert(predicates.push(predicate));
                }
            }
        }
        let resolver = VariantResolver { models, predicates: &predicates, predicate_of };
        let (of_machine_instr, of_mc_inst) = (resolver.classes(false), resolver.classes(true));
        Ok(Variants { predicates, of_machine_instr, of_mc_inst })
    }
}

struct VariantResolver<'a, 's> {
    models: &'s SchedModels,
    predicates: &'a IndexVec<PredicateId, Predicate<'s>>,
    predicate_of: FxHashMap<RecordId, PredicateId>,
}

impl<'s> VariantResolver<'_, 's> {
    /// The classes that turn into others, as far as an `MCInst` can decide it or at all.
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
        // Models come in the order of their numbers. Those whose transitions are all left out below
        // stay, with an empty `if` in the code, as in the reference.
        ids.sort_unstable();
        ids.dedup();
        let of_model = |id: ProcModelId| {
            let mut of_model = ModelTransitions {
                number: id.index(),
                name: &self.models.proc_models.get(id).name,
                conditional: Vec::new(),
                otherwise: None,
            };
            for transition in class.transitions.iter().filter(|t| t.model == id) {
                // C++ about a `MachineInstr` cannot be compiled for an `MCInst`.
                if is_mc_inst && !self.is_for_mc(transition) {
                    continue;
                }
                let to = self.name(transition.to);
                // A predicate that is always true needs no code.
                let is_open = |&predicate: &PredicateId| {
                    !matches!(self.predicates[predicate], Predicate::Mc(McInstPredicate::True))
                };
                let open: Vec<PredicateId> = self.predicates(transition).filter(is_open).collect();
                if open.is_empty() {
                    // Of several transitions without a condition the last one holds.
                    of_model.otherwise = Some(to);
                } else {
                    of_model.conditional.push((open, to));
                }
            }
            of_model
        };
        ids.into_iter().map(of_model).collect()
    }

    fn predicates(&self, transition: &Transition) -> impl Iterator<Item = PredicateId> {
        transition.predicates.iter().map(|predicate| self.predicate_of[predicate])
    }

    /// Whether all that a transition depends on an `MCInst` can decide.
    fn is_for_mc(&self, transition: &Transition) -> bool {
        self.predicates(transition)
            .all(|predicate| matches!(self.predicates[predicate], Predicate::Mc(_)))
    }

    fn name(&self, id: SchedClassId) -> ClassName<'s> {
        ClassName { number: id.index(), name: &self.models.classes.get(id).name }
    }
}
