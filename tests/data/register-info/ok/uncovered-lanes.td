// ARGS: --gen-register-info --release 24
// If its sub-registers do not cover a register, the lanes that no leaf has belong to all units of the register.
include "classes.td"

def Toy : Target;
def a : SubRegIndex<8>;
def b : SubRegIndex<8, 8>;
def w : SubRegIndex<16>;
def x : SubRegIndex<16, 16>;
def h : SubRegIndex<64>;
foreach name = ["A0", "B0", "X0", "A1", "X1"] in def name : Register<name>;
class Parts<string n, list<Register> regs, list<SubRegIndex> indices, bit covered> : Register<n> {
  let SubRegs = regs;
  let SubRegIndices = indices;
  let CoveredBySubRegs = covered;
}
def W0 : Parts<"w0", [A0, B0], [a, b], true>;
def D0 : Parts<"d0", [W0, X0], [w, x], true>;
def Q0 : Parts<"q0", [D0], [h], true>;
def W1 : Parts<"w1", [A1], [a], false>;
def D1 : Parts<"d1", [W1, X1], [w, x], false>;
def Q1 : Parts<"q1", [D1], [h], true>;
def C : RegisterClass<[i8], 8, (add A0, A1, B0)>;
class IntrinsicProperty<bit is_default = false> { bit IsDefault = is_default; }
class Fusion;
