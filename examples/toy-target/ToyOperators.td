//===- ToyOperators.td - What instruction selection of Toy looks for ------===//

// An address: a base register and a distance, which C++ finds.
def address : ComplexPattern<i16, 2, "selectAddr">;

// Branches that compare two words.
def SDTToyBranch : SDTypeProfile<0, 3, [SDTCisVT<0, i16>, SDTCisSameAs<0, 1>,
                                        SDTCisVT<2, OtherVT>]>;
def ToyBrEq : SDNode<"ToyISD::BR_EQ", SDTToyBranch, [SDNPHasChain]>;
def ToyBrNe : SDNode<"ToyISD::BR_NE", SDTToyBranch, [SDNPHasChain]>;
def ToyBrLt : SDNode<"ToyISD::BR_LT", SDTToyBranch, [SDNPHasChain]>;

// The end of a function.
def ToyRet : SDNode<"ToyISD::RET", SDTypeProfile<0, 0, []>,
                    [SDNPHasChain, SDNPOptInGlue, SDNPVariadic]>;

// What becomes of a constant that is added instead of being subtracted.
def Opposite : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(-N->getSExtValue(), SDLoc(N), MVT::i16);
}]>;
def minusSImm16 : ImmLeaf<i16, "return isInt<16>(-Imm);", Opposite>;
