//! The write resources, read advances and processor resources of each processor model.
//!
//! In: scheduling classes, and the records of `WriteRes`, `ReadAdvance` and related classes. Out:
//! the lists of these in [`ProcModel`](super::proc_model::ProcModel), each in natural order of
//! names. A `SchedWriteRes` belongs to the model that it names even if no instruction uses it.
//! Resources belong to a model if they name the model, or if a write in the model uses them.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::IndexVec;
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView, natural_order};
use tablewright_syntax::diagnostic::Code;

use super::index::{ProcModelId, ProcResourceId, ReadId, WriteId};
use super::operands::SchedOperands;
use super::proc_model::ProcModels;
use super::read_write::{Access, ReadWrites};
use super::sched_class::SchedClasses;
use crate::record_views::schedule::{
    ProcReadAdvanceRecord, ProcResGroupRecord, ProcResourceKindRecord, ProcResourceUnitsRecord,
    ProcWriteResourcesRecord, ReadAdvanceRecord, WriteResRecord,
};

/// Maximal nesting depth of aliases.
const MAX_DEPTH: usize = 200;
/// Maximal number of processor resources: table entries have 16 bits, and zero means "no resource".
const MAX_RESOURCES: usize = u16::MAX as usize - 1;

/// Adds the write resources, read advances and resources of each processor model.
pub(super) fn collect(
    store: &RecordStore,
    models: &mut ProcModels,
    rws: &ReadWrites,
    classes: &SchedClasses,
) -> Result<(), FieldError> {
    let units = ProcResourceUnitsRecord::all_if_defined(store);
    let mut units_by_kind: FxHashMap<RecordId, Vec<ProcResourceKindRecord<'_>>> =
        FxHashMap::default();
    for &units in &units {
        units_by_kind.entry(units.kind()?).or_default().push(*units);
    }
    let mut collector = ResourceCollector {
        store,
        units,
        units_by_kind,
        groups: ProcResGroupRecord::all_if_defined(store),
        rws,
        found: IndexVec::from_elem(FoundResources::default(), &models.list),
        models,
    };
    collector.for_classes(classes)?;
    collector.for_processors()?;
    collector.own_resources()?;
    collector.finish()
}

/// The records already added to a model.
#[derive(Clone, Default)]
struct FoundResources {
    writes: FxHashSet<RecordId>,
    reads: FxHashSet<RecordId>,
    resources: FxHashSet<RecordId>,
    /// Visited writes.
    visited_writes: FxHashSet<WriteId>,
    /// Visited reads.
    visited_reads: FxHashSet<ReadId>,
}

/// The differences between writes and reads in the search.
trait Searched: Access {
    /// Returns the visited writes or reads.
    fn visited(resources: &mut FoundResources) -> &mut FxHashSet<Self>;

    /// Adds a record of class [`Access::RESOURCE_CLASS`] to a model.
    fn add<'a>(
        collector: &mut ResourceCollector<'a>,
        record: Record<'a>,
        model: ProcModelId,
    ) -> Result<(), FieldError>;
}

impl Searched for WriteId {
    fn visited(resources: &mut FoundResources) -> &mut FxHashSet<WriteId> {
        &mut resources.visited_writes
    }

    fn add<'a>(
        collector: &mut ResourceCollector<'a>,
        record: Record<'a>,
        model: ProcModelId,
    ) -> Result<(), FieldError> {
        collector.add_write(ProcWriteResourcesRecord::new(record), model)
    }
}

impl Searched for ReadId {
    fn visited(resources: &mut FoundResources) -> &mut FxHashSet<ReadId> {
        &mut resources.visited_reads
    }

    fn add<'a>(
        collector: &mut ResourceCollector<'a>,
        record: Record<'a>,
        model: ProcModelId,
    ) -> Result<(), FieldError> {
        collector.add_read(ProcReadAdvanceRecord::new(record), model)
    }
}

struct ResourceCollector<'a> {
    store: &'a RecordStore,
    units: Vec<ProcResourceUnitsRecord<'a>>,
    /// By kind, the units of this kind in all models.
    units_by_kind: FxHashMap<RecordId, Vec<ProcResourceKindRecord<'a>>>,
    groups: Vec<ProcResGroupRecord<'a>>,
    rws: &'a ReadWrites,
    models: &'a mut ProcModels,
    found: IndexVec<ProcModelId, FoundResources>,
}

impl<'a> ResourceCollector<'a> {
    /// Adds records that scheduling classes use directly.
    fn for_classes(&mut self, classes: &SchedClasses) -> Result<(), FieldError> {
        let mut itineraries = FxHashSet::default();
        for (_, class) in classes.iter() {
            match class.itinerary {
                // For these classes, `of_processors` finds the other records through their
                // `SchedModel`. `NoItinerary` is an itinerary class too.
                Some(itinerary) if itineraries.insert(itinerary) => {
                    self.for_itinerary(itinerary)?
                }
                Some(_) => {}
                // Only inferred classes lack an itinerary, and `InstRW`s do not apply to inferred
                // classes.
                None => self.for_operands(&class.operands, &class.models)?,
            }
        }
        Ok(())
    }

    fn for_itinerary(&mut self, itinerary: RecordId) -> Result<(), FieldError> {
        for model in self.models.list.indices() {
            let Some(itin_rw) = self.models.get(model).itin_rw(itinerary) else { continue };
            let operands = itin_rw.operands.clone();
            self.for_operands(&operands, &[model])?;
        }
        Ok(())
    }

    fn for_operands(
        &mut self,
        operands: &SchedOperands,
        models: &[ProcModelId],
    ) -> Result<(), FieldError> {
        operands.writes.iter().try_for_each(|&write| self.for_rw(write, models, 0))?;
        operands.reads.iter().try_for_each(|&read| self.for_rw(read, models, 0))
    }

    fn for_rw<I: Searched>(
        &mut self,
        rw: I,
        models: &[ProcModelId],
        depth: usize,
    ) -> Result<(), FieldError> {
        // A write is visited once for each model, with only the new models.
        let is_new = |&model: &ProcModelId| I::visited(&mut self.found[model]).insert(rw);
        let models: Vec<ProcModelId> = models.iter().copied().filter(is_new).collect();
        if models.is_empty() {
            return Ok(());
        }
        let rws = self.rws;
        let data = rws.get(rw);
        if let Some(def) = data.def.map(|def| self.store.record(def))
            && def.inherits(I::RESOURCE_CLASS)
        {
            for &model in &models {
                I::add(self, def, model)?;
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
            rws.expand(self.store, alias.to, &mut expanded)?;
            if depth == MAX_DEPTH {
                let message = format!("aliases are nested more than {MAX_DEPTH} levels deep");
                return Err(FieldError::new(
                    Code::ReadsAndWrites,
                    self.store.record(alias.record),
                    message,
                ));
            }
            for rw in expanded {
                self.for_rw(rw, models, depth + 1)?;
            }
        }
        Ok(())
    }

    /// Adds records that name a processor model.
    fn for_processors(&mut self) -> Result<(), FieldError> {
        for class in [WriteResRecord::CLASS, WriteId::RESOURCE_CLASS] {
            for record in self.store.derived_if_defined(class) {
                let write = ProcWriteResourcesRecord::new(record);
                self.add_write(write, self.models.find(write.sched_model()?, write)?)?;
            }
        }
        for read in ReadAdvanceRecord::all_if_defined(self.store) {
            self.add_read(*read, self.models.find(read.required_sched_model()?, read)?)?;
        }
        for record in self.store.derived_if_defined(ReadId::RESOURCE_CLASS) {
            let read = ProcReadAdvanceRecord::new(record);
            if let Some(model) = self.models.find_optional(read.sched_model()?, read)? {
                self.add_read(read, model)?;
            }
        }
        Ok(())
    }

    /// Adds resources that name a processor model, used or not.
    fn own_resources(&mut self) -> Result<(), FieldError> {
        let groups = self.groups.iter().map(|&group| *group);
        for resource in groups.chain(self.units.iter().map(|&units| *units)) {
            let model = self.models.find_optional(resource.sched_model()?, resource)?;
            if let Some(model) = model
                && self.found[model].resources.insert(resource.id())
            {
                self.models.get_mut(model).resources.push(resource.id());
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<(), FieldError> {
        let store = self.store;
        let name = |&id: &RecordId| store.record(id).name();
        for model in &mut self.models.list {
            let resources = model.resources.raw_mut();
            for list in [&mut model.write_resources, &mut model.read_advances, resources] {
                // The search order is arbitrary, but resource numbers are printed.
                list.sort_by(|a, b| natural_order(name(a), name(b)));
            }
        }
        if store.release().has(Feature::RepeatedNamesAreReported) {
            self.check_unique()?;
        }
        for model in &self.models.list {
            if model.resources.len() > MAX_RESOURCES {
                let message = format!("there are more than {MAX_RESOURCES} resources");
                return Err(FieldError::new(Code::ProcResources, store.record(model.def), message));
            }
            check_groups(store, &model.resources)?;
        }
        Ok(())
    }

    /// Checks that each write has at most one `WriteRes` in a processor model, and each read at
    /// most one `ReadAdvance`. Checks the writes of all models first.
    fn check_unique(&self) -> Result<(), FieldError> {
        let again = |record: Record<'_>, kind: &str, of: Record<'_>, class: &str| {
            let message = format!("{kind} of {} already used in another {class}", of.name());
            FieldError::new(Code::WriteResources, record, message)
        };
        for model in &self.models.list {
            let mut writes = FxHashSet::default();
            for &id in &model.write_resources {
                let Some(record) = WriteResRecord::from_record(self.store.record(id)) else {
                    continue;
                };
                let write = self.store.record(record.write_type()?);
                if !writes.insert(write.id()) {
                    return Err(again(record.into(), "WriteType", write, WriteResRecord::CLASS));
                }
            }
        }
        for model in &self.models.list {
            let mut reads = FxHashSet::default();
            for &id in &model.read_advances {
                let Some(record) = ReadAdvanceRecord::from_record(self.store.record(id)) else {
                    continue;
                };
                let read = self.store.record(record.read_type()?);
                if !reads.insert(read.id()) {
                    return Err(again(record.into(), "ReadType", read, ReadAdvanceRecord::CLASS));
                }
            }
        }
        Ok(())
    }

    fn add_write(
        &mut self,
        write: ProcWriteResourcesRecord<'a>,
        model: ProcModelId,
    ) -> Result<(), FieldError> {
        if !self.found[model].writes.insert(write.id()) {
            return Ok(());
        }
        self.models.get_mut(model).write_resources.push(write.id());
        for resource in write.proc_resources()? {
            self.add_resource(resource, model, write.into())?;
        }
        Ok(())
    }

    fn add_read(
        &mut self,
        read: ProcReadAdvanceRecord<'a>,
        model: ProcModelId,
    ) -> Result<(), FieldError> {
        if !self.found[model].reads.insert(read.id()) {
            return Ok(());
        }
        for write in read.valid_writes()? {
            if self.rws.find::<WriteId>(write.id()).is_none() {
                let message = format!(
                    "ReadAdvance referencing a ValidWrite that is not used by any instruction ({})",
                    write.name()
                );
                return Err(FieldError::new(Code::ReadsAndWrites, read, message)
                    .label_record(write, "no instruction uses this"));
            }
        }
        self.models.get_mut(model).read_advances.push(read.id());
        Ok(())
    }

    /// Adds a resource and all resources that contain it.
    fn add_resource(
        &mut self,
        kind: Record<'a>,
        model: ProcModelId,
        at: Record<'a>,
    ) -> Result<(), FieldError> {
        let mut kind = kind;
        loop {
            let units = self.units_of(kind, model, at)?;
            // If a resource is already in the model, so are its containing resources. This check
            // also ends a cycle of `Super`s.
            if !self.found[model].resources.insert(units.id()) {
                return Ok(());
            }
            self.models.get_mut(model).resources.push(units.id());
            // Groups do not have a `Super`.
            if ProcResGroupRecord::from_record(units).is_some() {
                return Ok(());
            }
            match ProcResourceUnitsRecord::new(units).containing()? {
                Some(containing) => kind = containing,
                None => return Ok(()),
            }
        }
    }

    /// Returns the units or group of a resource kind on a processor.
    fn units_of(
        &self,
        kind: Record<'a>,
        model: ProcModelId,
        at: Record<'a>,
    ) -> Result<Record<'a>, FieldError> {
        if ProcResourceUnitsRecord::from_record(kind).is_some() {
            return Ok(kind);
        }
        let def = self.models.get(model).def;
        let mut unit = None;
        // A group is its own kind, but belongs to only one model.
        let own = ProcResGroupRecord::from_record(kind).map(|group| *group);
        let of_kind = self.units_by_kind.get(&kind.id()).map_or(&[][..], Vec::as_slice);
        for &resource in of_kind.iter().chain(&own) {
            if resource.required_sched_model()?.id() != def {
                continue;
            }
            let resource = Record::from(resource);
            if let Some(first) = unit.replace(resource) {
                let name = kind.name();
                let message = format!("Multiple ProcessorResourceUnits associated with {name}");
                return Err(FieldError::new(Code::ProcResources, at, message)
                    .label_record(kind, "the kind of resource")
                    .label_record(first, "these units are of it")
                    .label_record(resource, "and these are"));
            }
        }
        unit.ok_or_else(|| {
            let message = format!("No ProcessorResources associated with {}", kind.name());
            FieldError::new(Code::ProcResources, at, message)
                .label_record(kind, "no resource of this model is of this kind")
        })
    }
}

/// Checks that overlapping groups are parts of a common group.
fn check_groups(
    store: &RecordStore,
    resources: &IndexVec<ProcResourceId, RecordId>,
) -> Result<(), FieldError> {
    let mut groups: Vec<(Record<'_>, Vec<RecordId>)> = Vec::new();
    for &resource in resources {
        if let Some(group) = ProcResGroupRecord::from_record(store.record(resource)) {
            let units = group.resources()?;
            groups.push((group.into(), units.iter().map(|unit| unit.id()).collect()));
        }
    }
    let contains = |all: &[RecordId], part: &[RecordId]| part.iter().all(|u| all.contains(u));
    for (i, (group, units)) in groups.iter().enumerate() {
        for (other, other_units) in &groups[i + 1..] {
            let is_shared = units.iter().any(|unit| other_units.contains(unit));
            let has_both = |all: &[RecordId]| contains(all, units) && contains(all, other_units);
            if is_shared && !groups.iter().any(|(_, all)| has_both(all)) {
                let message = format!(
                    "proc resource group overlaps with {} but no supergroup contains both.",
                    other.name()
                );
                return Err(FieldError::new(Code::ProcResources, *group, message)
                    .label_record(*other, "the group it overlaps with"));
            }
        }
    }
    Ok(())
}
