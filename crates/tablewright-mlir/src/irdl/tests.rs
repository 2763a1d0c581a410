use expect_test::{Expect, expect};
use tablewright_test_support::Description;

use super::{IrdlText, print};
use crate::model::{Dialect, Operation};
use crate::omission::Omission;

const CMATH: &str = include_str!("../../../../tests/data/support/mlir-cmath.inc");
const OPERATIONS: &str = include_str!("../../../../tests/data/support/mlir-op.inc");
const BASE: &str = include_str!("../../../../tests/data/support/mlir.inc");

fn irdl(dialect: &str, text: &str) -> IrdlText {
    let store = Description::new(format!("include \"mlir-cmath.inc\"\n{text}"))
        .with_file("mlir-cmath.inc", "mlir-cmath.inc", CMATH)
        .with_file("mlir-op.inc", "mlir-op.inc", OPERATIONS)
        .with_file("mlir.inc", "mlir.inc", BASE)
        .store();
    let read = Dialect::selected(&store, dialect).expect("dialects can be read");
    let dialect = read.expect("there is such a dialect");
    let mut operations = Operation::all(&store, |_| true).expect("operations can be read");
    operations.retain(|one| one.dialect.definition == dialect.definition);
    operations.sort_by_key(|one| one.names.sequence);
    print(&store, &dialect, &operations).expect("it can be printed")
}

/// The IRDL of an operation of the dialect `toy` with these fields, without the dialect around it.
fn check(fields: &str, expected: Expect) {
    let text = irdl("toy", &format!("def X : Op<Toy, \"x\"> {{ {fields} }}")).text;
    let lines = text.lines().filter_map(|line| line.strip_prefix("    "));
    expected.assert_eq(&lines.map(|line| format!("{line}\n")).collect::<String>());
}

#[test]
fn a_dialect_has_types_attributes_and_operations() {
    let irdl = irdl("cmath", "");
    expect![[r##"
        irdl.dialect @cmath {
          irdl.type @complex {
            %0 = irdl.is f32
            %1 = irdl.is f64
            %2 = irdl.any_of(%0, %1)
            %3 = irdl.any
            irdl.parameters(element: %2, width: %3)
          }
          irdl.attribute @"#norm"
          irdl.operation @mul {
            %0 = irdl.base @cmath::@complex
            irdl.operands(lhs: %0, rhs: %0)
            irdl.results(result: %0)
          }
          irdl.operation @norm {
            %0 = irdl.base @cmath::@complex
            %1 = irdl.is f32
            %2 = irdl.c_pred "(isWide(::llvm::cast<::mlir::TypeAttr>($_self).getValue()))"
            %3 = irdl.any_of(%1, %2)
            %4 = irdl.base @cmath::@"#norm"
            irdl.operands(in: %0)
            irdl.results(unnamed1: %3)
            irdl.attributes {"rounding" = %4}
          }
          irdl.operation @fold {
            %0 = irdl.base @cmath::@complex
            %1 = irdl.base @cmath::@complex
            %2 = irdl.base @cmath::@complex
            %3 = irdl.base @cmath::@complex
            %4 = irdl.base "#builtin.string"
            %5 = irdl.region with size 1
            %6 = irdl.region
            irdl.operands(first: %0, others: variadic %1, initial: optional %2)
            irdl.results(results: variadic %3)
            irdl.attributes {"sym_name" = %4}
            irdl.regions(body: %5, more: %6)
          }
        }
    "##]]
    .assert_eq(&irdl.text);
    let omissions: Vec<String> = irdl.omissions.iter().map(Omission::to_string).collect();
    expect![[r#"
        a parameter is a value of C++, and becomes irdl.any: cmath.complex
        the trait Pure is left out: cmath.mul
        a condition is C++ that IRDL cannot express, and becomes irdl.c_pred: cmath.norm
        an attribute that may be missing is left out: cmath.norm
        values of a list have one type in IRDL, and may have several: cmath.fold
        any number of regions becomes one: cmath.fold
        a property that is not an attribute is left out: cmath.fold
        successors are left out: cmath.fold"#]]
    .assert_eq(&omissions.join("\n"));
}

#[test]
fn classes_of_mlir_itself_are_bases() {
    check(
        "let arguments = (ins
           Type<CPred<\"::llvm::isa<::mlir::VectorType>($_self)\">, \"\">:$a,
           Type<CPred<\"::llvm::isa<::mlir::TensorType>($_self)\">, \"\">:$b,
           Type<CPred<\"::llvm::isa<IndexType, ::mlir::MemRefType>($_self)\">, \"\">:$c,
           Type<CPred<\"$_self.isInteger(8)\">, \"\">:$d,
           Type<CPred<\"::llvm::isa<::mlir::FloatType>($_self)\">, \"\">:$e);",
        expect![[r#"
            %0 = irdl.base "!builtin.vector"
            %1 = irdl.base "!builtin.tensor"
            %2 = irdl.base "!builtin.unranked_tensor"
            %3 = irdl.any_of(%1, %2)
            %4 = irdl.is index
            %5 = irdl.base "!builtin.memref"
            %6 = irdl.any_of(%4, %5)
            %7 = irdl.is i8
            %8 = irdl.is si8
            %9 = irdl.is ui8
            %10 = irdl.any_of(%7, %8, %9)
            %11 = irdl.c_pred "(::llvm::isa<::mlir::FloatType>(::llvm::cast<::mlir::TypeAttr>($_self).getValue()))"
            irdl.operands(a: %0, b: %3, c: %6, d: %10, e: %11)
        "#]],
    );
}

#[test]
fn conditions_are_trees() {
    check(
        "let arguments = (ins
           Type<And<[CPred<\"::llvm::isa<::mlir::VectorType>($_self)\">, CPred<\"true\">]>, \"\">:$a,
           Type<And<[CPred<\"::llvm::isa<::mlir::VectorType>($_self)\">, CPred<\"f($_self, \\\"x\\\")\">]>, \"\">:$b,
           Type<Or<[F32.predicate, Or<[F64.predicate, F32.predicate]>]>, \"\">:$c,
           Type<Or<[F32.predicate, CPred<\"true\">]>, \"\">:$d, Any);",
        expect![[r#"
            %0 = irdl.base "!builtin.vector"
            %1 = irdl.base "!builtin.vector"
            %2 = irdl.c_pred "(f(::llvm::cast<::mlir::TypeAttr>($_self).getValue(), \"x\"))"
            %3 = irdl.all_of(%1, %2)
            %4 = irdl.is f32
            %5 = irdl.is f64
            %6 = irdl.any_of(%4, %5)
            %7 = irdl.any
            %8 = irdl.any
            irdl.operands(a: %0, b: %3, c: %6, d: %7, unnamed4: %8)
        "#]],
    );
}

#[test]
fn elements_of_complex_types_are_listed() {
    check(
        "let arguments = (ins Type<And<[CPred<\"::llvm::isa<::mlir::ComplexType>($_self)\">,
           SubstLeaves<\"$_self\", \"::llvm::cast<::mlir::ComplexType>($_self).getElementType()\",
             Or<[F32.predicate, F64.predicate]>>]>, \"\">:$a);",
        expect![[r#"
            %0 = irdl.is complex<f32>
            %1 = irdl.is complex<f64>
            %2 = irdl.any_of(%0, %1)
            irdl.operands(a: %2)
        "#]],
    );
}

#[test]
fn names_that_two_definitions_share_get_a_sign() {
    let text = irdl("cmath", "").text;
    assert!(text.contains("irdl.attribute @\"#norm\""), "{text}");
    assert!(text.contains("irdl.operation @norm {"), "{text}");
    assert!(text.contains("irdl.base @cmath::@\"#norm\""), "{text}");
}

#[test]
fn definitions_of_other_dialects_are_named() {
    check(
        "let arguments = (ins CMath_Complex:$a);",
        expect![[r#"
        %0 = irdl.base "!cmath.complex"
        irdl.operands(a: %0)
    "#]],
    );
}
