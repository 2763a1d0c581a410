//! `SchedReadWrite` records (`TargetSchedule.td`), which describe the scheduling of
//! operands, and sequences of these records.
//!
//! In: the `SchedRW` lists in instructions, and the records `InstRW`, `ItinRW` and
//! `SchedAlias`. Out: [`ReadWrites`], the writes and reads that any of these records name, directly
//! or through sequences and variants, each with an id. `resources` and `operand_resources` find the
//! resources of writes on a processor, and `variants` replaces variants.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::{Idx, IndexVec};
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::Code;

use super::index::{ProcModelId, ReadId, WriteId};
use super::operands::SchedOperands;
use super::proc_model::ProcModels;
use crate::instructions::Instructions;
use crate::record_views::instruction::InstructionRecord;
use crate::record_views::schedule::{
    InstRwRecord, ItinRwRecord, SchedAliasRecord, SchedReadWriteRecord, SchedVariantRecord,
    WriteSequenceRecord,
};

/// Maximal number of writes or reads in the expansion of a sequence or alias.
const MAX_EXPANSION: usize = 1 << 16;
/// Maximal nesting depth of sequences and aliases.
const MAX_DEPTH: usize = 200;

/// The id of a write or of a read. Writes and reads are numbered separately, but follow the same
/// rules.
pub(super) trait Access: Idx {
    /// The class name of the records in messages.
    const CLASS: &'static str;
    /// The class of records that contain their resources on a processor.
    const RESOURCE_CLASS: &'static str;
    /// Neither a write nor a read.
    const NONE: Self;

    fn table(rws: &ReadWrites) -> &Table<Self>;
    fn table_mut(rws: &mut ReadWrites) -> &mut Table<Self>;
}

impl Access for WriteId {
    const CLASS: &'static str = "SchedWrite";
    const RESOURCE_CLASS: &'static str = "SchedWriteRes";
    const NONE: WriteId = WriteId::from_index(0);

    fn table(rws: &ReadWrites) -> &Table<WriteId> {
        &rws.writes
    }

    fn table_mut(rws: &mut ReadWrites) -> &mut Table<WriteId> {
        &mut rws.writes
    }
}

impl Access for ReadId {
    const CLASS: &'static str = "SchedRead";
    const RESOURCE_CLASS: &'static str = "SchedReadAdvance";
    const NONE: ReadId = ReadId::from_index(0);

    fn table(rws: &ReadWrites) -> &Table<ReadId> {
        &rws.reads
    }

    fn table_mut(rws: &mut ReadWrites) -> &mut Table<ReadId> {
        &mut rws.reads
    }
}

/// A write, or a read: `I` is [`WriteId`] or [`ReadId`].
#[doc(alias = "CodeGenSchedRW")]
#[derive(Debug)]
pub struct ReadWrite<I> {
    /// The record name, or the names of its parts for a sequence without a record.
    pub name: Box<str>,
    /// The record; `None` for a sequence that inference built.
    pub def: Option<RecordId>,
    /// The replacements, chosen by predicates on the instruction.
    pub variants: Option<Variants<I>>,
    /// The parts, if it is a sequence.
    pub sequence: Vec<I>,
    /// Number of repetitions of the sequence.
    pub repeat: usize,
    /// The writes or reads that can replace it.
    pub aliases: Vec<Alias<I>>,
    is_sequence: bool,
    is_alias: bool,
}

/// The variants of a write or read.
#[derive(Debug)]
pub struct Variants<I> {
    /// Whether each selected write or read belongs to a separate operand.
    pub is_variadic: bool,
    /// The processor model with these variants; `None` for all processors.
    pub model: Option<ProcModelId>,
    /// The variants. The first variant whose predicate is true is selected.
    pub list: Vec<Variant<I>>,
}

/// A variant: a `SchedVar` record.
#[derive(Debug)]
pub struct Variant<I> {
    /// The predicate: a `SchedPredicateBase` record.
    pub predicate: RecordId,
    /// The writes or reads that replace the original.
    pub selected: Vec<I>,
}

/// The replacement of a write or read: a `SchedAlias` record.
#[derive(Clone, Copy, Debug)]
pub struct Alias<I> {
    /// The record.
    pub record: RecordId,
    /// The replacement.
    pub to: I,
    /// The processor model with this alias; `None` for all processors.
    pub model: Option<ProcModelId>,
    /// The processor model of the replacement; `None` for all processors, or if its record does not
    /// name a model.
    pub target_model: Option<ProcModelId>,
}

impl<I> ReadWrite<I> {
    fn new(name: Box<str>, def: Option<RecordId>) -> ReadWrite<I> {
        ReadWrite {
            name,
            def,
            variants: None,
            sequence: Vec::new(),
            repeat: 1,
            aliases: Vec::new(),
            is_sequence: false,
            is_alias: false,
        }
    }

    /// Whether it is a sequence.
    pub fn is_sequence(&self) -> bool {
        self.is_sequence
    }
}

/// The writes and reads in a target.
#[derive(Debug)]
pub struct ReadWrites {
    writes: Table<WriteId>,
    reads: Table<ReadId>,
}

/// The writes, or the reads. The first entry is empty and has the id [`Access::NONE`].
#[derive(Debug)]
pub(super) struct Table<I> {
    list: IndexVec<I, ReadWrite<I>>,
    by_record: FxHashMap<RecordId, I>,
    by_sequence: FxHashMap<Vec<I>, I>,
}

impl ReadWrites {
    /// Finds the writes and reads that instructions and scheduling records name, and numbers them
    /// in natural order.
    pub(super) fn collect(
        store: &RecordStore,
        instructions: &Instructions,
        models: &ProcModels,
    ) -> Result<ReadWrites, FieldError> {
        let mut scan = ReadWriteScan::default();
        scan.instructions(store, instructions)?;
        for record in InstRwRecord::all_if_defined(store) {
            scan.all(record.operand_read_writes()?)?;
        }
        for record in ItinRwRecord::all_if_defined(store) {
            scan.all(record.operand_read_writes()?)?;
        }
        let aliases = SchedAliasRecord::all_if_defined(store);
        for &alias in &aliases {
            let (from, to) = (alias.match_rw()?, alias.alias_rw()?);
            if is_write(from) != is_write(to) {
                let class = if is_write(from) { WriteId::CLASS } else { ReadId::CLASS };
                let message = format!("{class} Alias must be {class}");
                return Err(FieldError::new(Code::ReadsAndWrites, alias, message)
                    .label_record(*from, "the alias is for this")
                    .label_record(*to, "and leads to this"));
            }
            scan.one(to, 0)?;
        }
        // All names must be known before ids are assigned, because ids follow the natural order of
        // names.
        let (writes, reads) = (Table::new(store, scan.writes)?, Table::new(store, scan.reads)?);
        let mut rws = ReadWrites { writes, reads };
        rws.add_sequences(store)?;
        rws.add_variants::<WriteId>(store, models)?;
        rws.add_variants::<ReadId>(store, models)?;
        for alias in aliases {
            if is_write(alias.alias_rw()?) {
                rws.add_alias::<WriteId>(alias, models)?;
            } else {
                rws.add_alias::<ReadId>(alias, models)?;
            }
        }
        Ok(rws)
    }

    /// Stores the parts of each write sequence. Read sequences do not have records.
    fn add_sequences(&mut self, store: &RecordStore) -> Result<(), FieldError> {
        for write in self.writes.list.indices() {
            let data = &self.writes.list[write];
            // The parts of a sequence may have later names, so all writes need ids first.
            let Some(def) = data.def.filter(|_| data.is_sequence) else { continue };
            let def = WriteSequenceRecord::new(store.record(def));
            let sequence = self.find_all::<WriteId>(def.writes()?, def.into())?;
            // If several records have the same sequence, inference uses the first record.
            self.writes.by_sequence.entry(sequence.clone()).or_insert(write);
            self.writes.list[write].sequence = sequence;
        }
        Ok(())
    }

    fn add_variants<I: Access>(
        &mut self,
        store: &RecordStore,
        models: &ProcModels,
    ) -> Result<(), FieldError> {
        for rw in I::table(self).list.indices() {
            let Some(def) = self.get(rw).def else { continue };
            if let Some(def) = SchedVariantRecord::from_record(store.record(def)) {
                let variants = self.variants(def, models)?;
                self.get_mut::<I>(rw).variants = Some(variants);
            }
        }
        Ok(())
    }

    fn variants<I: Access>(
        &self,
        def: SchedVariantRecord<'_>,
        models: &ProcModels,
    ) -> Result<Variants<I>, FieldError> {
        let mut list = Vec::new();
        for variant in def.variants()? {
            let predicate = variant.predicate()?;
            let selected = self.find_all(variant.selected()?, def.into())?;
            list.push(Variant { predicate, selected });
        }
        let model = models.find_optional(def.sched_model()?, def)?;
        Ok(Variants { is_variadic: def.variadic()?, model, list })
    }

    fn find_all<I: Access>(
        &self,
        rws: Vec<SchedReadWriteRecord<'_>>,
        at: Record<'_>,
    ) -> Result<Vec<I>, FieldError> {
        let mut ids = Vec::with_capacity(rws.len());
        for rw in rws {
            let Some(id) = self.find(rw.id()) else {
                let message = format!("{} is not a {}", rw.name(), I::CLASS);
                return Err(FieldError::new(Code::ReadsAndWrites, at, message));
            };
            ids.push(id);
        }
        Ok(ids)
    }

    fn add_alias<I: Access>(
        &mut self,
        alias: SchedAliasRecord<'_>,
        models: &ProcModels,
    ) -> Result<(), FieldError> {
        let (from, to) = (alias.match_rw()?, alias.alias_rw()?);
        let target: I = self.find(to.id()).expect("the scan went through all aliases");
        self.get_mut(target).is_alias = true;
        // No instruction uses the original.
        let Some(from) = self.find::<I>(from.id()) else { return Ok(()) };
        if self.get(from).is_alias {
            return Err(FieldError::new(Code::ReadsAndWrites, alias, "Cannot Alias an Alias")
                .label_field(*alias, "MatchRW"));
        }
        let model = models.find_optional(alias.sched_model()?, alias)?;
        let target_model = models.find_optional(to.sched_model()?, to)?;
        let alias = Alias { record: alias.id(), to: target, model, target_model };
        self.get_mut(from).aliases.push(alias);
        Ok(())
    }

    /// Returns the write with this id.
    pub fn write(&self, write: WriteId) -> &ReadWrite<WriteId> {
        self.get(write)
    }

    /// Returns the read with this id.
    pub fn read(&self, read: ReadId) -> &ReadWrite<ReadId> {
        self.get(read)
    }

    pub(super) fn get<I: Access>(&self, rw: I) -> &ReadWrite<I> {
        &I::table(self).list[rw]
    }

    fn get_mut<I: Access>(&mut self, rw: I) -> &mut ReadWrite<I> {
        &mut I::table_mut(self).list[rw]
    }

    /// Returns the id of a record; `None` if no instruction uses it.
    pub(super) fn find<I: Access>(&self, record: RecordId) -> Option<I> {
        I::table(self).by_record.get(&record).copied()
    }

    /// Splits a mixed list into writes and reads.
    pub(super) fn operands(&self, rws: Vec<SchedReadWriteRecord<'_>>) -> SchedOperands {
        let mut operands = SchedOperands::default();
        for rw in rws {
            if is_write(rw) {
                operands.writes.push(self.find(rw.id()).unwrap_or(WriteId::NONE));
            } else {
                operands.reads.push(self.find(rw.id()).unwrap_or(ReadId::NONE));
            }
        }
        operands
    }

    /// Returns the id of a sequence. Adds the sequence if it is new.
    pub(super) fn sequence<I: Access>(&mut self, parts: &[I]) -> I {
        if let [only] = parts {
            return *only;
        }
        let table = I::table_mut(self);
        if let Some(&sequence) = table.by_sequence.get(parts) {
            return sequence;
        }
        let names: Vec<&str> = parts.iter().map(|&part| &*table.list[part].name).collect();
        let name = format!("({})", names.join("_")).into();
        let id = table.list.push(ReadWrite {
            is_sequence: true,
            sequence: parts.to_vec(),
            ..ReadWrite::new(name, None)
        });
        table.by_sequence.insert(parts.to_vec(), id);
        id
    }

    /// Adds the expansion of a write or read to `expanded`, without aliases of processors.
    pub(super) fn expand<I: Access>(
        &self,
        store: &RecordStore,
        rw: I,
        expanded: &mut Vec<I>,
    ) -> Result<(), FieldError> {
        RwExpansion::new(self, store, None).add(rw, 0, expanded)
    }

    /// Adds the expansion of a write or read on a model's processors to `expanded`.
    pub(super) fn expand_for<I: Access>(
        &self,
        store: &RecordStore,
        rw: I,
        model: NamedModel<'_>,
        expanded: &mut Vec<I>,
    ) -> Result<(), FieldError> {
        RwExpansion::new(self, store, Some(model)).add(rw, 0, expanded)
    }

    /// Returns the target of the only alias for a processor; more than one alias is an error.
    /// `limit` selects the model of an alias to compare.
    pub(super) fn alias_on<I: Access>(
        &self,
        store: &RecordStore,
        rw: I,
        model: NamedModel<'_>,
        limit: impl Fn(&Alias<I>) -> Option<ProcModelId>,
    ) -> Result<Option<I>, FieldError> {
        let mut alias_target = None;
        for alias in &self.get(rw).aliases {
            if limit(alias).is_some_and(|only| only != model.id) {
                continue;
            }
            if alias_target.is_some() {
                let def = self.get(alias.to).def.expect("aliases lead to records");
                let message = format!(
                    "Multiple aliases defined for processor {} Ensure only one SchedAlias \
                     exists per RW.",
                    model.name
                );
                return Err(FieldError::new(Code::ReadsAndWrites, store.record(def), message));
            }
            alias_target = Some(alias.to);
        }
        Ok(alias_target)
    }
}

impl<I: Access> Table<I> {
    fn new(store: &RecordStore, defs: Vec<RecordId>) -> Result<Table<I>, FieldError> {
        let mut defs: Vec<Record<'_>> = defs.into_iter().map(|def| store.record(def)).collect();
        defs.sort_by(|a, b| tablewright_records::natural_order(a.name(), b.name()));
        // Zero in the generated tables means "no write" or "no read", so the first entry is
        // reserved.
        let mut list = IndexVec::from_raw(vec![ReadWrite::new("".into(), None)]);
        let mut by_record = FxHashMap::default();
        for def in defs {
            let mut rw = ReadWrite::new(def.name().into(), Some(def.id()));
            if let Some(sequence) = WriteSequenceRecord::from_record(def) {
                rw.is_sequence = true;
                // A negative count means zero repetitions.
                rw.repeat = usize::try_from(sequence.repeat()?).unwrap_or(0);
            }
            by_record.insert(def.id(), list.push(rw));
        }
        Ok(Table { list, by_record, by_sequence: FxHashMap::default() })
    }
}

/// Whether a `SchedReadWrite` record is a write rather than a read.
fn is_write(rw: SchedReadWriteRecord<'_>) -> bool {
    rw.inherits(WriteId::CLASS)
}

/// Collects all writes and reads that records name, directly or through sequences and variants.
#[derive(Default)]
struct ReadWriteScan {
    seen: FxHashSet<RecordId>,
    writes: Vec<RecordId>,
    reads: Vec<RecordId>,
}

impl ReadWriteScan {
    fn instructions(
        &mut self,
        store: &RecordStore,
        instructions: &Instructions,
    ) -> Result<(), FieldError> {
        // Equal lists have the same value id.
        let mut lists = FxHashSet::default();
        for &instruction in instructions.records() {
            let instruction = InstructionRecord::new(store.record(instruction));
            let list = instruction.sched_rw_value()?;
            if list != ValueId::UNSET && lists.insert(list) {
                self.all(instruction.sched_rw()?)?;
            }
        }
        Ok(())
    }

    fn all(&mut self, rws: Vec<SchedReadWriteRecord<'_>>) -> Result<(), FieldError> {
        rws.into_iter().try_for_each(|rw| self.one(rw, 0))
    }

    fn one(&mut self, rw: SchedReadWriteRecord<'_>, depth: usize) -> Result<(), FieldError> {
        // The search order does not matter, because tables are sorted by name.
        if !self.seen.insert(rw.id()) {
            return Ok(());
        }
        if depth > MAX_DEPTH {
            let message = format!("writes are nested more than {MAX_DEPTH} levels deep");
            return Err(FieldError::new(Code::ReadsAndWrites, rw, message));
        }
        if is_write(rw) {
            self.writes.push(rw.id());
        } else {
            self.reads.push(rw.id());
        }
        if let Some(sequence) = WriteSequenceRecord::from_record(rw) {
            for part in sequence.writes()? {
                self.one(part, depth + 1)?;
            }
        } else if let Some(rw) = SchedVariantRecord::from_record(rw) {
            for variant in rw.variants()? {
                for selected in variant.selected()? {
                    self.one(selected, depth + 1)?;
                }
            }
        }
        Ok(())
    }
}

/// A processor model.
#[derive(Clone, Copy)]
pub(super) struct NamedModel<'a> {
    pub(super) id: ProcModelId,
    pub(super) name: &'a str,
}

/// The expansion of sequences and aliases.
struct RwExpansion<'a> {
    rws: &'a ReadWrites,
    store: &'a RecordStore,
    /// The processor model whose aliases apply; `None` to ignore aliases.
    model: Option<NamedModel<'a>>,
    /// Number of expanded sequences and aliases.
    steps: usize,
}

impl<'a> RwExpansion<'a> {
    fn new(
        rws: &'a ReadWrites,
        store: &'a RecordStore,
        model: Option<NamedModel<'a>>,
    ) -> RwExpansion<'a> {
        RwExpansion { rws, store, model, steps: 0 }
    }

    fn add<I: Access>(
        &mut self,
        rw: I,
        depth: usize,
        expanded: &mut Vec<I>,
    ) -> Result<(), FieldError> {
        // An alias can replace a sequence, so aliases are checked first.
        if let Some(model) = self.model {
            let by_alias = |alias: &Alias<I>| alias.model;
            let alias = self.rws.alias_on(self.store, rw, model, by_alias)?;
            if let Some(alias) = alias {
                self.check(rw, depth)?;
                return self.add(alias, depth + 1, expanded);
            }
        }
        let data = self.rws.get(rw);
        if !data.is_sequence {
            expanded.push(rw);
            return Ok(());
        }
        // Without parts the result is empty: a large `Repeat` must not exceed the step limit.
        let repeat = if data.sequence.is_empty() { 0 } else { data.repeat };
        for _ in 0..repeat {
            self.check(rw, depth)?;
            for &part in &data.sequence {
                self.add(part, depth + 1, expanded)?;
            }
        }
        Ok(())
    }

    fn check<I: Access>(&mut self, rw: I, depth: usize) -> Result<(), FieldError> {
        self.steps += 1;
        let message = if depth > MAX_DEPTH {
            format!("is nested more than {MAX_DEPTH} levels deep")
        } else if self.steps > MAX_EXPANSION {
            format!("stands for more than {MAX_EXPANSION} others")
        } else {
            return Ok(());
        };
        let data = self.rws.get(rw);
        let message = format!("SchedReadWrite {} {message}", data.name);
        let def = data.def.expect("what is put together here is flat and gone through once");
        Err(FieldError::new(Code::ReadsAndWrites, self.store.record(def), message))
    }
}
