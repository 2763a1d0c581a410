//! The scheduling tables of a subtarget: what each scheduling class takes on each processor.
//!
//! In: [`SchedModels`]. Out: [`SchedTables`]: three tables, of resources (`MCWriteProcResEntry`), of
//! latencies (`MCWriteLatencyEntry`) and of read advances (`MCReadAdvanceEntry`), which all
//! processors share, and for each class and processor the ranges in them. A list of entries that is
//! in its table already, even as part of others, is not stored again.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::IndexVec;
use tablewright_records::{Analysis, AnalysisError, FieldError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use super::index::{ProcModelId, SchedClassId, WriteId};
pub use super::operand_resources::WriteProcRes;
use super::operand_resources::{OperandResources, ResourceError, WriteResources};
use super::operands::Operands;
use super::sched_models::SchedModels;

/// What is stored of the number of micro-operations.
const MICRO_OPS_MASK: u16 = (1 << 13) - 1;
/// The number of micro-operations of a class that a processor does not know.
pub const INVALID_MICRO_OPS: u16 = MICRO_OPS_MASK;
/// The number of micro-operations of a class that turns into others.
pub const VARIANT_MICRO_OPS: u16 = MICRO_OPS_MASK - 1;

/// When a result is available. An entry of `MCWriteLatencyEntry`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct WriteLatency {
    /// After how many cycles.
    pub cycles: i16,
    /// The write, where a read depends on it.
    pub write: u16,
}

/// That an operand is read late. An entry of `MCReadAdvanceEntry`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct ReadAdvanceEntry {
    /// The operand, from zero, among those that are read.
    pub operand: u32,
    /// The write whose result it is; zero for any.
    pub write: u32,
    /// How many cycles late.
    pub cycles: i32,
}

/// What a scheduling class takes on a processor. An entry of `MCSchedClassDesc`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct SchedClassDesc {
    /// How many micro-operations there are; [`INVALID_MICRO_OPS`], [`VARIANT_MICRO_OPS`].
    pub num_micro_ops: u16,
    /// It begins a group.
    pub begin_group: bool,
    /// It ends a group.
    pub end_group: bool,
    /// It retires out of order.
    pub retire_ooo: bool,
    /// Entries of the table of resources: the first, and how many.
    pub write_proc_res: (u16, u16),
    /// Entries of the table of latencies.
    pub write_latency: (u16, u16),
    /// Entries of the table of read advances.
    pub read_advance: (u16, u16),
}

/// The tables of a target.
#[doc(alias = "SchedClassTables")]
#[derive(Debug)]
pub struct SchedTables {
    /// Resources; the first entry is that of no class.
    pub write_proc_res: Vec<WriteProcRes>,
    /// Latencies; the first entry is that of no class.
    pub write_latencies: Vec<WriteLatency>,
    /// By latency, the names of the writes that have it, joined by underscores.
    pub writer_names: Vec<String>,
    /// Read advances; the first entry is that of no class.
    pub read_advances: Vec<ReadAdvanceEntry>,
    /// By processor model, what its scheduling classes take; empty where it does not say.
    pub by_model: IndexVec<ProcModelId, IndexVec<SchedClassId, SchedClassDesc>>,
}

impl Analysis for SchedTables {
    /// The diagnostics of [`SchedModels`] are dropped here: whoever requests that analysis itself
    /// gets them.
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<SchedTables, AnalysisError> {
        Ok(SchedTablesBuilder::tables(store, None)?.0)
    }
}

/// The tables of a target some of whose models may say nothing of a write or read.
#[derive(Debug)]
pub struct PartialSchedTables {
    /// The tables. A class that lacks something is in them as one that the processor lacks.
    pub tables: SchedTables,
    /// The names of the writes and reads of which a model says nothing, by model and class.
    pub missing: FxHashMap<(ProcModelId, SchedClassId), Vec<String>>,
}

impl Analysis for PartialSchedTables {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<Self, AnalysisError> {
        let (tables, missing) = SchedTablesBuilder::tables(store, Some(FxHashMap::default()))?;
        Ok(PartialSchedTables { tables, missing: missing.unwrap_or_default() })
    }
}

/// What models say nothing of.
type Missing = FxHashMap<(ProcModelId, SchedClassId), Vec<String>>;

impl<'a> SchedTablesBuilder<'a> {
    /// The tables. What is missing is an error, unless it is to be collected.
    fn tables(
        store: &'a RecordStore,
        missing: Option<Missing>,
    ) -> Result<(SchedTables, Option<Missing>), AnalysisError> {
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

/// A table in which equal lists of entries are looked for.
struct Pool<T> {
    entries: Vec<T>,
    /// By two entries in succession, the indices at which they begin.
    pairs: FxHashMap<(T, T), Vec<u32>>,
    singles: FxHashMap<T, u32>,
    found: FxHashMap<Vec<T>, u32>,
}

impl<T: Copy + Default + Eq + Hash> Pool<T> {
    /// A table with an entry for classes that have none.
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

    /// Where this list of entries begins in the table; `None` if it is not there. The reference
    /// takes the first index, so this does too.
    fn find(&mut self, list: &[T]) -> Option<usize> {
        match list {
            [] => return Some(0),
            [only] => return self.singles.get(only).map(|&at| at as usize),
            _ => {}
        }
        if let Some(&at) = self.found.get(list) {
            return Some(at as usize);
        }
        // Many lists begin with the same entry; two entries leave few indices to compare.
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

/// The names of writes by latency.
#[derive(Default)]
struct WriterNames {
    names: Vec<String>,
    /// Which write is among the names of which latency; looking for it in the text takes longer.
    added: FxHashSet<(usize, WriteId)>,
}

impl WriterNames {
    fn add(&mut self, latency: usize, write: WriteId, name: &str) {
        if latency == self.names.len() {
            self.names.push(name.to_owned());
            return;
        }
        // A name that is part of another name there counts as present: so it does for the
        // reference, which searches the text.
        if self.added.insert((latency, write)) && !self.names[latency].contains(name) {
            self.names[latency].push('_');
            self.names[latency].push_str(name);
        }
    }
}

struct SchedTablesBuilder<'a> {
    store: &'a RecordStore,
    models: &'a SchedModels,
    /// Where missing resources are noted; `None` where they are an error.
    missing: Option<Missing>,
    write_proc_res: Pool<WriteProcRes>,
    write_latencies: Pool<WriteLatency>,
    writer_names: WriterNames,
    read_advances: Pool<ReadAdvanceEntry>,
}

/// What the operands of a class take on a processor.
#[derive(Default)]
struct Taken {
    desc: SchedClassDesc,
    write_proc_res: Vec<WriteProcRes>,
    write_latencies: Vec<WriteLatency>,
    writers: Vec<WriteId>,
    read_advances: Vec<ReadAdvanceEntry>,
    /// The names of writes and reads of which the model says nothing.
    missing: Vec<String>,
}

impl SchedTablesBuilder<'_> {
    /// What scheduling classes take on processors of a model.
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
            // What it takes is said of the classes that it turns into.
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
        // A class that the processor lacks has no entries, though other operands may have added
        // some.
        if taken.desc.num_micro_ops == INVALID_MICRO_OPS {
            taken.write_proc_res.clear();
            taken.write_latencies.clear();
            taken.read_advances.clear();
        }
        Ok(self.store_entries(taken))
    }

    fn add_writes(
        &self,
        operands: &Operands,
        model: ProcModelId,
        resources: &mut OperandResources<'_>,
        taken: &mut Taken,
    ) -> Result<(), FieldError> {
        let rws = &self.models.rws;
        let name = &self.models.proc_models.get(model).name;
        for &write in &operands.writes {
            let mut sequence = Vec::new();
            let model = (model, &name[..]);
            rws.expand_for(self.store, write, model, &mut sequence)?;
            // The result is that of the last write of a sequence, and reads depend on it.
            let Some(&last) = sequence.last() else { continue };
            let depends = resources.is_read_from(rws.write(last).def);
            // The number of a write has 16 bits in `MCWriteLatencyEntry`; targets have some hundreds.
            let mut latency =
                WriteLatency { cycles: 0, write: if depends { last.index() as u16 } else { 0 } };
            taken.writers.push(last);
            for part in sequence {
                let part = match resources.of_write(part) {
                    Err(ResourceError::Missing { name, .. }) if self.missing.is_some() => {
                        taken.missing.push(name.into());
                        break;
                    }
                    part => part.map_err(ResourceError::into_error)?,
                };
                if part.is_unsupported {
                    // Only this write ends. The micro-operations of the writes after it are still
                    // added, in 13 bits, as by the reference.
                    taken.desc.num_micro_ops = INVALID_MICRO_OPS;
                    break;
                }
                latency.cycles = latency.cycles.wrapping_add(part.latency);
                taken.add(part);
            }
            taken.write_latencies.push(latency);
        }
        // Each resource is there once, so the order is that of resources.
        taken.write_proc_res.sort_unstable_by_key(|entry| entry.resource);
        Ok(())
    }

    fn add_reads(
        &self,
        operands: &Operands,
        resources: &mut OperandResources<'_>,
        taken: &mut Taken,
    ) -> Result<(), FieldError> {
        for (operand, &read) in (0..).zip(&operands.reads) {
            let advance = match resources.of_read(read) {
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
                // At most as many writes as records; zero stands for any write.
                let write = write.map_or(0, |write| write.index() as u32);
                ReadAdvanceEntry { operand, write, cycles }
            };
            taken.read_advances.extend(entries.map(entry));
        }
        Ok(())
    }

    /// Puts what a class takes into the tables.
    ///
    /// Numbers of entries have 16 bits, as in `MCSchedClassDesc`; targets have some thousands.
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
            // Two parts of a sequence take a resource one after the other.
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
