//! Random functions of integer IR: one to four operations, then a load, store, comparison, selection or branch.

use std::fmt::Write as _;

use super::targets::SelectTarget;
use crate::random::Random;

const OPERATIONS: [&str; 9] = ["add", "sub", "and", "or", "xor", "shl", "lshr", "ashr", "mul"];
const CONDITIONS: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
/// The seed for all functions.
const SEED: u64 = 1;

/// Creates the function with a number.
pub(super) fn function(target: &SelectTarget, number: usize) -> String {
    let mut random = Random::for_trial(SEED, number as u64);
    let bits = random.choose(target.sizes).copied().unwrap_or(target.register_bits);
    let mut body = FunctionBody {
        random,
        ty: format!("i{bits}"),
        bits,
        values: ["%a", "%b", "%c"].map(str::to_owned).to_vec(),
        text: String::new(),
    };
    body.operations(target);
    body.end(target);
    // A value in a wider register is extended by the caller.
    let extension = if bits < target.register_bits { " signext" } else { "" };
    let FunctionBody { ty, text, .. } = body;
    let parameters = ["a", "b", "c"].map(|name| format!("{ty}{extension} %{name}, ")).concat();
    format!("define{extension} {ty} @f{number}({parameters}ptr %p) {{\nentry:\n{text}}}\n")
}

struct FunctionBody {
    random: Random,
    ty: String,
    bits: u32,
    /// The values so far; the last operation's result is the last.
    values: Vec<String>,
    text: String,
}

impl FunctionBody {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "  {line}").expect("a string takes all text");
    }

    fn value(&mut self) -> String {
        self.random.choose(&self.values).cloned().unwrap_or_default()
    }

    fn last(&self) -> String {
        self.values.last().cloned().unwrap_or_default()
    }

    fn operations(&mut self, target: &SelectTarget) {
        let count = OPERATIONS.len() - usize::from(!target.multiplies);
        for number in 0..=self.random.below(4) {
            let operation = OPERATIONS[self.random.below(count)];
            let left = self.value();
            let right = match operation {
                "shl" | "lshr" | "ashr" => {
                    (1 + self.random.below(self.bits as usize - 1)).to_string()
                }
                _ if self.random.below(3) == 0 => self.number(2048),
                _ => self.value(),
            };
            let ty = &self.ty;
            let line = format!("%v{number} = {operation} {ty} {left}, {right}");
            self.line(&line);
            self.values.push(format!("%v{number}"));
        }
    }

    /// Returns a number from `-limit` up to `limit`.
    fn number(&mut self, limit: i64) -> String {
        (self.random.below(2 * limit as usize) as i64 - limit).to_string()
    }

    fn end(&mut self, target: &SelectTarget) {
        let (ty, last, other) = (self.ty.clone(), self.last(), self.value());
        match self.random.below(6) {
            0 => self.line(&format!("ret {ty} {last}")),
            1 => {
                self.address(target);
                self.load(&last);
            }
            2 => {
                self.address(target);
                self.line(&format!("store {ty} {last}, ptr %q"));
                self.line(&format!("ret {ty} {other}"));
            }
            3 => {
                self.compare(&last, &other);
                self.line(&format!("%r = zext i1 %t to {ty}"));
                self.line(&format!("ret {ty} %r"));
            }
            4 => {
                self.compare(&last, &other);
                let no = self.value();
                self.line(&format!("%r = select i1 %t, {ty} {other}, {ty} {no}"));
                self.line(&format!("ret {ty} %r"));
            }
            _ => {
                self.compare(&last, &other);
                let number = self.random.below(100);
                self.line("br i1 %t, label %yes, label %no");
                self.text.push_str("yes:\n");
                self.line(&format!("%y = add {ty} {other}, {number}"));
                self.line(&format!("ret {ty} %y"));
                self.text.push_str("no:\n");
                self.line(&format!("%n = xor {ty} {last}, {other}"));
                self.line(&format!("ret {ty} %n"));
            }
        }
    }

    fn address(&mut self, target: &SelectTarget) {
        let (bits, distance) = (target.register_bits, 8 * self.random.below(16));
        self.line(&format!("%q = getelementptr i8, ptr %p, i{bits} {distance}"));
    }

    /// Loads a value with the same or a smaller size.
    fn load(&mut self, last: &str) {
        let sizes: Vec<u32> = [8, 16, 32, 64].into_iter().filter(|&it| it <= self.bits).collect();
        let size = self.random.choose(&sizes).copied().unwrap_or(self.bits);
        let ty = self.ty.clone();
        self.line(&format!("%l = load i{size}, ptr %q"));
        let extension = self.random.choose(&["zext", "sext"]).copied().unwrap_or("zext");
        let loaded = if size < self.bits {
            self.line(&format!("%x = {extension} i{size} %l to {ty}"));
            "%x"
        } else {
            "%l"
        };
        let operation = self.random.choose(&["add", "sub", "xor"]).copied().unwrap_or("add");
        self.line(&format!("%r = {operation} {ty} {last}, {loaded}"));
        self.line(&format!("ret {ty} %r"));
    }

    fn compare(&mut self, last: &str, other: &str) {
        let condition = self.random.choose(&CONDITIONS).copied().unwrap_or("eq");
        let right = if self.random.below(2) == 0 { self.number(32) } else { other.to_owned() };
        self.line(&format!("%t = icmp {condition} {} {last}, {right}", self.ty));
    }
}

#[cfg(test)]
mod tests {
    use super::super::targets::TARGETS;
    use super::*;

    #[test]
    fn a_function_follows_from_its_number() {
        for target in TARGETS {
            assert_eq!(function(target, 7), function(target, 7));
            assert_ne!(function(target, 7), function(target, 8));
            let text = function(target, 7);
            assert!(text.starts_with("define") && text.ends_with("}\n"), "{text}");
            assert!(text.contains("  ret i"), "{text}");
        }
    }

    #[test]
    fn only_targets_with_multiplication_multiply() {
        for target in TARGETS {
            let has_product = (0..100).any(|it| function(target, it).contains("= mul "));
            assert_eq!(has_product, target.multiplies, "{}", target.name);
        }
    }
}
