//! DWARF register numbers.
//!
//! In: the register fields `DwarfNumbers` and `DwarfAlias`. Out: [`DwarfNumbers`], the mapping in
//! both directions for each flavour (such as debug information and exception handling). An alias
//! uses the number of its target register, but the number maps back only to the target.

use std::collections::BTreeMap;

use tablewright_records::{Analysis, AnalysisError, FieldError, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::index::RegisterId;
use super::register::Registers;
use super::register_order::RegisterSortKey;
use crate::record_views::register::RegisterRecord;

/// The value for a register without a number.
const NO_NUMBER: i64 = -1;

/// Register numbers, in each flavour that the target has.
#[derive(Debug)]
pub struct DwarfNumbers {
    /// By flavour: registers sorted by number.
    pub to_register: Vec<Vec<(u64, RegisterId)>>,
    /// By flavour: numbers sorted by register name.
    pub to_number: Vec<Vec<(RegisterId, i32)>>,
}

impl Analysis for DwarfNumbers {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<DwarfNumbers, AnalysisError> {
        let registers: &Registers = store.analysis(diagnostics)?;
        let mut numbers = Vec::with_capacity(registers.len());
        let of_tuples = default_numbers(store)?;
        for (i, register) in registers.iter() {
            let own = match register.record {
                Some(record) => RegisterRecord::new(store.record(record)).dwarf_numbers()?,
                None => of_tuples.clone(),
            };
            let position = registers.fields(store, i).position_order()?;
            numbers.push((RegisterSortKey::new(position, &register.name), i, own));
        }
        numbers.sort_by(|a, b| a.0.compare(&b.0));
        numbers.dedup_by(|later, earlier| {
            let is_same = registers.name(later.1) == registers.name(earlier.1);
            if is_same {
                diagnostics.push(several_times(store, registers, later.1));
            }
            is_same
        });
        let flavours = numbers.iter().map(|(.., own)| own.len()).max().unwrap_or(0);
        let mut numbered: Vec<NumberedRegister> = Vec::with_capacity(numbers.len());
        for (_, register, mut own) in numbers {
            own.resize(flavours, NO_NUMBER);
            numbered.push(NumberedRegister { register, by_flavour: own });
        }
        // This precedes alias resolution because a number maps only to registers that have it
        // themselves.
        let to_register = (0..flavours).map(|flavour| by_number(&numbered, flavour)).collect();
        follow_aliases(store, registers, &mut numbered)?;
        let to_number = (0..flavours).map(|flavour| by_register(&numbered, flavour)).collect();
        Ok(DwarfNumbers { to_register, to_number })
    }
}

/// Returns the default numbers from class `Register`, used for registers without a record.
fn default_numbers(store: &RecordStore) -> Result<Vec<i64>, FieldError> {
    let class = store.class(store.expect_class("Register")?);
    let mut fields = class.fields();
    let value = fields.find(|field| store.str(field.name) == "DwarfNumbers").map(|f| f.value);
    let Some(list) = value.and_then(|value| store.value(value).as_list()) else {
        return Ok(Vec::new());
    };
    Ok(list.elements.iter().filter_map(|&element| store.value(element).as_int()).collect())
}

fn several_times(store: &RecordStore, registers: &Registers, register: RegisterId) -> Diagnostic {
    let name = registers.qualified_name(store, register).to_text();
    // The reference message also lacks this space.
    let message = format!("DWARF numbers for register {name}specified multiple times");
    let mut positions =
        store.record(registers.get(register).described_by).positions().iter().copied();
    let mut diagnostic = Diagnostic::warning(Code::RegisterNames, positions.next(), message);
    diagnostic.trail(positions);
    diagnostic
}

/// A register with its numbers.
struct NumberedRegister {
    register: RegisterId,
    /// By flavour: the number, or [`NO_NUMBER`].
    by_flavour: Vec<i64>,
}

impl NumberedRegister {
    fn number(&self, flavour: usize) -> i32 {
        // The reference uses a C++ `int`.
        self.by_flavour[flavour] as i32
    }
}

/// Returns registers by number. If several registers share a number, the last wins.
fn by_number(numbered: &[NumberedRegister], flavour: usize) -> Vec<(u64, RegisterId)> {
    let pairs = numbered
        .iter()
        .filter_map(|own| Some((u64::try_from(own.number(flavour)).ok()?, own.register)));
    let by_number: BTreeMap<u64, RegisterId> = pairs.collect();
    by_number.into_iter().collect()
}

fn by_register(numbered: &[NumberedRegister], flavour: usize) -> Vec<(RegisterId, i32)> {
    let pairs = numbered.iter().map(|own| (own.register, own.number(flavour)));
    pairs.filter(|&(_, number)| i64::from(number) != NO_NUMBER).collect()
}

/// Copies numbers to aliases from their target registers.
fn follow_aliases(
    store: &RecordStore,
    registers: &Registers,
    numbered: &mut [NumberedRegister],
) -> Result<(), FieldError> {
    let mut index = registers.side_table(None);
    for (at, own) in numbered.iter().enumerate() {
        index[own.register] = Some(at);
    }
    for (id, register) in registers.iter() {
        let Some(alias) = register.record.and_then(|r| alias(RegisterRecord::new(store.record(r))))
        else {
            continue;
        };
        let Some(other) = registers.for_record(alias) else {
            let record = store.record(register.described_by);
            let name = store.record(alias).name();
            return Err(FieldError::new(
                Code::FieldValue,
                record,
                format!("'{name}' is not a register"),
            ));
        };
        if let (Some(to), Some(from)) = (index[id], index[other]) {
            numbered[to].by_flavour = numbered[from].by_flavour.clone();
        }
    }
    Ok(())
}

fn alias(register: RegisterRecord<'_>) -> Option<RecordId> {
    register.store().value(register.dwarf_alias().ok()?).as_def()
}
