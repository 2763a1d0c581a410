// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-diags-iface -clang-component=Toy

// Nothing but the name of the component is read.
