//! Which classes a scheduling class turns into where its writes and reads have variants.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, RecordId, RecordStore};

use super::index::{InstRwId, ProcModelId, RwId, SchedClassId};
use super::inst_rw::InstRw;
use super::proc_model::ProcModels;
use super::read_write::{Access, Operands, ReadWrite, ReadWrites};
use super::sched_class::{SchedClasses, Transition};
use super::variants::{Expander, Way};

/// How many classes there may be for each class that instructions are of.
const MAX_GROWTH: usize = 64;

/// Adds to the classes what they turn into.
pub(super) fn infer(
    store: &RecordStore,
    models: &ProcModels,
    inst_rws: &[InstRw],
    rws: &mut ReadWrites,
    classes: &mut SchedClasses,
) -> Result<(), FieldError> {
    let itin_rws = itin_rws_by_class(store, models)?;
    let mut inference = Inference { store, models, rws, classes, open: [Vec::new(), Vec::new()] };
    let most = inference.classes.len() * MAX_GROWTH;
    let mut next = 0;
    while next < inference.classes.len() {
        let class = SchedClassId::from_index(next);
        next += 1;
        if let Some(itinerary) = inference.classes.get(class).itinerary {
            for &(model, place) in itin_rws.get(&itinerary).map_or(&[][..], Vec::as_slice) {
                let itin_rw = &models.get(model).itin_rws[place];
                let (writes, reads) = (itin_rw.writes.clone(), itin_rw.reads.clone());
                inference.infer_from_operands(&Operands { writes, reads }, class, &[model])?;
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

/// By itinerary class, the models that say what stands for it, and where.
type ItinRwPlaces = FxHashMap<RecordId, Vec<(ProcModelId, usize)>>;

fn itin_rws_by_class(store: &RecordStore, models: &ProcModels) -> Result<ItinRwPlaces, FieldError> {
    let mut places = ItinRwPlaces::default();
    for (number, model) in models.iter() {
        for (place, itin_rw) in model.itin_rws.iter().enumerate() {
            for &itinerary in &itin_rw.matched {
                let places = places.entry(itinerary).or_default();
                match places.last() {
                    Some(&(last, earlier)) if last == number && earlier != place => {
                        let fault = format!(
                            "Duplicate itinerary class {} in ItinResources for {}",
                            store.record(itinerary).name(),
                            model.name
                        );
                        return Err(FieldError::new(store.record(itin_rw.record), fault));
                    }
                    Some(&last) if last == (number, place) => {}
                    _ => places.push((number, place)),
                }
            }
        }
    }
    Ok(places)
}

struct Inference<'a> {
    store: &'a RecordStore,
    models: &'a ProcModels,
    rws: &'a mut ReadWrites,
    classes: &'a mut SchedClasses,
    /// By write, and by read, on which processors it may be something else; as far as that was
    /// asked.
    open: [Vec<Option<OpenOn>>; 2],
}

/// On which processors a write or read may turn into something else.
#[derive(Clone, PartialEq, Eq, Debug)]
enum OpenOn {
    All,
    /// On these only.
    Some(Vec<ProcModelId>),
}

impl Inference<'_> {
    fn infer_from_inst_rws(
        &mut self,
        inst_rws: &[InstRw],
        class: SchedClassId,
    ) -> Result<(), FieldError> {
        let data = self.classes.get(class);
        // Its instructions have gone to other classes.
        if data.instruction_count == 0 {
            return Ok(());
        }
        let numbers: Vec<InstRwId> = data.inst_rws.clone();
        for number in numbers {
            let inst_rw = &inst_rws[number.index()];
            self.infer_from_operands(&inst_rw.operands, class, &[inst_rw.model])?;
            self.classes.get_mut(class).inst_rw_models.push(inst_rw.model);
        }
        Ok(())
    }

    /// Adds what `from` turns into on processors of some models, when operands do as said.
    fn infer_from_operands(
        &mut self,
        operands: &Operands,
        from: SchedClassId,
        on: &[ProcModelId],
    ) -> Result<(), FieldError> {
        let writes = self.expanded(&operands.writes, Access::Write)?;
        let reads = self.expanded(&operands.reads, Access::Read)?;
        let all: Vec<ProcModelId>;
        let on = match on.first() {
            Some(&ProcModelId::ALL) => {
                all = self.models.numbers().collect();
                &all
            }
            _ => on,
        };
        let mut ways = Vec::new();
        for &model in on {
            if self.is_open(&writes, Access::Write, model)
                || self.is_open(&reads, Access::Read, model)
            {
                ways.push(Way::new(model, writes.clone(), reads.clone()));
            }
        }
        if ways.is_empty() {
            return Ok(());
        }
        let ways = Expander { store: self.store, models: self.models, rws: self.rws }.all(ways)?;
        for way in ways {
            self.add_transition(way, from);
        }
        Ok(())
    }

    fn expanded(&self, rws: &[RwId], access: Access) -> Result<Vec<Vec<RwId>>, FieldError> {
        let expand = |&rw: &RwId| {
            let mut expanded = Vec::new();
            self.rws.expand(self.store, rw, access, &mut expanded)?;
            Ok(expanded)
        };
        rws.iter().map(expand).collect()
    }

    /// Whether any of these may be something else on processors of a model.
    fn is_open(&mut self, operands: &[Vec<RwId>], access: Access, model: ProcModelId) -> bool {
        let rws = &*self.rws;
        let open = &mut self.open[access as usize];
        open.resize(rws.count(access), None);
        operands.iter().flatten().any(|&rw| {
            let open = open[rw.index()].get_or_insert_with(|| open_on(rws, rw, access));
            match open {
                OpenOn::All => true,
                OpenOn::Some(models) => models.contains(&model),
            }
        })
    }

    fn add_transition(&mut self, way: Way, from: SchedClassId) {
        // What does not depend on the instruction needs no class.
        if way.checks.is_empty() {
            return;
        }
        let mut operands = |operands: &[Vec<RwId>], access| {
            let operands = operands.iter().filter(|operand| !operand.is_empty());
            operands.map(|operand| self.rws.sequence(operand, access)).collect()
        };
        let writes = operands(&way.writes, Access::Write);
        let reads = operands(&way.reads, Access::Read);
        if self.classes.get(from).inst_rw_models.contains(&way.model) {
            return;
        }
        let operands = Operands { writes, reads };
        let to = self.classes.add(self.store, self.rws, None, operands, way.model);
        let mut predicates: Vec<RecordId> = way.checks.iter().map(|c| c.predicate).collect();
        predicates.dedup();
        let transition = Transition { to, model: way.model, predicates };
        self.classes.get_mut(from).transitions.push(transition);
    }

    fn too_many(&self, class: SchedClassId) -> FieldError {
        let data = self.classes.get(class);
        let operands = &data.operands;
        let write = operands.writes.iter().find_map(|&w| self.rws.get(w, Access::Write).def);
        let at = write.or(data.itinerary).unwrap_or(self.classes.no_itinerary());
        let fault = format!("the variants of scheduling class {} never end", data.name);
        FieldError::new(self.store.record(at), fault)
    }
}

fn open_on(rws: &ReadWrites, rw: RwId, access: Access) -> OpenOn {
    let data: &ReadWrite = rws.get(rw, access);
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
