//! The operations of GlobalISel's table, run over instructions.
//!
//! An operation checks or remembers something of the instruction that is selected, or makes another. Where
//! a check fails, the innermost attempt goes on behind its label.

use std::collections::HashMap;

use crate::Cpu;
use crate::machine::{Instruction, Machine, Operand};
use crate::match_table::MatchTable;

/// What an operation says of the way on.
enum Step {
    Passed,
    Failed,
    Done,
}

struct Executor<'a> {
    table: &'a MatchTable,
    cpu: Cpu,
    machine: &'a Machine,
    at: usize,
    /// Where failed checks lead, the innermost last.
    attempts: Vec<usize>,
    /// The instructions that are matched.
    matched: Vec<usize>,
    /// What complex patterns found.
    rendered: HashMap<usize, Vec<Operand>>,
    /// Temporary registers: their types.
    temporaries: HashMap<usize, String>,
    /// The instructions that are made, by number.
    made: Vec<(usize, Made)>,
}

#[derive(Default)]
struct Made {
    opcode: String,
    operands: Vec<String>,
}

/// The instructions selected for an instruction, as text.
pub(crate) fn select(
    table: &MatchTable,
    cpu: Cpu,
    machine: &Machine,
    root: usize,
) -> Option<String> {
    let mut run = Executor {
        table,
        cpu,
        machine,
        at: 0,
        attempts: Vec::new(),
        matched: vec![root],
        rendered: HashMap::new(),
        temporaries: HashMap::new(),
        made: Vec::new(),
    };
    loop {
        match run.step() {
            Step::Passed => {}
            Step::Failed => {
                run.at = run.attempts.pop()?;
                run.matched.truncate(1);
                run.made.clear();
            }
            Step::Done => {
                let made = |(_, made): &(usize, Made)| {
                    format!("{} {}", made.opcode, made.operands.join(", "))
                };
                return Some(run.made.iter().map(made).collect::<Vec<_>>().join("; "));
            }
        }
    }
}

impl<'a> Executor<'a> {
    /// The text of a value of `bytes` bytes.
    fn text(&mut self, bytes: usize) -> &'a str {
        self.at += bytes;
        self.table.element(self.at - bytes)
    }

    fn number(&mut self, bytes: usize) -> i64 {
        let text = self.text(bytes);
        let text = text.strip_prefix("uint8_t(").map_or(text, |text| text.trim_end_matches(')'));
        text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
    }

    /// A number of variable length; none is long here.
    fn index(&mut self) -> usize {
        self.number(1) as usize
    }

    fn instruction(&self, number: usize) -> &'a Instruction {
        &self.machine.instructions[self.matched[number]]
    }

    fn operand(&self, number: usize, index: usize) -> &'a Operand {
        &self.instruction(number).operands[index]
    }

    fn check(&self, passes: bool) -> Step {
        if passes { Step::Passed } else { Step::Failed }
    }

    fn step(&mut self) -> Step {
        let name = self.text(1);
        match name.split_once('_') {
            Some(("GIM", check)) => self.matching(check),
            Some(("GIR", action)) => self.making(action),
            _ => panic!("{name} is no operation"),
        }
    }

    fn matching(&mut self, name: &str) -> Step {
        let passes = match name {
            "Try" => {
                let behind = self.number(4) as usize;
                self.attempts.push(behind);
                true
            }
            "Reject" => false,
            "SwitchOpcode" => {
                let insn = self.index();
                let opcode = self.table.opcode(&self.instruction(insn).opcode);
                self.switch(Some(opcode))
            }
            "SwitchType" => {
                let (insn, index) = (self.index(), self.index());
                let Operand::Register(register) = self.operand(insn, index) else {
                    return Step::Failed;
                };
                let number = self.table.type_number(self.machine.ty(*register));
                self.switch(number.map(|number| number as i64))
            }
            "CheckFeatures" => {
                let set = self.text(2);
                self.table.features(set).iter().all(|feature| match feature.as_str() {
                    "Feature_HasMulBit" => self.cpu.has_mul,
                    "Feature_HasShortBit" => self.cpu.has_short,
                    _ => panic!("{feature} is no feature"),
                })
            }
            "CheckNumOperands" => {
                let (insn, count) = (self.index(), self.index());
                self.instruction(insn).operands.len() == count
            }
            "RecordInsn" => {
                let (new, insn, index) = (self.index(), self.index(), self.index());
                let definition = self.machine.definition(self.operand(insn, index));
                self.matched.truncate(new);
                self.matched.extend(definition);
                definition.is_some()
            }
            "CheckOpcode" => {
                let insn = self.index();
                let opcode = self.text(2);
                self.instruction(insn).opcode == opcode
            }
            "CheckI64ImmPredicate" => {
                let insn = self.index();
                let predicate = self.text(2);
                let Operand::Immediate(number) = *self.operand(insn, 1) else {
                    return Step::Failed;
                };
                immediate_predicate(predicate, number)
            }
            "CheckIsSafeToFold" => {
                self.at += 1;
                true
            }
            _ => self.operand_matches(name),
        };
        self.check(passes)
    }

    /// A check of an operand.
    fn operand_matches(&mut self, name: &str) -> bool {
        match name {
            "RootCheckType" | "CheckType" => {
                let insn = if name == "CheckType" { self.index() } else { 0 };
                let (index, ty) = (self.index(), self.text(1));
                matches!(self.operand(insn, index), Operand::Register(register)
                    if self.table.is_type(ty, self.machine.ty(*register)))
            }
            "CheckPointerToAny" => {
                let (insn, index, bits) = (self.index(), self.index(), self.index());
                matches!(self.operand(insn, index), Operand::Register(register)
                    if self.machine.ty(*register) == format!("pointer(0, {bits})"))
            }
            "RootCheckRegBankForClass" | "CheckRegBankForClass" => {
                let insn = if name.starts_with("Root") { 0 } else { self.index() };
                let (index, class) = (self.index(), self.text(2));
                let class = class.trim_start_matches("Toy::").trim_end_matches("RegClassID");
                matches!(self.operand(insn, index), Operand::Register(register)
                    if self.machine.class(*register) == Some(class))
            }
            "CheckConstantInt8" => {
                let (insn, index, number) = (self.index(), self.index(), self.number(1));
                self.machine.constant_of(self.operand(insn, index)) == Some(number)
            }
            "CheckIsMBB" => {
                let (insn, index) = (self.index(), self.index());
                matches!(self.operand(insn, index), Operand::Block(_))
            }
            "CheckComplexPattern" => {
                let (insn, index, renderer) = (self.index(), self.index(), self.number(2) as usize);
                let pattern = self.text(2);
                let function = self.table.complex_patterns.get(pattern).map(String::as_str);
                assert_eq!(function, Some("selectAddr"));
                let found = self.address(self.operand(insn, index));
                self.rendered.insert(renderer, found);
                true
            }
            // Memory is read and written in words, and never atomically.
            "CheckMemorySizeEqualToLLT" => {
                self.at += 3;
                true
            }
            "CheckAtomicOrdering" => {
                self.at += 1;
                self.text(1) == "(uint8_t)AtomicOrdering::NotAtomic"
            }
            _ => panic!("unknown check {name}"),
        }
    }

    /// Goes on at the case for a number. The places of the cases stand behind that of no case.
    fn switch(&mut self, number: Option<i64>) -> bool {
        let (first, end, default) = (self.number(2), self.number(2), self.number(4) as usize);
        self.attempts.push(default);
        let Some(number) = number.filter(|number| (first..end).contains(number)) else {
            return false;
        };
        self.at += 4 * (number - first) as usize;
        self.at = self.number(4) as usize;
        self.at != 0
    }

    /// A base register and a distance.
    fn address(&self, operand: &Operand) -> Vec<Operand> {
        let definition = self.machine.definition(operand);
        let definition = definition.map(|place| &self.machine.instructions[place]);
        match definition {
            Some(sum) if sum.opcode == "TargetOpcode::G_PTR_ADD" => {
                match self.machine.constant_of(&sum.operands[2]) {
                    Some(distance) => vec![sum.operands[1].clone(), Operand::Immediate(distance)],
                    None => vec![operand.clone(), Operand::Immediate(0)],
                }
            }
            _ => vec![operand.clone(), Operand::Immediate(0)],
        }
    }

    fn making(&mut self, name: &str) -> Step {
        match name {
            "MutateOpcode" => {
                let (new, old) = (self.index(), self.index());
                let operands =
                    self.instruction(old).operands.iter().map(|o| self.name(o)).collect();
                let opcode = self.opcode();
                self.made.push((new, Made { opcode, operands }));
            }
            "BuildRootMI" | "BuildMI" => {
                let new = if name == "BuildMI" { self.index() } else { 0 };
                let opcode = self.opcode();
                self.made.push((new, Made { opcode, operands: Vec::new() }));
            }
            "RootToRootCopy" => {
                let index = self.index();
                self.add(0, &[self.operand(0, index).clone()]);
            }
            "Copy" => {
                let (new, old, index) = (self.index(), self.index(), self.index());
                self.add(new, &[self.operand(old, index).clone()]);
            }
            "CopyConstantAsSImm" => {
                let (new, old) = (self.index(), self.index());
                self.add(new, &[self.operand(old, 1).clone()]);
            }
            "CustomRenderer" => {
                let (new, old) = (self.index(), self.index());
                assert_eq!(self.text(2), "GICR_renderOpposite");
                if let Operand::Immediate(number) = *self.operand(old, 1) {
                    self.add(new, &[Operand::Immediate(-number)]);
                }
            }
            "ComplexRenderer" => {
                let (new, renderer) = (self.index(), self.number(2) as usize);
                let found = self.rendered.get(&renderer).cloned().unwrap_or_default();
                self.add(new, &found);
            }
            "MakeTempReg" => {
                let (register, ty) = (self.index(), self.text(1));
                let ty = self.table.made_type(ty).to_owned();
                self.temporaries.insert(register, ty);
            }
            "AddTempRegister" | "AddSimpleTempRegister" => {
                let (new, register) = (self.index(), self.index());
                if name == "AddTempRegister" {
                    assert_eq!(self.text(2), "RegState::Define");
                }
                let ty = &self.temporaries[&register];
                let text = format!("%{register}:{ty}");
                self.made(new).operands.push(text);
            }
            "AddImm8" => {
                let (new, number) = (self.index(), self.number(1));
                self.add(new, &[Operand::Immediate(number)]);
            }
            "MergeMemOperands" => {
                self.at += 1;
                let count = self.index();
                self.at += count;
            }
            "RootConstrainSelectedInstOperands" => {}
            "ConstrainSelectedInstOperands" => self.at += 1,
            "Done" | "EraseRootFromParent_Done" => return Step::Done,
            _ => panic!("unknown action {name}"),
        }
        Step::Passed
    }

    fn opcode(&mut self) -> String {
        let opcode = self.text(2);
        opcode.strip_prefix("Toy::").unwrap_or(opcode).to_owned()
    }

    fn name(&self, operand: &Operand) -> String {
        let text = Instruction { opcode: String::new(), operands: vec![operand.clone()] };
        self.machine.text(&text).trim().to_owned()
    }

    fn add(&mut self, new: usize, operands: &[Operand]) {
        let names: Vec<String> = operands.iter().map(|operand| self.name(operand)).collect();
        self.made(new).operands.extend(names);
    }

    fn made(&mut self, new: usize) -> &mut Made {
        let made = self.made.iter_mut().find(|made| made.0 == new);
        &mut made.expect("the instruction was built").1
    }
}

fn immediate_predicate(name: &str, number: i64) -> bool {
    match name.strip_prefix("GICXXPred_I64_Predicate_") {
        Some("simm5") => (-16..16).contains(&number),
        Some("simm16") => i16::try_from(number).is_ok(),
        Some("minusSImm16") => i16::try_from(-number).is_ok(),
        _ => panic!("{name} is no predicate"),
    }
}
