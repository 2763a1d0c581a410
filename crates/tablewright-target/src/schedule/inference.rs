//! Inference of scheduling classes that replace a class with variants.
//!
//! In: the classes of instructions. Out: additional classes, and transitions to them. For each
//! class, including new classes, transitions are derived from the `ItinRW`s of its itinerary,
//! followed by its `InstRW`s and its own writes and reads. A processor with transitions from an
//! `InstRW` ignores the operands of the class. The order determines the numbers of inferred
//! classes.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{FieldError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Code;

use super::index::{InstRwId, ProcModelId, ReadId, SchedClassId, WriteId};
use super::inst_rw::InstRw;
use super::operands::SchedOperands;
use super::proc_model::ProcModels;
use super::read_write::{Access, ReadWrites};
use super::sched_class::{SchedClasses, SchedTransition};
use super::variants::{Expander, VariantPath};

/// Maximal ratio of all classes to classes of instructions.
const MAX_GROWTH: usize = 64;

/// Adds inferred classes and their transitions.
pub(super) fn infer(
    store: &RecordStore,
    models: &ProcModels,
    inst_rws: &IndexVec<InstRwId, InstRw>,
    rws: &mut ReadWrites,
    classes: &mut SchedClasses,
) -> Result<(), FieldError> {
    let itin_rws = itin_rws_by_class(store, models)?;
    let (open_writes, open_reads) = Default::default();
    let mut inference = SchedInference { store, models, rws, classes, open_writes, open_reads };
    // Variants may select each other in a cycle and produce new classes endlessly.
    let most = inference.classes.len() * MAX_GROWTH;
    let mut next = 0;
    while next < inference.classes.len() {
        let class = SchedClassId::from_index(next);
        next += 1;
        if let Some(itinerary) = inference.classes.get(class).itinerary {
            for &(model, index) in itin_rws.get(&itinerary).map_or(&[][..], Vec::as_slice) {
                let operands = &models.get(model).itin_rws[index].operands;
                inference.infer_from_operands(operands, class, &[model])?;
            }
        }
        inference.infer_from_inst_rws(inst_rws, class)?;
        let data = inference.classes.get(class);
        if !data.operands.writes.is_empty() {
            let (operands, models) = (data.operands.clone(), data.models.clone());
            inference.infer_from_operands(&operands, class, &models)?;
        }
        if inference.classes.len() > most {
            return Err(inference.too_many(class));
        }
    }
    Ok(())
}

/// By itinerary class, the models with an `ItinRW` for it, and the index of this `ItinRW`.
type ItinRwIndices = FxHashMap<RecordId, Vec<(ProcModelId, usize)>>;

fn itin_rws_by_class(
    store: &RecordStore,
    models: &ProcModels,
) -> Result<ItinRwIndices, FieldError> {
    let mut indices = ItinRwIndices::default();
    for (number, model) in models.iter() {
        for (index, itin_rw) in model.itin_rws.iter().enumerate() {
            for &itinerary in &itin_rw.matched {
                let indices = indices.entry(itinerary).or_default();
                match indices.last() {
                    Some(&(last, earlier)) if last == number && earlier != index => {
                        let message = format!(
                            "Duplicate itinerary class {} in ItinResources for {}",
                            store.record(itinerary).name(),
                            model.name
                        );
                        return Err(FieldError::new(
                            Code::InstRws,
                            store.record(itin_rw.record),
                            message,
                        )
                        .label_record(
                            store.record(model.itin_rws[earlier].record),
                            "this one names it too",
                        ));
                    }
                    Some(&last) if last == (number, index) => {}
                    _ => indices.push((number, index)),
                }
            }
        }
    }
    Ok(indices)
}

struct SchedInference<'a> {
    store: &'a RecordStore,
    models: &'a ProcModels,
    rws: &'a mut ReadWrites,
    classes: &'a mut SchedClasses,
    open_writes: OpenCache<WriteId>,
    open_reads: OpenCache<ReadId>,
}

/// By write or read, the processors on which it may be replaced; `None` if not yet computed.
type OpenCache<I> = IndexVec<I, Option<OpenOn>>;

/// The processors on which a write or read may be replaced.
#[derive(Clone, PartialEq, Eq, Debug)]
enum OpenOn {
    All,
    /// Only on processors of these models.
    Some(Vec<ProcModelId>),
}

impl SchedInference<'_> {
    fn infer_from_inst_rws(
        &mut self,
        inst_rws: &IndexVec<InstRwId, InstRw>,
        class: SchedClassId,
    ) -> Result<(), FieldError> {
        let data = self.classes.get(class);
        // All of its instructions were moved to other classes.
        if data.instruction_count == 0 {
            return Ok(());
        }
        for id in data.inst_rws.clone() {
            let inst_rw = &inst_rws[id];
            self.infer_from_operands(&inst_rw.operands, class, &[inst_rw.model])?;
            // This follows the transitions of the `InstRW` itself, because `add_transition` would
            // ignore them otherwise.
            self.classes.get_mut(class).inst_rw_models.push(inst_rw.model);
        }
        Ok(())
    }

    /// Adds the transitions of class `from` that follow from `operands` on processors of the models
    /// `on`.
    fn infer_from_operands(
        &mut self,
        operands: &SchedOperands,
        from: SchedClassId,
        on: &[ProcModelId],
    ) -> Result<(), FieldError> {
        let writes = self.expanded(&operands.writes)?;
        let reads = self.expanded(&operands.reads)?;
        let all: Vec<ProcModelId>;
        let on = match on.first() {
            Some(&ProcModelId::ALL) => {
                all = self.models.with_model().collect();
                &all
            }
            _ => on,
        };
        let mut paths = Vec::new();
        for &model in on {
            if is_open(self.rws, &mut self.open_writes, &writes, model)
                || is_open(self.rws, &mut self.open_reads, &reads, model)
            {
                paths.push(VariantPath::new(model, writes.clone(), reads.clone()));
            }
        }
        if paths.is_empty() {
            return Ok(());
        }
        let paths =
            Expander { store: self.store, models: self.models, rws: self.rws }.all(paths)?;
        for path in paths {
            self.add_transition(path, from);
        }
        Ok(())
    }

    /// Expands each of `rws`.
    fn expanded<I: Access>(&self, rws: &[I]) -> Result<Vec<Vec<I>>, FieldError> {
        let expand = |&rw: &I| {
            let mut expanded = Vec::new();
            self.rws.expand(self.store, rw, &mut expanded)?;
            Ok(expanded)
        };
        rws.iter().map(expand).collect()
    }

    /// Adds a transition from `from` to the class of a path.
    fn add_transition(&mut self, path: VariantPath, from: SchedClassId) {
        // A replacement without predicates does not need a class.
        if path.conditions.is_empty() {
            return;
        }
        // Sequences are numbered even if the class is not needed: their numbers are printed.
        let writes = sequences(self.rws, &path.writes);
        let reads = sequences(self.rws, &path.reads);
        // On these processors an `InstRW` replaces the operands of the class.
        if self.classes.get(from).inst_rw_models.contains(&path.model) {
            return;
        }
        let operands = SchedOperands { writes, reads };
        let to = self.classes.add(self.store, self.rws, None, operands, path.model);
        let mut predicates: Vec<RecordId> = path.conditions.iter().map(|c| c.predicate).collect();
        predicates.dedup();
        let transition = SchedTransition { to, model: path.model, predicates };
        self.classes.get_mut(from).transitions.push(transition);
    }

    fn too_many(&self, class: SchedClassId) -> FieldError {
        let data = self.classes.get(class);
        let operands = &data.operands;
        let write = operands.writes.iter().find_map(|&w| self.rws.get(w).def);
        let at = write.or(data.itinerary).unwrap_or(self.classes.no_itinerary());
        let message = format!("the variants of scheduling class {} never end", data.name);
        FieldError::new(Code::SchedVariants, self.store.record(at), message)
    }
}

/// Returns the operands of a path as single writes or reads; omits empty operands.
fn sequences<I: Access>(rws: &mut ReadWrites, operands: &[Vec<I>]) -> Vec<I> {
    let operands = operands.iter().filter(|operand| !operand.is_empty());
    operands.map(|operand| rws.sequence(operand)).collect()
}

/// Whether any of these writes or reads may be replaced on a model's processors.
fn is_open<I: Access>(
    rws: &ReadWrites,
    cache: &mut OpenCache<I>,
    operands: &[Vec<I>],
    model: ProcModelId,
) -> bool {
    for &rw in operands.iter().flatten() {
        match cache.grown_to(rw, None).get_or_insert_with(|| open_on(rws, rw)) {
            OpenOn::All => return true,
            OpenOn::Some(models) if models.contains(&model) => return true,
            OpenOn::Some(_) => {}
        }
    }
    false
}

fn open_on<I: Access>(rws: &ReadWrites, rw: I) -> OpenOn {
    let data = rws.get(rw);
    let by_variants = data.variants.as_ref().map(|variants| variants.model);
    let mut models = Vec::new();
    for model in by_variants.into_iter().chain(data.aliases.iter().map(|alias| alias.model)) {
        match model {
            None | Some(ProcModelId::ALL) => return OpenOn::All,
            Some(model) => models.push(model),
        }
    }
    OpenOn::Some(models)
}
