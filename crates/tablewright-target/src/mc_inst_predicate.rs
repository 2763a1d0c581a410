//! Conditions on a machine instruction: `MCInstPredicate` records (`TargetInstrPredicate.td`).

use tablewright_records::{Feature, FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;

use crate::qualified_name::QualifiedName;
use crate::record_views::instr_predicate::{
    CheckFunctionPredicateRecord, CheckFunctionPredicateWithTiiRecord, CheckImmOperandRangeRecord,
    CheckImmOperandRecord, CheckImmOperandTextRecord, CheckNonPortableRecord, CheckNotRecord,
    CheckNumOperandsRecord, CheckOpcodeRecord, CheckRegOperandRecord, CheckSameRegOperandRecord,
    CheckSequenceRecord, MappedOperandRecord, McOperandPredicateRecord, TiiPredicateRecord,
};

/// Maximal nesting depth for conditions.
const MAX_DEPTH: usize = 256;

/// An opcode list. The condition is true if the instruction's opcode is in the list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OpcodeList<'s> {
    /// Opcode names.
    pub opcodes: Vec<QualifiedName<'s>>,
    /// Whether generated code searches the list, instead of a comparison with each opcode.
    pub is_searched: bool,
}

/// A condition on a machine instruction. Operands are numbered from zero.
pub enum McInstPredicate<'s> {
    /// Always true.
    True,
    /// Always false.
    False,
    /// The negated condition.
    Not(Box<McInstPredicate<'s>>),
    /// The operand is a register.
    IsRegister(i64),
    /// The operand is a virtual register.
    IsVirtualRegister(i64),
    /// The operand is an immediate.
    IsImmediate(i64),
    /// The operand is a certain register.
    Register {
        /// Operand index.
        operand: i64,
        /// The register, with its namespace.
        register: QualifiedName<'s>,
        /// Function that maps the operand first; empty if unmapped.
        mapper: &'s str,
    },
    /// The mapped register operand is nonzero.
    RegisterSimple {
        /// Operand index.
        operand: i64,
        /// Function that maps the operand; empty if unmapped.
        mapper: &'s str,
    },
    /// The operand is not a valid register.
    InvalidRegister {
        /// Operand index.
        operand: i64,
        /// Whether generated code calls the register's validity method. Otherwise it compares the
        /// register with zero.
        has_method: bool,
    },
    /// The comparison between an immediate operand and a value is true.
    Immediate {
        /// Operand index.
        operand: i64,
        /// Comparison operator.
        comparison: Comparison,
        /// Value, in C++.
        value: String,
        /// Function that maps the operand first; empty if unmapped.
        mapper: &'s str,
    },
    /// The mapped immediate operand is nonzero.
    ImmediateSimple {
        /// Operand index.
        operand: i64,
        /// Function that maps the operand; empty if unmapped.
        mapper: &'s str,
    },
    /// Two operands are the same register.
    SameRegister(i64, i64),
    /// The instruction has this operand count.
    NumOperands(i64),
    /// The opcode is in the list. All listed opcodes are pseudo-instructions, which only the code
    /// generator uses.
    Pseudo(OpcodeList<'s>),
    /// The opcode is in the list.
    Opcode(OpcodeList<'s>),
    /// Operands have a kind, and all conditions on them are true.
    Operands {
        /// The operands with their kinds.
        kinds: Vec<(i64, OperandKind)>,
        /// The conditions.
        conditions: Vec<McInstPredicate<'s>>,
    },
    /// All conditions are true.
    All(Vec<McInstPredicate<'s>>),
    /// At least one condition is true.
    Any(Vec<McInstPredicate<'s>>),
    /// A target function returns true.
    Function {
        /// Function for an `MCInst`.
        mc_inst: &'s str,
        /// Function for a `MachineInstr`.
        machine_instr: &'s str,
    },
    /// A target function that receives the `TargetInstrInfo` returns true.
    FunctionWithTii {
        /// Function for an `MCInst`.
        mc_inst: &'s str,
        /// Method for a `MachineInstr`.
        machine_instr: &'s str,
        /// Variable that holds the `TargetInstrInfo`; empty for `TII`.
        tii: &'s str,
    },
    /// A C++ condition that only the code generator supports.
    NonPortable(&'s str),
    /// The function generated from a `TIIPredicate` record returns true.
    TiiPredicate(&'s str),
}

/// The kind of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandKind {
    /// A register.
    Register,
    /// An immediate.
    Immediate,
}

/// A comparison between an immediate operand and a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// The operand is equal to the value.
    Equal,
    /// The operand is less than the value.
    Less,
    /// The operand is greater than the value.
    Greater,
    /// The operand is the value or less.
    AtMost,
    /// The operand is the value or greater.
    AtLeast,
}

impl<'s> McInstPredicate<'s> {
    /// Builds the condition from an `MCInstPredicate` record.
    pub fn new(record: Record<'s>) -> Result<McInstPredicate<'s>, FieldError> {
        read(record, 0)
    }
}

type PredicateReader = for<'s> fn(Record<'s>, usize) -> Result<McInstPredicate<'s>, FieldError>;

/// Condition classes with their readers. If a record inherits from several classes, the first entry
/// in this list applies.
const CLASSES: [(&str, PredicateReader); 27] = [
    ("MCTrue", |_, _| Ok(McInstPredicate::True)),
    ("MCFalse", |_, _| Ok(McInstPredicate::False)),
    (CheckNotRecord::CLASS, |r, depth| {
        let negated = read(CheckNotRecord::new(r).pred()?, depth + 1)?;
        Ok(McInstPredicate::Not(Box::new(negated)))
    }),
    ("CheckIsRegOperand", |r, _| Ok(McInstPredicate::IsRegister(operand(r)?))),
    ("CheckIsVRegOperand", |r, _| {
        let operand = operand(r)?;
        Ok(with_kind(
            r,
            OperandKind::Register,
            &[operand],
            McInstPredicate::IsVirtualRegister(operand),
        ))
    }),
    ("CheckIsImmOperand", |r, _| Ok(McInstPredicate::IsImmediate(operand(r)?))),
    (CheckRegOperandRecord::CLASS, |r, _| register(CheckRegOperandRecord::new(r))),
    ("CheckRegOperandSimple", |r, _| register_simple(r)),
    ("CheckInvalidRegOperand", |r, _| invalid_register(r)),
    (CheckImmOperandRecord::CLASS, |r, _| {
        immediate(r, Comparison::Equal, CheckImmOperandRecord::new(r).imm_val()?.to_string())
    }),
    (CheckImmOperandTextRecord::CLASS, |r, _| immediate_text(CheckImmOperandTextRecord::new(r))),
    ("CheckImmOperandLT", |r, _| {
        immediate(r, Comparison::Less, CheckImmOperandRecord::new(r).imm_val()?.to_string())
    }),
    ("CheckImmOperandGT", |r, _| {
        immediate(r, Comparison::Greater, CheckImmOperandRecord::new(r).imm_val()?.to_string())
    }),
    ("CheckImmOperandLE", |r, _| {
        immediate(r, Comparison::AtMost, CheckImmOperandRecord::new(r).imm_val()?.to_string())
    }),
    ("CheckImmOperandGE", |r, _| {
        immediate(r, Comparison::AtLeast, CheckImmOperandRecord::new(r).imm_val()?.to_string())
    }),
    ("CheckImmOperandSimple", |r, _| immediate_simple(r)),
    (CheckSameRegOperandRecord::CLASS, |r, _| {
        let check = CheckSameRegOperandRecord::new(r);
        let (first, second) = (check.first_index()?, check.second_index()?);
        let same = McInstPredicate::SameRegister(first, second);
        Ok(with_kind(r, OperandKind::Register, &[first, second], same))
    }),
    (CheckNumOperandsRecord::CLASS, |r, _| {
        Ok(McInstPredicate::NumOperands(CheckNumOperandsRecord::new(r).num_ops()?))
    }),
    ("CheckPseudo", |r, _| Ok(McInstPredicate::Pseudo(opcodes(r)?))),
    (CheckOpcodeRecord::CLASS, |r, _| Ok(McInstPredicate::Opcode(opcodes(r)?))),
    ("CheckAll", |r, depth| Ok(McInstPredicate::All(parts(r, depth)?))),
    ("CheckAny", |r, depth| Ok(McInstPredicate::Any(parts(r, depth)?))),
    // Before release 24 it is a `CheckAll`.
    (CheckImmOperandRangeRecord::CLASS, |r, _| immediate_range(CheckImmOperandRangeRecord::new(r))),
    (CheckFunctionPredicateRecord::CLASS, |r, _| function(CheckFunctionPredicateRecord::new(r))),
    (CheckFunctionPredicateWithTiiRecord::CLASS, |r, _| {
        function_with_tii(CheckFunctionPredicateWithTiiRecord::new(r))
    }),
    (CheckNonPortableRecord::CLASS, |r, _| {
        Ok(McInstPredicate::NonPortable(CheckNonPortableRecord::new(r).code_block()?))
    }),
    (TiiPredicateRecord::CLASS, |r, _| {
        Ok(McInstPredicate::TiiPredicate(TiiPredicateRecord::new(r).function_name()?))
    }),
];

fn read(record: Record<'_>, depth: usize) -> Result<McInstPredicate<'_>, FieldError> {
    if depth > MAX_DEPTH {
        return Err(error(record, &format!("is nested more than {MAX_DEPTH} levels deep")));
    }
    match CLASSES.iter().find(|(class, _)| record.inherits(class)) {
        Some((_, read)) => read(record, depth),
        None => Err(error(record, "does not inherit from a known predicate class")),
    }
}

fn error(record: Record<'_>, message: &str) -> FieldError {
    FieldError::new(
        Code::InstructionPredicates,
        record,
        format!("MCInstPredicate `{}' {message}", record.name()),
    )
}

fn operand(record: Record<'_>) -> Result<i64, FieldError> {
    McOperandPredicateRecord::new(record).op_index()
}

/// Returns the function that maps the operand.
fn mapper(record: Record<'_>) -> Result<&str, FieldError> {
    MappedOperandRecord::new(record).function_mapper()
}

fn immediate(
    record: Record<'_>,
    comparison: Comparison,
    value: String,
) -> Result<McInstPredicate<'_>, FieldError> {
    let (operand, mapper) = (operand(record)?, mapper(record)?);
    let condition = McInstPredicate::Immediate { operand, comparison, value, mapper };
    Ok(with_kind(record, OperandKind::Immediate, &[operand], condition))
}

/// Whether conditions on the values of operands check the kinds of the operands.
fn checks_kinds(record: Record<'_>) -> bool {
    record.store().release().has(Feature::PredicatesCheckOperandKinds)
}

/// Adds the kind of the operands to a condition, in releases whose conditions check it.
fn with_kind<'s>(
    record: Record<'s>,
    kind: OperandKind,
    operands: &[i64],
    condition: McInstPredicate<'s>,
) -> McInstPredicate<'s> {
    if !checks_kinds(record) {
        return condition;
    }
    let kinds = operands.iter().map(|operand| (*operand, kind)).collect();
    McInstPredicate::Operands { kinds, conditions: vec![condition] }
}

fn register_simple(record: Record<'_>) -> Result<McInstPredicate<'_>, FieldError> {
    let (operand, mapper) = (operand(record)?, mapper(record)?);
    let condition = if mapper.is_empty() && checks_kinds(record) {
        McInstPredicate::Not(Box::new(McInstPredicate::InvalidRegister {
            operand,
            has_method: true,
        }))
    } else {
        McInstPredicate::RegisterSimple { operand, mapper }
    };
    Ok(with_kind(record, OperandKind::Register, &[operand], condition))
}

fn invalid_register(record: Record<'_>) -> Result<McInstPredicate<'_>, FieldError> {
    let has_method = record.store().release().has(Feature::RegistersSayWhetherValid);
    let invalid = McInstPredicate::InvalidRegister { operand: operand(record)?, has_method };
    if !checks_kinds(record) {
        return Ok(invalid);
    }
    let valid = McInstPredicate::Not(Box::new(invalid));
    let valid = with_kind(record, OperandKind::Register, &[operand(record)?], valid);
    Ok(McInstPredicate::Not(Box::new(valid)))
}

fn immediate_simple(record: Record<'_>) -> Result<McInstPredicate<'_>, FieldError> {
    let (operand, mapper) = (operand(record)?, mapper(record)?);
    if mapper.is_empty() && checks_kinds(record) {
        return Ok(McInstPredicate::True);
    }
    let condition = McInstPredicate::ImmediateSimple { operand, mapper };
    Ok(with_kind(record, OperandKind::Immediate, &[operand], condition))
}

fn immediate_range(
    check: CheckImmOperandRangeRecord<'_>,
) -> Result<McInstPredicate<'_>, FieldError> {
    let (operand, mapper) = (operand(check.into())?, mapper(check.into())?);
    let compare = |comparison, value: i64| McInstPredicate::Immediate {
        operand,
        comparison,
        value: value.to_string(),
        mapper,
    };
    let conditions = vec![
        compare(Comparison::AtLeast, check.start_val()?),
        compare(Comparison::AtMost, check.end_val()?),
    ];
    Ok(McInstPredicate::Operands { kinds: vec![(operand, OperandKind::Immediate)], conditions })
}

fn immediate_text(check: CheckImmOperandTextRecord<'_>) -> Result<McInstPredicate<'_>, FieldError> {
    match check.imm_val()? {
        "" => Err(error(check.into(), "has an empty ImmVal")),
        value => immediate(check.into(), Comparison::Equal, value.to_owned()),
    }
}

fn register(check: CheckRegOperandRecord<'_>) -> Result<McInstPredicate<'_>, FieldError> {
    let register = QualifiedName::from_record(check.reg()?)?;
    let operand = check.op_index()?;
    let mapper = check.function_mapper()?;
    let condition = McInstPredicate::Register { operand, register, mapper };
    Ok(with_kind(check.into(), OperandKind::Register, &[operand], condition))
}

fn function(check: CheckFunctionPredicateRecord<'_>) -> Result<McInstPredicate<'_>, FieldError> {
    Ok(McInstPredicate::Function {
        mc_inst: check.mc_inst_fn_name()?,
        machine_instr: check.machine_instr_fn_name()?,
    })
}

fn function_with_tii(
    check: CheckFunctionPredicateWithTiiRecord<'_>,
) -> Result<McInstPredicate<'_>, FieldError> {
    Ok(McInstPredicate::FunctionWithTii {
        mc_inst: check.mc_inst_fn_name()?,
        machine_instr: check.machine_instr_fn_name()?,
        tii: check.tii_ptr_name()?,
    })
}

fn opcodes(record: Record<'_>) -> Result<OpcodeList<'_>, FieldError> {
    let instructions = CheckOpcodeRecord::new(record).valid_opcodes()?;
    let is_searched = record.store().release().has(Feature::OpcodeListsAreSearched);
    if instructions.is_empty() && !is_searched {
        return Err(error(record, "lists no opcodes"));
    }
    let opcodes =
        instructions.into_iter().map(QualifiedName::from_record).collect::<Result<_, _>>()?;
    Ok(OpcodeList { opcodes, is_searched })
}

fn parts(record: Record<'_>, depth: usize) -> Result<Vec<McInstPredicate<'_>>, FieldError> {
    let predicates = CheckSequenceRecord::new(record).predicates()?;
    if predicates.is_empty() {
        return Err(error(record, "lists no predicates"));
    }
    predicates.into_iter().map(|predicate| read(predicate, depth + 1)).collect()
}
