// TOOL: clang-tblgen
// ARGS: --release 22 -gen-clang-builtin-templates
// Parameters, of which later ones can be values of the types that earlier ones are.
include "classes.inc"

// template <template <class T, T... Values> Sequence, class T, size_t Length>
def __toy_sequence : ToyTemplate<
    [Template<[Class<"T">, NTTP<"T", "Values", 1>], "Sequence">, Class<"T">, SizeT]>;
// A template of no class of its own has the macro of all.
def __toy_pack : BuiltinTemplate<[Class<"T", 1>]>;
