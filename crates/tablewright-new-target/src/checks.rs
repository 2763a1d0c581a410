//! Assumptions in the C++ that do not follow from a description: node shapes, operands, widths, sizes.
//!
//! In: a description and its roles. Out: a [`Problem`] for each wrong record.

use tablewright_inspect::export::{ExportedOperand, Instruction};
use tablewright_records::Record;

use crate::comparisons::{has_branch_on_register, sets_register};
use crate::conditions::Relation;
use crate::description::Description;
use crate::fixups::{FixupPart, Fixups};
use crate::number_range::NumberRange;
use crate::problem::Problem;
use crate::roles::{BranchStyle, HalfJoin, Roles};

/// Finds the records that the C++ cannot use.
pub(crate) fn problems(
    description: &Description<'_>,
    roles: &Roles,
    fixups: &Fixups,
) -> Vec<Problem> {
    let mut checker = Checker { description, roles, problems: Vec::new() };
    checker.pointers();
    checker.nodes();
    checker.conventions();
    checker.words();
    checker.shapes();
    checker.ranges();
    checker.halves(fixups);
    checker.branches();
    checker.comparisons();
    checker.encodings();
    checker.problems
}

/// A node that C++ creates.
struct NodeShape {
    enumerator: &'static str,
    results: i64,
    /// Operand count; -1 for any.
    operands: i64,
    properties: &'static [&'static str],
    /// The record's arguments after the opcode.
    example: &'static str,
}

const NODES: [NodeShape; 4] = [
    NodeShape {
        enumerator: "CALL",
        results: 0,
        operands: -1,
        properties: &["SDNPHasChain", "SDNPOptInGlue", "SDNPOutGlue", "SDNPVariadic"],
        example: "SDTypeProfile<0, -1, [SDTCisVT<0, i32>]>, [SDNPHasChain, SDNPOptInGlue, SDNPOutGlue, SDNPVariadic]",
    },
    NodeShape {
        enumerator: "RET",
        results: 0,
        operands: 0,
        properties: &["SDNPHasChain", "SDNPOptInGlue", "SDNPVariadic"],
        example: "SDTNone, [SDNPHasChain, SDNPOptInGlue, SDNPVariadic]",
    },
    NodeShape {
        enumerator: "HI",
        results: 1,
        operands: 1,
        properties: &[],
        example: "SDTypeProfile<1, 1, [SDTCisVT<0, i32>, SDTCisSameAs<0, 1>]>",
    },
    NodeShape {
        enumerator: "LO",
        results: 1,
        operands: 2,
        properties: &[],
        example: "SDTypeProfile<1, 2, [SDTCisVT<0, i32>, SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>]>",
    },
];

/// Nodes for flags.
const FLAG_NODES: [NodeShape; 4] = [
    NodeShape {
        enumerator: "CMP",
        results: 0,
        operands: 2,
        properties: &["SDNPOutGlue"],
        example: "SDTypeProfile<0, 2, [SDTCisVT<0, i32>, SDTCisSameAs<0, 1>]>, [SDNPOutGlue]",
    },
    NodeShape {
        enumerator: "BR",
        results: 0,
        operands: 2,
        properties: &["SDNPHasChain", "SDNPInGlue"],
        example: "SDTypeProfile<0, 2, [SDTCisVT<0, OtherVT>, SDTCisVT<1, i32>]>, [SDNPHasChain, SDNPInGlue]",
    },
    NodeShape {
        enumerator: "SEL",
        results: 1,
        operands: 3,
        properties: &["SDNPInGlue"],
        example: "SDTypeProfile<1, 3, [SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>, SDTCisVT<3, i32>]>, [SDNPInGlue]",
    },
    NodeShape {
        enumerator: "SET",
        results: 1,
        operands: 1,
        properties: &["SDNPInGlue"],
        example: "SDTypeProfile<1, 1, [SDTCisVT<0, i32>, SDTCisVT<1, i32>]>, [SDNPInGlue]",
    },
];

/// An operand kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OperandKind {
    Register,
    Number,
}

/// The registers that C++ expects an instruction to change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Changes {
    /// Only a register that is not an input.
    Output,
    /// The output, which may be the first input.
    FirstInput,
}

struct Checker<'a, 's> {
    description: &'a Description<'s>,
    roles: &'a Roles,
    problems: Vec<Problem>,
}

impl<'s> Checker<'_, 's> {
    fn wrong(&mut self, record: &str, reason: &str, example: &str) {
        self.problems.push(Problem::WrongRecord {
            record: record.to_owned(),
            reason: reason.to_owned(),
            example: example.to_owned(),
        });
    }

    fn missing(&mut self, part: String, example: String) {
        self.problems.push(Problem::MissingPart { part, example });
    }

    /// Checks that LLVM's pseudo-instructions have a class for pointers. Since LLVM 22, a target sets it.
    fn pointers(&mut self) {
        const CLASS: &str = "TargetSpecializedStandardPseudoInstruction";
        let store = self.description.store;
        if store.find_class(CLASS).is_some() && store.derived_if_defined(CLASS).is_empty() {
            let class = &self.roles.word_class;
            self.missing(
                "register class for pointers in LLVM's pseudo-instructions".to_owned(),
                format!("defm : RemapAllTargetPseudoPointerOperands<{class}>;"),
            );
        }
    }

    fn nodes(&mut self) {
        let flags: &[NodeShape] = match self.roles.branches.style {
            BranchStyle::Flags => &FLAG_NODES,
            BranchStyle::Compare => &[],
        };
        for shape in NODES.iter().chain(flags) {
            let opcode = format!("{}ISD::{}", self.description.name, shape.enumerator);
            let example = format!("def MyNode : SDNode<\"{opcode}\", {}>;", shape.example);
            let records = self.description.store.derived_if_defined("SDNode");
            let mut nodes =
                records.into_iter().filter(|record| record.string("Opcode").ok() == Some(&opcode));
            match nodes.next() {
                None => self.missing(format!("node {opcode}"), example),
                Some(node) if !fits(node, shape) => {
                    self.wrong(node.name(), "has another shape than C++ creates", &example);
                }
                Some(_) => {}
            }
        }
    }

    fn conventions(&mut self) {
        let name = &self.description.name;
        for convention in [format!("CC_{name}"), format!("RetCC_{name}")] {
            let record = self.description.record(&convention);
            if !record.is_some_and(|record| record.inherits("CallingConv")) {
                let example = format!(
                    "def {convention} : CallingConv<[CCIfType<[i32], CCAssignToReg<[R0, R1]>>]>;"
                );
                self.missing(format!("calling convention {convention}"), example);
            }
        }
    }

    /// Checks that a word has 32 or 64 bits.
    fn words(&mut self) {
        let word = &self.roles.word_type;
        if word != "i32" && word != "i64" {
            let reason = format!("has values of type {word}, and addresses have 32 or 64 bits");
            let example = "def GPR : RegisterClass<\"My\", [i32], 32, (sequence \"R%u\", 0, 15)>;";
            self.wrong(&self.roles.word_class.clone(), &reason, example);
        }
    }

    /// Checks the instructions that C++ creates.
    fn shapes(&mut self) {
        use OperandKind::{Number, Register};
        let roles = self.roles;
        let three = "(outs GPR:$rd), (ins GPR:$rs, GPR:$rt)";
        let number = "(outs GPR:$rd), (ins GPR:$rs, simm16:$imm)";
        let set = "(outs GPR:$rd), (ins simm16:$imm)";
        self.shape(&roles.add, &[Register, Register, Register], three);
        self.changes(&roles.add, Changes::FirstInput, three);
        self.shape(&roles.add_immediate, &[Register, Register, Number], number);
        self.changes(&roles.add_immediate, Changes::Output, number);
        self.shape(&roles.halves.low, &[Register, Register, Number], number);
        self.changes(&roles.halves.low, Changes::FirstInput, number);
        self.shape(&roles.halves.high, &[Register, Number], set);
        if let Some(load) = &roles.load_immediate {
            self.shape(load, &[Register, Number], set);
        }
        self.shape(&roles.branches.jump_register, &[Register], "(outs), (ins GPR:$rs)");
        for copy in &roles.copies {
            let example = "(outs GPR:$rd), (ins GPR:$rs)";
            self.shape(&copy.instruction, &[Register, Register], example);
            self.changes(&copy.instruction, Changes::Output, example);
        }
    }

    /// Checks an instruction's operands: as many outputs as in the example.
    fn shape(&mut self, name: &str, kinds: &[OperandKind], example: &str) {
        let Some(instruction) = self.description.instruction(name) else { return };
        let operands: Vec<&ExportedOperand> = operands(instruction).collect();
        let outputs = usize::from(!example.starts_with("(outs)"));
        let fits = |(operand, kind): (&&ExportedOperand, &OperandKind)| {
            (self.is_register(&operand.class)) == (*kind == OperandKind::Register)
        };
        if operands.len() != kinds.len()
            || instruction.outputs.len() != outputs
            || !operands.iter().zip(kinds).all(fits)
        {
            self.wrong(name, "has other operands than C++ creates", example);
        }
    }

    /// Checks that an instruction changes no other input than C++ expects.
    fn changes(&mut self, name: &str, changes: Changes, example: &str) {
        let Some(instruction) = self.description.instruction(name) else { return };
        let allowed = match changes {
            Changes::Output => 0,
            Changes::FirstInput => 1,
        };
        if instruction.inputs.iter().skip(allowed).any(|input| input.tied_to.is_some()) {
            let reason = match changes {
                Changes::Output => {
                    "changes its input, and C++ needs an instruction with another output"
                }
                Changes::FirstInput => "changes another input than the first one",
            };
            self.wrong(name, reason, example);
        }
    }

    fn is_register(&self, class: &str) -> bool {
        let is_operand = || {
            self.description.record(class).is_some_and(|record| record.inherits("RegisterOperand"))
        };
        self.description.class(class).is_some() || is_operand()
    }

    /// Checks that C++ knows the numbers that fit.
    fn ranges(&mut self) {
        let roles = self.roles;
        let mut operands: Vec<String> = Vec::new();
        let numbers = [Some(&roles.add_immediate), roles.load_immediate.as_ref()];
        for name in numbers.into_iter().flatten() {
            let instruction = self.description.instruction(name);
            operands.extend(instruction.and_then(|i| i.inputs.last()).map(|o| o.class.clone()));
        }
        operands.extend(roles.addresses.iter().map(|place| place.distance_class.clone()));
        operands.sort();
        operands.dedup();
        for operand in operands {
            if NumberRange::for_operand(self.description, &operand).is_none() {
                self.wrong(
                    &operand,
                    "does not tell which numbers fit",
                    "let PredicateMethod = \"isSImm<16>\"; (or isUImm, isWordDisp, isShiftedSImm<12, 2>) in its ParserMatchClass",
                );
            }
        }
    }

    /// Checks that both address halves have 32 bits together, and that the lower half has a sign if it is added.
    fn halves(&mut self, fixups: &Fixups) {
        let roles = &self.roles.halves;
        let width = |part| fixups.list.iter().find(|fixup| fixup.part == part).map(|f| f.width);
        let (high, low) = (width(FixupPart::High), width(FixupPart::Low));
        let bits = high.unwrap_or(0) + low.unwrap_or(0);
        if bits != 32 {
            let reason = format!(
                "sets {} bits and '{}' {} bits of an address, which are not 32 bits together",
                high.unwrap_or(0),
                roles.low,
                low.unwrap_or(0)
            );
            self.wrong(&roles.high, &reason, "16 and 16 bits, or 20 and 12 bits");
        }
        let Some(operand) = self
            .description
            .instruction(&roles.low)
            .and_then(|instruction| instruction.inputs.last())
        else {
            return;
        };
        let range = NumberRange::for_operand(self.description, &operand.class);
        let needs_sign = roles.join == HalfJoin::AddWithCarry;
        if range.is_some_and(|range| range.has_sign != needs_sign) {
            let (has, operation, example) = if needs_sign {
                ("no sign", "added", "simm16:$imm")
            } else {
                ("a sign", "joined with or", "uimm16:$imm")
            };
            let reason = format!("has a number with {has}, and the halves are {operation}");
            self.wrong(&roles.low, &reason, example);
        }
    }

    /// Checks that jumps have a place in the code.
    fn branches(&mut self) {
        let branches = &self.roles.branches;
        let conditional = branches.conditional.iter().map(|branch| &branch.instruction);
        for name in std::iter::once(&branches.jump).chain(conditional) {
            let Some(instruction) = self.description.instruction(name) else { continue };
            let mut places = operands(instruction)
                .filter(|operand| self.description.is_relative(&operand.class));
            if places.next().is_none() {
                self.wrong(
                    name,
                    "has no place in the code as an operand",
                    "let OperandType = \"OPERAND_PCREL\"; in the operand's record",
                );
            }
        }
    }

    /// Checks that LLVM can replace all comparisons without an instruction.
    fn comparisons(&mut self) {
        match self.roles.branches.style {
            BranchStyle::Flags => return,
            BranchStyle::Compare => {}
        }
        let (description, word_type) = (self.description, &self.roles.word_type);
        if !has_branch_on_register(description, word_type) {
            self.missing(
                "branch on a register that is not zero".to_owned(),
                "[(brcond GPR:$rs, bb:$target)]".to_owned(),
            );
        }
        for relation in Relation::ALL {
            if relation.codes().any(|code| sets_register(description, word_type, code)) {
                continue;
            }
            let codes: Vec<String> = relation.codes().map(str::to_lowercase).collect();
            self.missing(
                format!("instruction that sets a register to the result of {}", codes.join(" or ")),
                format!("[(set GPR:$rd, ({} GPR:$rs, GPR:$rt))]", codes[0]),
            );
        }
    }

    /// Checks instruction sizes.
    fn encodings(&mut self) {
        let description = self.description;
        for encoding in &description.encodings {
            let size = description.instruction(&encoding.instruction).map_or(0, |i| i.size);
            if encoding.width > 64 || encoding.width % 8 != 0 {
                let reason = format!("has {} bits, and C++ encodes up to 8 bytes", encoding.width);
                self.wrong(&encoding.instruction, &reason, "bits<32> Inst;");
            } else if size != i64::from(encoding.width / 8) {
                let reason =
                    format!("has the size {size} and an encoding of {} bits", encoding.width);
                let example = format!("let Size = {};", encoding.width / 8);
                self.wrong(&encoding.instruction, &reason, &example);
            }
        }
        if !description.code_alignment().is_power_of_two() {
            let mut encodings = description.encodings.iter();
            let odd = encodings.find(|encoding| !(encoding.width / 8).is_power_of_two());
            if let Some(odd) = odd {
                let reason = "has a size after which the next instruction cannot be aligned";
                self.wrong(&odd.instruction, reason, "sizes 2, 4 and 6");
            }
        }
    }
}

/// Whether a node has the results, operands and properties that C++ relies on.
fn fits(node: Record<'_>, shape: &NodeShape) -> bool {
    let profile = node.record("TypeProfile").ok();
    let count = |field| profile.and_then(|profile| profile.int(field).ok());
    let properties = node.list_of_records("Properties").unwrap_or_default();
    let has = |name: &&str| properties.iter().any(|property| property.name() == *name);
    count("NumResults") == Some(shape.results)
        && (shape.operands < 0
            || count("NumOperands") == Some(shape.operands)
            || shape.operands == 0 && count("NumOperands") == Some(-1))
        && shape.properties.iter().all(has)
}

fn operands(instruction: &Instruction) -> impl Iterator<Item = &ExportedOperand> {
    instruction.outputs.iter().chain(&instruction.inputs)
}
