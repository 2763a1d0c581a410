//! The semantics tables, read from generated C++.
//!
//! In: the text in counted layout. Out: [`Tables`]: each instruction's operations.

use std::collections::HashMap;
use std::error::Error;

/// An operation: an opcode, the result types, and the operands as text.
#[derive(Debug)]
pub(crate) struct Operation {
    pub(crate) opcode: String,
    pub(crate) results: Vec<String>,
    pub(crate) operands: Vec<String>,
}

/// The operations of all instructions.
pub(crate) struct Tables {
    pub(crate) bodies: HashMap<String, Vec<Operation>>,
    pub(crate) constants: Vec<i64>,
}

impl Tables {
    /// Reads the three arrays.
    pub(crate) fn read(text: &str) -> Result<Tables, Box<dyn Error>> {
        let elements = elements(array(text, "InstSemantics")?);
        let mut bodies = HashMap::new();
        for row in array(text, "OpcodeToSemaIdx")?.lines() {
            let Some((start, instruction)) = row.split_once(", \t// ") else { continue };
            // `~0U` marks an instruction without semantics.
            if start != "~0U" {
                let body = elements.get(start.parse::<usize>()?..).ok_or("a row is too large")?;
                bodies.insert(instruction.to_owned(), operations(body)?);
            }
        }
        let constants = array(text, "ConstantArray")?.lines();
        let constants = constants.filter_map(|line| line.trim().strip_suffix("ULL,"));
        let constants = constants.map(|number| Ok(number.parse::<u64>()? as i64));
        Ok(Tables { bodies, constants: constants.collect::<Result<_, Box<dyn Error>>>()? })
    }
}

/// Returns the text between an array's braces.
fn array<'t>(text: &'t str, name: &str) -> Result<&'t str, Box<dyn Error>> {
    let (_, after_name) =
        text.split_once(&format!("{name}[] = {{\n")).ok_or("an array is missing")?;
    Ok(after_name.split_once("\n};").map_or("", |(inside, _)| inside))
}

/// Splits an array into its elements, without comments.
fn elements(mut array: &str) -> Vec<String> {
    let mut without_comments = String::new();
    while let Some((before, after_open)) = array.split_once("/*") {
        without_comments.push_str(before);
        array = after_open.split_once("*/").map_or("", |(_, behind)| behind);
    }
    without_comments.push_str(array);
    let elements = without_comments.split(',').map(|element| element.trim().to_owned());
    elements.collect()
}

/// Reads operations up to the end of the instruction.
fn operations(mut body: &[String]) -> Result<Vec<Operation>, Box<dyn Error>> {
    let mut operations = Vec::new();
    loop {
        let (opcode, after_opcode) = body.split_first().ok_or("an instruction has no end")?;
        if opcode == "DCINS::END_OF_INSTRUCTION" {
            return Ok(operations);
        }
        let (counts, after_counts) =
            after_opcode.split_first().ok_or("an operation has no counts")?;
        let [results, operands] = self::counts(counts).ok_or("counts cannot be read")?;
        if after_counts.len() < results + operands {
            return Err("an operation is cut off".into());
        }
        let (of_operation, next_body) = after_counts.split_at(results + operands);
        operations.push(Operation {
            opcode: opcode.clone(),
            results: of_operation[..results].to_vec(),
            operands: of_operation[results..].to_vec(),
        });
        body = next_body;
    }
}

/// Returns the numbers of results and operands, which are written `(1<<8)|2`. A plain zero marks a
/// register with an unknown change: no result, one operand.
fn counts(word: &str) -> Option<[usize; 2]> {
    if word == "0" {
        return Some([0, 1]);
    }
    let (results, operands) = word.strip_prefix('(')?.split_once("<<8)|")?;
    Some([results.parse().ok()?, operands.parse().ok()?])
}
