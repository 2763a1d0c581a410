//! The resources of a write and the lateness of a read on one processor.
//!
//! In: a processor model. Out: for each write the latency, micro-operations and resources of its
//! `SchedWriteRes` or `WriteRes`; for each read the cycles of its `SchedReadAdvance` or
//! `ReadAdvance`. The first match counts: the record itself if it is a resource description, the
//! target of an alias, or a record that names the write or read as its type.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::IndexVec;
use tablewright_records::{Feature, FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;

use super::index::{ProcModelId, ProcResourceId, ReadId, WriteId};
use super::proc_model::ProcModel;
use super::read_write::{Access, Alias, NamedModel};
use super::sched_models::SchedModels;
use crate::record_views::schedule::{
    ProcReadAdvanceRecord, ProcResGroupRecord, ProcResourceUnitsRecord, ProcWriteResourcesRecord,
    ReadAdvanceRecord, WriteResRecord,
};

/// Maximal number of resources for one write, including containing resources.
const MAX_RESOURCES: usize = 1 << 14;

/// The use of a resource by a write: an `MCWriteProcResEntry` entry.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct WriteProcRes {
    /// The [number](ProcResourceId::number) of the resource.
    pub resource: u16,
    /// The cycle at which it is released.
    pub release_at_cycle: u16,
    /// The cycle at which it is acquired.
    pub acquire_at_cycle: u16,
}

/// The resources for a write on a processor.
#[derive(Debug)]
pub(super) struct WriteResources {
    pub(super) is_unsupported: bool,
    pub(super) latency: i16,
    pub(super) num_micro_ops: u16,
    pub(super) begin_group: bool,
    pub(super) end_group: bool,
    pub(super) retire_ooo: bool,
    pub(super) entries: Vec<WriteProcRes>,
}

/// The lateness of a read.
#[derive(Debug)]
pub(super) struct ReadLateness {
    pub(super) is_unsupported: bool,
    /// Pairs of a write and the cycles for a value from this write, in order. `None` applies to every write.
    pub(super) writes: Vec<(Option<WriteId>, i32)>,
}

/// A resource of a processor.
struct SchedResource<'a> {
    record: Record<'a>,
    /// Its units, if it is a group.
    group: Option<Vec<RecordId>>,
}

/// The reason for absent resources of a write or read.
pub(super) enum ResourceError {
    /// The processor model does not mention it.
    Missing {
        /// The name of the write or read.
        name: Box<str>,
        /// The error, for callers that require complete models.
        error: FieldError,
    },
    /// A field in its record is malformed.
    Field(FieldError),
}

impl From<FieldError> for ResourceError {
    fn from(error: FieldError) -> ResourceError {
        ResourceError::Field(error)
    }
}

impl ResourceError {
    pub(super) fn into_error(self) -> FieldError {
        match self {
            ResourceError::Missing { error, .. } | ResourceError::Field(error) => error,
        }
    }
}

/// Cached lookup of the resources of writes and reads on a model's processors.
pub(super) struct OperandResources<'a> {
    store: &'a RecordStore,
    models: &'a SchedModels,
    model_id: ProcModelId,
    model: &'a ProcModel,
    /// By write, its `WriteRes` records.
    write_res: FxHashMap<RecordId, Vec<Record<'a>>>,
    /// By read, its `ReadAdvance` records.
    read_advances: FxHashMap<RecordId, Vec<Record<'a>>>,
    /// Writes on which reads depend.
    read_writes: FxHashSet<RecordId>,
    resources: IndexVec<ProcResourceId, SchedResource<'a>>,
    resource_ids: FxHashMap<RecordId, ProcResourceId>,
    write_cache: FxHashMap<WriteId, WriteResources>,
    read_cache: FxHashMap<ReadId, Option<ReadLateness>>,
}

impl<'a> OperandResources<'a> {
    pub(super) fn new(
        store: &'a RecordStore,
        models: &'a SchedModels,
        model_id: ProcModelId,
    ) -> Result<OperandResources<'a>, FieldError> {
        let model = models.proc_models.get(model_id);
        let mut write_res: FxHashMap<RecordId, Vec<Record<'_>>> = FxHashMap::default();
        for &record in &model.write_resources {
            if let Some(write) = WriteResRecord::from_record(store.record(record)) {
                write_res.entry(write.write_type()?).or_default().push(write.into());
            }
        }
        let mut read_advances: FxHashMap<RecordId, Vec<Record<'_>>> = FxHashMap::default();
        let mut read_writes = FxHashSet::default();
        for &record in &model.read_advances {
            let read = ProcReadAdvanceRecord::new(store.record(record));
            read_writes.extend(read.valid_writes()?.iter().map(|write| write.id()));
            if let Some(read) = ReadAdvanceRecord::from_record(read) {
                read_advances.entry(read.read_type()?).or_default().push(read.into());
            }
        }
        let mut resources = IndexVec::new();
        let mut resource_ids = FxHashMap::default();
        for (id, &record) in model.resources.iter_enumerated() {
            resource_ids.insert(record, id);
            let record = store.record(record);
            let group = ProcResGroupRecord::from_record(record).map(units_of_group).transpose()?;
            resources.push(SchedResource { record, group });
        }
        Ok(OperandResources {
            store,
            models,
            model_id,
            model,
            write_res,
            read_advances,
            read_writes,
            resources,
            resource_ids,
            write_cache: FxHashMap::default(),
            read_cache: FxHashMap::default(),
        })
    }

    /// Whether a read depends on the write.
    pub(super) fn is_read_from(&self, write: Option<RecordId>) -> bool {
        write.is_some_and(|write| self.read_writes.contains(&write))
    }

    /// Returns the resources for a write.
    pub(super) fn for_write(&mut self, write: WriteId) -> Result<&WriteResources, ResourceError> {
        if !self.write_cache.contains_key(&write) {
            let record = self.write_record(write)?;
            let resources = self.write_resources(record)?;
            self.write_cache.insert(write, resources);
        }
        Ok(&self.write_cache[&write])
    }

    /// Returns the read lateness; `None` if it is never late.
    pub(super) fn for_read(
        &mut self,
        read: ReadId,
    ) -> Result<Option<&ReadLateness>, ResourceError> {
        if !self.read_cache.contains_key(&read) {
            let lateness = match self.read_record(read)? {
                Some(record) => Some(self.lateness(record)?),
                None => None,
            };
            self.read_cache.insert(read, lateness);
        }
        Ok(self.read_cache[&read].as_ref())
    }

    /// Finds the record with the resources of a write.
    fn write_record(&self, write: WriteId) -> Result<Record<'a>, ResourceError> {
        let record = self.record_of(write, &self.write_res)?;
        record.ok_or_else(|| self.no_resources(write))
    }

    /// Finds the lateness record for a read; `None` if it is never late.
    fn read_record(&self, read: ReadId) -> Result<Option<Record<'a>>, ResourceError> {
        let record = self.record_of(read, &self.read_advances)?;
        match record {
            // `TargetSchedule.td` defines `ReadDefault` for reads that are never late.
            None if &*self.models.rws.get(read).name != "ReadDefault" => {
                Err(self.no_resources(read))
            }
            found => Ok(found),
        }
    }

    fn no_resources<I: Access>(&self, rw: I) -> ResourceError {
        let name = self.models.rws.get(rw).name.clone();
        let message = format!("Processor does not define resources for {name}");
        let error =
            FieldError::new(Code::WriteResources, self.store.record(self.model.def), message);
        ResourceError::Missing { name, error }
    }

    /// Finds the description of a write or read: the record itself or its replacement if they
    /// inherit from [`Access::RESOURCE_CLASS`], otherwise an entry of `by_type`.
    fn record_of<I: Access>(
        &self,
        rw: I,
        by_type: &FxHashMap<RecordId, Vec<Record<'a>>>,
    ) -> Result<Option<Record<'a>>, FieldError> {
        let rws = &self.models.rws;
        let Some(def) = rws.get(rw).def else { return Ok(None) };
        let record = self.store.record(def);
        if record.inherits(I::RESOURCE_CLASS) {
            return Ok(Some(record));
        }
        let by_target = |alias: &Alias<I>| alias.target_model;
        let model = NamedModel { id: self.model_id, name: &self.model.name };
        let alias = rws.alias_on(self.store, rw, model, by_target)?;
        let alias = alias.and_then(|alias| rws.get(alias).def);
        if let Some(alias) = alias.map(|alias| self.store.record(alias))
            && alias.inherits(I::RESOURCE_CLASS)
        {
            return Ok(Some(alias));
        }
        let of = |def: &RecordId| by_type.get(def).map_or(&[][..], Vec::as_slice);
        let Some(alias) = alias else { return Ok(of(&def).first().copied()) };
        // If an alias refers to itself, its resources would count twice.
        let resources = [of(&def), if alias == def { &[] } else { of(&alias) }].concat();
        if let [_, second, ..] = resources[..] {
            let message = format!(
                "Resources are defined for both {} and its alias on processor {}",
                I::CLASS,
                self.model.name
            );
            return Err(FieldError::new(Code::WriteResources, second, message)
                .label_record(resources[0], "the others are here"));
        }
        Ok(resources.first().copied())
    }

    fn lateness(&self, record: Record<'a>) -> Result<ReadLateness, FieldError> {
        let record = ProcReadAdvanceRecord::new(record);
        let cycles = record.cycles()?;
        let tunables = record.cycle_tunables()?;
        let mut writes = Vec::new();
        for (i, write) in record.valid_writes()?.into_iter().enumerate() {
            let write = self.models.rws.find::<WriteId>(write.id());
            let write = write.expect("collecting read advances checked their writes");
            let tunable = tunables.get(i).copied().unwrap_or(0);
            // `MCReadAdvanceEntry` has a C++ `int`.
            writes.push((Some(write), cycles.wrapping_add(tunable) as i32));
        }
        // Records list writes in any order; tables are sorted by write number.
        writes.sort_unstable();
        if writes.is_empty() {
            writes.push((None, cycles as i32));
        }
        Ok(ReadLateness { is_unsupported: record.unsupported()?, writes })
    }

    fn write_resources(&self, record: Record<'a>) -> Result<WriteResources, FieldError> {
        let record = ProcWriteResourcesRecord::new(record);
        let is_single = record.single_issue()?;
        let is_unsupported = record.unsupported()?;
        Ok(WriteResources {
            is_unsupported,
            // `MCSchedModel` has 16 bits for each field and truncates larger values.
            latency: record.latency()? as i16,
            num_micro_ops: record.num_micro_ops()? as u16,
            begin_group: is_single || record.begin_group()?,
            end_group: is_single || record.end_group()?,
            retire_ooo: record.retire_ooo()?,
            entries: if is_unsupported { Vec::new() } else { self.entries(record)? },
        })
    }

    fn entries(
        &self,
        write: ProcWriteResourcesRecord<'a>,
    ) -> Result<Vec<WriteProcRes>, FieldError> {
        let (resources, record) = (write.proc_resources()?, Record::from(write));
        let release = match write.release_at_cycles()? {
            Some(release) => release,
            None => write.resource_cycles()?,
        };
        let acquire = write.acquire_at_cycles()?;
        let sizes = (resources.len(), release.len(), acquire.len());
        let message = if !release.is_empty() && release.len() != resources.len() {
            let sizes = format!("{} vs {}", sizes.0, sizes.1);
            Some(format!(
                "Inconsistent release at cycles: size(ReleaseAtCycles) != size(ProcResources): \
                 {sizes}"
            ))
        } else if !acquire.is_empty() && acquire.len() != resources.len() {
            let sizes = format!("{} vs {}", sizes.2, sizes.0);
            Some(format!(
                "Inconsistent resource cycles: size(AcquireAtCycles) != size(ProcResources): \
                 {sizes}"
            ))
        } else {
            None
        };
        if let Some(message) = message {
            return Err(FieldError::new(Code::WriteResources, record, message));
        }
        let cycles = |list: &[i64], i: usize, absent| list.get(i).copied().unwrap_or(absent);
        let mut uses = Vec::new();
        for (i, &resource) in resources.iter().enumerate() {
            uses.push(ResourceUse {
                resource,
                // `TargetSchedule.td`: without cycles, a resource is used for the first cycle.
                release: cycles(&release, i, 1),
                acquire: cycles(&acquire, i, 0),
            });
        }
        self.add_containing(record, &mut uses)?;
        uses.iter().map(|each| self.entry(record, each)).collect()
    }

    fn entry(
        &self,
        record: Record<'a>,
        each: &ResourceUse<'a>,
    ) -> Result<WriteProcRes, FieldError> {
        let Some(resource) = self.resource_ids.get(&each.resource.id()) else {
            return Err(self.not_included(each.resource));
        };
        let message = if each.acquire > each.release {
            if record.store().release().has(Feature::RepeatedNamesAreReported) {
                "Inconsistent resource cycles: AcquireAtCycles <= ReleaseAtCycles must hold."
            } else {
                "Inconsistent resource cycles: AcquireAtCycles < ReleaseAtCycles must hold."
            }
        } else if each.acquire < 0 {
            "Invalid value: AcquireAtCycle must be a non-negative value."
        } else {
            return Ok(WriteProcRes {
                resource: resource.number(),
                // `MCWriteProcResEntry` has 16 bits.
                release_at_cycle: each.release as u16,
                acquire_at_cycle: each.acquire as u16,
            });
        };
        Err(FieldError::new(Code::WriteResources, record, message))
    }

    fn not_included(&self, resource: Record<'a>) -> FieldError {
        let message = format!(
            "ProcResource def is not included in the ProcResources list for {}",
            self.model.name
        );
        FieldError::new(Code::ProcResources, resource, message)
    }

    /// Adds the resources that contain used resources: the `Super`s of units, and all groups with
    /// all units of a resource. Does not repeat the search for added resources.
    fn add_containing(
        &self,
        at: Record<'a>,
        uses: &mut Vec<ResourceUse<'a>>,
    ) -> Result<(), FieldError> {
        // The range is fixed here: added resources are not visited.
        for index in 0..uses.len() {
            let each = uses[index];
            let mut parts = vec![each.resource.id()];
            if let Some(group) = ProcResGroupRecord::from_record(each.resource) {
                parts = units_of_group(group)?;
            } else {
                let mut unit = self.units(each.resource)?;
                while let Some(containing) = unit.containing()? {
                    unit = self.units(containing)?;
                    uses.push(ResourceUse { resource: unit.into(), ..each });
                    // `Super` may form a cycle.
                    if uses.len() > MAX_RESOURCES {
                        let message = format!("more than {MAX_RESOURCES} resources are used");
                        return Err(FieldError::new(Code::ProcResources, at, message));
                    }
                }
            }
            for resource in &self.resources {
                let Some(group) = &resource.group else { continue };
                let is_other = resource.record.id() != each.resource.id();
                if is_other && parts.iter().all(|part| group.contains(part)) {
                    uses.push(ResourceUse { resource: resource.record, ..each });
                }
            }
        }
        Ok(())
    }

    fn units(&self, resource: Record<'a>) -> Result<ProcResourceUnitsRecord<'a>, FieldError> {
        ProcResourceUnitsRecord::from_record(resource).ok_or_else(|| {
            let message = format!("No ProcessorResources associated with {}", resource.name());
            FieldError::new(Code::ProcResources, resource, message)
        })
    }
}

fn units_of_group(group: ProcResGroupRecord<'_>) -> Result<Vec<RecordId>, FieldError> {
    Ok(group.resources()?.iter().map(|unit| unit.id()).collect())
}

/// The use of a resource.
#[derive(Clone, Copy)]
struct ResourceUse<'a> {
    resource: Record<'a>,
    release: i64,
    acquire: i64,
}
