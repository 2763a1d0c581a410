// TOOL: clang-tblgen
// ARGS: -gen-arm-sve-header
include "classes.td"

// With a predicate and a merge suffix; what stands in brackets can be left out.
def SVADD : Inst<"svadd[_{d}]", "dPdd", "cUlf", MergeOp1, "aarch64_sve_add">;
def SVADD_N : Inst<"svadd[_n_{d}]", "dPda", "cUl", MergeOp1, "aarch64_sve_add">;
// Two types, and a pointer to elements.
def SVLD1 : Inst<"svld1[_{2}]", "dPc", "Ucb", MergeNone, "aarch64_sve_ld1", [IsLoad]> {
  let MemEltType = MemEltTyInt8.Value;
}
// Tuples, both guards, and no intrinsic of LLVM.
let SVETargetGuard = "sve2p1|bf16", SMETargetGuard = "sme2,b16b16" in
def SVGET : Inst<"svget2[_{d}]", "d2i", "s", MergeNone, "", [VerifyRuntimeMode], [ImmCheck<1, ImmCheck0_3>]>;
// Immediates: one that depends on the element, a pattern, a prefetch.
def SVASRD : Inst<"svasrd[_n_{d}]", "dPdi", "cl", MergeAny, "aarch64_sve_asrd", [IsStreamingCompatible],
                  [ImmCheck<2, ImmCheckShiftRight, 1>]>;
def SVPTRUE : Inst<"svptrue_pat_{d}", "PI", "Pc", MergeNone, "aarch64_sve_ptrue", [IsStreamingCompatible]>;
def SVPRF : Inst<"svprfb", "vPQJ", "", MergeNone, "aarch64_sve_prf", [IsOverloadNone]>;
// No parameters, a count, a vector of fixed length.
def SVRDFFR : Inst<"svrdffr", "P", "", MergeNone, "aarch64_sve_rdffr", [IsOverloadNone]>;
def SVCNT : Inst<"svcntp_{d}", "n}i", "Qc", MergeNone, "aarch64_sve_cntp_{d}">;
def SVSET : Inst<"svset_neonq[_{d}]", "dd{", "i">;
// Scalar predicates, whatever their elements.
def SVDUP : Inst<"svdup[_n]_{d}", "ds", "PcPs">;
def SVSTORE : Inst<"svstore[_{d}]", "vpA", "PcbUc">;
// No parameters, with a `v` and without; the name can be shortened unless the prototype is one letter.
def SVUNDEF : Inst<"svundef2[_{d}]", "2", "Pc">;
def SVCREATE : Inst<"svcreate2[_{d}]", "2.x", "Uc">;
def SVEMPTY : Inst<"svempty[_{d}]", "dv", "c">;
// Letters on other types than integers.
def SVBITS : Inst<"svbits[_{d}]_{1}", "u@K", "if">;
def SVVOID : Inst<"svvoid_{1}_{2}", "v%IL", "f">;
