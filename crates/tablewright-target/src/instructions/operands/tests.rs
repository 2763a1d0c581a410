use std::fmt::Write;

use expect_test::{Expect, expect};

use super::*;
use tablewright_test_support::{error_of, store_of};

const CLASSES: &str = r#"
def outs; def ins; def ops; def variable_ops;
class RegisterClass;
def GPR : RegisterClass;
class Operand { string OperandType = "OPERAND_IMMEDIATE"; string PrintMethod = "printOperand"; string OperandNamespace = "MCOI";
  string EncoderMethod = ""; dag MIOperandInfo = (ops); }
class RegisterOperand { string EncoderMethod = ""; }
class PredicateOp; class OptionalDefOperand;
def imm : Operand;
def mem : Operand { let MIOperandInfo = (ops GPR:$base, imm:$disp); let PrintMethod = "printMem"; }
def enc : Operand { let MIOperandInfo = (ops GPR, imm); let EncoderMethod = "getEnc"; }
def simm : Operand { let EncoderMethod = "getSImm"; let OperandType = "OPERAND_SIMM"; let OperandNamespace = "Toy"; }
def pair : Operand { let MIOperandInfo = (ops GPR:$base, simm:$disp); }
def pred : Operand, PredicateOp;
def reg : RegisterOperand;
class Instruction { string Namespace = "Toy"; bit isPseudo = 0; dag OutOperandList = (outs);
  dag InOperandList = (ins); string Constraints = ""; string DisableEncoding = ""; }
def Y : Instruction; def Z : Instruction;
"#;

/// The operands of the instruction `X`.
fn check(text: &str, expected: Expect) {
    let store = store_of(&format!("{CLASSES}def X : Instruction {{\n{text}\n}}"));
    let mut diagnostics = Diagnostics::new();
    let all = match store.analysis::<InstructionOperands>(&mut diagnostics) {
        Ok(all) => all,
        Err(error) => return expected.assert_eq(&error_of(error)),
    };
    let numbers = store.analysis::<Instructions>(&mut diagnostics).expect("operands ask for it");
    let id = store.find_record("X").and_then(|x| numbers.id(x)).expect("X is an instruction");
    let operands = all.for_instruction(id);
    let mut shown = format!("{} outputs", operands.def_count());
    let properties = [
        (operands.is_variadic(), "variadic"),
        (operands.is_predicable(), "predicable"),
        (operands.has_optional_def(), "optional def"),
    ];
    for (_, property) in properties.iter().filter(|(is_set, _)| *is_set) {
        write!(shown, ", {property}").expect("strings take any text");
    }
    for operand in operands.list() {
        let class = operands.class(operand);
        let name = store.str(operand.name);
        write!(shown, "\n${name}: {} {}", class.print_method, class.operand_type().to_text())
            .expect("strings take any text");
        for (part, number) in operands.parts(operand).iter().zip(operand.mi_operand as usize..) {
            let record = operands.mi_record(number).map_or("?", |r| store.record(r).name());
            let text = |symbol: Option<Symbol>| symbol.map_or("-", |symbol| store.str(symbol));
            let (name, encoder) = (text(part.name), text(part.encoder_method));
            let encoded = if part.is_not_encoded { "not encoded" } else { encoder };
            write!(shown, "\n  {number} {record} {name} {encoded} {:?}", part.constraint)
                .expect("strings take any text");
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn operands_are_made_of_machine_operands() {
    check(
        "let OutOperandList = (outs GPR:$rd); let InOperandList = (ins mem:$m, pred:$p, reg:$r, variable_ops);",
        expect![[r#"
            1 outputs, variadic, predicable
            $rd: printOperand MCOI::OPERAND_REGISTER
              0 GPR - - None
            $m: printMem MCOI::OPERAND_IMMEDIATE
              1 GPR - - None
              2 imm - - None
            $p: printOperand MCOI::OPERAND_IMMEDIATE
              3 pred - - None
            $r: printOperand MCOI::OPERAND_REGISTER
              4 reg - - None"#]],
    );
}

#[test]
fn the_encoder_of_an_operand_encodes_its_parts() {
    check(
        "let InOperandList = (ins enc:$e, simm:$s);",
        expect![[r#"
        0 outputs
        $e: printOperand MCOI::OPERAND_IMMEDIATE
          0 GPR - getEnc None
          1 imm - not encoded None
        $s: printOperand Toy::OPERAND_SIMM
          2 simm - getSImm None"#]],
    );
}

#[test]
fn parts_have_names_and_encoders() {
    check(
        "let InOperandList = (ins (pair $b, $d):$p); let DisableEncoding = \"$b\";",
        expect![[r#"
            0 outputs
            $p: printOperand MCOI::OPERAND_IMMEDIATE
              0 GPR b not encoded None
              1 simm d getSImm None"#]],
    );
    check(
        "let InOperandList = (ins (mem $b):$m);",
        expect!["In instruction 'X', operand #0 has 1 sub-arg names, expected 2."],
    );
    check(
        "let InOperandList = (ins (mem $b, imm:$d):$m);",
        expect![
            "In instruction 'X', operand #0 sub-arg #1 has unexpected operand (expected only $name)."
        ],
    );
    check(
        "let InOperandList = (ins GPR:$b, (mem $b, $d):$m);",
        expect![
            "In instruction 'X', operand #1 sub-arg #0 has the same name as a previous operand!"
        ],
    );
    check(
        "let InOperandList = (ins (mem $b, ?):$m);",
        expect!["In instruction 'X', operand #0 has no name!"],
    );
}

#[test]
fn operands_are_tied_and_clobbered() {
    check(
        "let OutOperandList = (outs GPR:$rd, GPR:$t); let InOperandList = (ins mem:$m, GPR:$rs);
         let Constraints = \"@earlyclobber $t,$rd = $m.base, $rs = $t\";",
        expect![[r#"
            2 outputs
            $rd: printOperand MCOI::OPERAND_REGISTER
              0 GPR - - None
            $t: printOperand MCOI::OPERAND_REGISTER
              1 GPR - - EarlyClobber
            $m: printMem MCOI::OPERAND_IMMEDIATE
              2 GPR - - TiedTo(0)
              3 imm - - None
            $rs: printOperand MCOI::OPERAND_REGISTER
              4 GPR - - TiedTo(1)"#]],
    );
}

#[test]
fn lists_that_make_no_sense() {
    check(
        "let OutOperandList = (ins);",
        expect!["X: invalid def name for output list: use 'outs'"],
    );
    check("let InOperandList = (?);", expect!["X: invalid input list: use 'ins'"]);
    check("let InOperandList = (ins 1:$x);", expect!["Illegal operand for the 'X' instruction!"]);
    check(
        "let InOperandList = (ins Y:$x);",
        expect!["Unknown operand class 'Y' in 'X' instruction!"],
    );
    check("let InOperandList = (ins GPR);", expect!["In instruction 'X', operand #0 has no name!"]);
    check(
        "let InOperandList = (ins GPR:$a, GPR:$a);",
        expect!["In instruction 'X', operand #1 has the same name as a previous operand!"],
    );
}

/// The error of these constraints.
fn check_constraints(constraints: &str, expected: Expect) {
    let lists =
        "let OutOperandList = (outs GPR:$rd, GPR:$re); let InOperandList = (ins GPR:$rs, mem:$m);";
    check(&format!("{lists} let Constraints = \"{constraints}\";"), expected);
}

#[test]
fn constraints_that_make_no_sense() {
    check_constraints("$rd", expect!["Unrecognized constraint '$rd' in 'X'"]);
    check_constraints("$rd=$rs", expect!["Unrecognized constraint '$rd=$rs' in 'X'"]);
    check_constraints(" = $rs", expect!["Illegal format for tied-to constraint in 'X': ' = $rs'"]);
    check_constraints("$rd = ", expect!["Illegal format for tied-to constraint: '$rd = '"]);
    check_constraints("$rd = rs", expect!["X: Illegal operand name: 'rs'"]);
    check_constraints("$rd = $no", expect!["'X' does not have an operand named '$no'!"]);
    check_constraints(
        "$rd = $m",
        expect!["X: Illegal to refer to whole operand part of complex operand '$m'"],
    );
    check_constraints("$rd = $m.no", expect!["X: unknown suboperand name in '$m.no'"]);
    check_constraints("$rd = $m.", expect!["X: illegal empty suboperand name in '$m.'"]);
    check_constraints("$rd = $rs.x", expect!["X: unknown suboperand name in '$rs.x'"]);
    check_constraints(
        "$rd = $re",
        expect!["Output operands '$rd' and '$re' of 'X' cannot be tied!"],
    );
    check_constraints(
        "$m.base = $rs",
        expect!["Input operands '$m.base' and '$rs' of 'X' cannot be tied!"],
    );
    check_constraints(
        "$rd = $rs,$re = $rs",
        expect!["Operand '$rs' of 'X' cannot have multiple constraints!"],
    );
    check_constraints(
        "$rd = $rs,$rd = $m.base",
        expect!["Operand '$rd' of 'X' cannot have multiple operands tied to it!"],
    );
    check_constraints("@earlyclobber", expect!["X: Illegal operand name: '@earlyclobber'"]);
    check_constraints(
        "@earlyclobber ",
        expect!["Illegal format for @earlyclobber constraint in 'X': '@earlyclobber '"],
    );
    check_constraints(
        "$rd = $rs, @earlyclobber $rd",
        expect!["Unrecognized constraint ' @earlyclobber $rd' in 'X'"],
    );
    check_constraints(
        "@earlyclobber $rd,@earlyclobber $rd",
        expect!["Operand '$rd' of 'X' cannot have multiple constraints!"],
    );
}

#[test]
fn what_is_not_encoded_has_to_be_there() {
    check("let DisableEncoding = \"$x\";", expect!["'X' does not have an operand named '$x'!"]);
}
