//! Registers in the target's enum order, with their own field values.
//!
//! In: records of class `Register`, `SubRegIndex` and `RegisterTuples`. Out: [`Registers`]. The
//! sub-registers here are only the described sub-registers. [`SubRegisters`](super::SubRegisters)
//! adds the others.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::set_theory::SetTheory;
use tablewright_records::{
    Analysis, AnalysisError, FieldError, Record, RecordId, RecordStore, RecordView, ValueId,
};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::symbol::Symbol;

use super::index::{RegisterId, SubRegIndexId};
use super::register_order::RegisterSortKey;
use super::register_tuples::{
    RegisterTuple, SetRegister, TupleRegisterId, TupleRegisters, register_sets,
};
use crate::qualified_name::QualifiedName;
use crate::record_views::register::{RegAltNameIndexRecord, RegisterRecord, SubRegIndexRecord};

/// A class that changes the register order. If the first register in a description inherits from
/// this class, tuple registers are sorted together with all other registers by position and name.
/// Otherwise they come last, tuple by tuple. Register numbers are printed, so the order must match
/// the reference.
const TUPLES_AMONG_OTHERS: &str = "X86Reg";

/// A register: a record of class `Register`, or an element of a `RegisterTuples` record.
#[doc(alias = "CodeGenRegister")]
#[derive(Debug)]
pub struct Register {
    /// The register name, which is also the enumerator name.
    pub name: Box<str>,
    /// The record; `None` for a tuple register.
    pub record: Option<RecordId>,
    /// The describing record: the register's own record or the tuple record.
    pub described_by: RecordId,
    /// The record that supplies the fields. For a tuple register it is the first sub-register's
    /// record, except that the tuple determines `SubRegs`, `SubRegIndices`, `CoveredBySubRegs`,
    /// `AsmName`, `Aliases` and the DWARF fields.
    pub fields: RecordId,
    /// The C++ namespace.
    pub namespace: Symbol,
    /// `AsmName`; `None` for a tuple register without assembly names.
    asm_name: Option<Symbol>,
    /// Whether the sub-registers determine the entire value.
    pub covered_by_sub_regs: bool,
    /// Whether the register exists only for structure and is never used.
    pub is_artificial: bool,
    /// Whether the value never changes.
    pub is_constant: bool,
    /// The described sub-registers with their indices.
    pub sub_regs: Box<[SubReg]>,
    /// The described aliases: registers that overlap with this register.
    pub aliases: Box<[RegisterId]>,
}

/// A sub-register with its index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SubReg {
    /// The index that selects it.
    pub index: SubRegIndexId,
    /// The sub-register.
    pub register: RegisterId,
}

/// A record of class `SubRegIndex`.
#[derive(Clone, Debug)]
pub struct DescribedSubRegIndex {
    /// The record. Its name is also the enumerator name.
    pub record: RecordId,
    /// The C++ namespace; `None` if the release has no such field.
    pub namespace: Option<Symbol>,
}

/// A target's registers and described sub-register indices.
#[doc(alias = "CodeGenRegBank")]
#[derive(Debug)]
pub struct Registers {
    registers: IndexVec<RegisterId, Register>,
    by_record: FxHashMap<RecordId, RegisterId>,
    by_name: FxHashMap<Box<str>, RegisterId>,
    sub_reg_indices: IndexVec<SubRegIndexId, DescribedSubRegIndex>,
    sub_reg_index_by_record: FxHashMap<RecordId, SubRegIndexId>,
    alt_name_indices: Vec<RecordId>,
    /// Tuple registers, by their id in register sets.
    of_tuples: IndexVec<TupleRegisterId, RegisterId>,
    /// The registers in each tuple, as register set elements.
    pub(super) tuples: FxHashMap<RecordId, Box<[SetRegister]>>,
}

impl Registers {
    /// Returns the number of registers.
    pub fn len(&self) -> usize {
        self.registers.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.registers.is_empty()
    }

    /// Iterates over all registers with their ids, in order.
    pub fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = (RegisterId, &Register)> + DoubleEndedIterator {
        self.registers.iter_enumerated()
    }

    /// Iterates over all register ids, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = RegisterId> + use<> {
        self.registers.indices()
    }

    /// Returns a vector with `value` for each register.
    pub fn side_table<T: Clone>(&self, value: T) -> IndexVec<RegisterId, T> {
        IndexVec::from_elem(value, &self.registers)
    }

    /// Returns a register.
    pub fn get(&self, register: RegisterId) -> &Register {
        &self.registers[register]
    }

    /// Returns a register's name.
    pub fn name(&self, register: RegisterId) -> &str {
        &self.get(register).name
    }

    /// Returns a record's register; `None` if the record is not a register.
    pub fn for_record(&self, record: RecordId) -> Option<RegisterId> {
        self.by_record.get(&record).copied()
    }

    /// Returns the first register with this name.
    pub fn for_name(&self, name: &str) -> Option<RegisterId> {
        self.by_name.get(name).copied()
    }

    /// Returns a set element's register; `None` if the element is not a register.
    pub fn for_set(&self, element: SetRegister) -> Option<RegisterId> {
        match element {
            SetRegister::Record(record) => self.for_record(record),
            SetRegister::Tuple(id) => Some(self.of_tuples[id]),
        }
    }

    /// Returns all registers in definition order. Tuple registers come last, in expansion order.
    pub fn by_definition(&self, store: &RecordStore) -> Vec<RegisterId> {
        let described = self.iter().filter_map(|(id, register)| {
            register.record.map(|record| (store.record(record).sequence(), id))
        });
        let mut described: Vec<(u32, RegisterId)> = described.collect();
        described.sort_unstable();
        let described = described.into_iter().map(|(_, register)| register);
        described.chain(self.of_tuples.iter().copied()).collect()
    }

    /// Returns a register's name with its namespace.
    pub fn qualified_name<'s>(
        &'s self,
        store: &'s RecordStore,
        register: RegisterId,
    ) -> QualifiedName<'s> {
        let register = self.get(register);
        QualifiedName { namespace: store.str(register.namespace), name: &register.name }
    }

    /// Returns the record that supplies a register's fields.
    pub(super) fn fields<'s>(
        &self,
        store: &'s RecordStore,
        register: RegisterId,
    ) -> RegisterRecord<'s> {
        RegisterRecord::new(store.record(self.get(register).fields))
    }

    /// Returns a register's name in assembly language.
    pub fn asm_name<'s>(&self, store: &'s RecordStore, register: RegisterId) -> &'s str {
        self.get(register).asm_name.map_or("", |name| store.str(name))
    }

    /// Returns a register's alternative names, one for each entry in `RegAltNameIndices`.
    ///
    /// # Errors
    /// If `AltNames` is not a list of strings.
    pub fn alt_names<'s>(
        &self,
        store: &'s RecordStore,
        register: RegisterId,
    ) -> Result<Vec<&'s str>, FieldError> {
        self.fields(store, register).alt_names()
    }

    /// Returns the uses for a register's alternative names: records of class `RegAltNameIndex`.
    ///
    /// # Errors
    /// If `RegAltNameIndices` is not a list of records.
    pub fn reg_alt_name_indices<'s>(
        &self,
        store: &'s RecordStore,
        register: RegisterId,
    ) -> Result<Vec<RegAltNameIndexRecord<'s>>, FieldError> {
        self.fields(store, register).reg_alt_name_indices()
    }

    /// Returns the additional cost per use compared with other registers in the class, by cost
    /// model.
    ///
    /// # Errors
    /// If `CostPerUse` is not a list of integers.
    pub fn cost_per_use(
        &self,
        store: &RecordStore,
        register: RegisterId,
    ) -> Result<Vec<i64>, FieldError> {
        self.fields(store, register).cost_per_use()
    }

    /// Returns a register's number in instruction encodings. Unset bits are zero.
    ///
    /// # Errors
    /// If `HWEncoding` does not hold bits.
    pub fn hw_encoding(
        &self,
        store: &RecordStore,
        register: RegisterId,
    ) -> Result<u64, FieldError> {
        let bits = self.fields(store, register).hw_encoding()?;
        // `HWEncoding` has 16 bits in `Target.td`. The limit avoids a shift overflow.
        let one = |(i, bit): (usize, ValueId)| u64::from(bit == ValueId::TRUE) << i;
        Ok(bits.iter().take(64).enumerate().map(one).sum())
    }

    /// Returns all records of class `RegAltNameIndex` in natural name order. Each record's number
    /// is its index here.
    pub fn all_alt_name_indices(&self) -> &[RecordId] {
        &self.alt_name_indices
    }

    /// Returns the described sub-register indices, in order.
    pub fn sub_reg_indices(&self) -> &IndexVec<SubRegIndexId, DescribedSubRegIndex> {
        &self.sub_reg_indices
    }

    /// Returns a record's sub-register index.
    pub fn sub_reg_index(&self, record: RecordId) -> Option<SubRegIndexId> {
        self.sub_reg_index_by_record.get(&record).copied()
    }

    /// Returns a record's sub-register index. Reports an error at `at` if there is none.
    pub(super) fn expect_sub_reg_index(
        &self,
        record: Record<'_>,
        at: Record<'_>,
    ) -> Result<SubRegIndexId, FieldError> {
        expect_index(&self.sub_reg_index_by_record, record, at)
    }

    /// Returns a set element's register, or an error if the element is not a register.
    pub(super) fn expect_of_set(
        &self,
        store: &RecordStore,
        element: SetRegister,
    ) -> Result<RegisterId, FieldError> {
        match (self.for_set(element), element) {
            (Some(register), _) => Ok(register),
            (None, SetRegister::Record(record)) => Err(no_register(store.record(record))),
            (None, SetRegister::Tuple(_)) => unreachable!("tuples make registers only"),
        }
    }

    /// Returns a register set evaluator that uses the tuples expanded here.
    pub(super) fn sets<'s>(&'s self, store: &'s RecordStore) -> SetTheory<'s, SetRegister> {
        let mut sets = register_sets(store);
        if let Some(class) = store.find_class("RegisterTuples") {
            sets.add_expander(class, |_, record, set| {
                if let Some(elements) = self.tuples.get(&record.id()) {
                    set.extend(elements);
                }
                Ok(())
            });
        }
        sets
    }
}

/// Returns the error for a set element that is not a register.
fn no_register(record: Record<'_>) -> FieldError {
    // The reference treats any set element as a register. This is the first field that it reads.
    RegisterRecord::new(record).cost_per_use_value().err().unwrap_or_else(|| {
        FieldError::new(Code::FieldValue, record, format!("'{}' is not a register", record.name()))
    })
}

fn expect_index(
    by_record: &FxHashMap<RecordId, SubRegIndexId>,
    record: Record<'_>,
    at: Record<'_>,
) -> Result<SubRegIndexId, FieldError> {
    by_record.get(&record.id()).copied().ok_or_else(|| {
        let message = format!("'{}' is not a sub-register index", record.name());
        FieldError::new(Code::FieldValue, at, message)
    })
}

impl Analysis for Registers {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<Registers, AnalysisError> {
        let records = RegisterRecord::all(store)?;
        let sub_reg_indices = sub_reg_indices(store)?;
        let index_by_record =
            sub_reg_indices.iter_enumerated().map(|(id, index)| (index.record, id)).collect();
        let tuples = TupleRegisters::new(store)?;
        let order = order(&records, &tuples)?;
        // All ids are assigned before any register is read, because sub-registers and aliases may
        // come later.
        let mut by_record = FxHashMap::default();
        let mut of_tuples = IndexVec::from_elem(RegisterId::from_index(0), &tuples.registers);
        for (id, &element) in order.iter_enumerated() {
            match element {
                SetRegister::Record(record) => {
                    by_record.insert(record, id);
                }
                SetRegister::Tuple(of_tuple) => of_tuples[of_tuple] = id,
            }
        }
        let mut built = Registers {
            registers: IndexVec::with_capacity(order.len()),
            by_record,
            by_name: FxHashMap::default(),
            sub_reg_indices,
            sub_reg_index_by_record: index_by_record,
            alt_name_indices: alt_name_indices(store),
            of_tuples,
            tuples: FxHashMap::default(),
        };
        // A tuple register takes fields from its first sub-register, which may come later.
        let mut own: FxHashMap<RecordId, RegisterFields> = FxHashMap::default();
        for record in &records {
            own.insert(record.id(), RegisterFields::from_record(*record)?);
        }
        for element in order {
            let register = match element {
                SetRegister::Record(record) => {
                    described(RegisterRecord::new(store.record(record)), &own[&record], &built)?
                }
                SetRegister::Tuple(id) => {
                    let tuple = &tuples.registers[id];
                    let fields = own
                        .get(&tuple.prototype)
                        .ok_or_else(|| no_register(store.record(tuple.prototype)))?;
                    for_tuple(store, tuple, fields, &built)?
                }
            };
            built.registers.push(register);
        }
        // If several registers share a name, the first is inserted last and wins.
        built.by_name = built.iter().rev().map(|(id, r)| (r.name.clone(), id)).collect();
        built.tuples = tuples.by_record;
        Ok(built)
    }
}

fn sub_reg_indices(
    store: &RecordStore,
) -> Result<IndexVec<SubRegIndexId, DescribedSubRegIndex>, FieldError> {
    let records = SubRegIndexRecord::all(store)?.into_iter();
    let index = |record: SubRegIndexRecord<'_>| {
        let namespace = store.symbols().get(record.namespace()?);
        Ok(DescribedSubRegIndex { record: record.id(), namespace })
    };
    records.map(index).collect()
}

fn alt_name_indices(store: &RecordStore) -> Vec<RecordId> {
    RegAltNameIndexRecord::all_if_defined(store).into_iter().map(|record| record.id()).collect()
}

/// Returns the order for all registers.
fn order(
    records: &[RegisterRecord<'_>],
    tuples: &TupleRegisters,
) -> Result<IndexVec<RegisterId, SetRegister>, FieldError> {
    let mut own = Vec::with_capacity(records.len());
    for record in records {
        let key = RegisterSortKey::new(record.position_order()?, record.name());
        own.push((key, SetRegister::Record(record.id())));
    }
    let is_among_others = records.first().is_some_and(|r| r.inherits(TUPLES_AMONG_OTHERS));
    let key = |element: SetRegister| match element {
        SetRegister::Tuple(id) => {
            let RegisterTuple { position, name, .. } = &tuples.registers[id];
            RegisterSortKey::new(*position, name)
        }
        SetRegister::Record(_) => unreachable!("tuples make registers without records"),
    };
    let of_tuples = tuples.in_order.iter().map(|elements| {
        elements.iter().map(|&element| (key(element), element)).collect::<Vec<_>>()
    });
    let mut groups = vec![own];
    if is_among_others {
        groups[0].extend(of_tuples.flatten());
    } else {
        groups.extend(of_tuples);
    }
    for group in &mut groups {
        group.sort_by(|a, b| a.0.compare(&b.0));
    }
    Ok(groups.into_iter().flatten().map(|(_, element)| element).collect())
}

/// The fields that a tuple register takes from its first sub-register.
struct RegisterFields {
    namespace: Symbol,
    is_artificial: bool,
    is_constant: bool,
}

impl RegisterFields {
    fn from_record(record: RegisterRecord<'_>) -> Result<RegisterFields, FieldError> {
        Ok(RegisterFields {
            namespace: record.namespace()?,
            is_artificial: record.is_artificial()?,
            is_constant: record.is_constant()?,
        })
    }
}

fn described(
    record: RegisterRecord<'_>,
    own: &RegisterFields,
    registers: &Registers,
) -> Result<Register, FieldError> {
    let indices = record.sub_reg_indices()?;
    let sub_regs = record.sub_regs()?;
    if indices.len() != sub_regs.len() {
        let message = "SubRegs and SubRegIndices must have the same size";
        return Err(FieldError::new(Code::SubRegisters, *record, message)
            .label_field(*record, "SubRegs")
            .label_field(*record, "SubRegIndices"));
    }
    let register =
        |r: RegisterRecord<'_>| registers.for_record(r.id()).ok_or_else(|| no_register(*r));
    let sub_reg = |(&index, &sub_reg): (&SubRegIndexRecord<'_>, &RegisterRecord<'_>)| {
        let index = registers.expect_sub_reg_index(*index, *record)?;
        Ok(SubReg { index, register: register(sub_reg)? })
    };
    let sub_regs: Result<_, FieldError> = indices.iter().zip(&sub_regs).map(sub_reg).collect();
    let aliases: Result<_, FieldError> = record.aliases()?.into_iter().map(register).collect();
    Ok(Register {
        name: record.name().into(),
        record: Some(record.id()),
        described_by: record.id(),
        fields: record.id(),
        namespace: own.namespace,
        asm_name: Some(record.asm_name()?),
        covered_by_sub_regs: record.covered_by_sub_regs()?,
        is_artificial: own.is_artificial,
        is_constant: own.is_constant,
        sub_regs: sub_regs?,
        aliases: aliases?,
    })
}

fn for_tuple(
    store: &RecordStore,
    tuple: &RegisterTuple,
    own: &RegisterFields,
    registers: &Registers,
) -> Result<Register, FieldError> {
    let at = store.record(tuple.record);
    let sub_reg = |(&index, &element): (&RecordId, &SetRegister)| {
        let index = registers.expect_sub_reg_index(store.record(index), at)?;
        Ok(SubReg { index, register: registers.expect_of_set(store, element)? })
    };
    let sub_regs: Result<_, FieldError> =
        tuple.indices.iter().zip(&tuple.sub_regs).map(sub_reg).collect();
    Ok(Register {
        name: tuple.name.as_str().into(),
        record: None,
        described_by: tuple.record,
        fields: tuple.prototype,
        namespace: own.namespace,
        asm_name: tuple.asm_name,
        covered_by_sub_regs: true,
        is_artificial: own.is_artificial,
        is_constant: own.is_constant,
        sub_regs: sub_regs?,
        aliases: Box::default(),
    })
}
