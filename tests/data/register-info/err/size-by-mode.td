// ARGS: --gen-register-info --release 22
// Since release 22 the first type is no size if it depends on the mode.
include "classes.td"

def Toy : Target;
def Fast : HwMode<"+fast", []>;
def word : ValueTypeByHwMode<[DefaultMode, Fast], [i8, i16]>;
def X : Register<"x">;
def C : RegisterClass<[word], 8, (add X)>;
