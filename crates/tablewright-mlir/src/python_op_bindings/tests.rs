use expect_test::{Expect, expect};
use tablewright_backend::{OptionValue, Options};
use tablewright_test_support::output_of;

use super::{BACKEND, DIALECT};
use crate::test_support::store;

/// Returns the class of an operation with these traits and fields.
fn class(traits: &str, fields: &str) -> String {
    let text = format!(
        "include \"mlir-op.inc\"
def Segments : NativeTrait<\"AttrSizedOperandSegments\"> {{ let cppNamespace = \"::mlir::OpTrait\"; }}
def SameType : NativeTrait<\"SameOperandsAndResultType\"> {{ let cppNamespace = \"::mlir::OpTrait\"; }}
def XOp : Op<Toy, \"x\", [{traits}]> {{ {fields} }}"
    );
    let mut options = Options::default();
    options.set(&DIALECT, OptionValue::Text("toy".to_owned()));
    output_of(&BACKEND, &options, &store(&text))
}

/// Checks the method or property `name` of the class.
fn check(traits: &str, fields: &str, name: &str, expected: Expect) {
    let class = class(traits, fields);
    let head = format!("  def {name}(");
    let lines = class.lines().skip_while(|line| !line.starts_with(&head));
    let body = lines.take_while(|line| line.starts_with(&head) || line.starts_with("    "));
    expected.assert_eq(&body.map(|line| format!("{line}\n")).collect::<String>());
}

#[test]
fn an_optional_argument_has_a_default_after_the_star() {
    let fields = "let arguments = (ins Any:$a, Variadic<Any>:$more, Optional<Any>:$maybe, OptionalAttr<Text>:$text);";
    check(
        "Segments",
        fields,
        "__init__",
        expect![[r#"
              def __init__(self, a: _ods_ir.Value, more: _Sequence[_ods_ir.Value], *, maybe: _Optional[_ods_ir.Value] = None, text: _Optional[_Union[_Any, _ods_ir.Attribute]] = None, loc: _Optional[_ods_ir.Location] = None, ip: _Optional[_ods_ir.InsertionPoint] = None):
                operands = []
                attributes = {}
                regions = None
                operands.append(a)
                operands.append(_get_op_results_or_values(more))
                operands.append(maybe)
                _ods_context = _ods_get_default_loc_context(loc)
                if text is not None: attributes["text"] = (text if (
                    isinstance(text, _ods_ir.Attribute) or
                    not _ods_ir.AttrBuilder.contains('Text')) else
                      _ods_ir.AttrBuilder.get('Text')(text, context=_ods_context))
                results = []
                _ods_successors = None
                super().__init__(self.OPERATION_NAME, self._ODS_REGIONS, self._ODS_OPERAND_SEGMENTS, self._ODS_RESULT_SEGMENTS, attributes=attributes, results=results, operands=operands, successors=_ods_successors, regions=regions, loc=loc, ip=ip)
        "#]],
    );
}

#[test]
fn segments_locate_the_operands_of_a_list() {
    let fields = "let arguments = (ins Variadic<Any>:$many, Optional<Any>:$maybe, Any:$one);";
    check(
        "Segments",
        fields,
        "many",
        expect![[r#"
              def many(self) -> _ods_ir.OpOperandList:
                operand_range = _ods_segmented_accessor(
                     self.operation.operands,
                     self.operation.attributes["operandSegmentSizes"], 0)
                return operand_range
        "#]],
    );
    check(
        "Segments",
        fields,
        "maybe",
        expect![[r#"
              def maybe(self) -> _Optional[_ods_ir.Value]:
                operand_range = _ods_segmented_accessor(
                     self.operation.operands,
                     self.operation.attributes["operandSegmentSizes"], 1)
                return operand_range[0] if len(operand_range) > 0 else None
        "#]],
    );
    check(
        "Segments",
        fields,
        "one",
        expect![[r#"
              def one(self) -> _ods_ir.Value:
                operand_range = _ods_segmented_accessor(
                     self.operation.operands,
                     self.operation.attributes["operandSegmentSizes"], 2)
                return operand_range[0]
        "#]],
    );
}

#[test]
fn values_after_a_list_are_counted_from_the_end() {
    let fields = "let arguments = (ins Any:$a, Variadic<Any>:$list, Any:$z);";
    check(
        "",
        fields,
        "a",
        expect![[r#"
              def a(self) -> _ods_ir.Value:
                return self.operation.operands[0]
        "#]],
    );
    check(
        "",
        fields,
        "list",
        expect![[r#"
              def list(self) -> _ods_ir.OpOperandList:
                _ods_variadic_group_length = len(self.operation.operands) - 3 + 1
                return self.operation.operands[1:1 + _ods_variadic_group_length]
        "#]],
    );
    check(
        "",
        fields,
        "z",
        expect![[r#"
              def z(self) -> _ods_ir.Value:
                _ods_variadic_group_length = len(self.operation.operands) - 3 + 1
                return self.operation.operands[2 + _ods_variadic_group_length - 1]
        "#]],
    );
}

#[test]
fn a_result_type_of_operands_is_inferred() {
    let fields = "let arguments = (ins Any:$a); let results = (outs Any:$r);";
    check(
        "SameType",
        fields,
        "__init__",
        expect![[r#"
              def __init__(self, a: _ods_ir.Value, *, results: _Optional[_Sequence[_ods_ir.Type]] = None, loc: _Optional[_ods_ir.Location] = None, ip: _Optional[_ods_ir.InsertionPoint] = None):
                operands = []
                attributes = {}
                regions = None
                operands.append(a)
                _ods_context = _ods_get_default_loc_context(loc)
                if results is None: results = [operands[0].type] * 1
                _ods_successors = None
                super().__init__(self.OPERATION_NAME, self._ODS_REGIONS, self._ODS_OPERAND_SEGMENTS, self._ODS_RESULT_SEGMENTS, attributes=attributes, results=results, operands=operands, successors=_ods_successors, regions=regions, loc=loc, ip=ip)
        "#]],
    );
    check(
        "",
        fields,
        "__init__",
        expect![[r#"
              def __init__(self, r: _ods_ir.Type, a: _ods_ir.Value, *, loc: _Optional[_ods_ir.Location] = None, ip: _Optional[_ods_ir.InsertionPoint] = None):
                operands = []
                attributes = {}
                regions = None
                operands.append(a)
                _ods_context = _ods_get_default_loc_context(loc)
                results = []
                results.append(r)
                _ods_successors = None
                super().__init__(self.OPERATION_NAME, self._ODS_REGIONS, self._ODS_OPERAND_SEGMENTS, self._ODS_RESULT_SEGMENTS, attributes=attributes, results=results, operands=operands, successors=_ods_successors, regions=regions, loc=loc, ip=ip)
        "#]],
    );
}

#[test]
fn an_optional_attribute_may_be_missing() {
    check(
        "",
        "let arguments = (ins Text:$text);",
        "text",
        expect![[r#"
              def text(self) -> _ods_ir.Attribute:
                return self.operation.attributes["text"]
        "#]],
    );
    check(
        "",
        "let arguments = (ins OptionalAttr<Text>:$text);",
        "text",
        expect![[r#"
              def text(self) -> _Optional[_ods_ir.Attribute]:
                if "text" not in self.operation.attributes:
                  return None
                return self.operation.attributes["text"]
        "#]],
    );
}

#[test]
fn a_keyword_gets_an_underscore() {
    check(
        "",
        "let arguments = (ins Any:$class);",
        "class_",
        expect![[r#"
              def class_(self) -> _ods_ir.Value:
                return self.operation.operands[0]
        "#]],
    );
}

#[test]
fn a_dialect_is_required() {
    let store = store("include \"mlir-op.inc\"");
    let output = output_of(&BACKEND, &Options::default(), &store);
    assert_eq!(output, "error: dialect name not provided\n");
}
