// Asks the functions of generated instruction info about the instructions of the tests.
#include "expect.h"
#include "llvm/MC/MCInst.h"
#include "llvm/Support/Compiler.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include <cassert>
#include <initializer_list>

using namespace llvm;

// Operands of several parts, their names and types.
namespace operands {
#define GET_INSTRINFO_ENUM
#define GET_INSTRINFO_OPERAND_ENUM
#define GET_INSTRINFO_NAMED_OPS
#define GET_INSTRINFO_OPERAND_TYPES_ENUM
#define GET_INSTRINFO_OPERAND_TYPE
#define GET_INSTRINFO_LOGICAL_OPERAND_SIZE_MAP
#define GET_INSTRINFO_LOGICAL_OPERAND_TYPE_MAP
#include "../data/instr-info/ok/operands.out"

static void check() {
  using namespace llvm::Toy;
  EXPECT(getNamedOperandIdx(LD, OpName::addr) == 1 && getNamedOperandIdx(LD, OpName::p) == 4);
  EXPECT(getNamedOperandIdx(ST, OpName::rd) == 3 && getNamedOperandIdx(ST, OpName::p) == -1);
  EXPECT(getNamedOperandIdx(ADDC, OpName::s) == 1 && getNamedOperandIdx(BR, OpName::s) == -1);
  // An address is a register, a number and a pointer, the last of no type.
  EXPECT(getOperandType(LD, 0) == OpTypes::GPR && getOperandType(LD, 1) == OpTypes::GPR);
  EXPECT(getOperandType(LD, 2) == OpTypes::i32imm && getOperandType(LD, 3) == -1);
  EXPECT(getOperandType(ST, 3) == OpTypes::gpr_op);
  EXPECT(getLogicalOperandSize(LD, 1) == 3 && getLogicalOperandIdx(LD, 2) == 4);
  EXPECT(getLogicalOperandType(LD, 1) == OpTypes::mem);
  EXPECT(getLogicalOperandType(LD, 2) == OpTypes::pred);
  EXPECT(getLogicalOperandType(ADDS, 3) == -1 && getLogicalOperandType(BR, 0) == -1);
}
} // namespace operands

// Sizes of operands in memory.
namespace sizes {
#define GET_INSTRINFO_OPERAND_TYPES_ENUM
#define GET_INSTRINFO_MEM_OPERAND_SIZE
#include "../data/instr-info/ok/operand-types-unexpanded.out"

static void check() {
  using namespace llvm::Toy;
  EXPECT(getMemOperandSize(OpTypes::mem32) == 32 && getMemOperandSize(OpTypes::mem8x) == 8);
  EXPECT(getMemOperandSize(OpTypes::mem) == 0 && getMemOperandSize(OpTypes::GPR) == 0);
}
} // namespace sizes

// Relations between instructions.
namespace relations {
#define GET_INSTRINFO_ENUM
#define GET_INSTRMAP_INFO
#include "../data/instr-info/ok/relations.out"

static void check() {
  using namespace llvm::Toy;
  EXPECT(toForm(ADD, Form_1, Size__long) == ADDX && toForm(ADD, Form_2, Size__short) == ADDY);
  EXPECT(toForm(SUB, Form_1, Size__long) == 0xffff && toForm(SUB, Form_2, Size__short) == SUBY);
  EXPECT(toForm(ADD, Form_1, Size__short) == -1 && toForm(MUL, Form_1, Size__long) == -1);
  EXPECT(toLong(SUBY) == SUBY && toLong(SUB) == -1 && toNothing(ADDX) == -1);
}
} // namespace relations

// Features that instructions require.
namespace features {
namespace llvm {
using ::llvm::FeatureBitset;
namespace Toy {
enum { FeatureA, FeatureB };
}
} // namespace llvm
#define GET_INSTRINFO_ENUM
#define GET_AVAILABLE_OPCODE_CHECKER
#include "../data/instr-info/ok/features.out"

static void check() {
  using namespace llvm::Toy;
  auto Has = [](unsigned Opcode, std::initializer_list<unsigned> Features) {
    return llvm::Toy_MC::isOpcodeAvailable(Opcode, ::llvm::FeatureBitset(Features));
  };
  EXPECT(Has(ADD, {}) && Has(ADD, {FeatureA, FeatureB}));
  EXPECT(Has(MUL, {FeatureA}) && !Has(MUL, {}) && !Has(MUL, {FeatureA, FeatureB}));
  EXPECT(Has(SQRT, {}) && !Has(SQRT, {FeatureB}));
  EXPECT(Has(DIV, {FeatureA}) && !Has(DIV, {FeatureB}));
}
} // namespace features

// Functions about instructions.
#define GET_INSTRINFO_ENUM
#define GET_INSTRINFO_MC_HELPER_DECLS
#define GET_INSTRINFO_MC_HELPERS
#include "../data/instr-info/ok/predicates.out"

static MCInst inst(unsigned Opcode, int64_t Imm) {
  MCInst MI;
  MI.setOpcode(Opcode);
  for (unsigned Register : {1, 1})
    MI.addOperand(MCOperand::createReg(Register));
  MI.addOperand(MCOperand::createImm(Imm));
  return MI;
}

static void predicates() {
  using namespace llvm::Toy;
  using namespace llvm::Toy_MC;
  EXPECT(isZero(inst(ADD, 0)) && !isZero(inst(SUB, 1)) && isZero(inst(MOV, 1)));
  EXPECT(isCopy(inst(ADD, 0)) && !isCopy(inst(MOV, 1)) && !isZero(inst(KILL, 0)));
}

int main() {
  operands::check();
  sizes::check();
  relations::check();
  features::check();
  predicates();
}
