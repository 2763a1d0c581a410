//! Tables as text: what sharing makes of rules that are written as a table without sharing.

mod plain_table;

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use tablewright_records::RecordStore;
use tablewright_target::global_isel::RuleSet;
use tablewright_target::instructions::Instructions;
use tablewright_target::registers::{RegisterClasses, SubRegisters};
use tablewright_test_support::{analysis, store_of, td};
use tablewright_text::CppWriter;

use super::encoder::Encoder;
use super::layout::layout;
use super::names::{RegisterNames, TableNames};
use super::table::{MatchTable, TableKind};

const DESCRIPTION: &str = r#"
class Instruction {
  string Namespace = "TargetOpcode";
  bit isPseudo = false;
  dag OutOperandList = (outs);
  dag InOperandList = (ins);
}
def outs; def ins; def variable_ops;
def G_ADD : Instruction;
def G_SUB : Instruction;
def G_INTRINSIC : Instruction { let InOperandList = (ins variable_ops); }
def G_CONSTANT : Instruction;
class Own : Instruction { let Namespace = "Toy"; }
def ADD : Own;
def INC : Own;
def HasA : Predicate<"hasA()">;
def HasB : Predicate<"hasB()">;
def simm8;
def int_toy_f;
def gi_address;
def R0 : Register<"r0">;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
"#;

/// Lays out the rules of a table that is written without sharing, and writes them.
fn table(plain: &str, kind: TableKind, shares: bool) -> String {
    let store: RecordStore = store_of(&td::registers(DESCRIPTION));
    let instructions = analysis::<Instructions>(&store);
    let classes = analysis::<RegisterClasses>(&store);
    let indices = &analysis::<SubRegisters>(&store).indices;
    let set = RuleSet::default();
    let mut context = plain_table::Context { store: &store, instructions, classes, indices, set };
    let rules = plain_table::rules(plain, &mut context);
    let types: BTreeSet<_> =
        ["GILLT_s16", "GILLT_s32", "GILLT_s64"].map(plain_table::low_level_type).into();
    let nodes = layout(rules, &types, shares);
    let names = TableNames {
        store: &store,
        instructions,
        names: &context.set.names,
        registers: Some(RegisterNames { classes, sub_reg_indices: indices, namespace: "Toy" }),
        comments: &|number, w| w.raw(&format!("comment {number}")),
    };
    let mut w = CppWriter::new();
    MatchTable::new(&nodes, kind, names).emit(&mut w);
    w.finish()
}

fn check_shared(plain: &str, expected: &Expect) {
    expected.assert_eq(&table(plain, TableKind::Selection { counts_coverage: false }, true));
}

/// A rule for an operation on two words of a type, with more checks, that builds an instruction.
fn rule(number: u32, opcode: &str, ty: &str, more: &str) -> String {
    format!(
        "
GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(0), // Rule ID {number} //
  GIM_CheckNumOperands, /*MI*/0, /*Expected*/3,
  GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::{opcode}),
  // MIs[0] dst
  GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_{ty},
  // MIs[0] a
  GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_{ty},
  // MIs[0] Operand 2
{more}  // rule {number}
  GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::INC),
  GIR_RootToRootCopy, /*OpIdx*/0, // dst
  GIR_EraseRootFromParent_Done,
"
    )
}

const ONE: &str = "  GIM_CheckConstantInt8, /*MI*/0, /*Op*/2, 1,\n";
const MINUS_ONE: &str = "  GIM_CheckConstantInt8, /*MI*/0, /*Op*/2, uint8_t(-1),\n";

#[test]
fn what_neighbours_check_first_is_checked_once() {
    let rules = rule(0, "G_ADD", "s32", ONE) + &rule(1, "G_ADD", "s32", MINUS_ONE);
    check_shared(&rules, &expect![[r#""#]]);
}

#[test]
fn opcodes_and_types_become_switches() {
    let rules = rule(0, "G_SUB", "s64", ONE)
        + &rule(1, "G_ADD", "s32", ONE)
        + &rule(2, "G_SUB", "s16", MINUS_ONE);
    check_shared(&rules, &expect![[r#""#]]);
}

#[test]
fn a_type_that_is_checked_twice_makes_a_group() {
    let rules = rule(0, "G_ADD", "s64", ONE)
        + &rule(1, "G_ADD", "s16", ONE)
        + &rule(2, "G_ADD", "s64", MINUS_ONE);
    check_shared(&rules, &expect![[r#""#]]);
}

#[test]
fn instructions_that_define_operands_and_complex_patterns() {
    let rules = "
GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(0), // Rule ID 3 //
  GIM_CheckFeatures, GIMT_Encode2(GIFBS_HasA_HasB_HwMode0),
  GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
  // MIs[0] dst
  GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_s32,
  GIM_RootCheckRegBankForClass, /*Op*/0, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
  // MIs[0] a
  GIM_CheckComplexPattern, /*MI*/0, /*Op*/1, /*Renderer*/GIMT_Encode2(0), GIMT_Encode2(GICP_gi_address),
  // MIs[0] Operand 2
  GIM_CheckType, /*MI*/0, /*Op*/2, /*Type*/GILLT_s32,
  GIM_RecordInsn, /*DefineMI*/1, /*MI*/0, /*OpIdx*/2, // MIs[1]
  GIM_CheckOpcode, /*MI*/1, GIMT_Encode2(TargetOpcode::G_CONSTANT),
  GIM_CheckI64ImmPredicate, /*MI*/1, /*Predicate*/GIMT_Encode2(GICXXPred_I64_Predicate_simm8),
  // MIs[1] Operand 0
  GIM_CheckType, /*MI*/1, /*Op*/0, /*Type*/GILLT_s32,
  // MIs[1] Operand 1
  GIR_EraseRootFromParent_Done,
  GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::ADD),
  GIR_RootToRootCopy, /*OpIdx*/0, // dst
  GIR_ComplexRenderer, /*InsnID*/0, /*RendererID*/GIMT_Encode2(0), // a
  GIR_CopyConstantAsSImm, /*NewInsnID*/0, /*OldInsnID*/1, // imm
  GIR_MergeMemOperands, /*InsnID*/0, /*NumInsns*/2, /*MergeInsnID's*/0, 1,
  GIR_RootConstrainSelectedInstOperands,
";
    check_shared(rules, &expect![[r#""#]]);
}

#[test]
fn any_number_of_operands_and_intrinsics() {
    let rule = |number: u32, imm: &str| {
        format!(
            "
GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(0), // Rule ID {number} //
  GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_INTRINSIC),
  // MIs[0] Operand 0
  GIM_CheckIntrinsicID, /*MI*/0, /*Op*/0, GIMT_Encode2(Intrinsic::toy_f),
  // MIs[0] x
  GIM_CheckLiteralInt, /*MI*/0, /*Op*/1, GIMT_Encode8({imm}),
"
        )
    };
    check_shared(&(rule(0, "1") + &rule(1, "-1")), &expect![[r#""#]]);
}

#[test]
fn without_sharing_checks_stay_where_they_are() {
    let rules = rule(7, "G_ADD", "s32", ONE);
    let text = table(&rules, TableKind::Selection { counts_coverage: true }, false);
    expect![[r#""#]].assert_eq(&text);
}

#[test]
fn a_combiner_counts_nothing_and_may_end_in_a_function() {
    let rules = "
GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(0), // Rule ID 0 //
  GIM_CheckSimplePredicate, GIMT_Encode2(GICXXPred_Simple_IsRule0Enabled),
  GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
  // Combiner Rule #0: f
  GIR_DoneWithCustomAction, /*Fn*/GIMT_Encode2(GICXXCustomAction_GICombiner0),
";
    expect![[r#""#]].assert_eq(&table(rules, TableKind::Combiner, true));
}

#[test]
fn numbers_of_several_bytes() {
    let mut w = CppWriter::new();
    let labels = Default::default();
    let mut table = Encoder::writing(&mut w, &labels);
    table.uleb(127).uleb(128).uleb(624_485).int(1, -1).int(8, -1).end_line();
    assert_eq!(table.finish().1, 1 + 2 + 3 + 1 + 8);
    expect![[r#""#]].assert_eq(&w.finish());
}
