// TOOL: mlir-tblgen
// ARGS: --release 23 --gen-directive-decl
class DirectiveLanguage;
