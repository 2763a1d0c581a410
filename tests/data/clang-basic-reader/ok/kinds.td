// TOOL: clang-tblgen
// ARGS: -gen-clang-basic-reader
include "classes.td"

def NameKind : EnumPropertyType<"Name::Kind">;
def Name : PropertyType { let PassByReference = 1; }

// A name is nothing, a number, or a list of fields.
def : PropertyTypeKind<Name, NameKind, "node.kind()">;
let Class = PropertyTypeCase<Name, "None"> in
def : Creator<[{ return Name(); }]>;
let Class = PropertyTypeCase<Name, "Number"> in {
  def : ReadHelper<[{ auto info = node.info(); }]>;
  def : Property<"number", UInt32> { let Read = [{ info.number() }]; }
  def : Property<"is_old", Bool> { let Read = [{ info.old() }]; }
  def : Property<"age", UInt32> {
    let Read = [{ info.age() }];
    let Conditional = [{ is_old }];
  }
  def : Creator<[{ return Name(ctx, number, is_old, age); }]>;
}
let Class = PropertyTypeCase<Name, "List"> in {
  def : Property<"fields", Array<FieldRef>> { let Read = [{ node.fields() }]; }
  def : Property<"first", Optional<UInt32>> { let Read = [{ node.first() }]; }
  def : Creator<[{ return Name(fields, first); }]>;
}
