// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-diags-enums -clang-component=Toy
include "../support/clang-diagnostics.inc"

def Places : TextSubstitution<"%enum_select<Place>{%Left{left}|%Right{right}}0">;
// An option without a name has a number all the same. An outer enumeration comes before those in its options.
def err_1 : Error<"%enum_select<Outer>{%A{a}|b|%C{%enum_select<Inner>{%X{x}}1}}0">;
// What a substitution declares belongs to the diagnostic that uses it.
def err_2 : Error<"on the %sub{Places}1">;
// The options of a plural are looked into, but those of a difference of types are not.
def err_3 : Error<"%plural{1:%enum_select<InPlural>{%P{p}}0|:ps}0 %diff{%enum_select<InDiff>{%D{d}}2 $ to $|x}0,1">;
// Without a name, nothing is declared.
def err_4 : Error<"%enum_select<>{%A{a}}0">;
def err_other : Error<"%enum_select<Other>{%A{a}}0"> { let Component = "Other"; }
