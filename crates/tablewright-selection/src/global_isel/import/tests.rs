//! Rules imported from patterns, each with a short description.

use std::fmt::Write;

use expect_test::{Expect, expect};
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_test_support::{analysis, error_of, td};

use super::{Import, SkipTexts};
use crate::global_isel::action::{Action, OperandRenderer};
use crate::global_isel::check::{Check, InstructionCheck, OperandCheck};
use crate::global_isel::low_level_type::TypeDetail;
use crate::global_isel::rule::Rule;
use crate::patterns::PatternsToMatch;

/// Registers with parts, generic instructions, and the nodes that these instructions replace.
const TOY: &str = r##"
def lo : SubRegIndex<16>;
def hi : SubRegIndex<16, 16>;
foreach i = 0-7 in def H#i : Register<"h"#i>;
foreach i = 0-3 in def R#i : Register<"r"#i> {
  let SubRegs = [!cast<Register>("H"#!mul(i, 2)), !cast<Register>("H"#!add(!mul(i, 2), 1))];
  let SubRegIndices = [lo, hi];
  let CoveredBySubRegs = 1;
}
def GPR : RegisterClass<"T", [i32], 32, (add R0, R1, R2, R3)>;
def HPR : RegisterClass<"T", [i16], 16, (sequence "H%u", 0, 7)> { let Size = 16; }
def word : Operand<i32>;
def always : OperandWithDefaultOps<i32, (ops (i32 14))>;
class TypedOperand : Operand<i32> { bit IsPointer = false; bit IsImmediate = false; }
def type0 : TypedOperand;
def ptype1 : TypedOperand { let IsPointer = true; }
class unknown_class;
def unknown : unknown_class;
class Generic<dag outputs, dag inputs> : I<outputs, inputs, []> { let Namespace = "TargetOpcode"; }
def COPY : Generic<(outs type0:$dst), (ins type0:$src)>;
def EXTRACT_SUBREG : Generic<(outs unknown:$dst), (ins unknown:$src, word:$index)>;
def G_CONSTANT : Generic<(outs type0:$dst), (ins type0:$imm)>;
def G_SUB : Generic<(outs type0:$dst), (ins type0:$a, type0:$b)>;
def G_LOAD : Generic<(outs type0:$dst), (ins ptype1:$addr)> { let mayLoad = 1; }
class GINodeEquiv<Instruction i, SDNode node> { Instruction I = i; SDNode Node = node; }
def : GINodeEquiv<G_CONSTANT, imm>;
def : GINodeEquiv<G_SUB, sub>;
def : GINodeEquiv<G_LOAD, ld>;
class GIComplexPatternEquiv<ComplexPattern of> { ComplexPattern SelDAGEquivalent = of; }
class GISDNodeXFormEquiv<SDNodeXForm of> { SDNodeXForm SelDAGEquivalent = of; string RendererFn = "render"; }
def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
def SUBI : I<(outs GPR:$d), (ins GPR:$a, word:$b), []>;
"##;

fn store_of(text: &str) -> RecordStore {
    tablewright_test_support::store_of(&td::patterns(&[TOY, text].concat()))
}

/// Prints the rules, and why patterns are skipped.
fn check(text: &str, expected: Expect) {
    let store = store_of(text);
    let diagnostics = &mut Diagnostics::new();
    let import = match Import::new(&store, TypeDetail::Size, diagnostics) {
        Ok(import) => import,
        Err(error) => return expected.assert_eq(&error_of(error)),
    };
    let patterns: &PatternsToMatch = analysis(&store);
    let texts = SkipTexts::new(&store, patterns, &import, &[], diagnostics).expect("no intrinsics");
    let printer = Printer { store: &store, import: &import };
    let mut shown = String::new();
    for rule in &import.rules.rules {
        printer.rule(rule, &mut shown);
    }
    for skipped in &import.skipped {
        let reason = texts.text(&skipped.reason).expect("fragments make sense");
        writeln!(shown, "{} is skipped: {reason}", skipped.number)
            .expect("a string takes any text");
    }
    expected.assert_eq(&shown);
}

struct Printer<'a> {
    store: &'a RecordStore,
    import: &'a Import,
}

impl Printer<'_> {
    fn instruction(&self, id: InstructionId) -> &str {
        self.store.record(analysis::<Instructions>(self.store).record(id)).name()
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "checks and actions without a short form print their Debug form"
    )]
    fn rule(&self, rule: &Rule, to: &mut String) {
        let mut line = |text: String| writeln!(to, "{text}").expect("a string takes any text");
        line(format!("rule {}", rule.number));
        for (id, insn) in rule.instructions.iter_enumerated() {
            let opcode = insn.opcode().map_or("?", |opcode| self.instruction(opcode.first));
            let mut text = format!("  MI{} {opcode}", id.index());
            for check in &insn.checks {
                match &check.check {
                    Check::Instruction(InstructionCheck::Opcode(_)) => {}
                    check => write!(text, " {check:?}").expect("a string takes any text"),
                }
            }
            line(text);
            for operand in &insn.operands {
                let name = operand.name.map_or("", |name| self.import.rules.names.text(name));
                let checks: Vec<String> = operand.checks.iter().map(operand_check).collect();
                line(format!("    {} {name} {}", operand.index, checks.join(", ")));
            }
        }
        for action in &rule.actions {
            match action {
                Action::Comment(_) => {}
                Action::Build(build) => {
                    let operands: Vec<String> =
                        build.operands.iter().map(|operand| self.renderer(operand)).collect();
                    let how = if build.mutated.is_some() { "mutate to" } else { "build" };
                    let name = self.instruction(build.opcode);
                    line(format!("  {how} {name} {}", operands.join(", ")));
                }
                Action::MakeTempRegister { temp, .. } => line(format!("  make T{}", temp.index())),
                Action::ConstrainOperands(insn) => line(format!("  constrain {}", insn.index())),
                Action::ConstrainOperand { insn, index, class } => {
                    line(format!(
                        "  constrain {}.{index} to class {}",
                        insn.index(),
                        class.index()
                    ));
                }
                Action::Erase(insn) => line(format!("  erase MI{}", insn.index())),
                other => line(format!("  {other:?}")),
            }
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "renderers without a short form print their Debug form"
    )]
    fn renderer(&self, operand: &OperandRenderer) -> String {
        match operand {
            OperandRenderer::Copy { name, .. } => self.import.rules.names.text(*name).to_owned(),
            OperandRenderer::TempRegister { temp, .. } => format!("T{}", temp.index()),
            OperandRenderer::Immediate { value, .. } => value.to_string(),
            OperandRenderer::CopySubRegister { name, index, .. } => {
                format!("{}.{}", self.import.rules.names.text(*name), index.number())
            }
            OperandRenderer::SubRegisterIndex(index) => format!("index {}", index.number()),
            OperandRenderer::CopyConstant { name, .. } => {
                format!("constant {}", self.import.rules.names.text(*name))
            }
            OperandRenderer::Custom { name, function, .. } => {
                let text = |name| self.import.rules.names.text(name);
                format!("{}({})", text(*function), text(*name))
            }
            other => format!("{other:?}"),
        }
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "checks without a short form print their Debug form"
)]
fn operand_check(check: &OperandCheck) -> String {
    match check {
        OperandCheck::Type(ty) => format!("{ty:?}"),
        OperandCheck::RegisterBank(class) => format!("class {}", class.index()),
        OperandCheck::Instruction { insn, .. } => format!("by MI{}", insn.index()),
        OperandCheck::SameOperand(same) => {
            format!("same as MI{}.{}", same.other_insn.index(), same.other_index)
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn an_instruction_with_the_same_operands_is_changed() {
    check(
        "def : Pat<(sub GPR:$a, GPR:$b), (SUB GPR:$a, GPR:$b)>;",
        expect![[r#"
            rule 0
              MI0 G_SUB
                0 DstI[d] Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
                1 a Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
                2 b Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
              mutate to SUB DstI[d], a, b
              constrain 0
              erase MI0
        "#]],
    );
}

#[test]
fn an_operand_that_is_matched_twice_has_to_be_the_same() {
    check(
        "def : Pat<(sub GPR:$a, (sub GPR:$a, 7)), (SUBI GPR:$a, 3)>;",
        expect![[r#"
            rule 0
              MI0 G_SUB
                0 DstI[d] Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
                1 a Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
                2  Scalar(ScalarType { kind: Any, bits: 32, format: None }), by MI1
              MI1 G_SUB
                0  Scalar(ScalarType { kind: Any, bits: 32, format: None })
                1 a same as MI0.1
                2  Scalar(ScalarType { kind: Any, bits: 32, format: None }), ConstantInt(7)
              build SUBI DstI[d], a, 3
              constrain 0
              erase MI0
        "#]],
    );
}

#[test]
fn instructions_for_operands_come_first() {
    check(
        "def SUBP : I<(outs GPR:$d), (ins GPR:$a, GPR:$b, always:$p), []>;
         def : Pat<(sub (sub GPR:$a, GPR:$b), GPR:$c),
                   (SUB (SUBP GPR:$b, GPR:$a), (SUBI GPR:$c, 9))>;",
        expect![[r#"
            rule 0
              MI0 G_SUB
                0 DstI[d] Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
                1  Scalar(ScalarType { kind: Any, bits: 32, format: None }), by MI1
                2 c Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
              MI1 G_SUB
                0  Scalar(ScalarType { kind: Any, bits: 32, format: None })
                1 a Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
                2 b Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
              make T0
              make T1
              build SUBI T1, c, 9
              constrain 2
              build SUBP T0, b, a, 14
              constrain 1
              build SUB DstI[d], T0, T1
              constrain 0
              erase MI0
        "#]],
    );
}

#[test]
fn parts_of_registers_are_copied() {
    check(
        "def trunc : SDNode<\"ISD::TRUNCATE\", SDTypeProfile<1, 1, []>>;
         def G_TRUNC : Generic<(outs type0:$dst), (ins type0:$src)>;
         def : GINodeEquiv<G_TRUNC, trunc>;
         def : Pat<(i16 (trunc GPR:$a)), (EXTRACT_SUBREG GPR:$a, lo)>;",
        expect![[r#"
            rule 0
              MI0 G_TRUNC
                0 DstI[dst] Scalar(ScalarType { kind: Any, bits: 16, format: None }), class 1
                1 a Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
              build COPY DstI[dst], a.2
              constrain 0.0 to class 0
              constrain 0.1 to class 1
              erase MI0
        "#]],
    );
}

/// `SUBREG_TO_REG` has two operands since 23, and a number before them in releases before.
#[track_caller]
fn check_subreg_to_reg(inputs: &str, operands: &str, expected: Expect) {
    let text = format!(
        "def zext : SDNode<\"ISD::ZERO_EXTEND\", SDTypeProfile<1, 1, []>>;
         def G_ZEXT : Generic<(outs type0:$dst), (ins type0:$src)>;
         def : GINodeEquiv<G_ZEXT, zext>;
         def SUBREG_TO_REG : Generic<(outs unknown:$dst), (ins {inputs})>;
         def : Pat<(i32 (zext HPR:$a)), (SUBREG_TO_REG {operands})>;"
    );
    check(&text, expected);
}

#[test]
fn the_part_of_a_subreg_to_reg_stands_before_its_index() {
    check_subreg_to_reg(
        "unknown:$src, word:$index",
        "HPR:$a, lo",
        expect![[r#"
        rule 0
          MI0 G_ZEXT
            0 DstI[dst] Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
            1 a Scalar(ScalarType { kind: Any, bits: 16, format: None }), class 0
          build SUBREG_TO_REG DstI[dst], a, 2
          constrain 0.0 to class 1
          constrain 0.1 to class 0
          erase MI0
    "#]],
    );
    check_subreg_to_reg(
        "unknown:$zero, unknown:$src, word:$index",
        "(i32 0), HPR:$a, lo",
        expect![[r#"
            rule 0
              MI0 G_ZEXT
                0 DstI[dst] Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
                1 a Scalar(ScalarType { kind: Any, bits: 16, format: None }), class 0
              build SUBREG_TO_REG DstI[dst], 0, a, 2
              constrain 0.0 to class 1
              constrain 0.2 to class 0
              erase MI0
        "#]],
    );
}

#[test]
fn pointers_are_checked_as_pointers() {
    check(
        "def LD : I<(outs GPR:$d), (ins GPR:$a), []> { let mayLoad = 1; }
         def : Pat<(i32 (ld GPR:$a)), (LD GPR:$a)>;",
        expect![[r#"
            rule 0
              MI0 G_LOAD
                0 DstI[d] Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
                1 a PointerToAny { bits: 32 }, class 1
              mutate to LD DstI[d], a
              constrain 0
              erase MI0
        "#]],
    );
}

#[test]
fn what_has_no_equivalent_is_skipped() {
    check(
        "def find : ComplexPattern<i32, 1, \"find\">;
         def negate : SDNodeXForm<imm, \"\">;
         def sub_odd : PatFrag<(ops node:$a), (sub node:$a, node:$a), \"return isOdd(N);\">;
         def : Pat<(add GPR:$a, GPR:$b), (SUB GPR:$a, GPR:$b)>;
         def : Pat<(sub GPR:$a, find:$b), (SUB GPR:$a, find:$b)>;
         def : Pat<(sub GPR:$a, imm:$b), (SUBI GPR:$a, (negate imm:$b))>;
         def : Pat<(sub_odd GPR:$a), (SUBI GPR:$a, 1)>;
         def : Pat<(sub (sub_odd GPR:$a), 3), (SUBI GPR:$a, 1)>;",
        expect![[r#"
            0 is skipped: Pattern operator lacks an equivalent Instruction (ISD::ADD)
            1 is skipped: SelectionDAG ComplexPattern (find) not mapped to GlobalISel
            2 is skipped: SDNodeXForm b has no custom renderer
            3 is skipped: Src pattern root isn't a trivial operator (Has a predicate (sub_odd), first-failing:sub_odd)
            4 is skipped: Src pattern child has predicate (sub_odd)
        "#]],
    );
}

#[test]
fn a_transformed_constant_is_rendered_by_a_function() {
    check(
        "def negate : SDNodeXForm<imm, \"\">;
         def : GISDNodeXFormEquiv<negate>;
         def : Pat<(sub GPR:$a, imm:$b), (SUBI GPR:$a, (negate imm:$b))>;
         def : Pat<(sub imm:$b, GPR:$a), (SUBI GPR:$a, imm:$b)>;",
        expect![[r#"
            rule 0
              MI0 G_SUB
                0 DstI[d] Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
                1 a Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
                2 b Scalar(ScalarType { kind: Any, bits: 32, format: None }), by MI1
              MI1 G_CONSTANT
                0  Scalar(ScalarType { kind: Any, bits: 32, format: None })
                1  
              build SUBI DstI[d], a, render(b)
              constrain 0
              erase MI0
            rule 1
              MI0 G_SUB
                0 DstI[d] Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
                1 b Scalar(ScalarType { kind: Any, bits: 32, format: None }), by MI1
                2 a Scalar(ScalarType { kind: Any, bits: 32, format: None }), class 1
              MI1 G_CONSTANT
                0  Scalar(ScalarType { kind: Any, bits: 32, format: None })
                1  
              build SUBI DstI[d], a, constant b
              constrain 0
              erase MI0
        "#]],
    );
}

#[test]
fn what_a_complex_pattern_matches_cannot_be_copied_as_a_whole() {
    check(
        "def find : ComplexPattern<i32, 2, \"find\">;
         def : GIComplexPatternEquiv<find>;
         def SUB4 : I<(outs GPR:$d), (ins GPR:$a, GPR:$b, word:$s, GPR:$c), []>;
         def : Pat<(sub GPR:$a, (find GPR:$b, word:$s):$all), (SUB4 GPR:$a, GPR:$b, word:$s, GPR:$all)>;",
        expect!["Operand all was not declared in matcher"],
    );
}
