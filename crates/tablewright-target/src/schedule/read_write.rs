//! What operands of instructions do: records of class `SchedReadWrite` (`TargetSchedule.td`), and
//! sequences of them.

use std::cell::Cell;

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_records::{FieldError, Record, RecordId, RecordStore};

use super::index::{ProcModelId, RwId};
use super::proc_model::ProcModels;
use crate::instructions::Instructions;
use crate::older_releases::records_or_none;

/// How many writes or reads one stands for at most.
const MAX_EXPANSION: usize = 1 << 16;
/// How deeply sequences and aliases are nested at most.
const MAX_DEPTH: usize = 200;

/// Whether an operand is written or read. Both have numbers of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// It is written.
    Write,
    /// It is read.
    Read,
}

/// A write or read.
#[derive(Debug)]
pub struct ReadWrite {
    /// The name of the record; of a sequence without one, the names of its parts.
    pub name: Box<str>,
    /// The record; `None` for a sequence that was put together here.
    pub def: Option<RecordId>,
    /// What it is, depending on the instruction.
    pub variants: Option<Variants>,
    /// What it stands for, if it is a sequence.
    pub sequence: Vec<RwId>,
    /// How often the sequence is gone through.
    pub repeat: usize,
    /// What takes its place.
    pub aliases: Vec<Alias>,
    is_sequence: bool,
    is_alias: bool,
}

/// The variants of a write or read.
#[derive(Debug)]
pub struct Variants {
    /// Whether what is selected stands for so many operands, rather than for one.
    pub is_variadic: bool,
    /// The processors that have them; `None` for all.
    pub model: Option<ProcModelId>,
    /// The variants, the first that holds counts.
    pub list: Vec<Variant>,
}

/// A variant: a record of class `SchedVar`.
#[derive(Debug)]
pub struct Variant {
    /// When it holds.
    pub predicate: RecordId,
    /// What is done then.
    pub selected: Vec<RwId>,
}

/// What takes the place of a write or read: a record of class `SchedAlias`.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The record.
    pub record: RecordId,
    /// What takes the place.
    pub to: RwId,
    /// The processors that it holds for; `None` for all.
    pub model: Option<ProcModelId>,
    /// The processors that what takes the place is of; `None` for all, and where it does not say.
    pub target_model: Option<ProcModelId>,
}

impl ReadWrite {
    /// Whether it stands for a sequence.
    pub fn is_sequence(&self) -> bool {
        self.is_sequence
    }
}

/// The writes and reads of a target.
#[derive(Debug)]
pub struct ReadWrites {
    writes: Table,
    reads: Table,
}

/// Writes, or reads, each at the place of its number. The first place stands for none.
#[derive(Debug)]
struct Table {
    list: Vec<ReadWrite>,
    by_record: FxHashMap<RecordId, RwId>,
    by_sequence: FxHashMap<Vec<RwId>, RwId>,
}

/// What an instruction or a record names of either kind.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Operands {
    /// The writes.
    pub writes: Vec<RwId>,
    /// The reads.
    pub reads: Vec<RwId>,
}

impl ReadWrites {
    /// Finds the writes and reads that instructions come to, and numbers them in natural order.
    pub(super) fn collect(
        store: &RecordStore,
        instructions: &Instructions,
        models: &ProcModels,
    ) -> Result<ReadWrites, FieldError> {
        let mut scan = Scan::default();
        scan.instructions(store, instructions)?;
        for class in ["InstRW", "ItinRW"] {
            for record in store.derived_if_defined(class) {
                scan.all(record.list_of_records("OperandReadWrites")?)?;
            }
        }
        let aliases = store.derived_if_defined("SchedAlias");
        for &alias in &aliases {
            let (from, to) = (alias.record("MatchRW")?, alias.record("AliasRW")?);
            if access(from) != access(to) {
                let kind = if access(from) == Access::Write { "SchedWrite" } else { "SchedRead" };
                let fault = format!("{kind} Alias must be {kind}");
                return Err(FieldError::new(alias, fault));
            }
            scan.one(to, 0)?;
        }
        let (writes, reads) = (Table::new(store, scan.writes)?, Table::new(store, scan.reads)?);
        let mut rws = ReadWrites { writes, reads };
        rws.connect(store, models)?;
        rws.add_aliases(&aliases, models)?;
        Ok(rws)
    }

    fn table(&self, access: Access) -> &Table {
        match access {
            Access::Write => &self.writes,
            Access::Read => &self.reads,
        }
    }

    /// Notes what sequences and variants consist of.
    fn connect(&mut self, store: &RecordStore, models: &ProcModels) -> Result<(), FieldError> {
        for number in 1..self.writes.list.len() {
            let Some(def) =
                self.writes.list[number].def.filter(|_| self.writes.list[number].is_sequence)
            else {
                continue;
            };
            let def = store.record(def);
            let sequence = self.find_all(def.list_of_records("Writes")?, Access::Write, def)?;
            let number = RwId::from_index(number);
            self.writes.by_sequence.entry(sequence.clone()).or_insert(number);
            self.writes.list[number.index()].sequence = sequence;
        }
        for access in [Access::Write, Access::Read] {
            for number in 1..self.table(access).list.len() {
                let Some(def) = self.table(access).list[number].def else { continue };
                let def = store.record(def);
                if def.inherits("SchedVariant") {
                    let variants = self.variants(def, access, models)?;
                    self.get_mut(RwId::from_index(number), access).variants = Some(variants);
                }
            }
        }
        Ok(())
    }

    fn variants(
        &self,
        def: Record<'_>,
        access: Access,
        models: &ProcModels,
    ) -> Result<Variants, FieldError> {
        let mut list = Vec::new();
        for variant in def.list_of_records("Variants")? {
            let predicate = variant.record("Predicate")?.id();
            let selected = self.find_all(variant.list_of_records("Selected")?, access, def)?;
            list.push(Variant { predicate, selected });
        }
        let model = models.if_any(def)?;
        Ok(Variants { is_variadic: def.bit("Variadic")?, model, list })
    }

    fn find_all(
        &self,
        rws: Vec<Record<'_>>,
        access: Access,
        at: Record<'_>,
    ) -> Result<Vec<RwId>, FieldError> {
        let number = |rw: Record<'_>| {
            self.find(rw.id(), access).ok_or_else(|| {
                let kind = if access == Access::Write { "SchedWrite" } else { "SchedRead" };
                FieldError::new(at, format!("{} is not a {kind}", rw.name()))
            })
        };
        rws.into_iter().map(number).collect()
    }

    fn add_aliases(
        &mut self,
        aliases: &[Record<'_>],
        models: &ProcModels,
    ) -> Result<(), FieldError> {
        for &alias in aliases {
            let (from, to) = (alias.record("MatchRW")?, alias.record("AliasRW")?);
            let access = access(to);
            let target = self.find(to.id(), access).expect("aliases were followed");
            self.get_mut(target, access).is_alias = true;
            // Nobody uses what the alias is for.
            let Some(from) = self.find(from.id(), access) else { continue };
            if self.get(from, access).is_alias {
                return Err(FieldError::new(alias, "Cannot Alias an Alias"));
            }
            let model = models.if_any(alias)?;
            let target_model = models.if_any(to)?;
            let alias = Alias { record: alias.id(), to: target, model, target_model };
            self.get_mut(from, access).aliases.push(alias);
        }
        Ok(())
    }

    /// The write or read of that number.
    pub fn get(&self, rw: RwId, access: Access) -> &ReadWrite {
        &self.table(access).list[rw.index()]
    }

    fn get_mut(&mut self, rw: RwId, access: Access) -> &mut ReadWrite {
        match access {
            Access::Write => &mut self.writes.list[rw.index()],
            Access::Read => &mut self.reads.list[rw.index()],
        }
    }

    /// How many numbers there are, that of none included.
    pub fn count(&self, access: Access) -> usize {
        self.table(access).list.len()
    }

    /// The number of a record; `None` if no instruction comes to it.
    pub fn find(&self, record: RecordId, access: Access) -> Option<RwId> {
        self.table(access).by_record.get(&record).copied()
    }

    /// What a list of a record names.
    pub(super) fn operands(&self, record: Record<'_>, field: &str) -> Result<Operands, FieldError> {
        let mut operands = Operands::default();
        for rw in record.list_of_records(field)? {
            let access = access(rw);
            let number = self.find(rw.id(), access).unwrap_or(RwId::NONE);
            match access {
                Access::Write => operands.writes.push(number),
                Access::Read => operands.reads.push(number),
            }
        }
        Ok(operands)
    }

    /// The number of a sequence, which is put together if there is none yet.
    pub(super) fn sequence(&mut self, parts: &[RwId], access: Access) -> RwId {
        if let [only] = parts {
            return *only;
        }
        let table = match access {
            Access::Write => &mut self.writes,
            Access::Read => &mut self.reads,
        };
        if let Some(&known) = table.by_sequence.get(parts) {
            return known;
        }
        let names: Vec<&str> = parts.iter().map(|part| &*table.list[part.index()].name).collect();
        let name = format!("({})", names.join("_")).into();
        let number = RwId::from_index(table.list.len());
        table.by_sequence.insert(parts.to_vec(), number);
        table.list.push(ReadWrite {
            is_sequence: true,
            sequence: parts.to_vec(),
            ..ReadWrite::new(name, None)
        });
        number
    }

    /// Adds to `expanded` what a write or read stands for, whatever the processor.
    pub(super) fn expand(
        &self,
        store: &RecordStore,
        rw: RwId,
        access: Access,
        expanded: &mut Vec<RwId>,
    ) -> Result<(), FieldError> {
        Expansion::new(self, store, access, None).add(rw, 0, expanded)
    }

    /// Adds to `expanded` what a write or read stands for on processors of a model.
    pub(super) fn expand_for(
        &self,
        store: &RecordStore,
        rw: RwId,
        access: Access,
        model: (ProcModelId, &str),
        expanded: &mut Vec<RwId>,
    ) -> Result<(), FieldError> {
        Expansion::new(self, store, access, Some(model)).add(rw, 0, expanded)
    }

    /// The one alias of a write or read that holds for a processor by what `limit` says of it.
    pub(super) fn alias_on(
        &self,
        store: &RecordStore,
        rw: RwId,
        access: Access,
        (model, name): (ProcModelId, &str),
        limit: impl Fn(&Alias) -> Option<ProcModelId>,
    ) -> Result<Option<RwId>, FieldError> {
        let mut found = None;
        for alias in &self.get(rw, access).aliases {
            if limit(alias).is_some_and(|only| only != model) {
                continue;
            }
            if found.is_some() {
                let def = self.get(alias.to, access).def.expect("aliases lead to records");
                let fault = format!(
                    "Multiple aliases defined for processor {name} Ensure only one SchedAlias \
                     exists per RW."
                );
                return Err(FieldError::new(store.record(def), fault));
            }
            found = Some(alias.to);
        }
        Ok(found)
    }
}

impl Table {
    fn new(store: &RecordStore, defs: Vec<RecordId>) -> Result<Table, FieldError> {
        let mut defs: Vec<Record<'_>> = defs.into_iter().map(|def| store.record(def)).collect();
        defs.sort_by(|a, b| tablewright_records::natural_order(a.name(), b.name()));
        let mut list = vec![ReadWrite::new("".into(), None)];
        let mut by_record = FxHashMap::default();
        for def in defs {
            by_record.insert(def.id(), RwId::from_index(list.len()));
            let is_sequence = def.inherits("WriteSequence");
            let repeat = match is_sequence {
                true => usize::try_from(def.int("Repeat")?).unwrap_or(0),
                false => 1,
            };
            let rw = ReadWrite::new(def.name().into(), Some(def.id()));
            list.push(ReadWrite { is_sequence, repeat, ..rw });
        }
        Ok(Table { list, by_record, by_sequence: FxHashMap::default() })
    }
}

impl ReadWrite {
    fn new(name: Box<str>, def: Option<RecordId>) -> ReadWrite {
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
}

/// Whether a record is a write or a read.
pub(super) fn access(rw: Record<'_>) -> Access {
    if rw.inherits("SchedWrite") { Access::Write } else { Access::Read }
}

/// Finds writes and reads from record to record.
#[derive(Default)]
struct Scan {
    seen: FxHashSet<RecordId>,
    writes: Vec<RecordId>,
    reads: Vec<RecordId>,
}

impl Scan {
    fn instructions(
        &mut self,
        store: &RecordStore,
        instructions: &Instructions,
    ) -> Result<(), FieldError> {
        // Equal lists are the same value.
        let mut lists = FxHashSet::default();
        for &instruction in instructions.records() {
            let instruction = store.record(instruction);
            let list = instruction.value("SchedRW")?;
            if !instruction.is_unset("SchedRW")? && lists.insert(list) {
                self.all(instruction.list_of_records("SchedRW")?)?;
            }
        }
        Ok(())
    }

    fn all(&mut self, rws: Vec<Record<'_>>) -> Result<(), FieldError> {
        rws.into_iter().try_for_each(|rw| self.one(rw, 0))
    }

    fn one(&mut self, rw: Record<'_>, depth: usize) -> Result<(), FieldError> {
        if !self.seen.insert(rw.id()) {
            return Ok(());
        }
        if depth > MAX_DEPTH {
            let fault = format!("writes are nested more than {MAX_DEPTH} levels deep");
            return Err(FieldError::new(rw, fault));
        }
        match access(rw) {
            Access::Write => self.writes.push(rw.id()),
            Access::Read => self.reads.push(rw.id()),
        }
        if rw.inherits("WriteSequence") {
            for part in rw.list_of_records("Writes")? {
                self.one(part, depth + 1)?;
            }
        } else if rw.inherits("SchedVariant") {
            for variant in rw.list_of_records("Variants")? {
                for selected in records_or_none(variant, "Selected")? {
                    self.one(selected, depth + 1)?;
                }
            }
        }
        Ok(())
    }
}

/// How a write or read is turned into those that it stands for.
struct Expansion<'a> {
    rws: &'a ReadWrites,
    store: &'a RecordStore,
    access: Access,
    /// The processor whose aliases are followed, if any, and its name.
    model: Option<(ProcModelId, &'a str)>,
    steps: Cell<usize>,
}

impl<'a> Expansion<'a> {
    fn new(
        rws: &'a ReadWrites,
        store: &'a RecordStore,
        access: Access,
        model: Option<(ProcModelId, &'a str)>,
    ) -> Expansion<'a> {
        Expansion { rws, store, access, model, steps: Cell::new(0) }
    }

    fn add(&self, rw: RwId, depth: usize, expanded: &mut Vec<RwId>) -> Result<(), FieldError> {
        if let Some(model) = self.model {
            let by_alias = |alias: &Alias| alias.model;
            let alias = self.rws.alias_on(self.store, rw, self.access, model, by_alias)?;
            if let Some(alias) = alias {
                self.check(rw, depth)?;
                return self.add(alias, depth + 1, expanded);
            }
        }
        let data = self.rws.get(rw, self.access);
        if !data.is_sequence {
            expanded.push(rw);
            return Ok(());
        }
        let repeat = if data.sequence.is_empty() { 0 } else { data.repeat };
        for _ in 0..repeat {
            self.check(rw, depth)?;
            for &part in &data.sequence {
                self.add(part, depth + 1, expanded)?;
            }
        }
        Ok(())
    }

    fn check(&self, rw: RwId, depth: usize) -> Result<(), FieldError> {
        self.steps.set(self.steps.get() + 1);
        let fault = if depth > MAX_DEPTH {
            format!("is nested more than {MAX_DEPTH} levels deep")
        } else if self.steps.get() > MAX_EXPANSION {
            format!("stands for more than {MAX_EXPANSION} others")
        } else {
            return Ok(());
        };
        let data = self.rws.get(rw, self.access);
        let fault = format!("SchedReadWrite {} {fault}", data.name);
        let def = data.def.expect("what is put together here is flat and gone through once");
        Err(FieldError::new(self.store.record(def), fault))
    }
}
