// ARGS: --gen-register-info
// Registers in halves and pairs, with all that can be said of them and of their classes.
include "classes.td"

def Toy : Target;

def Wide : HwMode<"+wide", []>;

let Namespace = "Toy" in {
  def lo : SubRegIndex<8>;
  def hi : SubRegIndex<8, 8>;
  def even : SubRegIndex<16>;
  def odd : SubRegIndex<16, 16>;
}
def ABIName : RegAltNameIndex;
def NoRegAltName : RegAltNameIndex;

// Halves; those of the last register have a cost of their own.
foreach i = 0...3 in {
  def L#i : Register<"l"#i>;
  let CostPerUse = [1, !sub(i, 1)] in
  def H#i : Register<"h"#i>;
}
let SubRegIndices = [lo, hi], CoveredBySubRegs = true in {
  foreach i = 0...3 in
  def R#i : RegisterWithSubRegs<"r"#i, [!cast<Register>("L"#i), !cast<Register>("H"#i)]>,
      DwarfRegNum<[i, !add(i, 10)]> {
    let HWEncoding{3-0} = i;
    let AltNames = ["a"#i];
    let RegAltNameIndices = [ABIName];
  }
}
def Pairs : RegisterTuples<[even, odd], [(decimate (sequence "R%u", 0, 3), 2),
                                         (decimate (shl (sequence "R%u", 0, 3), 1), 2)]>;

// It reads as zero, and is numbered as another register is.
let isConstant = true in
def ZERO : Register<"zero">, DwarfRegAlias<R0>;
// They overlap without having a part in common that has a name.
def FLAGS : Register<"flags">;
let Aliases = [FLAGS] in
def STATUS : Register<"status">;

def Byte : RegisterClass<[i8], 8, (add (sequence "L%u", 0, 3), (sequence "H%u", 0, 3))> {
  let Weight = 2;
}
def Low : RegisterClass<[i8], 8, (add (sequence "L%u", 0, 3))> {
  let TSFlags = 5;
  let AllocationPriority = 3;
  let GlobalPriority = true;
}
def GPR : RegisterClass<[i16], 16, (add (sequence "R%u", 3, 0), ZERO)> {
  let AltOrders = [(add (sequence "R%u", 0, 3), ZERO), (add)];
  let AltOrderSelect = [{ return MF.getFunction().hasOptSize(); }];
  let BaseClassOrder = 1;
  let RegInfos = RegInfoByHwMode<[DefaultMode, Wide], [RegInfo<16, 16, 16>, RegInfo<32, 32, 32>]>;
}
def GPRNoZero : RegisterClass<[i16], 16, (sub GPR, ZERO)>;
def Pair : RegisterClass<[ValueTypeByHwMode<[DefaultMode, Wide], [i32, i64]>], 32, (add Pairs)> {
  let Size = 32;
  let CopyCost = -1;
}
def CCR : RegisterClass<[i8], 8, (add FLAGS, STATUS)> {
  let isAllocatable = false;
}

def GeneralPurposeRegisters : RegisterCategory<[GPR, Pair]>;
def ArgumentRegisters : RegisterCategory<[Low]>;

def CSR_None : CalleeSavedRegs<(add)>;
def CSR_Toy : CalleeSavedRegs<(add R2, R3)> {
  let OtherPreserved = (add FLAGS);
}
