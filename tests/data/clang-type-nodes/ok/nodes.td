// TOOL: clang-tblgen
// ARGS: -gen-clang-type-nodes
class TypeNode<TypeNode base, bit abstract = 0> { TypeNode Base = base; bit Abstract = abstract; }
class AlwaysDependent;
class NeverCanonical;
class NeverCanonicalUnlessDependent;
class LeafType;

def Type : TypeNode<?, 1>;
def BuiltinType : TypeNode<Type>, LeafType;
def ArrayType : TypeNode<Type, 1>;
def ConstantArrayType : TypeNode<ArrayType>;
def DependentArrayType : TypeNode<ArrayType>, AlwaysDependent;
def TypedefType : TypeNode<Type>, NeverCanonical;
def TypeOfType : TypeNode<Type>, NeverCanonicalUnlessDependent;
def EnumType : TypeNode<Type>, LeafType;
