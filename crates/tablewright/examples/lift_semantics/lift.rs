//! The interpreter: inserts machine operands into an instruction's operations.
//!
//! In: tables, and an instruction such as `ADDI R1, R2, -5`. Out: a line for each operation:
//! `%2:i16 = ISD::ADD %0, %1`.

use std::error::Error;

use tablewright::RecordStore;

use crate::tables::{Operation, Tables};

/// Returns the instruction's operations as lines of text.
pub(crate) fn lift(
    tables: &Tables,
    store: &RecordStore,
    instruction: &str,
) -> Result<Vec<String>, Box<dyn Error>> {
    let instruction = instruction.trim();
    let (name, operands) = instruction.split_once(' ').unwrap_or((instruction, ""));
    let operands: Vec<&str> = operands.split(',').map(str::trim).collect();
    let body = tables.bodies.get(name).ok_or_else(|| format!("'{name}' has no semantics"))?;
    let mut lifter = Lifter { tables, store, operands, next_value: 0 };
    body.iter().map(|operation| lifter.line(operation)).collect()
}

struct Lifter<'a> {
    tables: &'a Tables,
    store: &'a RecordStore,
    /// The instruction's machine operands.
    operands: Vec<&'a str>,
    /// The number of the next value.
    next_value: usize,
}

impl Lifter<'_> {
    fn line(&mut self, operation: &Operation) -> Result<String, Box<dyn Error>> {
        let Operation { opcode, results, operands } = operation;
        let operand = |place: usize| operands.get(place).map_or("", String::as_str);
        let computed = match opcode.as_str() {
            "DCINS::PUT_RC" => {
                return Ok(format!("{} = %{}", self.machine_operand(operand(0), 0)?, operand(1)));
            }
            "DCINS::PUT_REG" => return Ok(format!("{} = %{}", short(operand(0)), operand(1))),
            "DCINS::IMPLICIT" => return Ok(format!("{} = ?", short(operand(0)))),
            "DCINS::GET_RC" => self.machine_operand(operand(0), 0)?.to_owned(),
            "DCINS::GET_REG" => short(operand(0)).to_owned(),
            "DCINS::GET_CONSTANT" => {
                let place: usize = operand(0).parse()?;
                self.tables.constants.get(place).ok_or("there is no such constant")?.to_string()
            }
            "DCINS::CUSTOM_OP" => self.custom_operand(short(operand(0)), operand(1))?,
            // The first operand names the predicate or pattern; the rest are values.
            "DCINS::PREDICATE" | "DCINS::COMPLEX_PATTERN" => {
                format!("{}{}", short(operand(0)), values(&operands[1..]))
            }
            node => format!("{node}{}", values(operands)),
        };
        let mut line = Vec::with_capacity(results.len());
        for ty in results {
            line.push(format!("%{}:{}", self.next_value, short(ty)));
            self.next_value += 1;
        }
        let results = line.join(", ");
        Ok(if results.is_empty() { computed } else { format!("{results} = {computed}") })
    }

    /// Formats a custom operand with its machine operands.
    fn custom_operand(&self, kind: &str, first: &str) -> Result<String, Box<dyn Error>> {
        let record = self.store.find_record(kind).ok_or("there is no such kind of operand")?;
        let parts = self.store.record(record).dag("MIOperandInfo")?.args.len().max(1);
        let parts: Result<Vec<&str>, _> =
            (0..parts).map(|part| self.machine_operand(first, part)).collect();
        Ok(format!("{kind}({})", parts?.join(", ")))
    }

    fn machine_operand(&self, first: &str, part: usize) -> Result<&str, Box<dyn Error>> {
        let place = first.parse::<usize>()? + part;
        self.operands.get(place).copied().ok_or_else(|| "the instruction lacks an operand".into())
    }
}

/// Formats the values after an operation's name.
fn values(numbers: &[String]) -> String {
    let values: Vec<String> = numbers.iter().map(|number| format!("%{number}")).collect();
    if values.is_empty() { String::new() } else { format!(" {}", values.join(", ")) }
}

/// Removes the namespaces from a name.
fn short(name: &str) -> &str {
    name.rsplit_once("::").map_or(name, |(_, short)| short)
}
