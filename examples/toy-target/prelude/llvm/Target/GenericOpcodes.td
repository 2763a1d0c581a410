//===- GenericOpcodes.td - Instructions that all targets have -------------===//
//
// Code generation has pseudo-instructions of its own, which are numbered before a
// target's. All of them have to be there. What is said of their operands matters to
// instruction selection only; here they take any.
//
//===----------------------------------------------------------------------===//

class StandardPseudoInstruction : Instruction {
  let Namespace = "TargetOpcode";
  let OutOperandList = (outs);
  let InOperandList = (ins variable_ops);
  let mayLoad = false;
  let mayStore = false;
  let hasSideEffects = false;
  let isCodeGenOnly = true;
  let isPseudo = true;
  let hasNoSchedulingInfo = true;
}

def PHI : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
}

// Copies are what machine models say something of.
def COPY : StandardPseudoInstruction {
  let OutOperandList = (outs unknown:$dst);
  let InOperandList = (ins unknown:$src);
  let isAsCheapAsAMove = true;
  let hasNoSchedulingInfo = false;
}

// These may be printed: in dumps for debugging, as comments of assembly.
foreach name = [
  "DBG_VALUE", "DBG_VALUE_LIST", "DBG_INSTR_REF", "DBG_PHI", "DBG_LABEL", "BUNDLE",
  "LIFETIME_START", "LIFETIME_END", "PSEUDO_PROBE"
] in
  def name : StandardPseudoInstruction {
    let AsmString = name;
    let isMeta = true;
  }

foreach name = [
  "INLINEASM", "INLINEASM_BR", "CFI_INSTRUCTION", "EH_LABEL", "GC_LABEL",
  "ANNOTATION_LABEL", "KILL", "EXTRACT_SUBREG", "INSERT_SUBREG", "IMPLICIT_DEF",
  "SUBREG_TO_REG", "COPY_TO_REGCLASS", "REG_SEQUENCE", "ARITH_FENCE", "STACKMAP",
  "FENTRY_CALL", "PATCHPOINT", "LOAD_STACK_GUARD", "PREALLOCATED_SETUP",
  "PREALLOCATED_ARG", "STATEPOINT", "LOCAL_ESCAPE", "FAULTING_OP", "PATCHABLE_OP",
  "PATCHABLE_FUNCTION_ENTER", "PATCHABLE_RET", "PATCHABLE_FUNCTION_EXIT",
  "PATCHABLE_TAIL_CALL", "PATCHABLE_EVENT_CALL", "PATCHABLE_TYPED_EVENT_CALL",
  "ICALL_BRANCH_FUNNEL", "MEMBARRIER", "JUMP_TABLE_DEBUG_INFO",
  "CONVERGENCECTRL_ENTRY", "CONVERGENCECTRL_ANCHOR", "CONVERGENCECTRL_LOOP",
  "CONVERGENCECTRL_GLUE"
] in
  def name : StandardPseudoInstruction;

#ifdef TOY_GLOBAL_ISEL
// Operands of any type.
class TypedOperand<string type, bit isPointer> : Operand<untyped> {
  let OperandType = type;
  bit IsPointer = isPointer;
  bit IsImmediate = false;
}
def type0 : TypedOperand<"OPERAND_GENERIC_0", false>;
def ptype1 : TypedOperand<"OPERAND_GENERIC_1", true>;
#endif

// What instruction selection starts with: operations on values of any type.
class GenericInstruction : StandardPseudoInstruction {
  let isPreISelOpcode = true;
}

foreach name = [
  "G_ASSERT_SEXT", "G_ASSERT_ZEXT", "G_ASSERT_ALIGN", "G_ADD", "G_SUB", "G_MUL",
  "G_SDIV", "G_UDIV", "G_SREM", "G_UREM", "G_SDIVREM", "G_UDIVREM", "G_AND", "G_OR",
  "G_XOR", "G_IMPLICIT_DEF", "G_PHI", "G_FRAME_INDEX", "G_GLOBAL_VALUE",
  "G_PTRAUTH_GLOBAL_VALUE", "G_CONSTANT_POOL", "G_EXTRACT", "G_UNMERGE_VALUES",
  "G_INSERT", "G_MERGE_VALUES", "G_BUILD_VECTOR", "G_BUILD_VECTOR_TRUNC",
  "G_CONCAT_VECTORS", "G_PTRTOINT", "G_INTTOPTR", "G_BITCAST", "G_FREEZE",
  "G_CONSTANT_FOLD_BARRIER", "G_INTRINSIC_FPTRUNC_ROUND", "G_INTRINSIC_TRUNC",
  "G_INTRINSIC_ROUND", "G_INTRINSIC_LRINT", "G_INTRINSIC_LLRINT",
  "G_INTRINSIC_ROUNDEVEN", "G_READCYCLECOUNTER", "G_READSTEADYCOUNTER", "G_LOAD",
  "G_SEXTLOAD", "G_ZEXTLOAD", "G_INDEXED_LOAD", "G_INDEXED_SEXTLOAD",
  "G_INDEXED_ZEXTLOAD", "G_STORE", "G_INDEXED_STORE", "G_ATOMIC_CMPXCHG_WITH_SUCCESS",
  "G_ATOMIC_CMPXCHG", "G_ATOMICRMW_XCHG", "G_ATOMICRMW_ADD", "G_ATOMICRMW_SUB",
  "G_ATOMICRMW_AND", "G_ATOMICRMW_NAND", "G_ATOMICRMW_OR", "G_ATOMICRMW_XOR",
  "G_ATOMICRMW_MAX", "G_ATOMICRMW_MIN", "G_ATOMICRMW_UMAX", "G_ATOMICRMW_UMIN",
  "G_ATOMICRMW_FADD", "G_ATOMICRMW_FSUB", "G_ATOMICRMW_FMAX", "G_ATOMICRMW_FMIN",
  "G_ATOMICRMW_UINC_WRAP", "G_ATOMICRMW_UDEC_WRAP", "G_FENCE", "G_PREFETCH",
  "G_BRCOND", "G_BRINDIRECT", "G_INVOKE_REGION_START", "G_INTRINSIC",
  "G_INTRINSIC_W_SIDE_EFFECTS", "G_INTRINSIC_CONVERGENT",
  "G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS", "G_ANYEXT", "G_TRUNC", "G_CONSTANT",
  "G_FCONSTANT", "G_VASTART", "G_VAARG", "G_SEXT", "G_SEXT_INREG", "G_ZEXT", "G_SHL",
  "G_LSHR", "G_ASHR", "G_FSHL", "G_FSHR", "G_ROTR", "G_ROTL", "G_ICMP", "G_FCMP",
  "G_SCMP", "G_UCMP", "G_SELECT", "G_UADDO", "G_UADDE", "G_USUBO", "G_USUBE",
  "G_SADDO", "G_SADDE", "G_SSUBO", "G_SSUBE", "G_UMULO", "G_SMULO", "G_UMULH",
  "G_SMULH", "G_UADDSAT", "G_SADDSAT", "G_USUBSAT", "G_SSUBSAT", "G_USHLSAT",
  "G_SSHLSAT", "G_SMULFIX", "G_UMULFIX", "G_SMULFIXSAT", "G_UMULFIXSAT", "G_SDIVFIX",
  "G_UDIVFIX", "G_SDIVFIXSAT", "G_UDIVFIXSAT", "G_FADD", "G_FSUB", "G_FMUL", "G_FMA",
  "G_FMAD", "G_FDIV", "G_FREM", "G_FPOW", "G_FPOWI", "G_FEXP", "G_FEXP2", "G_FEXP10",
  "G_FLOG", "G_FLOG2", "G_FLOG10", "G_FLDEXP", "G_FFREXP", "G_FNEG", "G_FPEXT",
  "G_FPTRUNC", "G_FPTOSI", "G_FPTOUI", "G_SITOFP", "G_UITOFP", "G_FABS",
  "G_FCOPYSIGN", "G_IS_FPCLASS", "G_FCANONICALIZE", "G_FMINNUM", "G_FMAXNUM",
  "G_FMINNUM_IEEE", "G_FMAXNUM_IEEE", "G_FMINIMUM", "G_FMAXIMUM", "G_GET_FPENV",
  "G_SET_FPENV", "G_RESET_FPENV", "G_GET_FPMODE", "G_SET_FPMODE", "G_RESET_FPMODE",
  "G_PTR_ADD", "G_PTRMASK", "G_SMIN", "G_SMAX", "G_UMIN", "G_UMAX", "G_ABS",
  "G_LROUND", "G_LLROUND", "G_BR", "G_BRJT", "G_VSCALE", "G_INSERT_SUBVECTOR",
  "G_EXTRACT_SUBVECTOR", "G_INSERT_VECTOR_ELT", "G_EXTRACT_VECTOR_ELT",
  "G_SHUFFLE_VECTOR", "G_SPLAT_VECTOR", "G_VECTOR_COMPRESS", "G_CTTZ",
  "G_CTTZ_ZERO_UNDEF", "G_CTLZ", "G_CTLZ_ZERO_UNDEF", "G_CTPOP", "G_BSWAP",
  "G_BITREVERSE", "G_FCEIL", "G_FCOS", "G_FSIN", "G_FTAN", "G_FACOS", "G_FASIN",
  "G_FATAN", "G_FCOSH", "G_FSINH", "G_FTANH", "G_FSQRT", "G_FFLOOR", "G_FRINT",
  "G_FNEARBYINT", "G_ADDRSPACE_CAST", "G_BLOCK_ADDR", "G_JUMP_TABLE",
  "G_DYN_STACKALLOC", "G_STACKSAVE", "G_STACKRESTORE", "G_STRICT_FADD",
  "G_STRICT_FSUB", "G_STRICT_FMUL", "G_STRICT_FDIV", "G_STRICT_FREM", "G_STRICT_FMA",
  "G_STRICT_FSQRT", "G_STRICT_FLDEXP", "G_READ_REGISTER", "G_WRITE_REGISTER",
  "G_MEMCPY", "G_MEMCPY_INLINE", "G_MEMMOVE", "G_MEMSET", "G_BZERO", "G_TRAP",
  "G_DEBUGTRAP", "G_UBSANTRAP", "G_VECREDUCE_SEQ_FADD", "G_VECREDUCE_SEQ_FMUL",
  "G_VECREDUCE_FADD", "G_VECREDUCE_FMUL", "G_VECREDUCE_FMAX", "G_VECREDUCE_FMIN",
  "G_VECREDUCE_FMAXIMUM", "G_VECREDUCE_FMINIMUM", "G_VECREDUCE_ADD",
  "G_VECREDUCE_MUL", "G_VECREDUCE_AND", "G_VECREDUCE_OR", "G_VECREDUCE_XOR",
  "G_VECREDUCE_SMAX", "G_VECREDUCE_SMIN", "G_VECREDUCE_UMAX", "G_VECREDUCE_UMIN",
  "G_SBFX", "G_UBFX"
] in
  def name : GenericInstruction {
#ifdef TOY_GLOBAL_ISEL
    // Which operands of those that Toy selects from are pointers.
    let InOperandList = !cond(!eq(name, "G_LOAD") : (ins ptype1:$address),
                              !eq(name, "G_STORE") : (ins type0:$value, ptype1:$address),
                              true : (ins variable_ops));
#endif
  }
