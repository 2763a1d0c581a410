// ARGS: --gen-register-info
// Its part Y is a part of its part XY by another name.
include "classes.td"

def Toy : Target;
def a : SubRegIndex<8>;
def b : SubRegIndex<8, 8>;
def X : Register<"x">;
def Y : Register<"y">;
def C : RegisterClass<[i8], 8, (add X, Y)>;

def c : SubRegIndex<16>;
def d : SubRegIndex<8>;
let SubRegIndices = [a, b] in
def XY : RegisterWithSubRegs<"xy", [X, Y]>;
let SubRegIndices = [c, d] in
def XYY : RegisterWithSubRegs<"xyy", [XY, Y]>;
