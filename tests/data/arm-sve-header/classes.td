class Valued<int value> { int Value = value; }
class MergeType<int value, string suffix = ""> : Valued<value> { string Suffix = suffix; }
def MergeNone : MergeType<0>;
def MergeAny : MergeType<1, "_x">;
def MergeOp1 : MergeType<2, "_m">;
class EltType<int value> : Valued<value>;
def EltTyInt8 : EltType<1>;
def EltTyInt16 : EltType<2>;
def EltTyInt32 : EltType<3>;
def EltTyInt64 : EltType<4>;
def EltTyFloat32 : EltType<7>;
def EltTyBool8 : EltType<9>;
def EltTyBool16 : EltType<10>;
def EltTyBFloat16 : EltType<13>;
class MemEltType<int value> : Valued<value>;
def MemEltTyDefault : MemEltType<0>;
def MemEltTyInt8 : MemEltType<1>;
class FlagType<int value> : Valued<value>;
def EltTypeMask : FlagType<0xf>;
def MemEltTypeMask : FlagType<0x70>;
def MergeTypeMask : FlagType<0x380>;
def SplatOperandMask : FlagType<0x1c00>;
def IsLoad : FlagType<0x2000>;
def IsOverloadNone : FlagType<0x100000>;
def IsStreaming : FlagType<0x2000000000>;
def IsStreamingCompatible : FlagType<0x4000000000>;
def VerifyRuntimeMode : FlagType<0x40000000000>;
def IsInZA : FlagType<0x80000000000>;
def IsOutZA : FlagType<0x100000000000>;
def IsInOutZA : FlagType<0x200000000000>;
def IsInZT0 : FlagType<0x400000000000>;
def IsOutZT0 : FlagType<0x800000000000>;
def IsInOutZT0 : FlagType<0x1000000000000>;
class ImmCheckType<int value> : Valued<value>;
def ImmCheck0_31 : ImmCheckType<0>;
def ImmCheckShiftRight : ImmCheckType<3>;
def ImmCheck0_13 : ImmCheckType<12>;
def ImmCheck0_3 : ImmCheckType<15>;
class ImmCheck<int arg, ImmCheckType kind, int of_element = -1> {
  int Arg = arg;
  int EltSizeArg = of_element;
  ImmCheckType Kind = kind;
}
class Inst<string name, string prototype, string types, MergeType merge = MergeNone,
           string llvm = "", list<FlagType> flags = [], list<ImmCheck> checks = []> {
  string Name = name;
  string Prototype = prototype;
  string Types = types;
  string SVETargetGuard = "sve";
  string SMETargetGuard = "";
  int Merge = merge.Value;
  string MergeSuffix = merge.Suffix;
  string LLVMIntrinsic = llvm;
  list<FlagType> Flags = flags;
  list<ImmCheck> ImmChecks = checks;
  int MemEltType = 0;
}
