//! Functions of a target about instructions: records of class `TIIPredicate`
//! (`TargetInstrPredicate.td`), whose bodies are statements of class `MCStatement`.

use tablewright_records::{FieldError, Record, RecordStore};

use crate::mc_inst_predicate::McInstPredicate;

/// How deeply statements may be nested.
const MAX_DEPTH: usize = 256;

/// A function that tells whether something holds of an instruction.
pub struct TiiPredicate<'s> {
    /// The name of the function.
    pub function: &'s str,
    /// What it does.
    pub body: McStatement<'s>,
}

/// A statement of such a function. It always returns.
pub enum McStatement<'s> {
    /// Returns whether the condition holds.
    Return(McInstPredicate<'s>),
    /// Decides by the opcode of the instruction.
    Switch {
        /// The cases.
        cases: Vec<McSwitchCase<'s>>,
        /// What is done for all other opcodes.
        default: Box<McStatement<'s>>,
    },
}

/// What is done for certain opcodes.
pub struct McSwitchCase<'s> {
    /// The opcodes, with their namespaces.
    pub opcodes: Vec<String>,
    /// What is done for them.
    pub statement: McStatement<'s>,
}

/// The functions of a target, in natural order of their records' names.
///
/// # Errors
/// Where a record does not describe one.
pub fn tii_predicates(store: &RecordStore) -> Result<Vec<TiiPredicate<'_>>, FieldError> {
    let records = store.derived_if_defined("TIIPredicate").into_iter();
    let functions = records.map(|record| {
        let body = statement(record.record("Body")?, 0)?;
        Ok(TiiPredicate { function: record.string("FunctionName")?, body })
    });
    functions.collect()
}

fn statement(record: Record<'_>, depth: usize) -> Result<McStatement<'_>, FieldError> {
    if depth > MAX_DEPTH {
        return Err(error(record, &format!("is nested more than {MAX_DEPTH} levels deep")));
    }
    if record.inherits("MCOpcodeSwitchStatement") {
        let cases = record.list_of_records("Cases")?.into_iter();
        let cases = cases.map(|record| case(record, depth)).collect::<Result<_, FieldError>>()?;
        let default = statement(record.record("DefaultCase")?, depth + 1)?;
        return Ok(McStatement::Switch { cases, default: Box::new(default) });
    }
    if record.inherits("MCReturnStatement") {
        return Ok(McStatement::Return(McInstPredicate::new(record.record("Pred")?)?));
    }
    Err(error(record, "is of no class of statements that is known"))
}

fn case(record: Record<'_>, depth: usize) -> Result<McSwitchCase<'_>, FieldError> {
    let opcodes = record.list_of_records("Opcodes")?.into_iter();
    let opcode = |i: Record<'_>| Ok(format!("{}::{}", i.string("Namespace")?, i.name()));
    let opcodes = opcodes.map(opcode).collect::<Result<_, FieldError>>()?;
    Ok(McSwitchCase { opcodes, statement: statement(record.record("CaseStmt")?, depth + 1)? })
}

fn error(record: Record<'_>, message: &str) -> FieldError {
    FieldError::new(record, format!("MCStatement `{}' {message}", record.name()))
}
