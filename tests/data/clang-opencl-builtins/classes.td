class Version<int id> { int ID = id; }
def CLAll : Version<0>;
def CL10 : Version<100>;
def CL12 : Version<120>;
def CL20 : Version<200>;
class AbstractExtension<string name> { string ExtName = name; }
class FunctionExtension<string name> : AbstractExtension<name>;
class TypeExtension<string name> : AbstractExtension<name>;
def NoTypeExt : TypeExtension<"">;
def FuncExtNone : FunctionExtension<"">;
class QualType<string expression, bit abstract = 0> {
  string TypeExpr = expression;
  bit IsAbstract = abstract;
}
class IntList<string name, list<int> sizes> { string Name = name; list<int> List = sizes; }
class Type<string name, QualType type> {
  string Name = name;
  QualType QTExpr = type;
  int VecWidth = 1;
  bit IsPointer = 0;
  bit IsConst = 0;
  bit IsVolatile = 0;
  string AccessQualifier = "";
  string AddrSpace = "clang::LangAS::Default";
  TypeExtension Extension = NoTypeExt;
}
class Qualified<Type type> : Type<type.Name, type.QTExpr> {
  let VecWidth = type.VecWidth;
  let IsPointer = type.IsPointer;
  let IsConst = type.IsConst;
  let IsVolatile = type.IsVolatile;
  let AccessQualifier = type.AccessQualifier;
  let AddrSpace = type.AddrSpace;
  let Extension = type.Extension;
}
class VectorType<Type type, int width> : Qualified<type> { let VecWidth = width; }
class PointerType<Type type, string space> : Qualified<type> {
  let IsPointer = 1;
  let AddrSpace = "clang::LangAS::opencl_" # space;
}
class ConstType<Type type> : Qualified<type> { let IsConst = 1; }
class VolatileType<Type type> : Qualified<type> { let IsVolatile = 1; }
class ImageType<Type type, string access>
    : Type<type.Name, QualType<type.QTExpr.TypeExpr # access # "Ty">> {
  let VecWidth = 0;
  let AccessQualifier = access;
}
class TypeList<list<Type> types> { list<Type> List = types; }
class GenericType<string name, TypeList types, IntList sizes> : Type<name, QualType<"null", 1>> {
  TypeList TypeList = types;
  IntList VectorList = sizes;
  let VecWidth = 0;
}
class Builtin<string name, list<Type> signature, list<bit> attributes = [0, 0, 0]> {
  string Name = name;
  list<Type> Signature = signature;
  bit IsPure = attributes[0];
  bit IsConst = attributes[1];
  bit IsConv = attributes[2];
  FunctionExtension Extension = FuncExtNone;
  Version MinVersion = CL10;
  Version MaxVersion = CLAll;
}
def Void : Type<"void", QualType<"Context.VoidTy">>;
def Int : Type<"int", QualType<"Context.IntTy">>;
def Float : Type<"float", QualType<"Context.FloatTy">>;
def Sizes : IntList<"Sizes", [1, 2]>;
def OneSize : IntList<"OneSize", [1]>;
