//! Writes the base class declaration for the target's register info.

use tablewright_text::{CppWriter, line, text_block};

use super::{storage_type, unit_type};
use crate::register_info::model::RegisterInfo;

pub(super) fn emit(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    w.raw("#include \"llvm/CodeGen/TargetRegisterInfo.h\"\n\nnamespace llvm {\n\n");
    emit_class(info, w);
    let namespace = info.names.classes_namespace;
    line!(w, "namespace {namespace} {{ // Register classes");
    for (id, class) in info.analyses.classes.iter() {
        let name = &class.name;
        if info.codegen_classes.storage.is_some() {
            let storage = format!("{}MCRegisterClassStorage", info.target);
            write!(w, "static constexpr const TargetRegisterClass &{name}RegClass = ");
            line!(w, "{storage}.Classes[{}];", id.index());
        } else {
            line!(w, "  extern const TargetRegisterClass {name}RegClass;");
        }
    }
    line!(w, "}} // end namespace {namespace}\n");
}

fn emit_class(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let target = info.target;
    text_block!(
        w,
        "
        class {target}FrameLowering;

        "
    );
    if let Some(storage) = &info.codegen_classes.storage {
        line!(w, "extern const {} {target}MCRegisterClassStorage;\n", storage_type(info, storage));
    }
    text_block!(
        w,
        "
        struct {target}GenRegisterInfo : public TargetRegisterInfo {{
          explicit {target}GenRegisterInfo(unsigned RA, unsigned D = 0, unsigned E = 0,
              unsigned PC = 0, unsigned HwMode = 0);
        "
    );
    w.indented(|w| emit_functions(info, w));
    line!(w, "}};\n");
}

fn emit_functions(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let class = "const TargetRegisterClass *";
    if let Some(tables) = &info.index_tables {
        line!(w, "unsigned composeSubRegIndicesImpl(unsigned, unsigned) const override;");
        if tables.composition.decomposed.is_some() {
            line!(
                w,
                "unsigned reverseComposeSubRegIndicesImpl(unsigned, unsigned) const override;"
            );
        }
        for function in ["composeSubRegIndexLaneMaskImpl", "reverseComposeSubRegIndexLaneMaskImpl"]
        {
            line!(w, "LaneBitmask {function}(unsigned, LaneBitmask) const override;");
        }
        for function in ["getSubClassWithSubReg", "getSubRegisterClass"] {
            line!(w, "{class}{function}({class}, unsigned) const override;");
        }
    }
    let function = "const MachineFunction &";
    let unit = unit_type(info);
    text_block!(
        w,
        "
        const RegClassWeight &getRegClassWeight({class}RC) const override;
        unsigned getRegUnitWeight({unit} RegUnit) const override;
        unsigned getNumRegPressureSets() const override;
        const char *getRegPressureSetName(unsigned Idx) const override;
        unsigned getRegPressureSetLimit({function}MF, unsigned Idx) const override;
        "
    );
    if info.pressure.largest_classes.is_some() {
        line!(w, "{class}getLargestRegClassForRegPressureSet(unsigned Idx) const override;");
    }
    text_block!(
        w,
        "
        const int *getRegClassPressureSets({class}RC) const override;
        const int *getRegUnitPressureSets({unit} RegUnit) const override;
        ArrayRef<const char *> getRegMaskNames() const override;
        ArrayRef<const uint32_t *> getRegMasks() const override;
        "
    );
    for category in &info.saved.categories {
        line!(w, "bool {}({function}, MCRegister) const override;", category.function);
        if let Some(of_class) = category.class_function {
            line!(w, "bool {of_class}({class}RC) const override;");
        }
    }
    text_block!(
        w,
        "
        bool isConstantPhysReg(MCRegister PhysReg) const override final;
        /// The target's own frame lowering, without a virtual call.
        static const {}FrameLowering *getFrameLowering(
            {function}MF);
        ",
        info.target
    );
    if info.codegen_classes.storage.is_some()
        && info.codegen_classes.alt_orders.iter().any(Option::is_some)
    {
        write!(w, "ArrayRef<MCPhysReg> getRawAllocationOrder(const TargetRegisterClass &RC, ");
        line!(w, "const MachineFunction &MF, bool Rev) const override;");
    }
    if info.base_classes.is_some() {
        line!(w, "{class}getPhysRegBaseClass(MCRegister Reg) const override;");
    }
    if info.codegen_classes.storage.is_some() {
        line!(w, "{class}getMinimalPhysRegClass(MCRegister Reg) const override;");
    }
}
