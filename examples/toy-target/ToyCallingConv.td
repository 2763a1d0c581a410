//===- ToyCallingConv.td - How functions of Toy call each other -----------===//

// Arguments: words in r0 to r3, then on the stack; pairs in two of these.
def CC_Toy : CallingConv<[
  CCIfType<[i1, i8], CCPromoteToType<i16>>,
  CCIfType<[i16], CCAssignToReg<[R0, R1, R2, R3]>>,
  CCIfType<[i32], CCAssignToReg<[P0, P1]>>,
  CCIfType<[i16], CCAssignToStack<2, 2>>,
  CCIfType<[i32], CCAssignToStack<4, 2>>
]>;

// Results: a word, or a pair.
def RetCC_Toy : CallingConv<[
  CCIfType<[i1, i8], CCPromoteToType<i16>>,
  CCIfType<[i16], CCAssignToReg<[R0, R1]>>,
  CCIfType<[i32], CCAssignToReg<[P0]>>
]>;

// Registers that hold after a call what they held before it.
def CSR_Toy : CalleeSavedRegs<(add R4, R5, R7)>;
