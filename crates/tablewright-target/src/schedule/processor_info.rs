//! Data for processor simulators in a processor model: register files, the retire control unit, and
//! the load and store queues.

use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView, Value, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use crate::record_views::schedule::{
    MemoryQueueRecord, RegisterFileRecord, RetireControlUnitRecord,
};

/// Data for processor simulators.
#[derive(Default, Debug)]
pub struct ProcessorInfo {
    /// The register files.
    pub register_files: Vec<SchedRegisterFile>,
    /// The `RetireControlUnit` record.
    pub retire_control_unit: Option<RecordId>,
    /// The `LoadQueue` record.
    pub load_queue: Option<RecordId>,
    /// The `StoreQueue` record.
    pub store_queue: Option<RecordId>,
}

impl ProcessorInfo {
    /// Whether there is any data.
    pub fn is_any(&self) -> bool {
        let queues = self.load_queue.or(self.store_queue);
        queues.or(self.retire_control_unit).is_some() || !self.register_files.is_empty()
    }
}

/// A physical register file for register renaming.
#[doc(alias = "CodeGenRegisterFile")]
#[derive(Debug)]
pub struct SchedRegisterFile {
    /// The record.
    pub record: RecordId,
    /// Physical register count.
    pub num_phys_regs: u32,
    /// Maximal number of eliminated moves per cycle.
    pub max_moves_eliminated_per_cycle: u32,
    /// Whether only zero moves are eliminated.
    pub allow_zero_move_elimination_only: bool,
    /// The costs of register classes; if empty, each register costs one.
    pub costs: Vec<RegisterCost>,
}

/// The cost of registers in a class.
#[doc(alias = "CodeGenRegisterCost")]
#[derive(Debug)]
pub struct RegisterCost {
    /// The register class.
    pub class: RecordId,
    /// Number of physical registers per register.
    pub cost: u32,
    /// Whether moves within the class can be eliminated.
    pub allow_move_elimination: bool,
}

/// Returns the records for [`ProcessorInfo::add`] with their processor models. Errors are reported
/// in the same order.
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
    /// Adds a record from [`info_records`].
    pub(super) fn add(
        &mut self,
        record: Record<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), FieldError> {
        if let Some(file) = RegisterFileRecord::from_record(record) {
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

fn register_file(record: RegisterFileRecord<'_>) -> Result<SchedRegisterFile, FieldError> {
    // The numbers in a register file are C++ `unsigned`.
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
    Ok(SchedRegisterFile {
        record: record.id(),
        num_phys_regs,
        max_moves_eliminated_per_cycle: record.max_moves_eliminated_per_cycle()? as u32,
        allow_zero_move_elimination_only: record.allow_zero_move_elimination_only()?,
        costs: costs.collect(),
    })
}
