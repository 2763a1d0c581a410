use expect_test::{Expect, expect};
use tablewright_test_support::item;

use super::BACKEND;
use crate::test_support::output;

/// Returns the statements that match the first pattern, and those that rewrite.
fn statements(patterns: &str) -> [String; 2] {
    let output = output(&BACKEND, &format!("include \"mlir-pattern.inc\"\n{patterns}\n"));
    let function = item(&output, "matchAndRewrite(");
    let (matching, rewriting) = function.split_once("\n\n  auto odsLoc").expect("it rewrites");
    let (_, matching) = matching.split_once("push_back(op0);\n").expect("it matches");
    // The location and the end are common to all patterns.
    let common = ["return ::mlir::success();", "rewriter.replaceOp(op0, tblgen_repl_values);"];
    let rewriting = rewriting.lines().skip(1).filter(|line| !common.contains(&line.trim()));
    let rewriting = rewriting.filter_map(|line| line.strip_prefix("  "));
    let matching = matching.lines().filter_map(|line| line.strip_prefix("  "));
    let text = |line: &str| format!("{line}\n");
    [matching.map(text).collect(), rewriting.map(text).collect()]
}

fn check_match(patterns: &str, expected: Expect) {
    let [matching, _] = statements(patterns);
    expected.assert_eq(&matching);
}

fn check_rewrite(patterns: &str, expected: Expect) {
    let [_, rewriting] = statements(patterns);
    expected.assert_eq(&rewriting);
}

/// Checks the errors of patterns, a line for each.
fn check_errors(patterns: &[&str], expected: Expect) {
    let error = |pattern: &&str| {
        let output = output(&BACKEND, &format!("include \"mlir-pattern.inc\"\n{pattern}\n"));
        assert!(output.starts_with("error: "), "{pattern}");
        output
    };
    expected.assert_eq(&patterns.iter().map(error).collect::<String>());
}

#[test]
fn a_nested_operation_defines_the_operand() {
    check_match(
        "def : Pat<(NegOp (NegOp $x)), (replaceWithValue $x)>;",
        expect![[r#"
        auto castedOp0 = ::llvm::dyn_cast<::toy::NegOp>(op0); (void)castedOp0;
        {
          auto *op1 = (*castedOp0.getODSOperands(0).begin()).getDefiningOp();
          if (!(op1)) {
            return rewriter.notifyMatchFailure(castedOp0, [&](::mlir::Diagnostic &diag) {
              diag << "There's no operation that defines operand 0 of castedOp0";
            });
          }
          auto castedOp1 = ::llvm::dyn_cast<::toy::NegOp>(op1); (void)castedOp1;
          if (!(castedOp1)) {
            return rewriter.notifyMatchFailure(op1, [&](::mlir::Diagnostic &diag) {
              diag << "castedOp1 is not ::toy::NegOp type";
            });
          }
          x = castedOp1.getODSOperands(0);
          tblgen_ops.push_back(op1);
        }
    "#]],
    );
}

#[test]
fn an_operand_that_occurs_twice_is_equal() {
    check_match(
        "def : Pat<(AddOp $x, $x, $_), (NegOp $x)>;",
        expect![[r#"
        auto castedOp0 = ::llvm::dyn_cast<::toy::AddOp>(op0); (void)castedOp0;
        x = castedOp0.getODSOperands(0);
        x0 = castedOp0.getODSOperands(1);
        {
          [[maybe_unused]] auto tblgen_attr = castedOp0.getProperties().getLabel();
        }
        if (!(*x.begin() == *x0.begin())) {
          return rewriter.notifyMatchFailure(op0, [&](::mlir::Diagnostic &diag) {
            diag << "Operands 'x' and 'x0' must be equal";
          });
        }
    "#]],
    );
}

#[test]
fn an_operand_is_verified_only_against_another_constraint() {
    check_match(
        "def : Pat<(AddOp Int:$x, Any:$y, $_), (NegOp $x)>;",
        expect![[r#"
        auto castedOp0 = ::llvm::dyn_cast<::toy::AddOp>(op0); (void)castedOp0;
        x = castedOp0.getODSOperands(0);
        if(::mlir::failed(__mlir_ods_local_type_constraint_test2(rewriter, castedOp0, (*castedOp0.getODSOperands(1).begin()).getType(), "operand 1 of op 'toy.add' failed to satisfy constraint: 'anything'"))) {
          return ::mlir::failure();
        }
        y = castedOp0.getODSOperands(1);
        {
          [[maybe_unused]] auto tblgen_attr = castedOp0.getProperties().getLabel();
        }
    "#]],
    );
}

#[test]
fn a_required_attribute_must_be_present() {
    let mark = "def MarkOp : Op<Toy, \"mark\"> { let arguments = (ins Text:$label); }\n";
    check_match(
        &format!("{mark}def : Pat<(MarkOp ShortText:$l), (MarkOp $l)>;"),
        expect![[r#"
        auto castedOp0 = ::llvm::dyn_cast<::toy::MarkOp>(op0); (void)castedOp0;
        {
          [[maybe_unused]] auto tblgen_attr = castedOp0.getProperties().getLabel();
          if (!(tblgen_attr)) {
            return rewriter.notifyMatchFailure(castedOp0, [&](::mlir::Diagnostic &diag) {
              diag << "expected op 'toy.mark' to have attribute 'label' of type '::toy::TextAttr'";
            });
          }
          if(::mlir::failed(__mlir_ods_local_attr_constraint_test1(rewriter, castedOp0, tblgen_attr, "op 'toy.mark' attribute 'label' failed to satisfy constraint: 'short \"text\"'"))) {
            return ::mlir::failure();
          }
          l = tblgen_attr;
        }
    "#]],
    );
}

#[test]
fn operands_of_either_are_tried_in_both_orders() {
    check_match(
        "def : Pat<(AddOp (either (NegOp $y), $x), $_), (NegOp $x)>;",
        expect![[r#"
        auto castedOp0 = ::llvm::dyn_cast<::toy::AddOp>(op0); (void)castedOp0;
        auto eitherLambda0 = [&](::mlir::OperandRange v0, ::mlir::OperandRange v1) {
          auto local_op_0 = (*v0.begin()).getDefiningOp();
          {
            if (!(local_op_0)) {
              return rewriter.notifyMatchFailure(castedOp0, [&](::mlir::Diagnostic &diag) {
                diag << "There's no operation that defines operand 0 of castedOp0";
              });
            }
            auto castedOp1 = ::llvm::dyn_cast<::toy::NegOp>(local_op_0); (void)castedOp1;
            if (!(castedOp1)) {
              return rewriter.notifyMatchFailure(local_op_0, [&](::mlir::Diagnostic &diag) {
                diag << "castedOp1 is not ::toy::NegOp type";
              });
            }
            y = castedOp1.getODSOperands(0);
          }
          x = v1;
          tblgen_ops.push_back(local_op_0);
          return ::mlir::success();
        };
        {
          auto eitherOperand0 = castedOp0.getODSOperands(0);
          auto eitherOperand1 = castedOp0.getODSOperands(1);
          if(::mlir::failed(eitherLambda0(eitherOperand0, eitherOperand1)) && ::mlir::failed(eitherLambda0(eitherOperand1, eitherOperand0)))
            return ::mlir::failure();
        }
        {
          [[maybe_unused]] auto tblgen_attr = castedOp0.getProperties().getLabel();
        }
    "#]],
    );
}

#[test]
fn a_root_without_results_is_erased() {
    check_rewrite(
        "def : Pat<(DropOp $x), (DropOp $x)>;",
        expect![[r#"
        ::toy::DropOp tblgen_DropOp_0;
        {
          ::llvm::SmallVector<::mlir::Value, 4> tblgen_values; (void)tblgen_values;
          ::toy::DropOp::Properties tblgen_props; (void)tblgen_props;
          tblgen_values.push_back((*x.begin()));
          ::llvm::SmallVector<::mlir::Type, 4> tblgen_types; (void)tblgen_types;
          tblgen_DropOp_0 = ::toy::DropOp::create(rewriter, odsLoc, tblgen_types, tblgen_values, tblgen_props);
        }
        rewriter.eraseOp(op0);
    "#]],
    );
}

#[test]
fn results_before_the_replacement_are_built_beside_it() {
    check_rewrite(
        "def : Pattern<(NegOp $x), [(NegOp:$first $x), (NegOp $first)]>;",
        expect![[r#"
        ::toy::NegOp first;
        {
          ::mlir::Value tblgen_value_0 = (*x.begin());
          first = ::toy::NegOp::create(rewriter, odsLoc, tblgen_value_0);
        }
        ::llvm::SmallVector<::mlir::Value, 4> tblgen_repl_values;
        ::toy::NegOp tblgen_NegOp_0;
        {
          ::llvm::SmallVector<::mlir::Value, 4> tblgen_values; (void)tblgen_values;
          ::toy::NegOp::Properties tblgen_props; (void)tblgen_props;
          tblgen_values.push_back((*first.getODSResults(0).begin()));
          ::llvm::SmallVector<::mlir::Type, 4> tblgen_types; (void)tblgen_types;
          for (auto v: castedOp0.getODSResults(0)) {
            tblgen_types.push_back(v.getType());
          }
          tblgen_NegOp_0 = ::toy::NegOp::create(rewriter, odsLoc, tblgen_types, tblgen_values, tblgen_props);
        }
        for (auto v: ::llvm::SmallVector<::mlir::Value, 4>{ tblgen_NegOp_0.getODSResults(0) }) {
          tblgen_repl_values.push_back(v);
        }
    "#]],
    );
}

#[test]
fn a_native_call_is_filled_with_its_arguments() {
    check_rewrite(
        "def : Pat<(NegOp $x), (NegOp (NativeCodeCall<\"make($_builder, $_loc, $0)\"> $x))>;",
        expect![[r#"
            ::llvm::SmallVector<::mlir::Value, 4> tblgen_repl_values;
            auto nativeVar_0 = make(rewriter, odsLoc, (*x.begin())); (void)nativeVar_0;
            ::toy::NegOp tblgen_NegOp_1;
            {
              ::llvm::SmallVector<::mlir::Value, 4> tblgen_values; (void)tblgen_values;
              ::toy::NegOp::Properties tblgen_props; (void)tblgen_props;
              tblgen_values.push_back(nativeVar_0);
              ::llvm::SmallVector<::mlir::Type, 4> tblgen_types; (void)tblgen_types;
              for (auto v: castedOp0.getODSResults(0)) {
                tblgen_types.push_back(v.getType());
              }
              tblgen_NegOp_1 = ::toy::NegOp::create(rewriter, odsLoc, tblgen_types, tblgen_values, tblgen_props);
            }
            for (auto v: ::llvm::SmallVector<::mlir::Value, 4>{ tblgen_NegOp_1.getODSResults(0) }) {
              tblgen_repl_values.push_back(v);
            }
        "#]],
    );
}

#[test]
fn conditions_are_checked_after_the_match() {
    check_match(
        "def : Pat<(AddOp $x, $y, $_), (NegOp $x), [(SameType $x, $y), (Unused:$x)]>;",
        expect![[r#"
            auto castedOp0 = ::llvm::dyn_cast<::toy::AddOp>(op0); (void)castedOp0;
            x = castedOp0.getODSOperands(0);
            y = castedOp0.getODSOperands(1);
            {
              [[maybe_unused]] auto tblgen_attr = castedOp0.getProperties().getLabel();
            }
            if (!(((*x.begin()).getType() == (*y.begin()).getType()))) {
              return rewriter.notifyMatchFailure(op0, [&](::mlir::Diagnostic &diag) {
                diag << "entities 'x, y' failed to satisfy constraint: 'same type'";
              });
            }
            if (!(((*x.begin()).use_empty()))) {
              return rewriter.notifyMatchFailure(op0, [&](::mlir::Diagnostic &diag) {
                diag << "entities '' failed to satisfy constraint: 'unused'";
              });
            }
        "#]],
    );
}

#[test]
fn faults_of_sources_are_reported() {
    check_errors(
        &[
            "def : Pat<(NegOp (replaceWithValue $x)), (NegOp $x)>;",
            "def : Pat<(NegOp ShortText:$x), (NegOp $x)>;",
            "def : Pat<(AddOp Int:$x, $y, Int:$l), (NegOp $x)>;",
            "def : Pat<(NegOp $x, $y), (NegOp $x)>;",
            "def : Pat<(NegOp $x), (NegOp $x), [(Unused:$y)]>;",
        ],
        expect![[r#"
            error: encountered non-op, non-NativeCodeCall match.
            error: the 1-th argument of op 'toy.neg' should be an operand
            error: the 3-th argument of op 'toy.add' should be an attribute
            error: op 'toy.neg' argument number mismatch: 2 in pattern vs. 1 in definition
            error: referencing unbound symbol 'y'
        "#]],
    );
}

#[test]
fn faults_of_results_are_reported() {
    check_errors(
        &[
            "def : Pat<(NegOp $x), (NegOp $y)>;",
            "def : Pattern<(NegOp $x), []>;",
            "def : Pat<(NegOp $x), (replaceWithValue $x, $x)>;",
            "def : Pat<(NegOp $x), (replaceWithValue:$z $x)>;",
            "def : Pat<(NegOp $x), (location \"here\")>;",
        ],
        expect![[r#"
            error: referencing unbound symbol 'y'
            error: not enough values generated to replace the matched op
            error: replaceWithValue directive must take exactly one argument
            error: cannot bind symbol to replaceWithValue
            error: location directive can only be used with op creation
        "#]],
    );
}
