// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-classes
// An attribute with a string and an optional number.
include "../support/attr-classes.inc"

def Label : InheritableAttr {
  let Spellings = [Clang<"label">];
  let Args = [StringArgument<"Text">, IntArgument<"Priority", 1>];
  let Documentation = [Undocumented];
}
