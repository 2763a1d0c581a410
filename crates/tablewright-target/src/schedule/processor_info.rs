//! The parts of a processor model that only simulators need: register files, the retire control
//! unit, load and store queues.

use tablewright_records::{FieldError, Record, RecordId, Value, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use crate::older_releases::{bit_or, int_or};

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
#[derive(Debug)]
pub struct RegisterFile {
    /// Its record.
    pub record: RecordId,
    /// How many registers there are.
    pub num_phys_regs: i64,
    /// How many moves need no execution in a cycle.
    pub max_moves_eliminated_per_cycle: i64,
    /// Whether only moves of zero need none.
    pub allow_zero_move_elimination_only: bool,
    /// What registers cost; all of them one if this is empty.
    pub costs: Vec<RegisterCost>,
}

/// What the registers of a class cost.
#[derive(Debug)]
pub struct RegisterCost {
    /// The class.
    pub class: RecordId,
    /// How many registers of the file each takes.
    pub cost: i64,
    /// Whether moves between them may need no execution.
    pub allow_move_elimination: bool,
}

/// The classes of the records that [`ProcessorInfo::add`] knows, in the order in which their records
/// are added: errors are reported in this order.
pub(super) const INFO_CLASSES: [&str; 3] = ["RegisterFile", "RetireControlUnit", "MemoryQueue"];

impl ProcessorInfo {
    /// Adds what a record of one of [`INFO_CLASSES`] says.
    pub(super) fn add(
        &mut self,
        record: Record<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), FieldError> {
        if record.inherits("RegisterFile") {
            self.register_files.push(register_file(record)?);
        }
        for (class, place) in [
            ("RetireControlUnit", &mut self.retire_control_unit),
            ("LoadQueue", &mut self.load_queue),
            ("StoreQueue", &mut self.store_queue),
        ] {
            if record.inherits(class)
                && let Some(earlier) = place.replace(record.id())
            {
                diagnostics.push(not_single(class, record, earlier));
            }
        }
        Ok(())
    }
}

fn not_single(class: &str, record: Record<'_>, earlier: RecordId) -> Diagnostic {
    let error =
        FieldError::new(Code::Scheduling, record, format!("Expected a single {class} definition"));
    let mut diagnostic = Diagnostic::from(error);
    let earlier = record.store().record(earlier).pos();
    diagnostic.note(Some(earlier), format!("Previous definition of {class} was here"));
    diagnostic
}

fn register_file(record: Record<'_>) -> Result<RegisterFile, FieldError> {
    let num_phys_regs = record.int("NumPhysRegs")?;
    if num_phys_regs == 0 {
        let message = "Invalid RegisterFile with zero physical registers";
        return Err(FieldError::new(Code::Scheduling, record, message));
    }
    let costs = record.list_of_ints("RegCosts")?;
    let eliminations = match record.field("AllowMoveElimination") {
        Some(_) => record.list("AllowMoveElimination")?,
        None => &[],
    };
    let is_true = |bit: Option<&ValueId>| {
        bit.is_some_and(|&bit| matches!(record.store().value(bit), Value::Bit(true)))
    };
    let classes = record.list_of_records("RegClasses")?.into_iter().enumerate();
    let costs = classes.map(|(i, class)| RegisterCost {
        class: class.id(),
        cost: costs.get(i).copied().unwrap_or(1),
        allow_move_elimination: is_true(eliminations.get(i)),
    });
    Ok(RegisterFile {
        record: record.id(),
        num_phys_regs,
        max_moves_eliminated_per_cycle: int_or(record, "MaxMovesEliminatedPerCycle", 0)?,
        allow_zero_move_elimination_only: bit_or(record, "AllowZeroMoveEliminationOnly", false)?,
        costs: costs.collect(),
    })
}
