//===- ToyRegisterInfo.td - The registers of Toy --------------------------===//

let Namespace = "Toy" in {

// A pair has its first register in the low half.
def sub_lo : SubRegIndex<16>;
def sub_hi : SubRegIndex<16, 16>;

// What registers are called by those who write functions in assembly language.
def ABIName : RegAltNameIndex;

}

// A register of 16 bits. DWARF counts them as their encodings do.
class Word<bits<16> encoding, string abiName>
    : Register<"r" # encoding, [abiName]>, DwarfRegNum<[encoding]> {
  let Namespace = "Toy";
  let HWEncoding = encoding;
  let RegAltNameIndices = [ABIName];
}

// The first four pass arguments, the next two survive calls.
defvar abiNames = ["a0", "a1", "a2", "a3", "s0", "s1", "sp", "lr"];
foreach i = !range(abiNames) in
  def R#i : Word<i, abiNames[i]>;

// Set by comparisons that no instruction names.
def FLAGS : Register<"flags"> {
  let Namespace = "Toy";
  let HWEncoding = 8;
}

// A register of 32 bits: an even word and the one after it, known by the even one's
// number.
class Pair<Word lo, Word hi>
    : RegisterWithSubRegs<lo.AsmName # ":" # hi.HWEncoding, [lo, hi]>,
      DwarfRegAlias<lo> {
  let Namespace = "Toy";
  let HWEncoding = lo.HWEncoding;
  let SubRegIndices = [sub_lo, sub_hi];
  let CoveredBySubRegs = true;
}
def P0 : Pair<R0, R1>;
def P1 : Pair<R2, R3>;
def P2 : Pair<R4, R5>;

// Classes of registers: what can stand in the same places. The members of a class are
// in the order in which they are allocated.
def GPR : RegisterClass<"Toy", [i16], 16, (sequence "R%u", 0, 7)>;

// Words that can be allocated freely.
def GPRNoSP : RegisterClass<"Toy", [i16], 16, (sub GPR, R6)>;

// Pairs.
def PAIR : RegisterClass<"Toy", [i32], 16, (sequence "P%u", 0, 2)>;

// FLAGS cannot be copied.
def CCR : RegisterClass<"Toy", [i16], 16, (add FLAGS)> {
  let CopyCost = -1;
  let isAllocatable = false;
}

// Both classes live in one file of registers.
def GPRBank : RegisterBank<"GPRBank", [GPR, PAIR]>;
