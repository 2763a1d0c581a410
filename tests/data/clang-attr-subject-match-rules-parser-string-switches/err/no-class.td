// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-subject-match-rules-parser-string-switches
// Rules are records of a class.
def lone;
