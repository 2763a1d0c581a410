// TOOL: clang-tblgen
// ARGS: -gen-clang-opencl-builtin-header
include "../clang-opencl-builtins/classes.td"

let Extension = TypeExtension<"has_half"> in
def Half : Type<"half", QualType<"Context.HalfTy">>;
let Extension = TypeExtension<"has_double of_some_kind"> in
def Double : Type<"double", QualType<"Context.DoubleTy">>;
def Image : Type<"image_t", QualType<"Context.Image", 1>>;
def ImageRead : ImageType<Image, "RO">;
def ImageWrite : ImageType<Image, "WO">;
def Floats : GenericType<"Floats", TypeList<[Float, Half]>, Sizes>;

// Both have the same overloads.
def : Builtin<"sin", [Float, Float], [0, 1, 0]>;
def : Builtin<"sin", [Half, Half], [0, 1, 0]>;
def : Builtin<"cos", [Float, Float], [0, 1, 0]>;
def : Builtin<"cos", [Half, Half], [0, 1, 0]>;
// A generic type stands for float, half, float2 and half2.
def : Builtin<"mix", [Floats, Floats, PointerType<Floats, "global">, Double]>;
def : Builtin<"barrier", [Void], [0, 0, 1]>;
def : Builtin<"read", [VectorType<Int, 4>, ImageRead], [1, 0, 0]>;
let MinVersion = CL12, MaxVersion = CL20, Extension = FunctionExtension<"first second"> in
def : Builtin<"write", [Void, ImageWrite, PointerType<ConstType<VolatileType<Int>>, "local">]>;
