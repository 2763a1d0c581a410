//! The scheduling tables of a subtarget: resources and latencies for each scheduling class and
//! processor.
//!
//! In: [`SchedModels`]. Out: [`SchedTables`]: three tables shared by all processors, for resources
//! (`MCWriteProcResEntry`), latencies (`MCWriteLatencyEntry`) and read advances
//! (`MCReadAdvanceEntry`), and the table ranges for each class and processor. A list of entries
//! that already occurs in its table, even inside a longer list, is not stored again.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::IndexVec;
use tablewright_records::{Analysis, AnalysisError, FieldError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use super::index::{ProcModelId, SchedClassId, WriteId};
pub use super::operand_resources::WriteProcRes;
use super::operand_resources::{OperandResources, ResourceError, WriteResources};
use super::operands::SchedOperands;
use super::read_write::NamedModel;
use super::sched_models::SchedModels;

/// Mask of the stored bits of a micro-operation count.
const MICRO_OPS_MASK: u16 = (1 << 13) - 1;
/// Micro-operation count of a class without resources on a processor.
pub const INVALID_MICRO_OPS: u16 = MICRO_OPS_MASK;
/// Micro-operation count of a class with variants.
pub const VARIANT_MICRO_OPS: u16 = MICRO_OPS_MASK - 1;

/// The latency of a result: an `MCWriteLatencyEntry` entry.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct WriteLatency {
    /// Latency in cycles.
    pub cycles: i16,
    /// The write number if a read depends on it, otherwise zero.
    pub write: u16,
}

/// A late read of an operand: an `MCReadAdvanceEntry` entry.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct ReadAdvanceEntry {
    /// Index among the read operands, from zero.
    pub operand: u32,
    /// The write whose result is read; zero for any.
    pub write: u32,
    /// Number of cycles by which the read is late.
    pub cycles: i32,
}

/// The resources of a scheduling class on a processor: an `MCSchedClassDesc` entry.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct SchedClassDesc {
    /// Micro-operation count, or [`INVALID_MICRO_OPS`] or [`VARIANT_MICRO_OPS`].
    pub num_micro_ops: u16,
    /// Whether it begins a dispatch group.
    pub begin_group: bool,
    /// Whether it ends a dispatch group.
    pub end_group: bool,
    /// Whether it retires out of order.
    pub retire_ooo: bool,
    /// First index and number of entries in the resource table.
    pub write_proc_res: (u16, u16),
    /// First index and number of entries in the latency table.
    pub write_latency: (u16, u16),
    /// First index and number of entries in the read advance table.
    pub read_advance: (u16, u16),
}

/// The scheduling tables in a target.
#[doc(alias = "SchedClassTables")]
#[derive(Debug)]
pub struct SchedTables {
    /// Resources. The first entry is a placeholder.
    pub write_proc_res: Vec<WriteProcRes>,
    /// Latencies. The first entry is a placeholder.
    pub write_latencies: Vec<WriteLatency>,
    /// By latency entry, the names of its writes, joined by underscores.
    pub writer_names: Vec<String>,
    /// Read advances. The first entry is a placeholder.
    pub read_advances: Vec<ReadAdvanceEntry>,
    /// By processor model, its scheduling classes; empty for models without operand latencies.
    pub by_model: IndexVec<ProcModelId, IndexVec<SchedClassId, SchedClassDesc>>,
}

impl Analysis for SchedTables {
    /// Drops the diagnostics of [`SchedModels`]: a caller that requests the [`SchedModels`]
    /// analysis itself receives them.
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<SchedTables, AnalysisError> {
        Ok(SchedTablesBuilder::tables(store, None)?.0)
    }
}

/// The tables of a target whose models may lack some writes or reads.
#[derive(Debug)]
pub struct PartialSchedTables {
    /// The tables. A class with missing resources has the same entry as an unsupported class.
    pub tables: SchedTables,
    /// The missing write and read names, by model and class.
    pub missing: FxHashMap<(ProcModelId, SchedClassId), Vec<String>>,
}

impl Analysis for PartialSchedTables {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<Self, AnalysisError> {
        let (tables, missing) = SchedTablesBuilder::tables(store, Some(FxHashMap::default()))?;
        Ok(PartialSchedTables { tables, missing: missing.unwrap_or_default() })
    }
}

/// The missing write and read names, by model and class.
type MissingResources = FxHashMap<(ProcModelId, SchedClassId), Vec<String>>;

impl<'a> SchedTablesBuilder<'a> {
    /// Builds the tables. Missing resources are an error if `missing` is `None`.
    fn tables(
        store: &'a RecordStore,
        missing: Option<MissingResources>,
    ) -> Result<(SchedTables, Option<MissingResources>), AnalysisError> {
        let models: &SchedModels = store.analysis(&mut Diagnostics::new())?;
        let mut builder = SchedTablesBuilder {
            store,
            models,
            missing,
            write_proc_res: Pool::new(),
            write_latencies: Pool::new(),
            writer_names: WriterNames::default(),
            read_advances: Pool::new(),
        };
        builder.writer_names.names.push("InvalidWrite".to_owned());
        let mut by_model = IndexVec::new();
        for (id, model) in models.proc_models.iter() {
            let has_table = model.has_instr_sched_model();
            by_model.push(if has_table { builder.table(id)? } else { IndexVec::new() });
        }
        let tables = SchedTables {
            write_proc_res: builder.write_proc_res.entries,
            write_latencies: builder.write_latencies.entries,
            writer_names: builder.writer_names.names,
            read_advances: builder.read_advances.entries,
            by_model,
        };
        Ok((tables, builder.missing))
    }
}

/// A table that finds earlier equal lists of entries.
struct Pool<T> {
    entries: Vec<T>,
    /// By pair of adjacent entries, the indices of their first entry.
    pairs: FxHashMap<(T, T), Vec<u32>>,
    singles: FxHashMap<T, u32>,
    found: FxHashMap<Vec<T>, u32>,
}

impl<T: Copy + Default + Eq + Hash> Pool<T> {
    /// Creates a table whose first entry is a placeholder.
    fn new() -> Pool<T> {
        let mut pool = Pool {
            entries: Vec::new(),
            pairs: FxHashMap::default(),
            singles: FxHashMap::default(),
            found: FxHashMap::default(),
        };
        pool.append(&[T::default()]);
        pool
    }

    /// Returns the first index of a list in the table; `None` if it is absent. The reference uses
    /// the first index too.
    fn find(&mut self, list: &[T]) -> Option<usize> {
        match list {
            [] => return Some(0),
            [only] => return self.singles.get(only).map(|&at| at as usize),
            _ => {}
        }
        if let Some(&at) = self.found.get(list) {
            return Some(at as usize);
        }
        // Many lists begin with the same entry; a pair of entries leaves few indices to compare.
        let candidates = self.pairs.get(&(list[0], list[1]))?;
        let at = *candidates.iter().find(|&&at| self.entries[at as usize..].starts_with(list))?;
        self.found.insert(list.to_vec(), at);
        Some(at as usize)
    }

    fn append(&mut self, list: &[T]) -> usize {
        let first = self.entries.len();
        for &entry in list {
            let at = self.entries.len() as u32;
            self.singles.entry(entry).or_insert(at);
            if let Some(&before) = self.entries.last() {
                self.pairs.entry((before, entry)).or_default().push(at - 1);
            }
            self.entries.push(entry);
        }
        first
    }
}

/// The names of writes by latency entry.
#[derive(Default)]
struct WriterNames {
    names: Vec<String>,
    /// Pairs of a latency entry and a write whose name has been added. Avoids repeated text searches.
    added: FxHashSet<(usize, WriteId)>,
}

impl WriterNames {
    fn add(&mut self, latency: usize, write: WriteId, name: &str) {
        if latency == self.names.len() {
            self.names.push(name.to_owned());
            return;
        }
        // The reference searches the text, so a name inside a longer name counts as present.
        if self.added.insert((latency, write)) && !self.names[latency].contains(name) {
            self.names[latency].push('_');
            self.names[latency].push_str(name);
        }
    }
}

struct SchedTablesBuilder<'a> {
    store: &'a RecordStore,
    models: &'a SchedModels,
    /// Collected missing resources; `None` if they are an error.
    missing: Option<MissingResources>,
    write_proc_res: Pool<WriteProcRes>,
    write_latencies: Pool<WriteLatency>,
    writer_names: WriterNames,
    read_advances: Pool<ReadAdvanceEntry>,
}

/// The resources of a class on a processor.
#[derive(Default)]
struct Taken {
    desc: SchedClassDesc,
    write_proc_res: Vec<WriteProcRes>,
    write_latencies: Vec<WriteLatency>,
    writers: Vec<WriteId>,
    read_advances: Vec<ReadAdvanceEntry>,
    /// The names of writes and reads without resources in the model.
    missing: Vec<String>,
}

impl SchedTablesBuilder<'_> {
    /// Builds the entries of all scheduling classes on a model's processors.
    fn table(
        &mut self,
        model: ProcModelId,
    ) -> Result<IndexVec<SchedClassId, SchedClassDesc>, FieldError> {
        let models = self.models;
        let mut resources = OperandResources::new(self.store, models, model)?;
        let mut descs = IndexVec::with_capacity(models.classes.len());
        for (id, class) in models.classes.iter() {
            let is_variant = class.transitions.iter().any(|t| t.model == model);
            let mut desc = SchedClassDesc::default();
            // The classes that replace a variant class contain its resources.
            if is_variant {
                desc.num_micro_ops = VARIANT_MICRO_OPS;
            } else if class.is_for(model) {
                desc = self.class(id, model, &mut resources)?;
            }
            descs.push(desc);
        }
        Ok(descs)
    }

    fn class(
        &mut self,
        class: SchedClassId,
        model: ProcModelId,
        resources: &mut OperandResources<'_>,
    ) -> Result<SchedClassDesc, FieldError> {
        let mut taken = Taken::default();
        let operands = self.models.operands_on(class, model);
        if operands.writes.is_empty() {
            taken.desc.num_micro_ops = INVALID_MICRO_OPS;
        }
        self.add_writes(&operands, model, resources, &mut taken)?;
        self.add_reads(&operands, resources, &mut taken)?;
        if !taken.missing.is_empty() {
            taken.desc.num_micro_ops = INVALID_MICRO_OPS;
            let names = std::mem::take(&mut taken.missing);
            self.missing.get_or_insert_default().insert((model, class), names);
        }
        // A class that the processor lacks has no table entries, even if other operands added some.
        if taken.desc.num_micro_ops == INVALID_MICRO_OPS {
            taken.write_proc_res.clear();
            taken.write_latencies.clear();
            taken.read_advances.clear();
        }
        Ok(self.store_entries(taken))
    }

    fn add_writes(
        &self,
        operands: &SchedOperands,
        model: ProcModelId,
        resources: &mut OperandResources<'_>,
        taken: &mut Taken,
    ) -> Result<(), FieldError> {
        let rws = &self.models.rws;
        let name = &self.models.proc_models.get(model).name;
        for &write in &operands.writes {
            let mut sequence = Vec::new();
            let model = NamedModel { id: model, name };
            rws.expand_for(self.store, write, model, &mut sequence)?;
            // Reads depend on the last write of a sequence.
            let Some(&last) = sequence.last() else { continue };
            let depends = resources.is_read_from(rws.write(last).def);
            // `MCWriteLatencyEntry` has 16 bits for a write number; targets have some hundreds of
            // writes.
            let mut latency =
                WriteLatency { cycles: 0, write: if depends { last.index() as u16 } else { 0 } };
            taken.writers.push(last);
            for part in sequence {
                let part = match resources.for_write(part) {
                    Err(ResourceError::Missing { name, .. }) if self.missing.is_some() => {
                        taken.missing.push(name.into());
                        break;
                    }
                    part => part.map_err(ResourceError::into_error)?,
                };
                if part.is_unsupported {
                    // Only the expansion of this write stops. As in the reference, the
                    // micro-operations of later writes are still added, modulo 2^13.
                    taken.desc.num_micro_ops = INVALID_MICRO_OPS;
                    break;
                }
                latency.cycles = latency.cycles.wrapping_add(part.latency);
                taken.add(part);
            }
            taken.write_latencies.push(latency);
        }
        // Each resource occurs once, so sorting by resource is a total order.
        taken.write_proc_res.sort_unstable_by_key(|entry| entry.resource);
        Ok(())
    }

    fn add_reads(
        &self,
        operands: &SchedOperands,
        resources: &mut OperandResources<'_>,
        taken: &mut Taken,
    ) -> Result<(), FieldError> {
        for (operand, &read) in (0..).zip(&operands.reads) {
            let advance = match resources.for_read(read) {
                Err(ResourceError::Missing { name, .. }) if self.missing.is_some() => {
                    taken.missing.push(name.into());
                    continue;
                }
                advance => advance.map_err(ResourceError::into_error)?,
            };
            let Some(advance) = advance else { continue };
            if advance.is_unsupported {
                taken.desc.num_micro_ops = INVALID_MICRO_OPS;
                break;
            }
            let entries = advance.writes.iter();
            let entry = |&(write, cycles): &(Option<WriteId>, i32)| {
                // There are at most as many writes as records; zero means any write.
                let write = write.map_or(0, |write| write.index() as u32);
                ReadAdvanceEntry { operand, write, cycles }
            };
            taken.read_advances.extend(entries.map(entry));
        }
        Ok(())
    }

    /// Adds the entries of a class to the tables.
    ///
    /// As in `MCSchedClassDesc`, indices and counts have 16 bits; targets have some thousands of
    /// entries.
    fn store_entries(&mut self, taken: Taken) -> SchedClassDesc {
        fn range<T: Copy + Default + Eq + Hash>(pool: &mut Pool<T>, list: &[T]) -> (u16, u16) {
            let first = pool.find(list).unwrap_or_else(|| pool.append(list));
            (first as u16, list.len() as u16)
        }
        let list = &taken.write_latencies;
        let first = self.write_latencies.find(list);
        let first = first.unwrap_or_else(|| self.write_latencies.append(list));
        for (latency, &writer) in (first..first + list.len()).zip(&taken.writers) {
            let name = &self.models.rws.write(writer).name;
            self.writer_names.add(latency, writer, name);
        }
        SchedClassDesc {
            write_proc_res: range(&mut self.write_proc_res, &taken.write_proc_res),
            write_latency: (first as u16, list.len() as u16),
            read_advance: range(&mut self.read_advances, &taken.read_advances),
            ..taken.desc
        }
    }
}

impl Taken {
    fn add(&mut self, part: &WriteResources) {
        let desc = &mut self.desc;
        desc.num_micro_ops = desc.num_micro_ops.wrapping_add(part.num_micro_ops) & MICRO_OPS_MASK;
        desc.begin_group |= part.begin_group;
        desc.end_group |= part.end_group;
        desc.retire_ooo |= part.retire_ooo;
        for &entry in &part.entries {
            // Parts of a sequence use a resource consecutively, so the cycles add up.
            match self.write_proc_res.iter_mut().find(|e| e.resource == entry.resource) {
                Some(earlier) => {
                    let cycles = earlier.release_at_cycle;
                    earlier.release_at_cycle = cycles.wrapping_add(entry.release_at_cycle);
                }
                None => self.write_proc_res.push(entry),
            }
        }
    }
}
