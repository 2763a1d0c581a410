use expect_test::{Expect, expect};
use tablewright_backend::{OptionValue, Options};
use tablewright_test_support::{item, output_of};

use super::{BACKEND, DIALECT};
use crate::test_support::store;

fn output(definitions: &str) -> String {
    let text = format!("include \"mlir-bytecode.inc\"\n{definitions}");
    let mut options = Options::default();
    options.set(&DIALECT, OptionValue::Text("Toy".to_owned()));
    output_of(&BACKEND, &options, &store(&text))
}

/// Checks the functions for an attribute `Pair` with these members: the items with one of these heads.
fn check(members: &str, head: &str, expected: Expect) {
    let output = output(&format!(
        "def Pair : DialectAttribute<(attr {members})>;
def Toy : DialectAttributes<\"Toy\"> {{ let elems = [Pair]; }}
def ToyTypes : DialectTypes<\"Toy\">;"
    ));
    expected.assert_eq(&item(&output, head));
}

#[test]
fn members_are_read_in_order_before_the_attribute_is_built() {
    check(
        "Attribute:$first, VarInt:$second",
        "readPair(",
        expect![[r#"
        static ::mlir::Attribute readPair(MLIRContext* context, DialectBytecodeReader &reader) {
          Attribute first;
          uint64_t second;
          if (succeeded(reader.readAttribute(first)) &&
              succeeded(reader.readVarInt(second))) {
            return get<Pair>(context, first, second);
          }
          return Pair();
        }
    "#]],
    );
}

#[test]
fn members_are_written_by_their_getters() {
    check(
        "Attribute:$first, VarInt:$second",
        "static LogicalResult write(Pair",
        expect![[r#"
        static LogicalResult write(Pair attribute, DialectBytecodeWriter &writer) {
          writer.writeVarInt(/* Pair */ 0);
          writer.writeAttribute(attribute.getFirst());
          writer.writeVarInt(attribute.getSecond());
          return success();
          return failure();
        }
    "#]],
    );
}

#[test]
fn an_array_is_read_with_its_length() {
    check(
        "Array<VarIntElement>:$all",
        "readPair(",
        expect![[r#"
        static ::mlir::Attribute readPair(MLIRContext* context, DialectBytecodeReader &reader) {
          SmallVector<uint64_t> all;
          auto readAll = [&]() -> FailureOr<uint64_t> {
            uint64_t temp;
            if (succeeded(reader.readVarInt(temp))) {
              return temp;
            }
            return failure();
          };
          if (succeeded(reader.readList(all, readAll))) {
            return get<Pair>(context, all);
          }
          return Pair();
        }
    "#]],
    );
    check(
        "Array<VarIntElement>:$all",
        "static LogicalResult write(Pair",
        expect![[r#"
        static LogicalResult write(Pair attribute, DialectBytecodeWriter &writer) {
          writer.writeVarInt(/* Pair */ 0);
          writer.writeList(attribute.getAll(), [&](uint64_t attribute) {
            writer.writeVarInt(attribute);
          });
          return success();
          return failure();
        }
    "#]],
    );
}

#[test]
fn an_array_of_known_size_is_written_without_its_length() {
    check(
        "VarInt:$n, ArrayWithKnownSize<VarIntElement, \"n\">:$all",
        "readPair(",
        expect![[r#"
        static ::mlir::Attribute readPair(MLIRContext* context, DialectBytecodeReader &reader) {
          uint64_t n;
          SmallVector<uint64_t> all;
          auto readAll = [&]() -> FailureOr<uint64_t> {
            uint64_t temp;
            if (succeeded(reader.readVarInt(temp))) {
              return temp;
            }
            return failure();
          };
          if (succeeded(reader.readVarInt(n)) &&
              succeeded(reader.readListWithKnownSize(all, n, readAll))) {
            return get<Pair>(context, n, all);
          }
          return Pair();
        }
    "#]],
    );
}

#[test]
fn codes_are_positions_in_the_list() {
    let output = output(
        "def A : DialectAttribute<(attr)>;
def B : DialectAttribute<(attr)>;
def Toy : DialectAttributes<\"Toy\"> { let elems = [A, ReservedOrDead, B]; }
def ToyTypes : DialectTypes<\"Toy\">;",
    );
    expect![[r#"
        static Attribute readAttribute(MLIRContext* context, DialectBytecodeReader &reader) {
          uint64_t kind;
          if (failed(reader.readVarInt(kind)))
            return Attribute();
          switch (kind) {
          case 0:
            return readA(context, reader);
          case 2:
            return readB(context, reader);
          default:
            reader.emitError() << "unknown attribute code: " << kind;
            return Attribute();
          }
          return Attribute();
        }
    "#]]
    .assert_eq(&item(&output, "readAttribute("));
    expect![[r#"
        static LogicalResult writeAttribute(Attribute attribute, DialectBytecodeWriter &writer) {
          return TypeSwitch<Attribute, LogicalResult>(attribute)
            .Case([&](A t) {
              return write(t, writer);
            })
            .Case([&](B t) {
              return write(t, writer);
            })
            .Default([&](Attribute) { return failure(); });
        }
    "#]]
    .assert_eq(&item(&output, "writeAttribute("));
}
