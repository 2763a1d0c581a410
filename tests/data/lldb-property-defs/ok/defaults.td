// TOOL: lldb-tblgen
// ARGS: --gen-lldb-property-defs --release 23
include "classes.td"

// Of several defaults a number comes before an enumerator, and an enumerator before the type of elements.
let Definition = "a b", Path = "a.b" in {
  def a : Property<"number", "UInt64">, DefaultUnsignedValue<7>;
  def b : Property<"text", "String">, DefaultStringValue<"x">;
  def c : Property<"enum", "Enum">, DefaultEnumValue<"eTwo">, EnumValues<"OptionEnumValues(g_kinds)">;
  def d : Property<"list", "Array">, ElementType<"String">, DefaultStringValue<"a b">;
  def e : Property<"all", "Array">, DefaultUnsignedValue<-3>, DefaultEnumValue<"eTwo">, ElementType<"String">;
  def f : Property<"enum-first", "Array">, DefaultEnumValue<"eTwo">, ElementType<"String">;
  def g : Property<"none", "Boolean">, Global { let Global = 0; }
  def h : Property<"unset", "String">, DefaultStringValue<?>;
  def i : Property<"missing", "String"> { bit HasDefaultStringValue = 1; }
}
