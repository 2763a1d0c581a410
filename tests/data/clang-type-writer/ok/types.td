// TOOL: clang-tblgen
// ARGS: -gen-clang-type-writer
include "../clang-basic-reader/classes.td"

def Type : TypeNode<?, 1>;
// The properties of a class are those of the classes it derives from as well.
def ArrayType : TypeNode<Type, 1>;
let Class = ArrayType in
def : Property<"element", QualType> { let Read = [{ node->getElementType() }]; }
def ConstantArrayType : TypeNode<ArrayType>;
let Class = ConstantArrayType in {
  def : Property<"size", UInt32> { let Read = [{ node->getSize() }]; }
  def : Creator<[{ return ctx.getConstantArrayType(element, size); }]>;
}
// This one leaves them out.
def VoidArrayType : TypeNode<ArrayType>;
let Class = VoidArrayType in {
  def : Override { let IgnoredProperties = ["element"]; }
  def : ReadHelper<[{ auto *decl = node->getDecl(); }]>;
  def : Property<"decl", DeclRef> { let Read = [{ decl }]; }
  def : Creator<[{ return ctx.getVoidArrayType(decl); }]>;
}
