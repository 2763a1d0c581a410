//! `tablewright patterns --select`. The book's page has more examples.

use crate::{Dir, Ran};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

/// Selects instructions of the example target. The options follow the tree.
fn select(dir: &Dir, tree: &str, options: &str) -> Ran {
    let includes = ["semantics", "asm-syntax", "toy-target", "toy-target/prelude"];
    let mut command = dir.command(crate::program());
    command.arg("patterns");
    for include in includes {
        command.arg(format!("-I{EXAMPLES}/{include}"));
    }
    command.arg(format!("{EXAMPLES}/semantics/ToyRun.td")).args(["--select", tree]);
    command.args(options.split_whitespace());
    Ran::from_output(command.output().unwrap())
}

fn selected(tree: &str, options: &str) -> String {
    select(&Dir::new(), tree, options).ok()
}

fn error(tree: &str, options: &str) -> String {
    let ran = select(&Dir::new(), tree, options);
    assert_eq!(ran.code, Some(1));
    ran.err
}

#[test]
fn operations_become_instructions() {
    assert_eq!(selected("(set i16:$d, (srl i16:$a, i16:$b))", ""), "$d = SHR $a, $b\n");
    assert_eq!(selected("(set i16:$d, (sub i16:$a, 7))", ""), "$d = ADDI $a, -7\n");
    // The opposite is not a word.
    let difference = selected("(set i16:$d, (sub i16:$a, -32768))", "");
    assert_eq!(difference, "%0 = LDI -32768\n$d = SUB $a, %0\n");
    let complement = selected("(set i16:$d, (xor i16:$a, -1))", "");
    assert_eq!(complement, "%0 = LDI -1\n$d = XOR $a, %0\n");
    assert_eq!(selected("(ToyRet)", ""), "RET\n");
}

#[test]
fn the_subtarget_decides() {
    let product = "(set PAIR:$d, (mul (sext i16:$a), (sext i16:$b)))";
    assert_eq!(selected(product, "--mcpu toy2"), "$d = MUL $a, $b\n");
    assert_eq!(selected(product, "--mattr +mul"), "$d = MUL $a, $b\n");
    assert!(error(product, "").contains("ToyInstrInfo.td:26:5): the subtarget has not"));
}

#[test]
fn addresses_are_a_register_and_a_distance() {
    assert_eq!(selected("(set i16:$d, (load (add i16:$p, 4)))", ""), "$d = LDW $p, 4\n");
    assert_eq!(selected("(set i32:$d, (load i16:$p))", ""), "$d = LDP $p, 0\n");
    // A loaded value is read before the store that follows.
    let copied =
        selected("(set i16:$d, (load i16:$p)) (store (i16 3), i16:$p) (store $d, i16:$q)", "");
    assert_eq!(copied, "$d = LDW $p, 0\n%0 = LDI 3\nSTW %0, $p, 0\nSTW $d, $q, 0\n");
}

#[test]
fn mistakes_in_trees_have_a_position() {
    for (tree, message) in [
        ("", "expected a tree"),
        ("(add", "expected ',' or ')', found the end"),
        ("(nothing i16:$a)", "there is no record 'nothing'"),
        ("(set i16:$d, (add i16:$a, i32:$b))", "has type i16, not i32"),
        ("(set i16:$d, (add $a))", "'add' has 2 operands, not 1"),
        ("(set i16:$d, (add i16:$a, 70000))", "70000 does not fit i16"),
        ("(GPR:$a)", "expected"),
        ("(ADD i16:$a, i16:$b)", "'ADD' is neither a node nor a fragment"),
        ("$a", "the type of 'a' is not known; write it, as in i32:$a"),
    ] {
        let text = error(tree, "");
        assert!(text.contains(message), "{tree}: {text}");
    }
    let deep = "(add ".repeat(10_000);
    assert!(error(&deep, "").contains("nested too deeply"));
}

/// In the mode of 64 bits, patterns that shift 32 bits have an amount of 64 bits.
const MODES: &str = r##"include "classes.td"
class ValueTypeByHwMode<list<HwMode> modes, list<ValueType> types>
    : HwModeSelect<modes, !size(types)>, ValueType<0, 0> {
  list<ValueType> Objects = types;
}
def Is64 : Predicate<"Subtarget->is64Bit()">;
def RV64 : HwMode<"+64bit", [Is64]>;
def XLen : ValueTypeByHwMode<[DefaultMode, RV64], [i32, i64]>;
def Other : ValueTypeByHwMode<[DefaultMode, RV64], [i8, i32]>;
foreach i = 0-1 in def X#i : Register<"x"#i>;
def XReg : RegisterClass<"T", [XLen], 64, (add X0, X1)>;
def WReg : RegisterClass<"T", [Other], 64, (add X0, X1)>;
def xword : Operand<XLen>;
def shift : SDNode<"ISD::SHL", SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisInt<0>, SDTCisInt<2>]>>;
def SLLI : I<(outs XReg:$d), (ins XReg:$a, xword:$n), [(set XReg:$d, (shift XReg:$a, (XLen imm:$n)))]>;
def SLLIW : I<(outs WReg:$d), (ins WReg:$a, xword:$n), [(set WReg:$d, (shift WReg:$a, (XLen imm:$n)))]>;
def SLLW : I<(outs WReg:$d), (ins WReg:$a, XReg:$b), [(set WReg:$d, (shift WReg:$a, XReg:$b))]>;
"##;

#[test]
fn types_follow_from_patterns_of_the_same_mode() {
    let dir = Dir::with(MODES);
    let mut command = dir.command(crate::program());
    command.args(["patterns", "--select", "(shift i32:$a, 3)", "a.td"]);
    for include in ["tests/data/dag-isel", "crates/tablewright-test-support/td"] {
        command.arg(format!("-I{EXAMPLES}/../{include}"));
    }
    let ran = Ran::from_output(command.output().unwrap());
    assert_eq!(ran.ok(), "%0 = SLLI $a, 3\nassumed: !((Subtarget->is64Bit()))\n");
}

#[test]
fn results_are_data() {
    let json = selected("(set i16:$d, (add i16:$a, 5))", "--format json --trace");
    for part in ["\"report\": \"patterns\"", "\"name\": \"ADDI\"", "\"value\": \"$a\"", "\"tried\""]
    {
        assert!(json.contains(part), "{part}: {json}");
    }
    let csv = selected("(set i16:$d, (add i16:$a, 5))", "--format csv");
    assert_eq!(csv, "INSTRUCTION,RESULTS,OPERANDS,PATTERN\nADDI,$d,\"$a, 5\",ADDI\n");
}

/// Selects the functions of a text with a file that includes the example target.
fn functions(description: &str, text: &str) -> String {
    let dir = Dir::new();
    dir.write("own.td", format!("include \"ToyRun.td\"\n{description}"));
    dir.write("f.ll", text);
    let mut command = dir.command(crate::program());
    command.args(["patterns", "own.td", "--select", "f.ll"]);
    for include in ["semantics", "asm-syntax", "toy-target", "toy-target/prelude"] {
        command.arg(format!("-I{EXAMPLES}/{include}"));
    }
    Ran::from_output(command.output().unwrap()).ok()
}

#[test]
fn instructions_are_in_source_order() {
    // A constant comes before its first user, and a constant in a sum is added last.
    let text = "define i16 @f(i16 %a, i16 %b, ptr %p) {
  %x = xor i16 %a, 300
  %y = add i16 %b, 5
  %l = load i16, ptr %p
  %z = add i16 %l, %y
  %r = sub i16 %x, %z
  ret i16 %r
}
";
    let expected = "f:\n0:\n  %0 = LDI 300\n  %1 = XOR $a, %0\n  %2 = LDW $p, 0\n  %3 = ADD $b, %2\n  \
                    %4 = ADDI %3, 5\n  %5 = SUB %1, %4\n  return %5\n";
    assert_eq!(functions("", text), expected);
}

/// A comparison that sets flags, and a branch and a selection that read them.
const FLAGS: &str = r#"include "Lowering.td"
def Pair : SDTypeProfile<0, 2, [SDTCisVT<0, i16>, SDTCisSameAs<0, 1>]>;
def Compare : SDNode<"ToyISD::CMP", Pair, [SDNPOutGlue]>;
def Choose : SDNode<"ToyISD::CHOOSE", SDTypeProfile<1, 3, [SDTCisVT<0, i16>, SDTCisSameAs<0, 1>,
                    SDTCisSameAs<0, 2>, SDTCisVT<3, i16>]>, [SDNPInGlue]>;
def CMP : LongInst<40, (outs), (ins GPR:$a, GPR:$b), ""> { let Pattern = [(Compare GPR:$a, GPR:$b)]; }
def CHOOSE : LongInst<41, (outs GPR:$d), (ins GPR:$a, GPR:$b, simm16:$c), ""> {
  let Pattern = [(set GPR:$d, (Choose GPR:$a, GPR:$b, imm:$c))];
}
def select : SDNode<"ISD::SELECT", SDTypeProfile<1, 3, [SDTCisInt<1>, SDTCisSameAs<0, 2>]>>;
def : NodeLowering<(select (setlt $a, $b), $x, $y), [(Compare $a, $b), (Choose $x, $y, (i16 3))]>;
"#;

#[test]
fn records_say_which_nodes_a_comparison_becomes() {
    // The comparison stays with the instruction that reads the flags.
    let text = "define i16 @least(i16 %a, i16 %b, i16 %c) {
  %less = icmp sgt i16 %b, %a
  %x = add i16 %a, %c
  %y = select i1 %less, i16 %x, i16 %b
  ret i16 %y
}
";
    let selection = "  %0 = ADD $a, $c\n  CMP $a, $b\n  %1 = CHOOSE %0, $b, 3\n  return %1\n";
    assert_eq!(functions(FLAGS, text), format!("least:\n0:\n{selection}"));
    // A condition as a number is a selection between 1 and 0.
    let text = "define i16 @f(i16 %a, i16 %b) {
  %less = icmp slt i16 %a, %b
  %x = zext i1 %less to i16
  ret i16 %x
}
";
    assert!(functions(FLAGS, text).contains("CMP $a, $b\n  %2 = CHOOSE %"));
}

#[test]
fn values_that_fit_need_no_extension() {
    let text = "define zeroext i8 @mask(i8 signext %a) {\n  %x = and i8 %a, 7\n  ret i8 %x\n}
define signext i8 @upper(i8 zeroext %a) {\n  %x = lshr i8 %a, 4\n  %y = or i8 %x, 3\n  ret i8 %y\n}
define i16 @equal(i8 signext %a, i8 signext %b) {
  %c = icmp eq i8 %a, %b
  br i1 %c, label %x, label %y
x:
  ret i16 1
y:
  ret i16 2
}
define zeroext i8 @sum(i8 zeroext %a, i8 zeroext %b) {\n  %x = add i8 %a, %b\n  ret i8 %x\n}
define zeroext i8 @half(i8 zeroext %a) {\n  %x = lshr i8 %a, 1\n  %y = add i8 %x, 3\n  ret i8 %y\n}
";
    let text = functions("", text);
    for expected in [
        "mask:\n0:\n  %0 = ANDI $a, 7\n  return %0\n",
        "  %1 = SHR $a, %0\n  %2 = LDI 3\n  %3 = OR %1, %2\n  return %3\n",
        // The order of sign-extended values is the order of the values.
        "equal:\n0:\n  BNE $a, $b, y\n",
        // A sum may have one bit more.
        "sum:\n0:\n  %0 = ADD $a, $b\n  %1 = ANDI %0, 255\n  return %1\n",
        "  %1 = SHR $a, %0\n  %2 = ADDI %1, 3\n  return %2\n",
    ] {
        assert!(text.contains(expected), "{expected}{text}");
    }
}

#[test]
fn a_function_that_is_not_selected_does_not_hide_others() {
    let text = "define i16 @f(i16 %a) {\n  %b = mul i16 %a, 3\n  ret i16 %b\n}
define i16 @g(i16 %a) {\n  %b = add i16 %a, 3\n  ret i16 %b\n}\n";
    let text = functions("", text);
    assert!(text.contains("g:\n0:\n  %0 = ADDI $a, 3\n  return %0\n"), "{text}");
    assert!(text.ends_with("not selected: (mul i16:$a, 3) in f\n"), "{text}");
}

#[test]
fn functions_are_selected_by_block() {
    let dir = Dir::new();
    dir.write(
        "f.ll",
        "define i16 @least(i16 %a, i16 %b) {
  %c = icmp sle i16 %a, %b
  br i1 %c, label %x, label %y
x:
  ret i16 %a
y:
  %p = getelementptr i16, ptr null, i16 %b
  %v = load i16, ptr %p
  %s = shl i16 %v, 1
  %r = call i16 @g(i16 %s)
  ret i16 %r
}
",
    );
    let text = select(&dir, "f.ll", "").ok();
    // The opposite of the condition jumps over the block.
    let expected = "least:\n0:\n  BLT $b, $a, y\n  JMP x\nx:\n  return $a\ny:\n";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("= call g, %"), "{text}");
    dir.write("f.ll", "define i64 @f(i64 %a) {\n  ret i64 %a\n}\n");
    let ran = select(&dir, "f.ll", "");
    assert!(ran.err.contains("f.ll:2: no register holds the type i64"), "{}", ran.err);
    assert!(select(&dir, "missing.ll", "").err.contains("cannot read missing.ll"));
}

/// Selects with the example target's GlobalISel rules.
fn select_with_rules(tree: &str, options: &str) -> Ran {
    let dir = Dir::new();
    let mut command = dir.command(crate::program());
    command.arg("patterns").arg(format!("-I{EXAMPLES}/toy-target"));
    command.arg(format!("-I{EXAMPLES}/toy-target/prelude"));
    command.arg(format!("{EXAMPLES}/toy-target/ToyGISel.td"));
    command.args(["--global-isel", "--select", tree]).args(options.split_whitespace());
    Ran::from_output(command.output().unwrap())
}

fn selected_with_rules(tree: &str, options: &str) -> String {
    select_with_rules(tree, options).ok()
}

#[test]
fn rules_of_global_isel_select_operations() {
    for (node, instruction) in [("add", "ADD"), ("sub", "SUB"), ("shl", "SHL"), ("srl", "SHR")] {
        let tree = format!("(set i16:$d, ({node} i16:$a, i16:$b))");
        assert_eq!(selected_with_rules(&tree, ""), format!("$d = {instruction} $a, $b\n"));
    }
    let sum =
        |number, cpu| selected_with_rules(&format!("(set i16:$d, (add i16:$a, {number}))"), cpu);
    assert_eq!(sum(5, ""), "$d = ADDI $a, 5\n");
    assert_eq!(sum(5, "--mcpu toy2"), "$d = C_ADDI $a, 5\n");
    assert_eq!(sum(16, "--mcpu toy2"), "$d = ADDI $a, 16\n");
}

#[test]
fn rules_of_global_isel_render_operands() {
    // A renderer means the same as the SDNodeXForm it replaces.
    let difference = |number| {
        selected_with_rules(&format!("(set i16:$d, (sub i16:$a, {number}))"), "--no-assumptions")
    };
    assert_eq!(difference(7), "$d = ADDI $a, -7\n");
    assert_eq!(difference(-32768), "%0 = LDI -32768\n$d = SUB $a, %0\n");
    // A rule may create several instructions.
    let complement = selected_with_rules("(set i16:$d, (xor i16:$a, -1))", "");
    assert_eq!(complement, "%0 = LDI -1\n$d = XOR $a, %0\n");
    assert_eq!(selected_with_rules("(set i16:$d, (load (add i16:$p, 4)))", ""), "$d = LDW $p, 4\n");
    assert_eq!(selected_with_rules("(store i32:$v, i16:$p)", ""), "STP $v, $p, 0\n");
    assert_eq!(selected_with_rules("(br bb:$loop)", ""), "JMP loop\n");
}

#[test]
fn rules_of_global_isel_match_nested_instructions() {
    let product = "(set i32:$d, (mul (sext i16:$a), (sext i16:$b)))";
    assert_eq!(selected_with_rules(product, "--mcpu toy2"), "$d = MUL $a, $b\n");
    let ran = select_with_rules(product, "");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("error: no pattern selects (mul (sign_extend i16:$a)"), "{}", ran.err);
    assert!(ran.err.contains("Subtarget->hasMul()"), "{}", ran.err);
}

#[test]
fn rules_of_global_isel_explain_what_does_not_match() {
    let text = selected_with_rules("(set i16:$d, (add i16:$a, 70))", "--trace --mcpu toy2");
    assert!(text.starts_with("(add i16:$a, 70)\n  C_ADDI ("), "{text}");
    assert!(text.contains(": 70 is not simm5\n"), "{text}");
    assert!(text.contains(": selected\n"), "{text}");
    let text = selected_with_rules("(set i16:$d, (add i16:$a, 7))", "--trace");
    assert!(text.contains(": the subtarget has not "), "{text}");
    let json = selected_with_rules("(set i16:$d, (sub i16:$a, 7))", "--format json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["instructions"][0]["name"], "ADDI");
    assert_eq!(json["results"][0]["value"], "$d");
    assert!(json["instructions"][0]["pattern"]["name"].is_string());
}

#[test]
fn a_target_without_rules_of_global_isel_is_an_error() {
    let message = error("(set i16:$d, (add i16:$a, 5))", "--global-isel");
    assert!(message.contains("GlobalISel has no rule for Toy"), "{message}");
    assert!(message.contains("GINodeEquiv records map nodes"), "{message}");
}

#[test]
fn functions_are_traced() {
    let dir = Dir::new();
    dir.write("f.ll", "define i16 @f(i16 %a) {\n  %b = add i16 %a, 70\n  ret i16 %b\n}\n");
    let text = select(&dir, "f.ll", "--trace").ok();
    assert!(text.contains("(add i16:$a, 70)\n  C_ADDI ("), "{text}");
    assert!(text.contains("ADDI $a, 70\n"), "{text}");
    let json = select(&dir, "f.ll", "--trace --format json").ok();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["trace"][0]["function"], "f");
    assert_eq!(json["trace"][0]["tried"][0]["pattern"], "C_ADDI");
}
