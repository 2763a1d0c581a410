// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-codegen
// Numbers in a description have the type `u32`.
// The reference does not check this.
class Type;
class PrimitiveType : Type { string kind; int size; string nameOverride = ""; }
class FunctionMacro;
def Void : Type;
def u32_t : PrimitiveType { let kind = "u"; let size = 32; }
class IRBuilderBase { string prefix = "("; list<Type> special_params = []; }
def id : IRBuilderBase;
def none;
class PolymorphicNameType { int NumTypeSuffixesToDiscard = 0; string ExtraSuffixToDiscard = ?; }
def PNT : PolymorphicNameType;
class Intrinsic {
  list<Type> params = [Void];
  Type ret = Void;
  dag args = (none);
  dag codegen = (id 1);
  PolymorphicNameType pnt = PNT;
  bit polymorphicOnly = 0;
  bit nonEvaluating = 0;
  bit headerOnly = 0;
  string overrideKindLetter = "";
  string builtinExtension = "mve";
}
def x : Intrinsic;
