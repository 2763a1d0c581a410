use expect_test::expect;
use tablewright_test_support::{item, lines};

use super::BACKEND;
use crate::test_support::output;

/// Returns the declarations for a pass with these fields.
fn declarations(base: &str, fields: &str) -> String {
    output(
        &BACKEND,
        &format!("include \"mlir.inc\"\ndef Fold : PassBase<\"fold\", \"{base}\"> {{ {fields} }}"),
    )
}

const OPTIONS: &str = "let options = [
  Option<\"depth\", \"depth\", \"unsigned\", \"3\", \"Say \\\"how deep\\\"\">,
  ListOption<\"names\", \"only\", \"std::string\", \"Which\">
];";

#[test]
fn options_are_a_struct_and_members() {
    let output = declarations("::mlir::OperationPass<>", OPTIONS);
    expect![[r#"
        struct FoldOptions {
          unsigned depth = 3;
          ::llvm::SmallVector<std::string> names;
        };
    "#]]
    .assert_eq(&item(&output, "struct FoldOptions {"));
    expect![[r#"
        ::mlir::Pass::Option<unsigned> depth{*this, "depth", ::llvm::cl::desc(R"PO(Say "how deep")PO"), ::llvm::cl::init(3)};
        ::mlir::Pass::ListOption<std::string> names{*this, "only", ::llvm::cl::desc(R"PO(Which)PO")};
    "#]].assert_eq(&lines(&output, &["::mlir::Pass::Option", "::mlir::Pass::ListOption"]));
}

#[test]
fn a_statistic_has_a_name_and_a_text() {
    let output = declarations(
        "::mlir::OperationPass<>",
        "let statistics = [Statistic<\"folded\", \"num-folded\", \"How many\">];",
    );
    expect![[r#"
        ::mlir::Pass::Statistic folded{this, "num-folded", R"PS(How many)PS"};
    "#]]
    .assert_eq(&lines(&output, &["Statistic"]));
}

#[test]
fn a_constructor_of_its_own_replaces_the_generated_one() {
    let own = declarations("::mlir::OperationPass<>", "let constructor = \"createMine()\";");
    expect![[r#"
        return createMine();
        return createMine();
    "#]]
    .assert_eq(&lines(&own, &["create"]));
    let generated = declarations("::mlir::OperationPass<>", "");
    expect![[r#"
        std::unique_ptr<::mlir::Pass> createFold();
        std::unique_ptr<::mlir::Pass> createFold();
        friend std::unique_ptr<::mlir::Pass> createFold() {
        std::unique_ptr<::mlir::Pass> createFold() {
        return impl::createFold();
        return createFold();
        return createFold();
    "#]]
    .assert_eq(&lines(&generated, &["create"]));
}

#[test]
fn dialects_that_a_pass_needs_are_registered() {
    let output =
        declarations("::mlir::OperationPass<>", "let dependentDialects = [\"a::A\", \"b::B\"];");
    expect![[r#"
        void getDependentDialects(::mlir::DialectRegistry &registry) const override {
          registry.insert<a::A>();
          registry.insert<b::B>();
        }
    "#]]
    .assert_eq(&item(&output, "void getDependentDialects("));
}

#[test]
fn a_pass_runs_on_the_operation_of_its_base() {
    let output = declarations("::mlir::InterfacePass<toy::Sized>", "");
    expect![[r#"
        class FoldBase : public ::mlir::InterfacePass<toy::Sized> {
        FoldBase() : ::mlir::InterfacePass<toy::Sized>(::mlir::TypeID::get<DerivedT>()) {}
        FoldBase(const FoldBase &other) : ::mlir::InterfacePass<toy::Sized>(other) {}
    "#]]
    .assert_eq(&lines(&output, &["InterfacePass"]));
}
