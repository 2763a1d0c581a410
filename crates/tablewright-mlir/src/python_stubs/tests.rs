use expect_test::expect;
use tablewright_records::Release;
use tablewright_test_support::Description;

use super::print;
use crate::model::{Dialect, Operation};

const CMATH: &str = include_str!("../../../../tests/data/support/mlir-cmath.inc");
const OPERATIONS: &str = include_str!("../../../../tests/data/support/mlir-op.inc");
const BASE: &str = include_str!("../../../../tests/data/support/mlir.inc");

fn stubs(is_extension: bool) -> String {
    stubs_of(Release::new(23), is_extension)
}

fn stubs_of(release: Release, is_extension: bool) -> String {
    let store = Description::new("include \"mlir-cmath.inc\"")
        .with_file("mlir-cmath.inc", "mlir-cmath.inc", CMATH)
        .with_file("mlir-op.inc", "mlir-op.inc", OPERATIONS)
        .with_file("mlir.inc", "mlir.inc", BASE)
        .for_release(release)
        .store();
    let read = Dialect::selected(&store, "cmath").expect("dialects can be read");
    let dialect = read.expect("there is such a dialect");
    let mut operations = Operation::all(&store, |_| true).expect("operations can be read");
    operations.retain(|one| one.dialect.definition == dialect.definition);
    operations.sort_by_key(|one| one.names.sequence);
    print(&store, &dialect, &operations, is_extension).expect("it can be printed")
}

#[test]
fn classes_and_functions_have_types() {
    let text = stubs(false);
    let classes = text.split_once("\nclass FoldOp").map(|(_, classes)| classes);
    expect![[r#"
        (_ods_ir.OpView):
          OPERATION_NAME: builtins.str = ...  # cmath.fold

          def __init__(self, results_: _Sequence[_ods_ir.Type], first: _ods_ir.Value, others: _Sequence[_ods_ir.Value], sym_name: _Union[_Any, _ods_ir.StringAttr], count: _Any, next: _ods_ir.Block, num_more: int, *, initial: _Optional[_ods_ir.Value] = None, loc: _Optional[_ods_ir.Location] = None, ip: _Optional[_ods_ir.InsertionPoint] = None) -> None: ...

          @builtins.property
          def first(self) -> _ods_ir.Value: ...

          @builtins.property
          def others(self) -> _ods_ir.OpOperandList: ...

          @builtins.property
          def initial(self) -> _Optional[_ods_ir.Value]: ...

          @builtins.property
          def sym_name(self) -> _ods_ir.StringAttr: ...
          @sym_name.setter
          def sym_name(self, value: _ods_ir.StringAttr) -> None: ...

          @builtins.property
          def results_(self) -> _ods_ir.OpResultList: ...

          @builtins.property
          def body(self) -> _ods_ir.Region: ...

          @builtins.property
          def more(self) -> _ods_ir.RegionSequence: ...

        class FoldOpAdaptor(_ods_ir.OpAdaptor):
          OPERATION_NAME: builtins.str = ...  # cmath.fold

          @builtins.property
          def first(self) -> _ods_ir.Value: ...

          @builtins.property
          def others(self) -> _ods_ir.OpOperandList: ...

          @builtins.property
          def initial(self) -> _Optional[_ods_ir.Value]: ...

          @builtins.property
          def sym_name(self) -> _ods_ir.StringAttr: ...

        def fold(results_: _Sequence[_ods_ir.Type], first: _ods_ir.Value, others: _Sequence[_ods_ir.Value], sym_name: _Union[_Any, _ods_ir.StringAttr], count: _Any, next: _ods_ir.Block, num_more: int, *, initial: _Optional[_ods_ir.Value] = None, loc: _Optional[_ods_ir.Location] = None, ip: _Optional[_ods_ir.InsertionPoint] = None) -> _Union[_ods_ir.OpResult, _ods_ir.OpResultList, FoldOp]: ...

        class MulOp(_ods_ir.OpView):
          r"""
          Multiplies two complex numbers.

          ```
          %z = cmath.mul %x, %y : !cmath.complex<f32>
          ```
          """

          OPERATION_NAME: builtins.str = ...  # cmath.mul

          def __init__(self, result: _ods_ir.Type, lhs: _ods_ir.Value, rhs: _ods_ir.Value, *, loc: _Optional[_ods_ir.Location] = None, ip: _Optional[_ods_ir.InsertionPoint] = None) -> None: ...

          @builtins.property
          def lhs(self) -> _ods_ir.Value: ...

          @builtins.property
          def rhs(self) -> _ods_ir.Value: ...

          @builtins.property
          def result(self) -> _ods_ir.OpResult: ...

        class MulOpAdaptor(_ods_ir.OpAdaptor):
          OPERATION_NAME: builtins.str = ...  # cmath.mul

          @builtins.property
          def lhs(self) -> _ods_ir.Value: ...

          @builtins.property
          def rhs(self) -> _ods_ir.Value: ...

        def mul(result: _ods_ir.Type, lhs: _ods_ir.Value, rhs: _ods_ir.Value, *, loc: _Optional[_ods_ir.Location] = None, ip: _Optional[_ods_ir.InsertionPoint] = None) -> _ods_ir.OpResult: ...

        class NormOp(_ods_ir.OpView):
          OPERATION_NAME: builtins.str = ...  # cmath.norm

          def __init__(self, result: _ods_ir.Type, in_: _ods_ir.Value, rounding: _Union[_Any, _ods_ir.Attribute], *, type_: _Optional[_Union[_Any, _ods_ir.StringAttr]] = None, isExact: _Optional[bool] = None, loc: _Optional[_ods_ir.Location] = None, ip: _Optional[_ods_ir.InsertionPoint] = None) -> None: ...

          @builtins.property
          def in_(self) -> _ods_ir.Value: ...

          @builtins.property
          def rounding(self) -> _ods_ir.Attribute: ...
          @rounding.setter
          def rounding(self, value: _ods_ir.Attribute) -> None: ...

          @builtins.property
          def type_(self) -> _Optional[_ods_ir.StringAttr]: ...
          @type_.setter
          def type_(self, value: _Optional[_ods_ir.StringAttr]) -> None: ...
          @type_.deleter
          def type_(self) -> None: ...

          @builtins.property
          def isExact(self) -> bool: ...
          @isExact.setter
          def isExact(self, value: bool) -> None: ...
          @isExact.deleter
          def isExact(self) -> None: ...

        class NormOpAdaptor(_ods_ir.OpAdaptor):
          OPERATION_NAME: builtins.str = ...  # cmath.norm

          @builtins.property
          def in_(self) -> _ods_ir.Value: ...

          @builtins.property
          def rounding(self) -> _ods_ir.Attribute: ...

          @builtins.property
          def type_(self) -> _Optional[_ods_ir.StringAttr]: ...

          @builtins.property
          def isExact(self) -> bool: ...

        def norm(result: _ods_ir.Type, in_: _ods_ir.Value, rounding: _Union[_Any, _ods_ir.Attribute], *, type_: _Optional[_Union[_Any, _ods_ir.StringAttr]] = None, is_exact: _Optional[bool] = None, loc: _Optional[_ods_ir.Location] = None, ip: _Optional[_ods_ir.InsertionPoint] = None) -> _ods_ir.OpResult: ...
    "#]].assert_eq(classes.unwrap_or_default());
}

#[test]
fn an_extension_has_the_class_of_its_dialect() {
    assert!(stubs(false).contains("class _Dialect(_ods_ir.Dialect):\n"));
    let extension = stubs(true);
    assert!(extension.contains("from ._cmath_ops_gen import _Dialect as _Dialect\n"));
    assert!(!extension.contains("class _Dialect"));
}

#[test]
fn bindings_before_release_23_have_no_adaptors() {
    let stubs = stubs_of(Release::new(22), false);
    assert!(!stubs.contains("OpAdaptor"));
    assert!(stubs.contains("first: _ods_ir.Value"), "parameters have types all the same");
}
