use expect_test::{Expect, expect};
use tablewright_test_support::item;

use super::{
    enum_from_llvmir_conversions, enum_to_llvmir_conversions, llvmir_conversions,
    op_from_llvmir_conversions,
};
use crate::test_support::output;
use tablewright_backend::Backend;

/// Returns the output for an operation with these builders.
fn operation(backend: &Backend, fields: &str) -> String {
    let text = format!(
        "include \"mlir-llvm-ir.inc\"
def XOp : LLVM_OpBase<\"x\"> {{
  let arguments = (ins Int:$a, Variadic<Any>:$rest, Text:$text);
  let results = (outs Int:$res);
  string llvmInstName = \"X\";
  {fields}
}}"
    );
    output(backend, &text)
}

/// Checks the statements that a builder becomes.
fn check(backend: &Backend, fields: &str, expected: Expect) {
    let output = operation(backend, fields);
    let text = output.split_once("===*/\n\n").map_or(&*output, |(_, text)| text);
    expected.assert_eq(text);
}

#[test]
fn names_of_a_builder_are_accessors() {
    check(
        &llvmir_conversions::BACKEND,
        "let llvmBuilder = \"$res = call($a, $rest, $text, $_hasResult, $_location);\";",
        expect![[r#"
            if (auto op = dyn_cast<::toy::XOp>(opInst)) {
            moduleTranslation.mapValue(op.getRes()) = call(moduleTranslation.lookupValue(op.getA()), moduleTranslation.lookupValues(op.getRest()), op.getText(), opInst.getNumResults() == 1, opInst.getLoc());
              return success();
            }
        "#]],
    );
}

#[test]
fn two_dollars_are_one() {
    check(
        &llvmir_conversions::BACKEND,
        "let llvmBuilder = \"print(\\\"$$\\\");\";",
        expect![[r#"
        if (auto op = dyn_cast<::toy::XOp>(opInst)) {
        print("$");
          return success();
        }
    "#]],
    );
}

#[test]
fn arguments_of_an_instruction_are_found_by_their_indices() {
    check(
        &op_from_llvmir_conversions::BACKEND,
        "let mlirBuilder = \"$res = $_qualCppClassName::create($_builder, $a, $rest);\"; let llvmArgIndices = [1, 0, 2];",
        expect![[r#"
            if (inst->getOpcode() == llvm::Instruction::X) {
            FailureOr<Value> _llvmir_gen_operand_a = moduleImport.convertValue(llvmOperands[1]);
            if (failed(_llvmir_gen_operand_a))
              return failure();
            FailureOr<SmallVector<Value>> _llvmir_gen_operand_rest = moduleImport.convertValues(llvmOperands.drop_front(0));
            if (failed(_llvmir_gen_operand_rest))
              return failure();

            moduleImport.mapValue(inst) = ::toy::XOp::create(odsBuilder, *_llvmir_gen_operand_a, *_llvmir_gen_operand_rest);
              return success();
            }
        "#]],
    );
}

#[test]
fn a_name_of_a_builder_exists() {
    let errors = [
        operation(&llvmir_conversions::BACKEND, "let llvmBuilder = \"$none();\";"),
        operation(&op_from_llvmir_conversions::BACKEND, "let mlirBuilder = \"$none();\";"),
    ];
    expect![[r#"
        error: expected keyword, argument, or result, but got none
        error: expected keyword, argument, or result, but got none
    "#]]
    .assert_eq(&errors.concat());
}

#[test]
fn unsupported_values_of_an_enum_are_unreachable() {
    let text = "include \"mlir-llvm-ir.inc\"
def One : LLVM_EnumAttrCase<\"One\", 1, \"one\">;
def Two : LLVM_EnumAttrCase<\"Two\", 2, \"two\">;
def Kind : LLVM_EnumAttr<\"Kind\", \"llvm::Kind\", [One], [Two]>;";
    let conversions = [
        output(&enum_to_llvmir_conversions::BACKEND, text),
        output(&enum_from_llvmir_conversions::BACKEND, text),
    ];
    let body = |output: &String| item(output, "switch (value)");
    expect![[r#"
        switch (value) {
        case ::toy::Kind::One:
          return llvm::Kind::one;
        }
        switch (value) {
        case llvm::Kind::one:
          return ::toy::Kind::One;
        case llvm::Kind::two:
          llvm_unreachable("unsupported case llvm::Kind::two");
        }
    "#]]
    .assert_eq(&conversions.iter().map(body).collect::<String>());
}
