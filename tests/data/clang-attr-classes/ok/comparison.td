// TOOL: clang-tblgen
// ARGS: --release 23 -gen-clang-attr-classes
// From release 23 on, attributes are compared and profiled, and an attribute in an attribute can be set.
include "../support/attr-classes.inc"

class WrappedAttrOf<string name, bit optional, string type> : WrappedAttr<name, optional> { string AttrType = type; }
class GnuAttr<list<Argument> args> : Attr {
  string comparisonFn = "";
  string profileFn = "";
  let Spellings = [GNU<"x">];
  let Args = args;
  let Documentation = [Undocumented];
}
def Wrapping : GnuAttr<[WrappedAttrOf<"Any", 0, "">, WrappedAttrOf<"Inner", 1, "OwnFunctionsAttr">]>;
// Fake arguments count, arguments of packs that are not expanded yet do not.
def Arguments : GnuAttr<[AlignedArgument<"Align">, BoolArgument<"Flag", 0, 1>, VariadicExprArgument<"List">]> {
  let AcceptsExprPack = 1;
}
// Spellings that differ in more than syntax are compared first.
def TwoNames : GnuAttr<[]> { let Spellings = [GNU<"x">, GNU<"y">]; }
def OwnFunctions : GnuAttr<[ExprArgument<"E">]> { let comparisonFn = "areEqual"; let profileFn = "addTo"; }
