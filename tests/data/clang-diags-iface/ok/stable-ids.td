// TOOL: clang-tblgen
// ARGS: --release 23 -gen-clang-diags-iface -clang-component=Toy

// The macro of a diagnostic has two parameters more from release 23 on.
