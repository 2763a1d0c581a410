//! Registers in decoded X86 instructions: compares our names with the numbers that `llvm-mc`
//! prints.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::run::run_with_input;

/// An operand in the output of `tablewright encoding --decode`.
#[derive(Deserialize)]
pub(super) struct OurOperand {
    class: String,
    kind: String,
    register: Option<String>,
    #[serde(default)]
    base_registers: Vec<Option<String>>,
    index: Option<u8>,
    index_register: Option<String>,
    operand: Option<usize>,
}

/// An operand in a machine instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum McOperand {
    /// A register's enumerator; zero means no register.
    Register(u64),
    /// Something else.
    Other,
}

impl McOperand {
    /// Parses the operand in a line from `--show-inst`.
    pub(super) fn from_line(line: &str) -> Option<McOperand> {
        let (_, operand) = line.split_once("<MCOperand ")?;
        let register = operand.strip_prefix("Reg:").map(|rest| rest.trim_end_matches('>'));
        let number = register.and_then(|number| number.parse().ok());
        Some(number.map_or(McOperand::Other, McOperand::Register))
    }
}

/// An expected register in an operand.
#[derive(Clone)]
enum ExpectedOperand {
    Register(String),
    /// Any operand is accepted.
    Any,
}

/// The result of comparing registers.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum McOperandComparison {
    /// The operands cannot be matched with each other.
    Impossible,
    /// All registers are the same.
    Same,
    /// The first register that differs, ours and the reference's.
    Different { ours: String, theirs: String },
}

/// Register enumerators by name.
pub(super) struct RegisterNumbers(BTreeMap<String, u64>);

#[derive(Deserialize)]
struct McOperandExport {
    list: Vec<McRegister>,
}

#[derive(Deserialize)]
struct McRegister {
    name: String,
    number: u64,
}

impl RegisterNumbers {
    pub(super) fn new(program: &Path, corpus: &Path) -> Result<RegisterNumbers, String> {
        let dir = corpus.join("llvm/lib/Target/X86");
        let mut command = Command::new(program);
        command.args(["export", "registers", "-I"]).arg(corpus.join("llvm/include"));
        command.arg("-I").arg(&dir).arg(dir.join("X86.td"));
        let output = run_with_input(&mut command, String::new())?;
        let export: McOperandExport = serde_json::from_slice(&output.stdout)
            .map_err(|error| format!("JSON of X86's registers: {error}"))?;
        let numbers = export.list.into_iter().map(|register| (register.name, register.number));
        Ok(RegisterNumbers(numbers.collect()))
    }

    /// Compares an instruction's registers.
    pub(super) fn compare(&self, ours: &[OurOperand], theirs: &[McOperand]) -> McOperandComparison {
        let expected = expected(ours);
        if expected.len() != theirs.len() {
            return McOperandComparison::Impossible;
        }
        let difference = expected.iter().zip(theirs).find_map(|(ours, theirs)| match ours {
            ExpectedOperand::Any => None,
            ExpectedOperand::Register(name) => {
                let number = self.0.get(name).copied();
                let is_same = number.map(McOperand::Register) == Some(*theirs);
                (!is_same).then(|| (format!("'{name}'"), self.text(*theirs)))
            }
        });
        match difference {
            None => McOperandComparison::Same,
            Some((ours, theirs)) => McOperandComparison::Different { ours, theirs },
        }
    }

    fn text(&self, operand: McOperand) -> String {
        match operand {
            McOperand::Other => "no register".to_owned(),
            McOperand::Register(number) => {
                let name = self.0.iter().find(|(_, other)| **other == number);
                name.map_or_else(|| number.to_string(), |(name, _)| format!("'{name}'"))
            }
        }
    }
}

/// Returns the machine instruction's operands, as far as our operands determine them.
fn expected(ours: &[OurOperand]) -> Vec<ExpectedOperand> {
    let mut all: Vec<ExpectedOperand> = Vec::new();
    let mut first_of: Vec<usize> = Vec::new();
    let register = |register: &Option<String>| {
        ExpectedOperand::Register(register.clone().unwrap_or_else(|| "unnamed".to_owned()))
    };
    for operand in ours {
        let first = all.len();
        first_of.push(first);
        match operand.kind.as_str() {
            "register" => all.push(register(&operand.register)),
            "memory" => {
                let mut bases = operand.base_registers.iter().map(register);
                all.push(bases.next().unwrap_or(ExpectedOperand::Any));
                all.push(ExpectedOperand::Any);
                // Without an index there may be the register that means none.
                let index = bases
                    .next()
                    .or_else(|| operand.index.map(|_| register(&operand.index_register)));
                all.push(index.unwrap_or(ExpectedOperand::Any));
                all.extend([ExpectedOperand::Any, ExpectedOperand::Any]);
            }
            // An address or source also has a segment.
            _ if operand.class.starts_with("offset") || operand.class.starts_with("srcidx") => {
                all.extend([ExpectedOperand::Any, ExpectedOperand::Any]);
            }
            _ => all.push(ExpectedOperand::Any),
        }
    }
    for (operand, &first) in ours.iter().zip(&first_of) {
        if let Some(of) = operand.operand.and_then(|of| first_of.get(of)) {
            all[first] = all[*of].clone();
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operands(json: &str) -> Vec<OurOperand> {
        serde_json::from_str(json).expect("it is JSON of operands")
    }

    #[test]
    fn registers_are_compared_by_operand() {
        let numbers = [("AX".to_owned(), 3), ("BX".to_owned(), 4), ("SI".to_owned(), 5)];
        let numbers = RegisterNumbers(numbers.into());
        let ours = operands(
            r#"[{"class": "GR16", "kind": "same", "operand": 1},
                {"class": "GR16", "kind": "register", "register": "AX"},
                {"class": "i16mem", "kind": "memory",
                 "base_registers": ["BX", "SI"]}]"#,
        );
        let register = McOperand::Register;
        let other = McOperand::Other;
        let mut theirs =
            vec![register(3), register(3), register(4), other, register(5), other, register(0)];
        assert_eq!(numbers.compare(&ours, &theirs), McOperandComparison::Same);
        theirs[0] = register(4);
        let (ours_first, theirs_first) = ("'AX'".to_owned(), "'BX'".to_owned());
        let difference = McOperandComparison::Different { ours: ours_first, theirs: theirs_first };
        assert_eq!(numbers.compare(&ours, &theirs), difference);
        assert_eq!(numbers.compare(&ours, &theirs[1..]), McOperandComparison::Impossible);
    }

    #[test]
    fn operands_are_read_from_lines() {
        assert_eq!(McOperand::from_line("#  <MCOperand Reg:33>>"), Some(McOperand::Register(33)));
        assert_eq!(McOperand::from_line("#  <MCOperand Imm:1>"), Some(McOperand::Other));
        assert_eq!(McOperand::from_line("\tret"), None);
    }
}
