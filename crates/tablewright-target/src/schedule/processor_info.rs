//! The parts of a processor model that only simulators need: register files, the retire control
//! unit, load and store queues.

use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView, Value, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use crate::record_views::schedule::{
    MemoryQueueRecord, RegisterFileRecord, RetireControlUnitRecord,
};

/// The parts of a processor model that only simulators need.
#[derive(Default, Debug)]
pub struct ProcessorInfo {
    /// Its register files.
    pub register_files: Vec<RegisterFile>,
    /// The record of class `RetireControlUnit`.
    pub retire_control_unit: Option<RecordId>,
    /// The record of class `LoadQueue`.
    pub load_queue: Option<RecordId>,
    /// The record of class `StoreQueue`.
    pub store_queue: Option<RecordId>,
}

impl ProcessorInfo {
    /// Whether there is anything.
    pub fn is_any(&self) -> bool {
        let queues = self.load_queue.or(self.store_queue);
        queues.or(self.retire_control_unit).is_some() || !self.register_files.is_empty()
    }
}

/// Registers that others are renamed to.
#[doc(alias = "CodeGenRegisterFile")]
#[derive(Debug)]
pub struct RegisterFile {
    /// Its record.
    pub record: RecordId,
    /// How many registers there are.
    pub num_phys_regs: u32,
    /// How many moves need no execution in a cycle.
    pub max_moves_eliminated_per_cycle: u32,
    /// Whether only moves of zero need none.
    pub allow_zero_move_elimination_only: bool,
    /// What registers cost; all of them one if this is empty.
    pub costs: Vec<RegisterCost>,
}

/// What the registers of a class cost.
#[doc(alias = "CodeGenRegisterCost")]
#[derive(Debug)]
pub struct RegisterCost {
    /// The class.
    pub class: RecordId,
    /// How many registers of the file each takes.
    pub cost: u32,
    /// Whether moves between them may need no execution.
    pub allow_move_elimination: bool,
}

/// The records that [`ProcessorInfo::add`] takes, each with its processor model, in the order in which they
/// are added: errors are reported in this order.
pub(super) fn info_records<'s>(
    store: &'s RecordStore,
) -> impl Iterator<Item = (Result<Record<'s>, FieldError>, Record<'s>)> {
    let files = RegisterFileRecord::all_if_defined(store).into_iter();
    let units = RetireControlUnitRecord::all_if_defined(store).into_iter();
    let queues = MemoryQueueRecord::all_if_defined(store).into_iter();
    files
        .map(|file| (file.sched_model(), file.into()))
        .chain(units.map(|unit| (unit.sched_model(), unit.into())))
        .chain(queues.map(|queue| (queue.sched_model(), queue.into())))
}

impl ProcessorInfo {
    /// Adds one of [`info_records`].
    pub(super) fn add(
        &mut self,
        record: Record<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), FieldError> {
        if let Some(file) = RegisterFileRecord::of(record) {
            self.register_files.push(register_file(file)?);
        }
        for (class, slot) in [
            ("RetireControlUnit", &mut self.retire_control_unit),
            ("LoadQueue", &mut self.load_queue),
            ("StoreQueue", &mut self.store_queue),
        ] {
            if record.inherits(class)
                && let Some(earlier) = slot.replace(record.id())
            {
                diagnostics.push(not_single(class, record, earlier));
            }
        }
        Ok(())
    }
}

fn not_single(class: &str, record: Record<'_>, earlier: RecordId) -> Diagnostic {
    let error = FieldError::new(
        Code::ProcResources,
        record,
        format!("Expected a single {class} definition"),
    );
    let mut diagnostic = Diagnostic::from(error);
    let earlier = record.store().record(earlier).pos();
    diagnostic.note(Some(earlier), format!("Previous definition of {class} was here"));
    diagnostic
}

fn register_file(record: RegisterFileRecord<'_>) -> Result<RegisterFile, FieldError> {
    // The numbers of a register file are C++ `unsigned`.
    let num_phys_regs = record.num_phys_regs()? as u32;
    if num_phys_regs == 0 {
        let message = "Invalid RegisterFile with zero physical registers";
        return Err(FieldError::new(Code::ProcResources, record, message));
    }
    let costs = record.reg_costs()?;
    let eliminations = record.allow_move_elimination()?;
    let is_true = |bit: Option<&ValueId>| {
        bit.is_some_and(|&bit| matches!(record.store().value(bit), Value::Bit(true)))
    };
    let classes = record.reg_classes()?.into_iter().enumerate();
    let costs = classes.map(|(i, class)| RegisterCost {
        class,
        cost: costs.get(i).map_or(1, |&cost| cost as u32),
        allow_move_elimination: is_true(eliminations.get(i)),
    });
    Ok(RegisterFile {
        record: record.id(),
        num_phys_regs,
        max_moves_eliminated_per_cycle: record.max_moves_eliminated_per_cycle()? as u32,
        allow_zero_move_elimination_only: record.allow_zero_move_elimination_only()?,
        costs: costs.collect(),
    })
}
