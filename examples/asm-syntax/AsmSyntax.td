//===- AsmSyntax.td - The syntax of operands as records -------------------===//
//
// Records that describe what the C++ methods of a target do to operands, so that a CPU has
// a disassembler and an assembler before there is any C++. The backends of LLVM ignore
// them. Included behind the description of a target:
//
//   include "Toy.td"
//   include "AsmSyntax.td"
//   def : AsmNumber<"decodeSImm16", true>;
//
//   tablewright disassemble -I examples/asm-syntax …
//
//===----------------------------------------------------------------------===//

// The syntax of the operands that name this method, with its template arguments or without:
// `decodeSImm<16>`, or `decodeSImm` for all of them.
class AsmSyntax<string method> {
  string Method = method;
}

// A `DecoderMethod`: a number in the bits of the field, times `scale` (a power of two),
// plus `offset`. If the number has a sign, it is the highest bit of the field.
class AsmNumber<string method, bit isSigned = false, int scale = 1, int offset = 0>
    : AsmSyntax<method> {
  bit IsSigned = isSigned;
  int Scale = scale;
  int Offset = offset;
}

// An operand in `width` bits of a field from the bit `low`.
class AsmPart<int low, int width, DAGOperand type> {
  int Low = low;
  int Width = width;
  DAGOperand Type = type;
}

// A `DecoderMethod`: several operands, in the order of `MIOperandInfo`.
class AsmParts<string method, list<AsmPart> parts> : AsmSyntax<method> {
  list<AsmPart> Parts = parts;
}

// A `PrintMethod`: names of the numbers from `first`. An empty name is not a name.
class AsmNames<string method, list<string> names, int first = 0> : AsmSyntax<method> {
  list<string> Names = names;
  int First = first;
}

// A `PrintMethod`: a text with operands. `$0` is the first operand of the method.
class AsmText<string method, string text> : AsmSyntax<method> {
  string Text = text;
}

// An operand whose bits hold a distance, so that a label may be written: the address of the
// label minus the address of the instruction minus `base`, in units of `scale` bytes. With
// `isFromEnd` it is the address of the next instruction. Operands of the type `OPERAND_PCREL`
// need no record if their number is a distance in bytes from the instruction.
class AsmRelative<DAGOperand operand, int base = 0, int scale = 1, bit isFromEnd = false> {
  DAGOperand Operand = operand;
  int Base = base;
  int Scale = scale;
  bit IsFromEnd = isFromEnd;
}

// Facts about the machine.
class AsmMachine {
  // Whether the highest byte of an instruction is first.
  bit IsBigEndian = false;
  // Whether assemblers choose short instructions, and printers show the long ones
  // (`CompressPat`).
  bit IsCompressed = false;
  // The names of printed registers: the registers' own, or these.
  RegAltNameIndex RegisterNames = ?;
}

// An ELF relocation for a symbol in an operand. A relative operand gets the distance to the symbol.
// Another operand gets a part of the address: `width` bits (0 for all) from the bit `shift`, after
// `round` was added. An assembler writes the first relocation of an operand that has no shift.
class AsmRelocation<DAGOperand operand, int number, int shift = 0, int width = 0, int round = 0> {
  DAGOperand Operand = operand;
  int Number = number;
  int Shift = shift;
  int Width = width;
  int Round = round;
}

// An ELF relocation for the address of a symbol in `size` bytes of data.
class AsmDataRelocation<int size, int number> {
  int Size = size;
  int Number = number;
}
