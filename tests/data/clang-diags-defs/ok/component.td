// TOOL: clang-tblgen
// ARGS: -gen-clang-diags-defs -clang-component=Toy
include "../support/clang-diagnostics.inc"

// Diagnostics of other components have no row, but count in the numbers of categories.
def warn_other : Warning<"of another component"> {
  let Component = "Other";
  let CategoryName = "Other Issue";
}
def warn_toy : Warning<"of this component"> { let CategoryName = "Toy Issue"; }
