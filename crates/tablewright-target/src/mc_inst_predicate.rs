//! Conditions on a machine instruction: records of class `MCInstPredicate`
//! (`TargetInstrPredicate.td`).

use tablewright_records::{Feature, FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;

use crate::qualified_name::QualifiedName;
use crate::record_views::instr_predicate::{
    CheckFunctionPredicateRecord, CheckFunctionPredicateWithTiiRecord, CheckImmOperandRecord,
    CheckImmOperandTextRecord, CheckNonPortableRecord, CheckNotRecord, CheckNumOperandsRecord,
    CheckOpcodeRecord, CheckRegOperandRecord, CheckSameRegOperandRecord, CheckSequenceRecord,
    MappedOperandRecord, McOperandPredicateRecord, TiiPredicateRecord,
};

/// The maximal depth of nested conditions.
const MAX_DEPTH: usize = 256;

/// Opcodes, one of which an instruction has.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OpcodeList<'s> {
    /// The names of the opcodes.
    pub opcodes: Vec<QualifiedName<'s>>,
    /// Whether code searches a list of several rather than compare with each.
    pub is_searched: bool,
}

/// A condition on a machine instruction. Operands are numbered from zero.
pub enum McInstPredicate<'s> {
    /// Always.
    True,
    /// Never.
    False,
    /// Not that.
    Not(Box<McInstPredicate<'s>>),
    /// The operand is a register.
    IsRegister(i64),
    /// The operand is a virtual register.
    IsVirtualRegister(i64),
    /// The operand is an immediate.
    IsImmediate(i64),
    /// The operand is a certain register.
    Register {
        /// The operand.
        operand: i64,
        /// The register, with its namespace.
        register: QualifiedName<'s>,
        /// The function applied to the operand before; empty for none.
        mapper: &'s str,
    },
    /// The function's answer for the operand's register is not zero.
    RegisterSimple {
        /// The operand.
        operand: i64,
        /// The function; empty for none.
        mapper: &'s str,
    },
    /// The operand is no register that exists.
    InvalidRegister {
        /// The operand.
        operand: i64,
        /// Whether registers have a method that says so; otherwise they are compared with zero.
        has_method: bool,
    },
    /// The operand is an immediate that compares so.
    Immediate {
        /// The operand.
        operand: i64,
        /// The comparison with the value.
        comparison: Comparison,
        /// The value, in C++.
        value: String,
        /// The function applied to the operand before; empty for none.
        mapper: &'s str,
    },
    /// The function's answer for the operand's immediate is not zero.
    ImmediateSimple {
        /// The operand.
        operand: i64,
        /// The function; empty for none.
        mapper: &'s str,
    },
    /// Two operands are the same register.
    SameRegister(i64, i64),
    /// The number of operands is that.
    NumOperands(i64),
    /// The opcode, with its namespace, is one of these, which only the code generator knows.
    Pseudo(OpcodeList<'s>),
    /// The opcode, with its namespace, is one of these.
    Opcode(OpcodeList<'s>),
    /// All of these hold.
    All(Vec<McInstPredicate<'s>>),
    /// One of these holds.
    Any(Vec<McInstPredicate<'s>>),
    /// A function of the target returns true.
    Function {
        /// The function of an `MCInst`.
        mc_inst: &'s str,
        /// The function of a `MachineInstr`.
        machine_instr: &'s str,
    },
    /// A function of the target, which receives the `TargetInstrInfo`, returns true.
    FunctionWithTii {
        /// The function of an `MCInst`.
        mc_inst: &'s str,
        /// The method for a `MachineInstr`.
        machine_instr: &'s str,
        /// The variable that holds the `TargetInstrInfo`; empty for `TII`.
        tii: &'s str,
    },
    /// C++ that only the code generator understands.
    NonPortable(&'s str),
    /// A function that is generated from a record of class `TIIPredicate` returns true.
    TiiPredicate(&'s str),
}

/// A comparison of an immediate with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// It is that.
    Equal,
    /// It is less.
    Less,
    /// It is greater.
    Greater,
}

impl<'s> McInstPredicate<'s> {
    /// The condition that `record` stands for.
    pub fn new(record: Record<'s>) -> Result<McInstPredicate<'s>, FieldError> {
        read(record, 0)
    }
}

type PredicateReader = for<'s> fn(Record<'s>, usize) -> Result<McInstPredicate<'s>, FieldError>;

/// The classes of conditions. A record may be of several; the first counts.
const CLASSES: [(&str, PredicateReader); 24] = [
    ("MCTrue", |_, _| Ok(McInstPredicate::True)),
    ("MCFalse", |_, _| Ok(McInstPredicate::False)),
    (CheckNotRecord::CLASS, |r, depth| {
        let negated = read(CheckNotRecord::new(r).pred()?, depth + 1)?;
        Ok(McInstPredicate::Not(Box::new(negated)))
    }),
    ("CheckIsRegOperand", |r, _| Ok(McInstPredicate::IsRegister(operand(r)?))),
    ("CheckIsVRegOperand", |r, _| Ok(McInstPredicate::IsVirtualRegister(operand(r)?))),
    ("CheckIsImmOperand", |r, _| Ok(McInstPredicate::IsImmediate(operand(r)?))),
    (CheckRegOperandRecord::CLASS, |r, _| {
        let check = CheckRegOperandRecord::new(r);
        let register = QualifiedName::of(check.reg()?)?;
        let operand = check.op_index()?;
        Ok(McInstPredicate::Register { operand, register, mapper: check.function_mapper()? })
    }),
    ("CheckRegOperandSimple", |r, _| {
        Ok(McInstPredicate::RegisterSimple { operand: operand(r)?, mapper: mapper(r)? })
    }),
    ("CheckInvalidRegOperand", |r, _| {
        let has_method = r.store().release().has(Feature::RegistersSayWhetherValid);
        Ok(McInstPredicate::InvalidRegister { operand: operand(r)?, has_method })
    }),
    (CheckImmOperandRecord::CLASS, |r, _| {
        immediate(r, Comparison::Equal, CheckImmOperandRecord::new(r).imm_val()?.to_string())
    }),
    (CheckImmOperandTextRecord::CLASS, |r, _| {
        match CheckImmOperandTextRecord::new(r).imm_val()? {
            "" => Err(error(r, "has an empty ImmVal")),
            value => immediate(r, Comparison::Equal, value.to_owned()),
        }
    }),
    ("CheckImmOperandLT", |r, _| {
        immediate(r, Comparison::Less, CheckImmOperandRecord::new(r).imm_val()?.to_string())
    }),
    ("CheckImmOperandGT", |r, _| {
        immediate(r, Comparison::Greater, CheckImmOperandRecord::new(r).imm_val()?.to_string())
    }),
    ("CheckImmOperandSimple", |r, _| {
        Ok(McInstPredicate::ImmediateSimple { operand: operand(r)?, mapper: mapper(r)? })
    }),
    (CheckSameRegOperandRecord::CLASS, |r, _| {
        let check = CheckSameRegOperandRecord::new(r);
        Ok(McInstPredicate::SameRegister(check.first_index()?, check.second_index()?))
    }),
    (CheckNumOperandsRecord::CLASS, |r, _| {
        Ok(McInstPredicate::NumOperands(CheckNumOperandsRecord::new(r).num_ops()?))
    }),
    ("CheckPseudo", |r, _| Ok(McInstPredicate::Pseudo(opcodes(r)?))),
    (CheckOpcodeRecord::CLASS, |r, _| Ok(McInstPredicate::Opcode(opcodes(r)?))),
    ("CheckAll", |r, depth| Ok(McInstPredicate::All(parts(r, depth)?))),
    ("CheckAny", |r, depth| Ok(McInstPredicate::Any(parts(r, depth)?))),
    (CheckFunctionPredicateRecord::CLASS, |r, _| {
        let check = CheckFunctionPredicateRecord::new(r);
        Ok(McInstPredicate::Function {
            mc_inst: check.mc_inst_fn_name()?,
            machine_instr: check.machine_instr_fn_name()?,
        })
    }),
    (CheckFunctionPredicateWithTiiRecord::CLASS, |r, _| {
        let check = CheckFunctionPredicateWithTiiRecord::new(r);
        Ok(McInstPredicate::FunctionWithTii {
            mc_inst: check.mc_inst_fn_name()?,
            machine_instr: check.machine_instr_fn_name()?,
            tii: check.tii_ptr_name()?,
        })
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
        None => Err(error(record, "is of no class of predicates that is known")),
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

/// The function that an operand's value is passed through.
fn mapper(record: Record<'_>) -> Result<&str, FieldError> {
    MappedOperandRecord::new(record).function_mapper()
}

fn immediate(
    record: Record<'_>,
    comparison: Comparison,
    value: String,
) -> Result<McInstPredicate<'_>, FieldError> {
    let (operand, mapper) = (operand(record)?, mapper(record)?);
    Ok(McInstPredicate::Immediate { operand, comparison, value, mapper })
}

fn opcodes(record: Record<'_>) -> Result<OpcodeList<'_>, FieldError> {
    let instructions = CheckOpcodeRecord::new(record).valid_opcodes()?;
    let is_searched = record.store().release().has(Feature::OpcodeListsAreSearched);
    if instructions.is_empty() && !is_searched {
        return Err(error(record, "lists no opcodes"));
    }
    let opcodes = instructions.into_iter().map(QualifiedName::of).collect::<Result<_, _>>()?;
    Ok(OpcodeList { opcodes, is_searched })
}

fn parts(record: Record<'_>, depth: usize) -> Result<Vec<McInstPredicate<'_>>, FieldError> {
    let predicates = CheckSequenceRecord::new(record).predicates()?;
    if predicates.is_empty() {
        return Err(error(record, "lists no predicates"));
    }
    predicates.into_iter().map(|predicate| read(predicate, depth + 1)).collect()
}
