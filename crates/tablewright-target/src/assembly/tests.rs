use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_test_support::{error_of, store_of, td};

use super::{AsmMatcher, Matchable, MatcherOptions, MnemonicAliases, ResultOperand, Tie};

fn matcher_of(store: &RecordStore) -> Result<AsmMatcher, String> {
    let mut diagnostics = Diagnostics::new();
    AsmMatcher::build(store, MatcherOptions::default(), &mut diagnostics).map_err(error_of)
}

fn with_target(text: &str) -> RecordStore {
    store_of(&td::assembly(&format!("{text}\ndef T : Target;")))
}

/// A row: the mnemonic, the classes of its operands, and the sources of the instruction's operands.
fn row_text(matcher: &AsmMatcher, store: &RecordStore, row: &Matchable) -> String {
    let operands = matcher.rows.operands(row).iter();
    let classes: Vec<&str> =
        operands.map(|operand| matcher.classes.get(operand.class).name.as_str()).collect();
    let result = |result: &ResultOperand| match *result {
        ResultOperand::Rendered { operand, mi_operand_count: 1 } => format!("#{operand}"),
        ResultOperand::Rendered { operand, mi_operand_count } => {
            format!("#{operand}x{mi_operand_count}")
        }
        ResultOperand::Tied(Tie { result: Some(result), operands: [a, b] }) if a == b => {
            format!("={result}")
        }
        ResultOperand::Tied(Tie { result, operands }) => format!("={result:?}{operands:?}"),
        ResultOperand::Imm(value) => value.to_string(),
        ResultOperand::RegByHwMode(choice) => store.record(choice).name().to_owned(),
        ResultOperand::Reg(None) => "none".to_owned(),
        ResultOperand::Reg(Some(register)) => store.record(register).name().to_owned(),
    };
    let results: Vec<String> = matcher.rows.results(row).iter().map(result).collect();
    let mnemonic = matcher.texts.get(row.mnemonic);
    format!("{mnemonic} [{}] = {}", classes.join(" "), results.join(" "))
}

/// Checks the rows, in order.
#[track_caller]
fn check_in(store: &RecordStore, expected: &[&str]) {
    let matcher = matcher_of(store).expect("the description makes sense");
    let rows = matcher.rows.rows().iter();
    let rows: Vec<String> = rows.map(|row| row_text(&matcher, store, row)).collect();
    assert_eq!(rows, expected);
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    check_in(&with_target(text), expected);
}

#[track_caller]
fn check_error(text: &str, expected: &str) {
    assert_eq!(matcher_of(&with_target(text)).err().as_deref(), Some(expected));
}

/// Checks the names of classes that contain others, in order.
#[track_caller]
fn check_classes(text: &str, expected: &[&str]) {
    let store = with_target(text);
    let matcher = matcher_of(&store).expect("the description makes sense");
    let name = |class| matcher.classes.get(class).name.as_str();
    let classes = matcher.classes.in_order().map(|(id, class)| {
        let containing: Vec<&str> = matcher.classes.containing(id).into_iter().map(name).collect();
        match containing[..] {
            [] => class.name.clone(),
            _ => format!("{} < {}", class.name, containing.join(" ")),
        }
    });
    assert_eq!(classes.collect::<Vec<_>>(), expected);
}

#[test]
fn an_instruction_is_a_row_of_classes() {
    check(
        "def A : I<(outs GPR:$d), (ins GPR:$s, imm:$i), \"a $d, [$s], $i\">;",
        &["a [GPR [ GPR ] Imm] = #0 #2 #4"],
    );
}

#[test]
fn an_operand_that_the_string_does_not_name_is_zero() {
    check("def A : I<(outs), (ins GPR:$s, imm:$i), \"a $s\">;", &["a [GPR] = #0 0"]);
}

#[test]
fn parts_have_classes_of_their_own_unless_the_operand_has_one() {
    check(
        "def C : AsmOperandClass<\"Pair\">;
         class P<AsmOperandClass c> : Operand<i32, c> { let MIOperandInfo = (ops GPR, imm); }
         def whole : P<C>; def parts : P<ImmAsmOperand>;
         def A : I<(outs), (ins whole:$p), \"a $p\">; def B : I<(outs), (ins parts:$p), \"b $p\">;",
        &["a [Pair] = #0x2", "b [GPR Imm] = #0 #1"],
    );
}

#[test]
fn a_tied_operand_is_copied() {
    check(
        "def A : I<(outs GPR:$d), (ins GPR:$s), \"a $s\", \"$d = $s\">;
         def B : I<(outs GPR:$d), (ins GPR:$s), \"b $d, $s\", \"$d = $s\">;",
        &["a [GPR] = #0 =0", "b [GPR GPR] = #0 =Some(0)[Some(0), Some(1)]"],
    );
}

#[test]
fn aliases_give_operands_numbers_and_registers() {
    check(
        "def A : I<(outs GPR:$d), (ins GPR:$s, imm:$i, GPR:$z), \"z $d, $s, $i, $z\">;
         def : InstAlias<\"a $x, $y\", (A GPR:$y, GPR:$x, 7, zero_reg)>;
         def : InstAlias<\"b $x\", (A R1, R2, imm:$x, R3)>;",
        &[
            "a [GPR GPR] = #1 #0 7 none",
            "b [Imm] = R1 R2 #0 R3",
            "z [GPR GPR Imm GPR] = #0 #1 #2 #3",
        ],
    );
}

#[test]
fn an_alias_names_an_operand_twice_to_have_a_tie_checked() {
    check(
        "def A : I<(outs GPR:$d), (ins GPR:$s), \"z $d\", \"$d = $s\">;
         def : InstAlias<\"a $x, $x\", (A GPR:$x)>;",
        &["a [GPR GPR] = #0 =Some(0)[Some(0), Some(1)]", "z [GPR] = #0 =0"],
    );
    check_error(
        "def A : I<(outs GPR:$d), (ins GPR:$s), \"z $d, $s\">;
         def : InstAlias<\"a $x, $x\", (A GPR:$x, R0)>;",
        "Operand 'x' can never be matched",
    );
}

#[test]
fn a_two_operand_alias_lacks_an_operand() {
    check(
        "def A : I<(outs GPR:$d), (ins GPR:$a, imm:$b), \"a $d, $a, $b\"> {
           let TwoOperandAliasConstraint = \"$a = $d\";
         }",
        &["a [GPR Imm] = #0 #0 #1", "a [GPR GPR Imm] = #0 #1 #2"],
    );
}

#[test]
fn a_token_that_names_a_register_is_one() {
    check_classes(
        "def A : I<(outs), (ins), \"a r1, R2, r9, r3.x\">;",
        &["r3.x", "r9", "R1 < GPR", "R2 < GPR", "GPR", "Imm"],
    );
    let store = store_of(&td::assembly(
        "def V : AsmParserVariant<0, \"\", \"%\">; def A : I<(outs), (ins), \"a r1, %r2\">;
         def T : Target { let AssemblyParserVariants = [V]; }",
    ));
    check_in(&store, &["a [r1 R2] = "]);
}

#[test]
fn what_register_classes_share_is_a_class() {
    check_classes(
        "def Low : RegisterClass<\"T\", [i32], 32, (sequence \"R%u\", 0, 3)>;
         def Even : RegisterClass<\"T\", [i32], 32, (add R0, R2, R4)>;
         def Same : RegisterClass<\"T\", [i32], 32, (add R4, R2, R0)>;",
        // R0 and R2 are in both classes.
        &["Reg2 < Even Low GPR", "Even < GPR", "Low < GPR", "GPR", "Imm"],
    );
}

#[test]
fn narrower_classes_come_first() {
    check_classes(
        "def B : AsmOperandClass<\"B\">; def A : AsmOperandClass<\"A\", [B]>;
         def AA : AsmOperandClass<\"AA\", [A]>; def X : AsmOperandClass<\"X\">;
         def : TokenAlias<\"z\", \"a\">;",
        &["z < a", "a", "GPR", "AA < A B", "A < B", "B", "Imm", "X"],
    );
}

#[test]
fn nothing_contains_itself() {
    check_error(
        "def : TokenAlias<\"a\", \"a\">;",
        "error: Destination value identical to source value.",
    );
    check_error(
        "def : TokenAlias<\"a\", \"b\">; def : TokenAlias<\"b\", \"a\">;",
        "token 'b' is an alias of itself",
    );
    check_error(
        "def A : AsmOperandClass<\"A\"> { let SuperClasses = [A]; }",
        "operand class 'A' is its own super class",
    );
}

#[test]
fn rows_are_ordered_by_operands_then_position_then_features() {
    check(
        "def F : SubtargetFeature; def HasF : Feature<(all_of F)>;
         def Low : RegisterClass<\"T\", [i32], 32, (sequence \"R%u\", 0, 3)>;
         def E : I<(outs), (ins imm:$a), \"x $a\">; def D : I<(outs), (ins GPR:$a), \"x $a\">;
         def C : I<(outs), (ins Low:$a, GPR:$b), \"x $a, $b\">;
         def B : I<(outs), (ins Low:$a), \"x $a\">; def A : I<(outs), (ins), \"X r7\">;",
        &["X [R7] = ", "x [Low] = #0", "x [GPR] = #0", "x [Imm] = #0", "x [Low GPR] = #0 #1"],
    );
    let store = with_target(
        "def F : SubtargetFeature; def HasF : Feature<(all_of F)>;
         def B : I<(outs), (ins), \"x\"> { let HasPositionOrder = true; }
         def A : I<(outs), (ins), \"x\"> { let HasPositionOrder = true; }
         def D : I<(outs), (ins), \"y\">; def E : I<(outs), (ins), \"y\"> { let Predicates = [HasF]; }",
    );
    let matcher = matcher_of(&store).expect("the description makes sense");
    let instructions =
        tablewright_test_support::analysis::<crate::instructions::Instructions>(&store);
    let rows = matcher.rows.rows().iter();
    let names: Vec<&str> =
        rows.map(|row| store.record(instructions.record(row.instruction)).name()).collect();
    assert_eq!(names, ["B", "A", "E", "D"]);
}

#[test]
fn an_instruction_that_names_an_operand_twice_is_left_out() {
    check(
        "def A : I<(outs), (ins GPR:$a), \"a $a, $a\">; def B : I<(outs), (ins GPR:$a), \"b $a\">;",
        &["b [GPR] = #0"],
    );
}

#[test]
fn each_variant_has_its_rows() {
    let store = store_of(&td::assembly(
        "def V0 : AsmParserVariant<0, \"first\">; def V1 : AsmParserVariant<1, \"second\">;
         def A : I<(outs), (ins GPR:$a, GPR:$b), \"{x|y} {$a, 1|2, $b}\">;
         def B : I<(outs), (ins), \"b\"> { let AsmVariantName = \"second\"; }
         def T : Target { let AssemblyParserVariants = [V0, V1]; }",
    ));
    check_in(&store, &["b [] = ", "x [GPR 1] = #0 0", "y [2 GPR] = 0 #1"]);
}

#[test]
fn without_a_mnemonic_first_it_is_an_operand_too() {
    let store = store_of(&td::assembly(
        "def P : AsmParser { let HasMnemonicFirst = false; }
         def A : I<(outs GPR:$d), (ins), \"$d = 1\">; def B : I<(outs), (ins), \"b\">;
         def T : Target { let AssemblyParsers = [P]; }",
    ));
    check_in(&store, &[" [GPR = 1] = #0", "b [b] = "]);
}

#[test]
fn a_mnemonic_stands_for_another_by_feature() {
    let store = with_target(
        "def F : SubtargetFeature; def HasF : Feature<(all_of F)>;
         def : MnemonicAlias<\"X\", \"A\"> { let Predicates = [HasF]; }
         def : MnemonicAlias<\"x\", \"b\">; def : MnemonicAlias<\"y\", \"b\", \"other\">;",
    );
    let matcher = matcher_of(&store).expect("the description makes sense");
    let features = tablewright_test_support::analysis(&store);
    let aliases = MnemonicAliases::read(&store, &matcher.parser, features, &mut Diagnostics::new());
    let aliases = aliases.expect("they make sense").expect("there are some");
    let [alias] = &aliases.of_all[..] else { panic!("{:?}", aliases.of_all) };
    assert_eq!((alias.from.as_str(), alias.otherwise.as_deref()), ("x", Some("b")));
    let to: Vec<&str> = alias.conditional.iter().map(|(_, to)| to.as_str()).collect();
    assert_eq!(to, ["a"]);
}

#[test]
fn strings_have_to_make_sense() {
    let of = |text: &str| format!("def A : I<(outs), (ins GPR:$a), \"{text}\">;");
    check_error(&of(","), "Instruction 'A' has no tokens");
    check_error(&of("$a"), "Invalid instruction mnemonic '$a'!");
    check_error(&of("a $b"), "error: unable to find operand: 'b'");
    check_error(
        &of("a ${a:b}"),
        "matchable with operand modifier '${a:b}' not supported by asm matcher.  Mark \
         isCodeGenOnly!",
    );
    check_error(&of("a ${a"), "Missing brace in operand reference of 'A'");
}
