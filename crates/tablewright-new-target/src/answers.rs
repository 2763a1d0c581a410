//! Answers: facts about a CPU that are not in its description.
//!
//! In: a file `NAME.toml`, or nothing. Out: [`Answers`], in which answers that follow from the description are filled
//! in. An answer that neither the file nor the description has is a [`Problem`].

use std::collections::BTreeMap;

use serde::Deserialize;
use tablewright_inspect::export::Instruction;
use tablewright_records::Record;

use crate::conditions::{INTEGER_CONDITIONS, is_condition_code};
use crate::description::Description;
use crate::problem::Problem;
use crate::roles::{BranchStyle, Roles};
use crate::templates::LlvmRelease;

/// The file of answers. All keys are optional; defaults follow from the description.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
pub struct AnswerFile {
    llvm: Option<u16>,
    description: Option<String>,
    elf_machine: Option<u16>,
    comment: Option<String>,
    data_layout: Option<String>,
    stack_alignment: Option<u32>,
    big_endian: Option<bool>,
    relax_branches: Option<bool>,
    #[serde(default)]
    registers: RegisterAnswers,
    #[serde(default)]
    callee_saved: Vec<CalleeSavedAnswer>,
    #[serde(default)]
    conditions: ConditionAnswers,
    #[serde(default)]
    parser: ParserAnswers,
    #[serde(default)]
    check: CheckAnswers,
}

#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
struct RegisterAnswers {
    stack_pointer: Option<String>,
    frame_pointer: Option<String>,
    link: Option<String>,
    scratch: Option<String>,
    zero: Option<String>,
    reserved: Option<Vec<String>>,
}

/// A list of registers that calls preserve, and the predicate for its use.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct CalleeSavedAnswer {
    /// Record of class `CalleeSavedRegs`.
    pub(crate) list: String,
    /// Record of class `Predicate`; `None` for the list of all other CPUs, which is the last one.
    pub(crate) predicate: Option<String>,
}

#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
struct ConditionAnswers {
    names: Option<Vec<String>>,
    integer: Option<BTreeMap<String, String>>,
    float: Option<BTreeMap<String, String>>,
}

#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
struct ParserAnswers {
    address: Option<String>,
}

#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
struct CheckAnswers {
    cpus: Option<Vec<String>>,
    clang_target: Option<String>,
}

/// All answers, from the file or from the description.
pub(crate) struct Answers {
    /// LLVM release for the C++.
    pub(crate) llvm: LlvmRelease,
    /// Text in lists of targets.
    pub(crate) description: String,
    /// Number of the CPU in object files.
    pub(crate) elf_machine: u16,
    /// Text that begins a comment in assembly.
    pub(crate) comment: String,
    /// LLVM's text for sizes and alignments of types.
    pub(crate) data_layout: String,
    /// Alignment of the stack pointer, in bytes.
    pub(crate) stack_alignment: u32,
    /// Whether the highest byte comes first.
    pub(crate) is_big_endian: bool,
    /// Whether branches that do not reach their target are rewritten.
    pub(crate) relaxes_branches: bool,
    /// Registers with a fixed use.
    pub(crate) registers: FixedRegisters,
    /// Preserved registers; the first list whose predicate is true is used.
    pub(crate) callee_saved: Vec<CalleeSavedAnswer>,
    /// Conditions.
    pub(crate) conditions: Conditions,
    /// Pseudo-instruction that sets a register to any number or address.
    pub(crate) address: Option<String>,
    /// Settings for the checks.
    pub(crate) check: CheckSettings,
}

/// Registers with a fixed use, by record name.
pub(crate) struct FixedRegisters {
    pub(crate) stack_pointer: String,
    pub(crate) frame_pointer: String,
    pub(crate) link: String,
    /// Register for numbers that do not fit an instruction.
    pub(crate) scratch: String,
    /// Register that is always zero.
    pub(crate) zero: Option<String>,
    /// Further registers that are never allocated.
    pub(crate) reserved: Vec<String>,
}

/// Conditions of branches.
pub(crate) struct Conditions {
    /// Assembly names by number; numbers `2n` and `2n + 1` are opposites.
    pub(crate) names: Vec<String>,
    /// Name of each integer comparison, by LLVM's `ISD::CondCode`.
    pub(crate) integer: BTreeMap<String, String>,
    /// Name of each floating-point comparison.
    pub(crate) float: BTreeMap<String, String>,
}

/// Settings for the checks.
pub(crate) struct CheckSettings {
    /// Processors to check.
    pub(crate) cpus: Vec<String>,
    /// Target of clang whose C types are used.
    pub(crate) clang_target: String,
}

impl AnswerFile {
    /// Parses the text of a file.
    ///
    /// # Errors
    /// Explanation with the line.
    pub fn parse(text: &str) -> Result<AnswerFile, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// Returns the LLVM release for the C++.
    ///
    /// # Errors
    /// If there are no templates for it.
    pub fn llvm(&self) -> Result<LlvmRelease, Problem> {
        let Some(number) = self.llvm else { return Ok(LlvmRelease::default()) };
        LlvmRelease::from_name(&number.to_string()).ok_or_else(|| Problem::WrongAnswer {
            key: "llvm",
            reason: format!("there are templates for LLVM 19 and 22, not for {number}"),
        })
    }

    /// Replaces the LLVM release.
    #[must_use]
    pub fn with_llvm(self, llvm: LlvmRelease) -> AnswerFile {
        AnswerFile { llvm: llvm.name().parse().ok(), ..self }
    }
}

impl Answers {
    /// Fills in the answers that follow from the description.
    ///
    /// # Errors
    /// Answers that are missing, or name something that the description does not have.
    pub(crate) fn settle(
        file: AnswerFile,
        description: &Description<'_>,
        roles: &Roles,
    ) -> Result<Answers, Vec<Problem>> {
        let mut settling = Settling { description, roles, problems: Vec::new() };
        let llvm = file.llvm().unwrap_or_else(|problem| {
            settling.problems.push(problem);
            LlvmRelease::default()
        });
        let registers = settling.registers(file.registers);
        let conditions = settling.conditions(file.conditions);
        let callee_saved = settling.callee_saved(file.callee_saved);
        let is_big_endian =
            file.big_endian.unwrap_or_else(|| is_big_endian(file.data_layout.as_deref()));
        let bytes = settling.word_bits() / 8;
        let stack_alignment = file.stack_alignment.unwrap_or(2 * bytes);
        if !stack_alignment.is_power_of_two() {
            settling.wrong("stack_alignment", format!("{stack_alignment} is not a power of two"));
        }
        let elf_machine = file.elf_machine.unwrap_or_else(|| {
            settling.missing(
                "elf_machine",
                "the number by which object files name the CPU; a private CPU takes an unused one",
                "elf_machine = 0x5155",
            );
            0
        });
        let relaxes_branches = file.relax_branches.unwrap_or_else(|| settling.branches_are_short());
        let address = settling.address(file.parser.address);
        let bits = settling.word_bits();
        let description_text =
            file.description.unwrap_or_else(|| format!("{}, {bits} bits", description.name));
        let data_layout =
            file.data_layout.unwrap_or_else(|| data_layout(is_big_endian, bits, stack_alignment));
        let check = settling.check(file.check, is_big_endian, bits);
        if !settling.problems.is_empty() {
            return Err(settling.problems);
        }
        Ok(Answers {
            llvm,
            description: description_text,
            elf_machine,
            comment: file.comment.unwrap_or_else(|| "#".to_owned()),
            data_layout,
            stack_alignment,
            is_big_endian,
            relaxes_branches,
            registers,
            callee_saved,
            conditions,
            address,
            check,
        })
    }
}

fn is_big_endian(data_layout: Option<&str>) -> bool {
    data_layout.is_some_and(|layout| layout.split('-').any(|part| part == "E"))
}

fn data_layout(is_big_endian: bool, bits: u32, stack_alignment: u32) -> String {
    let order = if is_big_endian { 'E' } else { 'e' };
    let stack = stack_alignment * 8;
    format!("{order}-m:e-p:{bits}:{bits}-i64:64-n{bits}-S{stack}")
}

/// Answers in progress.
struct Settling<'a, 's> {
    description: &'a Description<'s>,
    roles: &'a Roles,
    problems: Vec<Problem>,
}

impl<'s> Settling<'_, 's> {
    fn missing(&mut self, key: &'static str, reason: &'static str, example: &'static str) {
        self.problems.push(Problem::MissingAnswer { key, reason, example });
    }

    fn wrong(&mut self, key: &'static str, reason: String) {
        self.problems.push(Problem::WrongAnswer { key, reason });
    }

    fn word_bits(&self) -> u32 {
        self.roles.word_type.trim_start_matches('i').parse().unwrap_or(32)
    }

    fn registers(&mut self, file: RegisterAnswers) -> FixedRegisters {
        let stack_pointer = self.register(
            "registers.stack_pointer",
            file.stack_pointer,
            &["sp"],
            "the register that points to the frame",
            "stack_pointer = \"R13\"",
        );
        let frame_pointer = self.register(
            "registers.frame_pointer",
            file.frame_pointer,
            &["fp"],
            "the register for frames of variable size",
            "frame_pointer = \"R12\"",
        );
        let link = file.link.or_else(|| self.link());
        let link = self.register(
            "registers.link",
            link,
            &["lr", "ra"],
            "the register that a call sets to the return address",
            "link = \"R14\"",
        );
        let scratch = self.register(
            "registers.scratch",
            file.scratch,
            &["at"],
            "a register that is never allocated, for numbers that do not fit an instruction",
            "scratch = \"R15\"",
        );
        let used = [&stack_pointer, &frame_pointer, &link, &scratch];
        let reserved = file.reserved.unwrap_or_else(|| self.unallocatable(&used));
        for name in &reserved {
            self.check_register("registers.reserved", name);
        }
        let zero = file.zero.or_else(|| self.zero());
        if let Some(name) = &zero {
            self.check_register("registers.zero", name);
        } else if self.roles.load_immediate.is_none() {
            self.missing(
                "registers.zero",
                "a register that is always zero, since no instruction sets a register to a number",
                "zero = \"R0\"",
            );
        }
        FixedRegisters { zero, stack_pointer, frame_pointer, link, scratch, reserved }
    }

    /// Returns the answer, or the register with one of the usual names.
    fn register(
        &mut self,
        key: &'static str,
        answer: Option<String>,
        usual: &[&str],
        reason: &'static str,
        example: &'static str,
    ) -> String {
        if let Some(name) = answer {
            self.check_register(key, &name);
            return name;
        }
        let by_name = usual.iter().find_map(|name| self.description.register_called(name));
        if let Some(register) = by_name {
            return register.name.clone();
        }
        self.missing(key, reason, example);
        String::new()
    }

    fn check_register(&mut self, key: &'static str, name: &str) {
        if self.description.register(name).is_none() {
            self.wrong(key, format!("'{name}' is not a register of the description"));
        }
    }

    /// Finds the register that all calls define.
    fn link(&self) -> Option<String> {
        let calls = self.description.instructions.iter();
        let mut calls = calls.filter(|instruction| instruction.flags.contains(&"isCall"));
        calls.find_map(|call| match &call.implicit_defs[..] {
            [link] => Some(link.clone()),
            _ => None,
        })
    }

    /// Finds the constant register among words.
    fn zero(&self) -> Option<String> {
        let words = self.description.class(&self.roles.word_class)?;
        let is_word = |name: &String| words.registers.contains(name);
        let mut registers = self.description.registers.iter();
        registers.find(|r| r.is_constant && is_word(&r.name)).map(|r| r.name.clone())
    }

    /// Lists constant registers, and registers of no allocatable class that instructions define or use.
    fn unallocatable(&self, used: &[&String]) -> Vec<String> {
        let description = self.description;
        let is_allocatable = |name: &String| {
            let mut classes = description.classes.iter().filter(|class| class.is_allocatable);
            classes.any(|class| class.registers.contains(name))
        };
        let is_implicit = |name: &String| {
            let mut instructions = description.instructions.iter();
            instructions.any(|i| i.implicit_defs.contains(name) || i.implicit_uses.contains(name))
        };
        let reserved = description.registers.iter().filter(|register| {
            let name = &register.name;
            !used.contains(&name)
                && (register.is_constant || !is_allocatable(name) && is_implicit(name))
        });
        reserved.map(|register| register.name.clone()).collect()
    }

    fn callee_saved(&mut self, answers: Vec<CalleeSavedAnswer>) -> Vec<CalleeSavedAnswer> {
        const KEY: &str = "callee_saved";
        let records = self.description.store.derived_if_defined("CalleeSavedRegs");
        let is_record = |class: &str, name: &str| {
            self.description.record(name).is_some_and(|record| record.inherits(class))
        };
        for answer in &answers {
            let CalleeSavedAnswer { list, predicate } = answer;
            if !is_record("CalleeSavedRegs", list) {
                self.problems.push(Problem::WrongAnswer {
                    key: KEY,
                    reason: format!("'{list}' is not a record of class CalleeSavedRegs"),
                });
            }
            if let Some(predicate) = predicate.as_ref().filter(|name| !is_record("Predicate", name))
            {
                self.problems.push(Problem::WrongAnswer {
                    key: KEY,
                    reason: format!("'{predicate}' is not a record of class Predicate"),
                });
            }
        }
        match (answers.split_last(), &records[..]) {
            (Some((last, others)), _) => {
                if last.predicate.is_some()
                    || others.iter().any(|answer| answer.predicate.is_none())
                {
                    self.wrong(KEY, "all lists but the last one need a predicate".to_owned());
                }
                answers
            }
            (None, [only]) => {
                vec![CalleeSavedAnswer { list: only.name().to_owned(), predicate: None }]
            }
            (None, _) => {
                self.missing(
                    KEY,
                    "the record of class CalleeSavedRegs for calls, of which the description has none or several",
                    "callee_saved = [{ list = \"CSR_Quill\" }]",
                );
                Vec::new()
            }
        }
    }

    fn conditions(&mut self, file: ConditionAnswers) -> Conditions {
        if self.roles.branches.style == BranchStyle::Compare {
            return Conditions {
                names: Vec::new(),
                integer: BTreeMap::new(),
                float: BTreeMap::new(),
            };
        }
        let names = file.names.or_else(|| self.described_condition_names()).unwrap_or_else(|| {
            self.missing(
                "conditions.names",
                "the assembly names of conditions by number; numbers 2n and 2n + 1 are opposites",
                "names = [\"eq\", \"ne\", \"lt\", \"ge\", \"ltu\", \"geu\"]",
            );
            Vec::new()
        });
        let usual = || {
            let named = INTEGER_CONDITIONS.iter().filter_map(|known| {
                let is_usual = |name: &&String| known.usual.contains(&name.to_lowercase().as_str());
                Some((known.code.to_owned(), names.iter().find(is_usual)?.clone()))
            });
            named.collect()
        };
        let integer: BTreeMap<String, String> = file.integer.unwrap_or_else(usual);
        let float = file.float.unwrap_or_default();
        for (key, map) in [("conditions.integer", &integer), ("conditions.float", &float)] {
            self.check_conditions(key, map, &names);
        }
        if names.len() % 2 == 1 {
            self.wrong("conditions.names", "the last condition has no opposite".to_owned());
        }
        self.check_complete(&names, &integer);
        Conditions { names, integer, float }
    }

    /// Returns the names in a record of class `AsmNames` for the printer of conditions.
    fn described_condition_names(&self) -> Option<Vec<String>> {
        let is_condition = |record: &Record<'s>| {
            record.string("Method").is_ok_and(|method| method.starts_with("printCond"))
        };
        let record =
            self.description.store.derived_if_defined("AsmNames").into_iter().find(is_condition)?;
        let names = record.list_of_strings("Names").ok()?;
        Some(names.into_iter().map(str::to_owned).collect())
    }

    fn check_conditions(
        &mut self,
        key: &'static str,
        map: &BTreeMap<String, String>,
        names: &[String],
    ) {
        for (code, name) in map {
            if !is_condition_code(code) {
                self.wrong(
                    key,
                    format!("'{code}' is not a condition code of LLVM, for example SETEQ"),
                );
            }
            if !names.contains(name) {
                self.wrong(key, format!("'{name}' is not in conditions.names"));
            }
        }
    }

    /// Checks that each integer comparison has a condition.
    fn check_complete(&mut self, names: &[String], integer: &BTreeMap<String, String>) {
        if names.is_empty() {
            return;
        }
        let lacks = |code: &&str| !integer.contains_key(*code);
        let codes: Vec<&str> =
            INTEGER_CONDITIONS.iter().map(|known| known.code).filter(lacks).collect();
        if !codes.is_empty() {
            self.wrong(
                "conditions.integer",
                format!(
                    "no condition for {}; for example: {} = \"{}\"",
                    codes.join(", "),
                    codes[0],
                    names[0]
                ),
            );
        }
    }

    /// Whether a conditional branch reaches less than 64 KiB, so that functions of a usual size need longer branches.
    fn branches_are_short(&self) -> bool {
        const USUAL_REACH: u64 = 1 << 16;
        let description = self.description;
        let width_of = |instruction: &str| -> u32 {
            let encoding = description.encoding(instruction);
            let fields = encoding.map_or(&[][..], |encoding| &encoding.fields);
            let relative = fields.iter().filter(|field| description.is_relative(&field.class));
            relative.map(|field| field.width).sum()
        };
        let branches = self.roles.branches.conditional.iter();
        let width = branches.map(|branch| width_of(&branch.instruction)).min().unwrap_or(0);
        let reach = 1_u64.checked_shl(width.saturating_sub(1)).unwrap_or(u64::MAX);
        reach.saturating_mul(u64::from(description.code_alignment())) < USUAL_REACH
    }

    /// Returns the pseudo-instruction that sets a register to any number or address. Its assembly begins with `la`, or
    /// no other pseudo-instruction has assembly, a register as output and a number as input.
    fn address(&mut self, answer: Option<String>) -> Option<String> {
        let Some(name) = answer else {
            let pseudo = self.description.instructions.iter().filter(|i| i.encodings.is_empty());
            let is_register = |class: &str| self.description.class(class).is_some();
            let candidates: Vec<&Instruction> = pseudo
                .filter(|i| match (&i.outputs[..], &i.inputs[..]) {
                    ([output], [input]) => {
                        !i.assembly.is_empty()
                            && is_register(&output.class)
                            && !is_register(&input.class)
                    }
                    _ => false,
                })
                .collect();
            let is_usual = |i: &&&Instruction| i.assembly.split_whitespace().next() == Some("la");
            let only = (candidates.len() == 1).then(|| &candidates[0]);
            let found = candidates.iter().find(is_usual).or(only);
            return found.map(|instruction| instruction.name.clone());
        };
        if self.description.instruction(&name).is_none() {
            self.wrong("parser.address", format!("'{name}' is not an instruction"));
        }
        Some(name)
    }

    fn check(&self, file: CheckAnswers, is_big_endian: bool, bits: u32) -> CheckSettings {
        let processors = || {
            let records = self.description.store.derived_if_defined("Processor");
            records.into_iter().filter_map(|r| r.string("Name").ok()).map(str::to_owned).collect()
        };
        let clang_target = match (bits, is_big_endian) {
            (64, false) => "riscv64-unknown-elf",
            (64, true) => "mips64-unknown-elf",
            (_, false) => "riscv32-unknown-elf",
            (_, true) => "mips-unknown-elf",
        };
        CheckSettings {
            cpus: file.cpus.unwrap_or_else(processors),
            clang_target: file.clang_target.unwrap_or_else(|| clang_target.to_owned()),
        }
    }
}
