//! The instructions that `tablewright patterns --select` prints.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use super::Selected;
use super::targets::SelectTarget;

#[derive(Deserialize)]
struct Report {
    instructions: Vec<Instruction>,
}

#[derive(Deserialize)]
struct Instruction {
    function: String,
    block: String,
    name: String,
    results: Vec<String>,
    operands: Vec<Operand>,
}

#[derive(Deserialize)]
struct Operand {
    kind: String,
    value: String,
}

/// Returns the instructions for the functions in a file.
pub(super) fn selected(
    program: &Path,
    target: &SelectTarget,
    corpus: &Path,
    file: &Path,
) -> Result<Selected, String> {
    let examples = xtask_support::workspace().join("examples/semantics");
    let mut command = Command::new(program);
    command.arg("patterns").arg("-I").arg(&examples);
    command.arg("-I").arg(corpus.join("llvm/lib/Target").join(target.name));
    command.arg("-I").arg(corpus.join("llvm/include"));
    command.arg(examples.join(target.description)).arg("--select").arg(file);
    command.args(["--format", "json"]);
    for (option, value) in [("--mcpu", target.processor), ("--mattr", target.features)] {
        command.args(value.map(|value| [option, value]).into_iter().flatten());
    }
    let output = command.output().map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let report: Report = serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())?;
    let mut selected = Selected::new();
    let mut constants = BTreeSet::new();
    for instruction in &report.instructions {
        let own = selected.entry(instruction.function.clone()).or_default();
        if let Some(name) = instruction.compared(target, &mut constants) {
            own.push(name.to_owned());
        }
    }
    Ok(selected)
}

impl Instruction {
    /// Returns the name. `None` for an instruction that is not compared: a copy, a return, or a constant.
    fn compared(
        &self,
        target: &SelectTarget,
        constants: &mut BTreeSet<(String, String, String)>,
    ) -> Option<&str> {
        // Numbered values belong to a block.
        let key = |value: &str| {
            let block = if value.starts_with('%') { self.block.clone() } else { String::new() };
            (self.function.clone(), block, value.to_owned())
        };
        let is_constant = |operand: &Operand| {
            operand.kind == "number"
                || operand.value.eq_ignore_ascii_case(target.zero)
                || constants.contains(&key(&operand.value))
        };
        if self.name == "constant"
            || !self.results.is_empty() && self.operands.iter().all(is_constant)
        {
            constants.extend(self.results.iter().map(|result| key(result)));
            return None;
        }
        let is_left_out = ["return", "call", "COPY"].contains(&self.name.as_str());
        (!is_left_out).then_some(&*self.name)
    }
}
