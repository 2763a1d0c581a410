// TOOL: clang-tblgen
// ARGS: -gen-opt-docs
// Of the texts for several visibilities, the first one for exactly those of the mask is taken.
include "documentation.inc"
def both : Option<["-"], "both", KIND_FLAG> {
  let Visibility = [Other, Default];
  let HelpText = "for all";
  let HelpTextsForVariants = [HelpTextVariant<[Other], "for others">, HelpTextVariant<[Other, Default], "for toys">];
}
