//! `opt` and `llc`: the IR before selection, and the instructions after it.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use super::Selected;
use super::functions::function;
use super::targets::SelectTarget;
use crate::run::run_with_input;

/// The reference programs and a target.
pub(super) struct Programs<'p> {
    pub(super) llc: &'p Path,
    pub(super) opt: &'p Path,
    pub(super) target: &'p SelectTarget,
}

/// Words before an instruction's name.
const FLAGS: [&str; 9] =
    ["nuw", "nsw", "exact", "disjoint", "nneg", "samesign", "dead", "renamable", "killed"];
/// Instructions that move values, and are not compared.
const MOVES: [&str; 3] = ["COPY", "PHI", "IMPLICIT_DEF"];

impl Programs<'_> {
    /// Returns the functions that `opt` simplifies without intrinsics, as `llc` prepares them for selection.
    pub(super) fn prepared_functions(&self, count: usize) -> Result<String, String> {
        let SelectTarget { layout, triple, .. } = self.target;
        let head = format!("target datalayout = \"{layout}\"\ntarget triple = \"{triple}\"\n\n");
        let functions: String = (0..2 * count).map(|it| function(self.target, it) + "\n").collect();
        let mut simplify = Command::new(self.opt);
        simplify.args(["-S", "-passes=instcombine<no-verify-fixpoint>"]);
        let simplified = output(&mut simplify, format!("{head}{functions}"))?;
        let chosen = definitions(&simplified).filter(|function| !function.contains("@llvm."));
        let chosen: String = chosen.take(count).collect();
        let mut prepare = self.llc();
        prepare.arg("-stop-after=codegenprepare");
        let prepared = output(&mut prepare, format!("{head}{chosen}"))?;
        Ok(ir_of(&prepared))
    }

    /// Returns the instructions that `llc` selects.
    pub(super) fn selected(&self, ir: &str) -> Result<Selected, String> {
        let mut select = self.llc();
        select.args(["-stop-before=finalize-isel", "-pre-RA-sched=source"]);
        let machine = output(&mut select, ir.to_owned())?;
        let mut selected = Selected::new();
        let mut function = String::new();
        let mut constants = BTreeSet::new();
        for line in machine.lines() {
            if let Some(name) = line.strip_prefix("name:") {
                function = name.trim().to_owned();
                selected.insert(function.clone(), Vec::new());
                constants.clear();
            } else if let Some(own) = selected.get_mut(&function) {
                own.extend(self.instruction(line.trim(), &mut constants));
            }
        }
        Ok(selected)
    }

    fn llc(&self) -> Command {
        let mut command = Command::new(self.llc);
        command.arg(format!("-mtriple={}", self.target.triple)).args(["-o", "-"]);
        if let Some(features) = self.target.features {
            command.arg(format!("-mattr={features}"));
        }
        command
    }

    /// Returns the instruction in a line. `None` for other lines, moves, and constants.
    fn instruction(&self, line: &str, constants: &mut BTreeSet<String>) -> Option<String> {
        let (result, rest) = match line.split_once(" = ") {
            Some((result, rest)) => (result.split(':').next(), rest),
            None => (None, line),
        };
        let rest = rest.split(" :: ").next().unwrap_or(rest);
        let rest = FLAGS.iter().fold(rest, |rest, flag| {
            rest.strip_prefix(flag).and_then(|it| it.strip_prefix(' ')).unwrap_or(rest)
        });
        let (name, operands) = rest.split_once(' ').unwrap_or((rest, ""));
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            return None;
        }
        let zero = format!("${}", self.target.zero);
        let is_constant = |operand: &str| {
            let operand = operand.trim().trim_start_matches("killed ");
            let register = operand.split(':').next().unwrap_or(operand);
            operand.is_empty()
                || operand.parse::<i64>().is_ok()
                || operand == zero
                || operand.starts_with("implicit")
                || constants.contains(register)
        };
        let is_access = line.contains(" :: ");
        let is_move = MOVES.contains(&name) && name != "COPY";
        if let Some(result) = result.filter(|_| !is_access && !is_move)
            && operands.split(", ").all(is_constant)
        {
            constants.insert(result.to_owned());
            return None;
        }
        let is_left_out = MOVES.contains(&name) || name == self.target.ret;
        (!is_left_out).then(|| name.to_owned())
    }
}

/// Returns function definitions.
fn definitions(ir: &str) -> impl Iterator<Item = String> + '_ {
    let bodies = ir.split("\ndefine ").skip(1);
    bodies.filter_map(|body| Some(format!("define {}\n}}\n", body.split_once("\n}")?.0)))
}

/// Returns the IR in a file with machine functions.
fn ir_of(text: &str) -> String {
    let Some((_, rest)) = text.split_once("--- |\n") else { return text.to_owned() };
    let ir = rest.split("\n...").next().unwrap_or(rest);
    ir.lines().map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line))).collect()
}

/// Runs a program with an input; returns the output.
fn output(command: &mut Command, input: String) -> Result<String, String> {
    let finished = run_with_input(command, input)?;
    if !finished.status.success() {
        let program = command.get_program().to_string_lossy().into_owned();
        return Err(format!("{program}: {}", String::from_utf8_lossy(&finished.stderr)));
    }
    String::from_utf8(finished.stdout).map_err(|e| e.to_string())
}
