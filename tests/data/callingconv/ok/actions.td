// ARGS: --gen-callingconv
// Every action there is.
include "classes.td"

// As in release 18, where only floating-point numbers say what they are.
def i128 : ValueType<9, ?>;

let Namespace = "Toy" in {
  foreach i = 0...5 in def R#i : Register;
  foreach i = 0...3 in def F#i : Register;
}
// A register without a namespace.
def Flags : Register;

// It has no actions of its own: its function is written by hand.
def CC_Toy_ByHand : CallingConv<[]> {
  let Custom = 1;
}

def CC_Toy_Rest : CallingConv<[
  CCIf<"ArgFlags.isInAlloca()", CCTruncToType<i32>>,
  CCIf<"ArgFlags.isSRet()", CCPassIndirect<i64>>,
  CCIf<"ArgFlags.isReturned()", CCPromoteToUpperBitsInType<i64>>,
  CCIf<"ArgFlags.isSplit()", CCAssignToStackWithShadow<8, 8, [R0, R1]>>,
  CCIf<"ArgFlags.isSplitEnd()", CCAssignToRegAndStack<[R4], 0, 0>>,
  CCIf<"ArgFlags.isInReg()", CCAssignToStack<0, 8>>,
  CCIf<"ArgFlags.isZExt()", CCAssignToStack<8, 0>>,
  CCCustom<"CC_Toy_Custom">,
  CCDelegateTo<CC_Toy_ByHand>,
]>;

let Entry = 1 in
def CC_Toy : CallingConv<[
  CCIf<"ArgFlags.isByVal()", CCPassByVal<8, 4>>,
  CCIf<"ArgFlags.isNest()", CCAssignToReg<[Flags]>>,
  CCIfSwiftSelf<CCIfType<[i32], CCAssignToReg<[R5]>>>,
  CCIfType<[i8, i16], CCPromoteToType<i32>>,
  CCIfType<[f32], CCIfNotVarArg<CCPromoteToType<f64>>>,
  CCIfType<[v2i32], CCBitConvertToType<i64>>,
  CCIfType<[i64], CCIf<"ArgFlags.isSplit()", CCPromoteToType<i128>>>,
  CCIfType<[i32], CCIf<"State.isVarArg()", CCAssignToRegAndStack<[R0, R1], 4, 4>>>,
  CCIfType<[i32], CCAssignToReg<[R0, R1, R2, R3]>>,
  CCIfType<[i64], CCAssignToRegWithShadow<[R0, R2], [R1, R3]>>,
  CCIfType<[f64], CCAssignToRegWithShadow<[F0], [R0]>>,
  CCIfType<[f64], CCAssignToReg<[F1, F2, F3]>>,
  CCIfType<[i32, i64, f64], CCAssignToStack<0, 0>>,
  CCDelegateTo<CC_Toy_Rest>
]>;

// No argument at all is taken.
def CC_Toy_Nothing : CallingConv<[]>;
