// TOOL: clang-tblgen
// ARGS: -gen-arm-sme-sema-rangechecks
include "../arm-sve-header/classes.td"

let SVETargetGuard = "", SMETargetGuard = "sme" in {
  def SVADDHA : Inst<"svaddha_za32[_{d}]", "viPPd", "iUi", MergeOp1, "aarch64_sme_addha",
                     [IsStreaming, IsInOutZA, IsOverloadNone], [ImmCheck<0, ImmCheck0_3>]>;
  def SVLDR : Inst<"svldr_za", "vmQ", "", MergeNone, "aarch64_sme_ldr",
                   [IsOverloadNone, IsStreamingCompatible, IsInOutZA]>;
  def SVREAD : Inst<"svread_{d}_vg1x2", "2m", "s", MergeNone, "aarch64_sme_read", [IsStreaming, IsInZA, IsOutZT0]>;
  def SVZERO : Inst<"svzero_za", "v", "", MergeNone, "", [IsOverloadNone, IsStreamingCompatible, IsOutZA]>;
}
