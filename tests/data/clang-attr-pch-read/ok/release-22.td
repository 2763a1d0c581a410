// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-attr-pch-read
// From release 22 on, identifiers are constant, a list gets as long as its expansion, and functions of Clang's
// own can read and write more.
include "../support/attr-classes.inc"

def Custom : InheritableAttr {
  bit HasCustomSerialization = 1;
  let Spellings = [GNU<"x">];
  let Args = [IdentifierArgument<"Id">, VariadicIdentifierArgument<"Ids">, VariadicExprArgument<"List">];
  let TemplateDependent = 1;
}
