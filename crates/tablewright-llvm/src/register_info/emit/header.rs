//! The declaration of the class that is to be derived from for the target.

use tablewright_text::{CppWriter, line};

use super::model::RegisterInfo;

pub(super) fn emit(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let target = info.target;
    w.file_header("Register Information Header Fragment", None);
    w.raw("\n#ifdef GET_REGINFO_HEADER\n#undef GET_REGINFO_HEADER\n\n");
    w.raw("#include \"llvm/CodeGen/TargetRegisterInfo.h\"\n\n");
    w.raw("namespace llvm {\n\n");
    line!(w, "class {target}FrameLowering;\n");
    line!(w, "struct {target}GenRegisterInfo : public TargetRegisterInfo {{");
    line!(w, "  explicit {target}GenRegisterInfo(unsigned RA, unsigned D = 0, unsigned E = 0,");
    line!(w, "      unsigned PC = 0, unsigned HwMode = 0);");
    w.indented(|w| functions(info, w));
    line!(w, "}};\n");
    let namespace = info.class_namespace();
    line!(w, "namespace {namespace} {{ // Register classes");
    for (_, class) in info.classes.iter() {
        line!(w, "  extern const TargetRegisterClass {}RegClass;", class.name);
    }
    line!(w, "}} // end namespace {namespace}\n");
    w.raw("} // end namespace llvm\n\n#endif // GET_REGINFO_HEADER\n\n");
}

fn functions(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let class = "const TargetRegisterClass *";
    if !info.indices.is_empty() {
        line!(w, "unsigned composeSubRegIndicesImpl(unsigned, unsigned) const override;");
        for function in ["composeSubRegIndexLaneMaskImpl", "reverseComposeSubRegIndexLaneMaskImpl"]
        {
            line!(w, "LaneBitmask {function}(unsigned, LaneBitmask) const override;");
        }
        for function in ["getSubClassWithSubReg", "getSubRegisterClass"] {
            line!(w, "{class}{function}({class}, unsigned) const override;");
        }
    }
    line!(w, "const RegClassWeight &getRegClassWeight({class}RC) const override;");
    line!(w, "unsigned getRegUnitWeight(unsigned RegUnit) const override;");
    line!(w, "unsigned getNumRegPressureSets() const override;");
    line!(w, "const char *getRegPressureSetName(unsigned Idx) const override;");
    let function = "const MachineFunction &";
    line!(w, "unsigned getRegPressureSetLimit({function}MF, unsigned Idx) const override;");
    line!(w, "const int *getRegClassPressureSets({class}RC) const override;");
    line!(w, "const int *getRegUnitPressureSets(unsigned RegUnit) const override;");
    line!(w, "ArrayRef<const char *> getRegMaskNames() const override;");
    line!(w, "ArrayRef<const uint32_t *> getRegMasks() const override;");
    for category in &info.categories {
        line!(w, "bool {}({function}, MCRegister) const override;", category.function);
    }
    line!(w, "bool isConstantPhysReg(MCRegister PhysReg) const override final;");
    line!(w, "/// The target's own frame lowering, without a virtual call.");
    line!(w, "static const {}FrameLowering *getFrameLowering(\n      {function}MF);", info.target);
    if !info.base_classes.is_empty() {
        line!(w, "{class}getPhysRegBaseClass(MCRegister Reg) const override;");
    }
}
