// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-diags-iface

// The header is about one component.
