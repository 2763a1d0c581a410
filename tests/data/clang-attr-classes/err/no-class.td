// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-classes
// Attributes are records of a class.
def lone;
