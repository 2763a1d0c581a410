//! Tables as text: the effect of sharing on rules written as a table without sharing.

mod plain_table;

use expect_test::{Expect, expect};
use tablewright_records::RecordStore;
use tablewright_selection::global_isel::RuleSet;
use tablewright_target::instructions::Instructions;
use tablewright_target::registers::{RegisterClasses, SubRegisters};
use tablewright_test_support::{analysis, store_of, td};
use tablewright_text::byte_table::ByteTableBuilder;
use tablewright_text::{CppWriter, append};

use super::layout::{Grouping, Sharing, layout};
use super::names::{MatchTableRegisterNames, TableNames};
use super::table::{MatchTable, TableKind};

const DESCRIPTION: &str = r#"
def outs; def ins; def variable_ops;
class Instruction {
  string Namespace = "TargetOpcode";
  bit isPseudo = false;
  dag OutOperandList = (outs);
  dag InOperandList = (ins);
}
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
fn table(plain: &str, kind: TableKind, sharing: Sharing) -> String {
    let store: RecordStore = store_of(&td::registers(DESCRIPTION));
    let instructions = analysis::<Instructions>(&store);
    let classes = analysis::<RegisterClasses>(&store);
    let indices = &analysis::<SubRegisters>(&store).indices;
    let set = RuleSet::default();
    let mut context = plain_table::Context { store: &store, instructions, classes, indices, set };
    let rules = plain_table::rules(plain, &mut context);
    let types = ["GILLT_s16", "GILLT_s32", "GILLT_s64"].map(plain_table::low_level_type);
    let nodes = layout(rules, &types, sharing);
    let names = TableNames {
        store: &store,
        instructions,
        names: &context.set.names,
        registers: Some(MatchTableRegisterNames {
            classes,
            sub_reg_indices: indices,
            namespace: "Toy",
        }),
    };
    let mut w = CppWriter::new();
    w.raw("const uint8_t *getMatchTable() const {\n");
    let table = MatchTable::new(&nodes, kind, &names).expect("all names are there");
    table.emit(&|number, w| append!(w, "comment ", number), &mut w);
    w.raw("}\n");
    w.finish()
}

fn check_shared(plain: &str, expected: &Expect) {
    let sharing = Sharing::Groups(Grouping::TwoLevels);
    expected.assert_eq(&table(plain, TableKind::Selection { counts_coverage: false }, sharing));
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
    check_shared(
        &rules,
        &expect![[r#"
            const uint8_t *getMatchTable() const {
              constexpr static uint8_t MatchTable0[] = {
                GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(46),
                  GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
                  GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_s32,
                  GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s32,
                  GIM_Try, /*On fail goto*//*Label 1*/ GIMT_Encode4(30), // Rule ID 0 //
                    // MIs[0] Operand 2
                    GIM_CheckConstantInt8, /*MI*/0, /*Op*/2, 1,
                    // rule 0
                    GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::INC),
                    GIR_RootToRootCopy, /*OpIdx*/0, // dst
                    // GIR_Coverage, 0,
                    GIR_EraseRootFromParent_Done,
                  // Label 1: @30
                  GIM_Try, /*On fail goto*//*Label 2*/ GIMT_Encode4(45), // Rule ID 1 //
                    // MIs[0] Operand 2
                    GIM_CheckConstantInt8, /*MI*/0, /*Op*/2, uint8_t(-1),
                    // rule 1
                    GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::INC),
                    GIR_RootToRootCopy, /*OpIdx*/0, // dst
                    // GIR_Coverage, 1,
                    GIR_EraseRootFromParent_Done,
                  // Label 2: @45
                  GIM_Reject,
                // Label 0: @46
                GIM_Reject,
                }; // Size: 47 bytes
            }
        "#]],
    );
}

#[test]
fn opcodes_and_types_become_switches() {
    let rules = rule(0, "G_SUB", "s64", ONE)
        + &rule(1, "G_ADD", "s32", ONE)
        + &rule(2, "G_SUB", "s16", MINUS_ONE);
    check_shared(
        &rules,
        &expect![[r#"
            const uint8_t *getMatchTable() const {
              constexpr static uint8_t MatchTable0[] = {
                GIM_SwitchOpcode, /*MI*/0, /*[*/GIMT_Encode2(0), GIMT_Encode2(2), /*)*//*default:*//*Label 2*/ GIMT_Encode4(102),
                /*TargetOpcode::G_ADD*//*Label 0*/ GIMT_Encode4(18),
                /*TargetOpcode::G_SUB*//*Label 1*/ GIMT_Encode4(40),
                // Label 0: @18
                GIM_Try, /*On fail goto*//*Label 3*/ GIMT_Encode4(39), // Rule ID 1 //
                  GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_s32,
                  GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s32,
                  // MIs[0] Operand 2
                  GIM_CheckConstantInt8, /*MI*/0, /*Op*/2, 1,
                  // rule 1
                  GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::INC),
                  GIR_RootToRootCopy, /*OpIdx*/0, // dst
                  // GIR_Coverage, 1,
                  GIR_EraseRootFromParent_Done,
                // Label 3: @39
                GIM_Reject,
                // Label 1: @40
                GIM_SwitchType, /*MI*/0, /*Op*/0, /*[*/GIMT_Encode2(0), GIMT_Encode2(3), /*)*//*default:*//*Label 6*/ GIMT_Encode4(101),
                /*GILLT_s16*//*Label 4*/ GIMT_Encode4(63), GIMT_Encode4(0),
                /*GILLT_s64*//*Label 5*/ GIMT_Encode4(82),
                // Label 4: @63
                GIM_Try, /*On fail goto*//*Label 7*/ GIMT_Encode4(81), // Rule ID 2 //
                  GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s16,
                  // MIs[0] Operand 2
                  GIM_CheckConstantInt8, /*MI*/0, /*Op*/2, uint8_t(-1),
                  // rule 2
                  GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::INC),
                  GIR_RootToRootCopy, /*OpIdx*/0, // dst
                  // GIR_Coverage, 2,
                  GIR_EraseRootFromParent_Done,
                // Label 7: @81
                GIM_Reject,
                // Label 5: @82
                GIM_Try, /*On fail goto*//*Label 8*/ GIMT_Encode4(100), // Rule ID 0 //
                  GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s64,
                  // MIs[0] Operand 2
                  GIM_CheckConstantInt8, /*MI*/0, /*Op*/2, 1,
                  // rule 0
                  GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::INC),
                  GIR_RootToRootCopy, /*OpIdx*/0, // dst
                  // GIR_Coverage, 0,
                  GIR_EraseRootFromParent_Done,
                // Label 8: @100
                GIM_Reject,
                // Label 6: @101
                GIM_Reject,
                // Label 2: @102
                GIM_Reject,
                }; // Size: 103 bytes
            }
        "#]],
    );
}

#[test]
fn a_type_that_is_checked_twice_makes_a_group() {
    let rules = rule(0, "G_ADD", "s64", ONE)
        + &rule(1, "G_ADD", "s16", ONE)
        + &rule(2, "G_ADD", "s64", MINUS_ONE);
    check_shared(
        &rules,
        &expect![[r#"
            const uint8_t *getMatchTable() const {
              constexpr static uint8_t MatchTable0[] = {
                GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(92),
                  GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
                  GIM_SwitchType, /*MI*/0, /*Op*/0, /*[*/GIMT_Encode2(0), GIMT_Encode2(3), /*)*//*default:*//*Label 3*/ GIMT_Encode4(91),
                  /*GILLT_s16*//*Label 1*/ GIMT_Encode4(32), GIMT_Encode4(0),
                  /*GILLT_s64*//*Label 2*/ GIMT_Encode4(51),
                  // Label 1: @32
                  GIM_Try, /*On fail goto*//*Label 4*/ GIMT_Encode4(50), // Rule ID 1 //
                    GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s16,
                    // MIs[0] Operand 2
                    GIM_CheckConstantInt8, /*MI*/0, /*Op*/2, 1,
                    // rule 1
                    GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::INC),
                    GIR_RootToRootCopy, /*OpIdx*/0, // dst
                    // GIR_Coverage, 1,
                    GIR_EraseRootFromParent_Done,
                  // Label 4: @50
                  GIM_Reject,
                  // Label 2: @51
                  GIM_Try, /*On fail goto*//*Label 5*/ GIMT_Encode4(90),
                    GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s64,
                    GIM_Try, /*On fail goto*//*Label 6*/ GIMT_Encode4(74), // Rule ID 0 //
                      // MIs[0] Operand 2
                      GIM_CheckConstantInt8, /*MI*/0, /*Op*/2, 1,
                      // rule 0
                      GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::INC),
                      GIR_RootToRootCopy, /*OpIdx*/0, // dst
                      // GIR_Coverage, 0,
                      GIR_EraseRootFromParent_Done,
                    // Label 6: @74
                    GIM_Try, /*On fail goto*//*Label 7*/ GIMT_Encode4(89), // Rule ID 2 //
                      // MIs[0] Operand 2
                      GIM_CheckConstantInt8, /*MI*/0, /*Op*/2, uint8_t(-1),
                      // rule 2
                      GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::INC),
                      GIR_RootToRootCopy, /*OpIdx*/0, // dst
                      // GIR_Coverage, 2,
                      GIR_EraseRootFromParent_Done,
                    // Label 7: @89
                    GIM_Reject,
                  // Label 5: @90
                  GIM_Reject,
                  // Label 3: @91
                  GIM_Reject,
                // Label 0: @92
                GIM_Reject,
                }; // Size: 93 bytes
            }
        "#]],
    );
}

#[test]
fn a_case_of_nested_groups_has_rules_that_others_divide() {
    let of_type = |ty: &str| format!("  GIM_RootCheckType, /*Op*/2, /*Type*/GILLT_{ty},\n");
    let rules = rule(0, "G_ADD", "s32", &of_type("s16"))
        + &rule(1, "G_ADD", "s32", &of_type("s64"))
        + &rule(2, "G_ADD", "s32", &of_type("s16"));
    let kind = TableKind::Selection { counts_coverage: false };
    expect![[r#"
        const uint8_t *getMatchTable() const {
          constexpr static uint8_t MatchTable0[] = {
            GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(74),
              GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
              GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_s32,
              GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s32,
              GIM_SwitchType, /*MI*/0, /*Op*/2, /*[*/GIMT_Encode2(0), GIMT_Encode2(3), /*)*//*default:*//*Label 3*/ GIMT_Encode4(73),
              /*GILLT_s16*//*Label 1*/ GIMT_Encode4(38), GIMT_Encode4(0),
              /*GILLT_s64*//*Label 2*/ GIMT_Encode4(61),
              // Label 1: @38
              GIM_Try, /*On fail goto*//*Label 4*/ GIMT_Encode4(49), // Rule ID 0 //
                // rule 0
                GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::INC),
                GIR_RootToRootCopy, /*OpIdx*/0, // dst
                // GIR_Coverage, 0,
                GIR_EraseRootFromParent_Done,
              // Label 4: @49
              GIM_Try, /*On fail goto*//*Label 5*/ GIMT_Encode4(60), // Rule ID 2 //
                // rule 2
                GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::INC),
                GIR_RootToRootCopy, /*OpIdx*/0, // dst
                // GIR_Coverage, 2,
                GIR_EraseRootFromParent_Done,
              // Label 5: @60
              GIM_Reject,
              // Label 2: @61
              GIM_Try, /*On fail goto*//*Label 6*/ GIMT_Encode4(72), // Rule ID 1 //
                // rule 1
                GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::INC),
                GIR_RootToRootCopy, /*OpIdx*/0, // dst
                // GIR_Coverage, 1,
                GIR_EraseRootFromParent_Done,
              // Label 6: @72
              GIM_Reject,
              // Label 3: @73
              GIM_Reject,
            // Label 0: @74
            GIM_Reject,
            }; // Size: 75 bytes
        }
    "#]].assert_eq(&table(&rules, kind, Sharing::Groups(Grouping::Nested)));
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
    check_shared(
        rules,
        &expect![[r#"
            const uint8_t *getMatchTable() const {
              constexpr static uint8_t MatchTable0[] = {
                GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(62), // Rule ID 3 //
                  GIM_CheckFeatures, GIMT_Encode2(GIFBS_HasA_HasB_HwMode0),
                  GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
                  GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_s32,
                  GIM_RootCheckType, /*Op*/2, /*Type*/GILLT_s32,
                  GIM_RootCheckRegBankForClass, /*Op*/0, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
                  GIM_RecordInsn, /*DefineMI*/1, /*MI*/0, /*OpIdx*/2, // MIs[1]
                  GIM_CheckOpcode, /*MI*/1, GIMT_Encode2(TargetOpcode::G_CONSTANT),
                  GIM_CheckI64ImmPredicate, /*MI*/1, /*Predicate*/GIMT_Encode2(GICXXPred_I64_Predicate_simm8),
                  // MIs[1] Operand 1
                  // No operand predicates
                  GIM_CheckIsSafeToFold, /*NumInsns*/1,
                  GIM_CheckComplexPattern, /*MI*/0, /*Op*/1, /*Renderer*/GIMT_Encode2(0), GIMT_Encode2(GICP_gi_address),
                  GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::ADD),
                  GIR_RootToRootCopy, /*OpIdx*/0, // dst
                  GIR_ComplexRenderer, /*InsnID*/0, /*RendererID*/GIMT_Encode2(0), // a
                  GIR_CopyConstantAsSImm, /*NewInsnID*/0, /*OldInsnID*/1, // imm
                  GIR_MergeMemOperands, /*InsnID*/0, /*NumInsns*/2, /*MergeInsnID's*/0, 1,
                  GIR_RootConstrainSelectedInstOperands,
                  // GIR_Coverage, 3,
                  GIR_EraseRootFromParent_Done,
                // Label 0: @62
                GIM_Reject,
                }; // Size: 63 bytes
            }
        "#]],
    );
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
    check_shared(
        &(rule(0, "1") + &rule(1, "-1")),
        &expect![[r#"
            const uint8_t *getMatchTable() const {
              constexpr static uint8_t MatchTable0[] = {
                GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(52),
                  GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_INTRINSIC),
                  GIM_CheckNumOperands, /*MI*/0, /*Expected*/2,
                  GIM_CheckIntrinsicID, /*MI*/0, /*Op*/0, GIMT_Encode2(Intrinsic::toy_f),
                  GIM_Try, /*On fail goto*//*Label 1*/ GIMT_Encode4(34), // Rule ID 0 //
                    // MIs[0] x
                    GIM_CheckLiteralInt, /*MI*/0, /*Op*/1, GIMT_Encode8(1),
                    // GIR_Coverage, 0,
                    GIR_Done,
                  // Label 1: @34
                  GIM_Try, /*On fail goto*//*Label 2*/ GIMT_Encode4(51), // Rule ID 1 //
                    // MIs[0] x
                    GIM_CheckLiteralInt, /*MI*/0, /*Op*/1, GIMT_Encode8(-1),
                    // GIR_Coverage, 1,
                    GIR_Done,
                  // Label 2: @51
                  GIM_Reject,
                // Label 0: @52
                GIM_Reject,
                }; // Size: 53 bytes
            }
        "#]],
    );
}

#[test]
fn without_sharing_checks_stay_where_they_are() {
    let rules = rule(7, "G_ADD", "s32", ONE);
    let text = table(&rules, TableKind::Selection { counts_coverage: true }, Sharing::Nothing);
    expect![[r#"
        const uint8_t *getMatchTable() const {
          constexpr static uint8_t MatchTable0[] = {
            GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(33), // Rule ID 7 //
              GIM_CheckNumOperands, /*MI*/0, /*Expected*/3,
              GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
              // MIs[0] dst
              GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_s32,
              // MIs[0] a
              GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s32,
              // MIs[0] Operand 2
              GIM_CheckConstantInt8, /*MI*/0, /*Op*/2, 1,
              // rule 7
              GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::INC),
              GIR_RootToRootCopy, /*OpIdx*/0, // dst
              GIR_Coverage, GIMT_Encode4(7),
              GIR_EraseRootFromParent_Done,
            // Label 0: @33
            GIM_Reject,
            }; // Size: 34 bytes
        }
    "#]]
    .assert_eq(&text);
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
    expect![[r#"
        const uint8_t *getMatchTable() const {
          constexpr static uint8_t MatchTable0[] = {
            GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(15), // Rule ID 0 //
              GIM_CheckSimplePredicate, GIMT_Encode2(GICXXPred_Simple_IsRule0Enabled),
              GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
              // Combiner Rule #0: f
              GIR_DoneWithCustomAction, /*Fn*/GIMT_Encode2(GICXXCustomAction_GICombiner0),
            // Label 0: @15
            GIM_Reject,
            }; // Size: 16 bytes
        }
    "#]]
    .assert_eq(&table(rules, TableKind::Combiner, Sharing::Groups(Grouping::TwoLevels)));
}

#[test]
fn numbers_of_several_bytes() {
    let mut bytes = ByteTableBuilder::new();
    bytes.uleb128(127).uleb128(128).uleb128(624_485).int(1, -1).int(8, -1).end_line();
    let bytes = bytes.finish();
    assert_eq!(bytes.size(), 1 + 2 + 3 + 1 + 8);
    let mut w = CppWriter::new();
    MatchTable { bytes, has_unsigned_bytes: false, shows_offsets: false, rules: Vec::new() }
        .emit(&|_, _| {}, &mut w);
    expect![[r#"
        constexpr static uint8_t MatchTable0[] = {
            127, /* 128(*/0x80, 0x01/*)*/, /* 624485(*/0xE5, 0x8E, 0x26/*)*/, uint8_t(-1), GIMT_Encode8(-1),
            }; // Size: 15 bytes
    "#]]
    .assert_eq(w.finish().trim_start());
}
