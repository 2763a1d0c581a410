// TOOL: clang-tblgen
// ARGS: -gen-clang-type-nodes
class TypeNode<TypeNode base, bit abstract = 0> { TypeNode Base = base; bit Abstract = abstract; }
class AlwaysDependent;
class NeverCanonical;
class NeverCanonicalUnlessDependent;
class LeafType;

def Type : TypeNode<?, 1>;
multiclass M { def Odd : TypeNode<Type>; }
defm My : M;
