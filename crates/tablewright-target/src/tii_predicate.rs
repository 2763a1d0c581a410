//! Target functions that check instructions: `TIIPredicate` records (`TargetInstrPredicate.td`),
//! whose bodies are `MCStatement` records.

use tablewright_records::{FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;

use crate::mc_inst_predicate::McInstPredicate;
use crate::qualified_name::QualifiedName;
use crate::record_views::instr_predicate::{
    McOpcodeSwitchCaseRecord, McOpcodeSwitchStatementRecord, McReturnStatementRecord,
    TiiPredicateRecord,
};

/// Maximal nesting depth for statements.
const MAX_DEPTH: usize = 256;

/// A function that checks a property of an instruction.
pub struct TiiPredicate<'s> {
    /// Function name.
    pub function: &'s str,
    /// Function body.
    pub body: McStatement<'s>,
}

/// A statement in a [`TiiPredicate`]. Every statement returns.
pub enum McStatement<'s> {
    /// Returns the condition's value.
    Return(McInstPredicate<'s>),
    /// Switches on the instruction's opcode.
    Switch {
        /// Cases.
        cases: Vec<McSwitchCase<'s>>,
        /// Statement for all other opcodes.
        default: Box<McStatement<'s>>,
    },
}

/// A statement for certain opcodes.
pub struct McSwitchCase<'s> {
    /// Opcodes.
    pub opcodes: Vec<QualifiedName<'s>>,
    /// Statement for these opcodes.
    pub statement: McStatement<'s>,
}

/// Returns the target's functions, in natural order by record name.
///
/// # Errors
/// If a record does not describe a function.
pub fn tii_predicates(store: &RecordStore) -> Result<Vec<TiiPredicate<'_>>, FieldError> {
    let records = TiiPredicateRecord::all_if_defined(store).into_iter();
    let functions = records.map(|record| {
        let body = statement(record.body()?, 0)?;
        Ok(TiiPredicate { function: record.function_name()?, body })
    });
    functions.collect()
}

fn statement(record: Record<'_>, depth: usize) -> Result<McStatement<'_>, FieldError> {
    if depth > MAX_DEPTH {
        let name = record.name();
        let message = format!("MCStatement `{name}' is nested more than {MAX_DEPTH} levels deep");
        return Err(FieldError::new(Code::InstructionPredicates, record, message));
    }
    if let Some(switch) = McOpcodeSwitchStatementRecord::from_record(record) {
        let cases = switch.cases()?.into_iter();
        let cases = cases.map(|record| case(record, depth)).collect::<Result<_, FieldError>>()?;
        let default = statement(switch.default_case()?, depth + 1)?;
        return Ok(McStatement::Switch { cases, default: Box::new(default) });
    }
    // Any other statement is treated as an `MCReturnStatement`.
    Ok(McStatement::Return(McInstPredicate::new(McReturnStatementRecord::new(record).pred()?)?))
}

fn case(
    record: McOpcodeSwitchCaseRecord<'_>,
    depth: usize,
) -> Result<McSwitchCase<'_>, FieldError> {
    let opcodes = record.opcodes()?.into_iter();
    let opcodes = opcodes.map(QualifiedName::from_record).collect::<Result<_, FieldError>>()?;
    Ok(McSwitchCase { opcodes, statement: statement(record.case_stmt()?, depth + 1)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::store_of;

    const CLASSES: &str = "
class MCInstPredicate;
class MCTrue : MCInstPredicate; def Yes : MCTrue;
class MCFalse : MCInstPredicate; def No : MCFalse;
class MCStatement;
class Return<MCInstPredicate p> : MCStatement { MCInstPredicate Pred = p; }
class Instruction { string Namespace = \"Toy\"; } def A : Instruction; def B : Instruction;
class Case<list<Instruction> o, MCStatement s> { list<Instruction> Opcodes = o; MCStatement CaseStmt = s; }
class MCOpcodeSwitchStatement<list<Case> c, MCStatement d> : MCStatement {
  list<Case> Cases = c; MCStatement DefaultCase = d;
}
class TIIPredicate<string n, MCStatement b> { string FunctionName = n; MCStatement Body = b; }
";

    fn shown(statement: &McStatement<'_>) -> String {
        match statement {
            McStatement::Return(McInstPredicate::True) => "true".to_owned(),
            McStatement::Return(_) => "false".to_owned(),
            McStatement::Switch { cases, default } => {
                let case = |case: &McSwitchCase<'_>| {
                    let opcodes: Vec<_> = case.opcodes.iter().map(|o| o.to_text()).collect();
                    format!("{}: {}; ", opcodes.join(" "), shown(&case.statement))
                };
                let cases: String = cases.iter().map(case).collect();
                format!("{{{cases}{}}}", shown(default))
            }
        }
    }

    fn check(text: &str, expected: &str) {
        let store = store_of(&format!("{CLASSES}{text}"));
        let functions = tii_predicates(&store).map(|functions| {
            let function = |f: &TiiPredicate<'_>| format!("{} {}", f.function, shown(&f.body));
            functions.iter().map(function).collect::<Vec<_>>().join(", ")
        });
        assert_eq!(functions.unwrap_or_else(|error| error.message().to_owned()), expected);
    }

    #[test]
    fn cases_may_decide_again() {
        check(
            "def f : TIIPredicate<\"isF\", MCOpcodeSwitchStatement<[
               Case<[A, B], MCOpcodeSwitchStatement<[Case<[B], Return<Yes>>], Return<No>>>
             ], Return<No>>>;
             def e : TIIPredicate<\"isE\", Return<Yes>>;",
            "isE true, isF {Toy::A Toy::B: {Toy::B: true; false}; false}",
        );
    }

    #[test]
    fn what_is_no_switch_has_to_return() {
        check(
            "def Odd : MCStatement; def f : TIIPredicate<\"isF\", Odd>;",
            "Record `Odd' does not have a field named `Pred'!",
        );
    }

    #[test]
    fn older_releases_have_none() {
        let functions = tii_predicates(&store_of("class Instruction;")).map(|list| list.len());
        assert_eq!(functions, Ok(0));
    }
}
