// TOOL: clang-tblgen
// ARGS: -gen-arm-mve-builtin-sema
include "../arm-mve-header/classes.td"

def Power : Immediate<sint, IB_ConstRange<1, 8>> { let extra = "Power2"; }
def ShiftedByte : Immediate<Scalar, IB_UEltValue> {
  let extra = "ShiftedByte";
  let extraarg = "!lanesize";
}
def Multiple : Immediate<sint, IB_ConstRange<!mul(-127, 4), !mul(127, 4)>> {
  let extra = "Multiple";
  let extraarg = "4";
}

class Shift<Type immediate> : Intrinsic<Vector, (args Vector:$a, immediate:$b), (add $a, $b)>;

let params = [s8, u16] in {
  // A range of the description; one that depends on the type; the lanes of a vector.
  def vconst : Shift<Immediate<sint, IB_ConstRange<-4, 12>>>;
  def vshift : Shift<Immediate<sint, IB_EltBit<1>>>;
  def vhalf : Shift<Immediate<sint, IB_EltBit<0, s8>>>;
  def vlane : Shift<Immediate<sint, IB_LaneIndex>>;
  // All values of the type are left out, unless the operand has more.
  def vany : Shift<Immediate<Scalar, IB_UEltValue>>;
  def vwide : Shift<Immediate<sint, IB_UEltValue>>;
}
// A further check, with an argument or without, or with the bits of the operand.
let params = [u32] in {
  def vpower : Intrinsic<Vector, (args Power:$a, Power:$b), (add $a, $b)>;
  def vshifted : Shift<ShiftedByte>;
  def vmultiple : Shift<Multiple>;
  // Not of the builtins of this description.
  let headerOnly = 1 in
  def vredeclared : Shift<Immediate<sint, IB_ConstRange<0, 1>>>;
}
