// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-type-nodes
// From release 22 on, types that are always canonical are marked.
class TypeNode<TypeNode base, bit abstract = 0> { TypeNode Base = base; bit Abstract = abstract; }
class AlwaysCanonical;

def Type : TypeNode<?, 1>;
def BuiltinType : TypeNode<Type>, AlwaysCanonical;
def ArrayType : TypeNode<Type>;
