// ARGS: --gen-register-info
// What is described as composed of two indices is called otherwise by the registers.
include "classes.td"

def Toy : Target;
def a : SubRegIndex<8>;
def c : SubRegIndex<16>;
def ca : SubRegIndex<8> {
  let ComposedOf = [c, a];
}
def X : Register<"x">;
let SubRegIndices = [a] in
def P : RegisterWithSubRegs<"p", [X]>;
let SubRegIndices = [c] in
def PP : RegisterWithSubRegs<"pp", [P]>;
def C : RegisterClass<[i8], 8, (add X)>;
