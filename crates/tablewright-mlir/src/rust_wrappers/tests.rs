use expect_test::expect;
use tablewright_test_support::Description;

use super::{RustText, print};
use crate::model::{Dialect, Operation};
use crate::omission::Omission;

const CMATH: &str = include_str!("../../../../tests/data/support/mlir-cmath.inc");
const OPERATIONS: &str = include_str!("../../../../tests/data/support/mlir-op.inc");
const BASE: &str = include_str!("../../../../tests/data/support/mlir.inc");

fn rust(dialect: &str, text: &str) -> Result<RustText, String> {
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
    print(&dialect, &operations).map_err(|error| error.message)
}

/// Returns the lines from `start` to the end of the item, without their common indentation.
fn item(text: &str, start: &str) -> String {
    let mut item = String::new();
    let mut indentation = "";
    for line in text.lines().skip_while(|line| line.trim_start() != start) {
        if item.is_empty() {
            indentation = &line[..line.len() - line.trim_start().len()];
        }
        let line = line.strip_prefix(indentation).unwrap_or(line);
        item.push_str(line);
        item.push('\n');
        if line == "}" {
            break;
        }
    }
    item
}

#[test]
fn an_operation_has_a_struct_with_accessors() {
    let text = rust("cmath", "").expect("it can be printed").text;
    expect![[r#"
            impl<'c> MulOperation<'c> {
                const SHAPE: Shape = Shape {
                    name: "cmath.mul",
                    results: 1,
                    operands: 2,
                    regions: 0,
                    successors: 0,
                    infers_results: false,
                    has_operand_segments: false,
                    has_result_segments: false,
                };

                /// The name of the operation.
                pub fn name() -> &'static str {
                    "cmath.mul"
                }

                /// The operation itself.
                pub fn as_operation(&self) -> &Operation<'c> {
                    &self.operation
                }

                /// The operation itself.
                pub fn as_operation_mut(&mut self) -> &mut Operation<'c> {
                    &mut self.operation
                }

                /// A builder.
                pub fn builder<'a>(
                    context: &'c Context,
                    location: Location<'c>,
                ) -> MulOperationBuilder<'c, 'a, Unset, Unset, Unset> {
                    MulOperationBuilder::new(context, location)
                }

                /// The result `result`: a complex number.
                pub fn result(&self) -> Result<OperationResult<'c, '_>, Error> {
                    self.operation.result(0)
                }

                /// The operand `lhs`: a complex number.
                pub fn lhs(&self) -> Result<Value<'c, '_>, Error> {
                    self.operation.operand(0)
                }

                /// The operand `rhs`: a complex number.
                pub fn rhs(&self) -> Result<Value<'c, '_>, Error> {
                    self.operation.operand(1)
                }
            }
    "#]]
    .assert_eq(&item(&text, "impl<'c> MulOperation<'c> {"));
    expect![[r#"
            impl<'c> FoldOperation<'c> {
                const SHAPE: Shape = Shape {
                    name: "cmath.fold",
                    results: 1,
                    operands: 3,
                    regions: 2,
                    successors: 1,
                    infers_results: false,
                    has_operand_segments: true,
                    has_result_segments: false,
                };

                /// The name of the operation.
                pub fn name() -> &'static str {
                    "cmath.fold"
                }

                /// The operation itself.
                pub fn as_operation(&self) -> &Operation<'c> {
                    &self.operation
                }

                /// The operation itself.
                pub fn as_operation_mut(&mut self) -> &mut Operation<'c> {
                    &mut self.operation
                }

                /// A builder.
                pub fn builder<'a>(
                    context: &'c Context,
                    location: Location<'c>,
                ) -> FoldOperationBuilder<'c, 'a, Unset, Unset, Unset, Unset> {
                    FoldOperationBuilder::new(context, location)
                }

                /// The results `results`: variadic of a complex number.
                pub fn results(&self) -> Result<Vec<OperationResult<'c, '_>>, Error> {
                    let range = support::rest(self.operation.result_count(), 0, 0);
                    range.map(|index| self.operation.result(index)).collect()
                }

                /// The operand `first`: a complex number.
                pub fn first(&self) -> Result<Value<'c, '_>, Error> {
                    let range = support::segment(&self.operation, "operandSegmentSizes", 0)?;
                    self.operation.operand(range.start)
                }

                /// The operands `others`: variadic of a complex number.
                pub fn others(&self) -> Result<Vec<Value<'c, '_>>, Error> {
                    let range = support::segment(&self.operation, "operandSegmentSizes", 1)?;
                    range.map(|index| self.operation.operand(index)).collect()
                }

                /// The optional operand `initial`: a complex number.
                pub fn initial(&self) -> Result<Value<'c, '_>, Error> {
                    let range = support::segment(&self.operation, "operandSegmentSizes", 2)?;
                    let index = range.into_iter().next();
                    let index = index.ok_or(Error::OperandNotFound("initial"))?;
                    self.operation.operand(index)
                }

                /// The region `body`: one block.
                pub fn body(&self) -> Result<RegionRef<'c, '_>, Error> {
                    self.operation.region(0)
                }

                /// The regions `more`: any.
                pub fn more(&self) -> Result<Vec<RegionRef<'c, '_>>, Error> {
                    let range = 1..self.operation.region_count();
                    range.map(|index| self.operation.region(index)).collect()
                }

                /// The successor `next`: one block.
                pub fn next(&self) -> Result<BlockRef<'c, '_>, Error> {
                    self.operation.successor(0)
                }

                /// The attribute `sym_name`: a name.
                pub fn sym_name(&self) -> Result<StringAttribute<'c>, Error> {
                    StringAttribute::try_from(self.operation.attribute("sym_name")?)
                }

                /// Sets the attribute `sym_name`.
                pub fn set_sym_name(&mut self, value: StringAttribute<'c>) {
                    self.operation.set_attribute("sym_name", value.into());
                }
            }
    "#]]
    .assert_eq(&item(&text, "impl<'c> FoldOperation<'c> {"));
}

#[test]
fn the_type_of_a_builder_says_what_is_missing() {
    let text = rust("cmath", "").expect("it can be printed").text;
    expect![[r#"
            impl<'c, 'a, S0, S1, S2> NormOperationBuilder<'c, 'a, S0, S1, S2> {
                /// The result: a float.
                pub fn result(mut self, value: Type<'c>) -> NormOperationBuilder<'c, 'a, Set, S1, S2> {
                    self.parts.results[0] = vec![value];
                    NormOperationBuilder { parts: self.parts, state: PhantomData }
                }

                /// The operand `in`: a complex number.
                pub fn r#in(mut self, value: Value<'c, 'a>) -> NormOperationBuilder<'c, 'a, S0, Set, S2> {
                    self.parts.operands[0] = vec![value];
                    NormOperationBuilder { parts: self.parts, state: PhantomData }
                }

                /// The attribute `rounding`: a rounding mode.
                pub fn rounding(mut self, value: Attribute<'c>) -> NormOperationBuilder<'c, 'a, S0, S1, Set> {
                    self.parts.attribute("rounding", Some(value.into()));
                    NormOperationBuilder { parts: self.parts, state: PhantomData }
                }

                /// The attribute `type`: a name.
                pub fn r#type(mut self, value: StringAttribute<'c>) -> Self {
                    self.parts.attribute("type", Some(value.into()));
                    self
                }

                /// The attribute `isExact`: a flag.
                pub fn is_exact(mut self, value: bool) -> Self {
                    let unit = value.then(|| Attribute::unit(self.parts.context));
                    self.parts.attribute("isExact", unit);
                    self
                }
            }
    "#]].assert_eq(&item(
        &text,
        "impl<'c, 'a, S0, S1, S2> NormOperationBuilder<'c, 'a, S0, S1, S2> {",
    ));
}

#[test]
fn functions_take_what_has_to_be_there() {
    let text = rust("cmath", "").expect("it can be printed").text;
    expect![[r#"
            pub fn fold<'c, 'a>(
                context: &'c Context,
                results: &[Type<'c>],
                first: Value<'c, 'a>,
                others: &[Value<'c, 'a>],
                body: Region<'c>,
                more: Vec<Region<'c>>,
                next: &'a Block<'c>,
                sym_name: StringAttribute<'c>,
                location: Location<'c>,
            ) -> FoldOperation<'c> {
                FoldOperation::builder(context, location).results(results).first(first).others(others).body(body).more(more).next(next).sym_name(sym_name).build()
            }
    "#]].assert_eq(&item(&text, "pub fn fold<'c, 'a>("));
}

#[test]
fn documentation_is_that_of_the_description() {
    let text = rust("cmath", "").expect("it can be printed").text;
    let in_module = text.lines().filter_map(|line| line.strip_prefix("    "));
    let docs: Vec<&str> = in_module.filter(|line| line.starts_with("/// ")).take(5).collect();
    expect![[r#"
            /// What a builder has been passed.
            /// What a builder has yet to be passed.
            /// Multiplies complex numbers.
            /// Multiplies two complex numbers.
            /// ```text"#]]
    .assert_eq(&docs.join("\n"));
}

#[test]
fn properties_are_omitted() {
    let omissions = rust("cmath", "").expect("it can be printed").omissions;
    let omissions: Vec<String> = omissions.iter().map(Omission::to_string).collect();
    assert_eq!(
        omissions,
        ["a property that is not an attribute does not get functions: cmath.fold"]
    );
}

#[test]
fn two_lists_of_unknown_length_are_an_error() {
    let op = "def X : Op<Toy, \"x\"> { let arguments = (ins Variadic<Any>:$a, Variadic<Any>:$b); }";
    assert_eq!(rust("toy", op), Err("unsupported operand structure".to_owned()));
}

#[test]
fn names_that_rust_has_otherwise_change() {
    let op = "def TypeOp : Op<Toy, \"type\"> { let arguments = (ins Any:$self, Any:$loop, Any:$name, Any:$setX, Text:$x); }";
    let text = rust("toy", op).expect("it can be printed").text;
    for line in [
        "pub fn r#type<'c, 'a>(",
        "pub fn self_(&self) -> Result<Value<'c, '_>, Error> {",
        "pub fn r#loop(&self) -> Result<Value<'c, '_>, Error> {",
        "pub fn name_(&self) -> Result<Value<'c, '_>, Error> {",
        "pub fn set_x(&self) -> Result<Value<'c, '_>, Error> {",
        "pub fn set_x_(&mut self, value: Attribute<'c>) {",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}
