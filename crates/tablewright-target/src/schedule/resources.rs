//! Which records say what writes and reads take on a processor, and the resources they name.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_records::{FieldError, Record, RecordId, RecordStore, natural_order};

use super::index::{ProcModelId, RwId};
use super::inst_rw::InstRw;
use super::proc_model::ProcModels;
use super::read_write::{Access, ReadWrites};
use super::sched_class::SchedClasses;

/// How deeply aliases are nested at most.
const MAX_DEPTH: usize = 200;
/// How many resources a processor has at most.
const MAX_RESOURCES: usize = u16::MAX as usize - 1;

/// Gives each processor model its write resources, read advances and resources.
pub(super) fn collect(
    store: &RecordStore,
    models: &mut ProcModels,
    inst_rws: &[InstRw],
    rws: &ReadWrites,
    classes: &SchedClasses,
) -> Result<(), FieldError> {
    let units = store.derived_if_defined("ProcResourceUnits");
    let mut units_by_kind: FxHashMap<RecordId, Vec<Record<'_>>> = FxHashMap::default();
    for &units in &units {
        units_by_kind.entry(units.record("Kind")?.id()).or_default().push(units);
    }
    let mut collector = Collector {
        store,
        units,
        units_by_kind,
        groups: store.derived_if_defined("ProcResGroup"),
        rws,
        found: vec![Found::default(); models.list.len()],
        models,
    };
    collector.of_classes(inst_rws, classes)?;
    collector.of_processors()?;
    collector.own_resources()?;
    collector.finish()
}

/// What was found for a model.
#[derive(Clone, Default)]
struct Found {
    writes: FxHashSet<RecordId>,
    reads: FxHashSet<RecordId>,
    resources: FxHashSet<RecordId>,
    /// Writes and reads that were gone through.
    visited: FxHashSet<(RwId, Access)>,
}

struct Collector<'a> {
    store: &'a RecordStore,
    units: Vec<Record<'a>>,
    units_by_kind: FxHashMap<RecordId, Vec<Record<'a>>>,
    groups: Vec<Record<'a>>,
    rws: &'a ReadWrites,
    models: &'a mut ProcModels,
    found: Vec<Found>,
}

impl<'a> Collector<'a> {
    /// What scheduling classes use that is of a processor already.
    fn of_classes(
        &mut self,
        inst_rws: &[InstRw],
        classes: &SchedClasses,
    ) -> Result<(), FieldError> {
        let mut itineraries = FxHashSet::default();
        for (_, class) in classes.iter() {
            if let Some(itinerary) = class.itinerary {
                if itineraries.insert(itinerary) {
                    self.of_itinerary(itinerary)?;
                }
                continue;
            }
            for inst_rw in &class.inst_rws {
                let inst_rw = &inst_rws[inst_rw.index()];
                let (operands, model) = (&inst_rw.operands, [inst_rw.model]);
                self.of_operands(&operands.writes, &operands.reads, &model)?;
            }
            let operands = &class.operands;
            self.of_operands(&operands.writes, &operands.reads, &class.models)?;
        }
        Ok(())
    }

    fn of_itinerary(&mut self, itinerary: RecordId) -> Result<(), FieldError> {
        for number in 0..self.models.list.len() {
            let model = ProcModelId::from_index(number);
            let Some(itin_rw) = self.models.get(model).itin_rw(itinerary) else { continue };
            let (writes, reads) = (itin_rw.writes.clone(), itin_rw.reads.clone());
            self.of_operands(&writes, &reads, &[model])?;
        }
        Ok(())
    }

    fn of_operands(
        &mut self,
        writes: &[RwId],
        reads: &[RwId],
        models: &[ProcModelId],
    ) -> Result<(), FieldError> {
        for (access, rws) in [(Access::Write, writes), (Access::Read, reads)] {
            for &rw in rws {
                self.of_rw(rw, access, models, 0)?;
            }
        }
        Ok(())
    }

    fn of_rw(
        &mut self,
        rw: RwId,
        access: Access,
        models: &[ProcModelId],
        depth: usize,
    ) -> Result<(), FieldError> {
        let is_new = |&model: &ProcModelId| self.found[model.index()].visited.insert((rw, access));
        let models: Vec<ProcModelId> = models.iter().copied().filter(is_new).collect();
        if models.is_empty() {
            return Ok(());
        }
        let rws = self.rws;
        let data = rws.get(rw, access);
        if let Some(def) = data.def.map(|def| self.store.record(def)) {
            for &model in &models {
                match access {
                    Access::Write if def.inherits("SchedWriteRes") => self.add_write(def, model)?,
                    Access::Read if def.inherits("SchedReadAdvance") => {
                        self.add_read(def, model)?
                    }
                    _ => {}
                }
            }
        }
        for alias in &data.aliases {
            let only;
            let models = match alias.model {
                Some(model) => {
                    only = [model];
                    &only[..]
                }
                None => &models,
            };
            let mut expanded = Vec::new();
            rws.expand(self.store, alias.to, access, &mut expanded)?;
            if depth == MAX_DEPTH {
                let fault = format!("aliases are nested more than {MAX_DEPTH} levels deep");
                return Err(FieldError::new(self.store.record(alias.record), fault));
            }
            for rw in expanded {
                self.of_rw(rw, access, models, depth + 1)?;
            }
        }
        Ok(())
    }

    /// What is said to be of a processor.
    fn of_processors(&mut self) -> Result<(), FieldError> {
        for class in ["WriteRes", "SchedWriteRes"] {
            for record in self.store.derived_if_defined(class) {
                self.add_write(record, self.models.of(record)?)?;
            }
        }
        for record in self.store.derived_if_defined("ReadAdvance") {
            self.add_read(record, self.models.of(record)?)?;
        }
        for record in self.store.derived_if_defined("SchedReadAdvance") {
            if let Some(model) = self.models.if_any(record)? {
                self.add_read(record, model)?;
            }
        }
        Ok(())
    }

    /// Resources that are of a processor, whether anything uses them or not.
    fn own_resources(&mut self) -> Result<(), FieldError> {
        for resources in [&self.groups, &self.units] {
            for &resource in resources {
                if let Some(model) = self.models.if_any(resource)? {
                    let found = &mut self.found[model.index()].resources;
                    if found.insert(resource.id()) {
                        self.models.get_mut(model).resources.push(resource.id());
                    }
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<(), FieldError> {
        let store = self.store;
        let name = |&id: &RecordId| store.record(id).name();
        for model in &mut self.models.list {
            for list in [&mut model.write_resources, &mut model.read_advances, &mut model.resources]
            {
                list.sort_by(|a, b| natural_order(name(a), name(b)));
            }
            if model.resources.len() > MAX_RESOURCES {
                let fault = format!("there are more than {MAX_RESOURCES} resources");
                return Err(FieldError::new(store.record(model.def), fault));
            }
            check_groups(store, &model.resources)?;
        }
        Ok(())
    }

    fn add_write(&mut self, write: Record<'a>, model: ProcModelId) -> Result<(), FieldError> {
        if !self.found[model.index()].writes.insert(write.id()) {
            return Ok(());
        }
        self.models.get_mut(model).write_resources.push(write.id());
        for resource in write.list_of_records("ProcResources")? {
            self.add_resource(resource, model, write)?;
        }
        Ok(())
    }

    fn add_read(&mut self, read: Record<'a>, model: ProcModelId) -> Result<(), FieldError> {
        if !self.found[model.index()].reads.insert(read.id()) {
            return Ok(());
        }
        for write in read.list_of_records("ValidWrites")? {
            if self.rws.find(write.id(), Access::Write).is_none() {
                let fault = format!(
                    "ReadAdvance referencing a ValidWrite that is not used by any instruction ({})",
                    write.name()
                );
                return Err(FieldError::new(read, fault));
            }
        }
        self.models.get_mut(model).read_advances.push(read.id());
        Ok(())
    }

    /// Adds a resource and those that contain it.
    fn add_resource(
        &mut self,
        kind: Record<'a>,
        model: ProcModelId,
        at: Record<'a>,
    ) -> Result<(), FieldError> {
        let mut kind = kind;
        loop {
            let units = self.units_of(kind, model, at)?;
            if !self.found[model.index()].resources.insert(units.id()) {
                return Ok(());
            }
            self.models.get_mut(model).resources.push(units.id());
            if units.inherits("ProcResGroup") {
                return Ok(());
            }
            match units.optional_record("Super")? {
                Some(containing) => kind = containing,
                None => return Ok(()),
            }
        }
    }

    /// The units or the group that a kind of resource is on a processor.
    fn units_of(
        &self,
        kind: Record<'a>,
        model: ProcModelId,
        at: Record<'a>,
    ) -> Result<Record<'a>, FieldError> {
        if kind.inherits("ProcResourceUnits") {
            return Ok(kind);
        }
        let def = self.models.get(model).def;
        let mut found = None;
        let own = kind.inherits("ProcResGroup").then_some(kind);
        let of_kind = self.units_by_kind.get(&kind.id()).map_or(&[][..], Vec::as_slice);
        for &resource in of_kind.iter().chain(&own) {
            if resource.record("SchedModel")?.id() == def && found.replace(resource).is_some() {
                let name = kind.name();
                let fault = format!("Multiple ProcessorResourceUnits associated with {name}");
                return Err(FieldError::new(at, fault));
            }
        }
        found.ok_or_else(|| {
            let fault = format!("No ProcessorResources associated with {}", kind.name());
            FieldError::new(at, fault)
        })
    }
}

/// Checks that groups which share units are parts of one group.
fn check_groups(store: &RecordStore, resources: &[RecordId]) -> Result<(), FieldError> {
    let mut groups: Vec<(Record<'_>, Vec<RecordId>)> = Vec::new();
    for &resource in resources {
        let resource = store.record(resource);
        if resource.inherits("ProcResGroup") {
            let units = resource.list_of_records("Resources")?;
            groups.push((resource, units.iter().map(|unit| unit.id()).collect()));
        }
    }
    let contains = |all: &[RecordId], part: &[RecordId]| part.iter().all(|u| all.contains(u));
    for (i, (group, units)) in groups.iter().enumerate() {
        for (other, other_units) in &groups[i + 1..] {
            let is_shared = units.iter().any(|unit| other_units.contains(unit));
            let has_both = |all: &[RecordId]| contains(all, units) && contains(all, other_units);
            if is_shared && !groups.iter().any(|(_, all)| has_both(all)) {
                let fault = format!(
                    "proc resource group overlaps with {} but no supergroup contains both.",
                    other.name()
                );
                return Err(FieldError::new(*group, fault));
            }
        }
    }
    Ok(())
}
