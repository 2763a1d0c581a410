// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtins
include "classes.td"

// The reference takes it for no access.
def Image : Type<"image_t", QualType<"Context.Image", 1>>;
def i : ImageType<Image, "XX">;
def b : Builtin<"b", [Void, i]>;
