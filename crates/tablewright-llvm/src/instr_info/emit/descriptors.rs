//! Machine code tables: descriptors, the tables they point to, and names.

use tablewright_target::instructions::operands::OperandConstraint;
use tablewright_text::{CppWriter, append, line, text_block};

use super::super::model::{
    DeprecationFunction, FunctionsForm, InstrInfo, InstrInfoDescriptor, InstrInfoLayout,
    OperandInfo, RegisterClassOf,
};
use crate::support::qualified_name::{Qualified, Scoped};

/// Count of elements in a line, for an array indexed by instruction.
const PER_LINE: usize = 8;

pub(super) fn emit(info: &InstrInfo<'_>, w: &mut CppWriter) {
    emit_table_type(info, w);
    w.guarded("GET_INSTRINFO_MC_DESC", |w| {
        w.raw("namespace llvm {\n\n");
        emit_tables(info, w);
        emit_names(info, w);
        emit_deprecation(info, w);
        emit_classes_by_hw_mode(info, w);
        emit_init(info, w);
        w.raw("} // end namespace llvm\n");
    });
}

fn emit_table_type(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let descriptors = &info.descriptors;
    let operands = descriptors.operand_infos.len;
    // C++ lacks empty arrays.
    let implicit_operands = descriptors.implicit_operands.len.max(1);
    text_block!(
        w,
        "
        #if defined(GET_INSTRINFO_MC_DESC) || defined(GET_INSTRINFO_CTOR_DTOR)
        namespace llvm {{

        struct {}InstrTable {{
          MCInstrDesc Insts[{}];
        ",
        info.names.target,
        descriptors.rows.len(),
    );
    match info.names.layout {
        InstrInfoLayout::OperandsFirst => text_block!(
            w,
            "
              static_assert(alignof(MCInstrDesc) >= alignof(MCOperandInfo), \"Unwanted padding between Insts and OperandInfo\");
              MCOperandInfo OperandInfo[{operands}];
              static_assert(alignof(MCOperandInfo) >= alignof(MCPhysReg), \"Unwanted padding between OperandInfo and ImplicitOps\");
              MCPhysReg ImplicitOps[{implicit_operands}];
            "
        ),
        InstrInfoLayout::ImplicitOpsFirst => text_block!(
            w,
            "
              static_assert(alignof(MCInstrDesc) >= alignof(MCPhysReg), \"Unwanted padding between Insts and ImplicitOps\");
              MCPhysReg ImplicitOps[{implicit_operands}];
              char Padding[sizeof(MCOperandInfo) - sizeof ImplicitOps % sizeof(MCOperandInfo)];
              static_assert(alignof(MCInstrDesc) >= alignof(MCOperandInfo), \"Unwanted padding between Insts and OperandInfo\");
              MCOperandInfo OperandInfo[{operands}];
            "
        ),
    }
    text_block!(
        w,
        "
        }};

        }} // end namespace llvm
        #endif // defined(GET_INSTRINFO_MC_DESC) || defined(GET_INSTRINFO_CTOR_DTOR)

        "
    );
}

fn emit_tables(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let (target, descriptors) = (info.names.target, &info.descriptors);
    emit_base(info, w);
    line!(w, "extern const {target}InstrTable {target}Descs = {{\n  {{");
    // LLVM computes the address of the other tables from a descriptor's address: an instruction's number is the
    // distance to the end of this table, hence the reverse order.
    for (number, row) in descriptors.rows.iter().enumerate().rev() {
        emit_descriptor(info, number, row, w);
        match info.names.layout {
            InstrInfoLayout::OperandsFirst => {
                let name = info.names.instructions[number];
                append!(w, " },  // Inst #", number, " = ", name, "\n");
            }
            InstrInfoLayout::ImplicitOpsFirst => append!(w, " },  // ", row.description, "\n"),
        }
    }
    w.raw("  }, {\n");
    match info.names.layout {
        InstrInfoLayout::OperandsFirst => {
            emit_operand_infos(info, w);
            w.raw("  }, {\n");
            emit_implicit_operands(info, w);
        }
        InstrInfoLayout::ImplicitOpsFirst => {
            emit_implicit_operands(info, w);
            w.raw("  }, {\n    0\n  }, {\n");
            emit_operand_infos(info, w);
        }
    }
    w.raw("  }\n};\n\n");
}

/// Writes the constant that is added to offsets in the last table of a descriptor's struct.
fn emit_base(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let target = info.names.target;
    match info.names.layout {
        InstrInfoLayout::OperandsFirst => text_block!(
            w,
            "
            static_assert(sizeof(MCOperandInfo) % sizeof(MCPhysReg) == 0);
            static constexpr unsigned {target}ImpOpBase = sizeof {target}InstrTable::OperandInfo / (sizeof(MCPhysReg));

            "
        ),
        InstrInfoLayout::ImplicitOpsFirst => {
            let size =
                format!("(sizeof {target}InstrTable::ImplicitOps + sizeof {target}InstrTable::Padding)");
            text_block!(
                w,
                "
                static_assert({size} % sizeof(MCOperandInfo) == 0);
                static constexpr unsigned {target}OpInfoBase = {size} / sizeof(MCOperandInfo);

                "
            );
        }
    }
}

fn emit_operand_infos(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let infos = &info.descriptors.operand_infos;
    for (offset, list) in &infos.lists {
        append!(w, "    /* ", offset, " */");
        for &(id, constraint) in list {
            emit_operand_info(&infos.infos[id], constraint, w);
        }
        w.blank();
    }
}

fn emit_implicit_operands(info: &InstrInfo<'_>, w: &mut CppWriter) {
    for (offset, registers) in &info.descriptors.implicit_operands.lists {
        append!(w, "    /* ", offset, " */");
        for register in registers {
            append!(w, " ", Qualified(*register), ",");
        }
        w.blank();
    }
}

fn emit_descriptor(
    info: &InstrInfo<'_>,
    number: usize,
    row: &InstrInfoDescriptor<'_>,
    w: &mut CppWriter,
) {
    append!(w, "    { ", number, ",\t", row.operand_count, ",\t", row.def_count, ",\t");
    append!(w, row.size, ",\t", row.sched_class, ",\t");
    append!(w, row.implicit_use_count, ",\t", row.implicit_def_count, ",\t", info.names.target);
    let (implicit_operands, operand_infos) = (row.implicit_operands, row.operand_infos);
    match info.names.layout {
        InstrInfoLayout::OperandsFirst => {
            append!(w, "ImpOpBase + ", implicit_operands, ",\t", operand_infos, ",\t0");
        }
        InstrInfoLayout::ImplicitOpsFirst => {
            append!(w, "OpInfoBase + ", operand_infos, ",\t", implicit_operands, ",\t0");
        }
    }
    for name in row.flags.names() {
        append!(w, "|(1ULL<<MCID::", name, ")");
    }
    match row.target_flags {
        0 => w.raw(", 0x0ULL"),
        flags => write!(w, ", 0x{flags:x}ULL"),
    }
}

fn emit_operand_info(info: &OperandInfo<'_>, constraint: OperandConstraint, w: &mut CppWriter) {
    match &info.register_class {
        RegisterClassOf::None => w.raw(" { -1, 0"),
        RegisterClassOf::Class(class) => append!(w, " { ", Qualified(*class), "RegClassID, 0"),
        RegisterClassOf::ByHwMode(class) => append!(w, " { ", Qualified(*class), ", 0"),
        RegisterClassOf::PointerKind(kind) => append!(w, " { ", kind, ", 0"),
    }
    for flag in &info.flags {
        append!(w, "|(1<<MCOI::", flag, ")");
    }
    append!(w, ", ", Scoped(info.operand_type), ", ");
    match constraint {
        OperandConstraint::None => w.raw("0 },"),
        OperandConstraint::EarlyClobber => w.raw("MCOI_EARLY_CLOBBER },"),
        OperandConstraint::TiedTo(output) => append!(w, "MCOI_TIED_TO(", output, ") },"),
    }
}

fn emit_names(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let target = info.names.target;
    let declaration = format!("extern const char {target}InstrNameData[]");
    match info.names.layout {
        InstrInfoLayout::OperandsFirst => {
            w.string_literal_table(&declaration, &info.names.strings.table);
        }
        InstrInfoLayout::ImplicitOpsFirst => {
            w.octal_string_literal_table(&declaration, &info.names.strings.table);
        }
    }
    emit_by_instruction(
        w,
        format_args!("unsigned {target}InstrNameIndices"),
        &info.names.strings.offsets,
        |w, offset| append!(w, offset, "U"),
    );
}

fn emit_deprecation(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let (target, namespace) = (info.names.target, info.names.namespace);
    let features = &info.deprecation.features;
    if !features.is_empty() {
        let name = format_args!("uint8_t {target}InstrDeprecationFeatures");
        emit_by_instruction(w, name, features, |w, feature| match feature {
            Some(feature) => append!(w, namespace, "::", feature),
            None => w.raw("uint8_t(-1)"),
        });
    }
    let functions = &info.deprecation.functions;
    if functions.is_empty() {
        return;
    }
    match info.deprecation.form {
        FunctionsForm::Table => {
            let name = format_args!(
                "MCInstrInfo::ComplexDeprecationPredicate {target}InstrComplexDeprecationInfos"
            );
            emit_by_instruction(w, name, functions, |w, function| match function {
                Some(function) => append!(w, "&get", function.name, "DeprecationInfo"),
                None => w.raw("nullptr"),
            });
        }
        FunctionsForm::Switch => emit_deprecation_function(info, w),
    }
}

/// Writes the function that calls an instruction's deprecation function.
fn emit_deprecation_function(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let namespace = info.names.namespace;
    emit_deprecation_signature(info, w);
    w.raw(" {\n  switch (Inst.getOpcode()) {\n");
    for DeprecationFunction { instruction, name } in info.deprecation.functions.iter().flatten() {
        write!(w, "  case {namespace}::{instruction}: return get{name}DeprecationInfo(");
        w.raw("Inst, STI, Info);\n");
    }
    w.raw("  }\n  return false;\n}\n\n");
}

/// Writes the declarator of the function that checks whether an instruction is deprecated.
pub(super) fn emit_deprecation_signature(info: &InstrInfo<'_>, w: &mut CppWriter) {
    write!(w, "bool {}InstrComplexDeprecationInfo(", info.names.target);
    w.raw("MCInst &Inst, const MCSubtargetInfo &STI, std::string &Info)");
}

/// Writes an array with an element for each instruction.
fn emit_by_instruction<T>(
    w: &mut CppWriter,
    name: std::fmt::Arguments<'_>,
    elements: &[T],
    element: impl Fn(&mut CppWriter, &T),
) {
    write!(w, "extern const {name}[] = {{");
    for line in elements.chunks(PER_LINE) {
        w.raw("\n    ");
        for item in line {
            element(w, item);
            w.raw(", ");
        }
    }
    w.raw("\n};\n\n");
}

/// The initial value for the table of classes by hardware mode.
#[derive(Clone, Copy)]
pub(super) enum ClassTable {
    /// The table, or none.
    Given,
    /// No value is specified.
    Default,
}

/// Writes the table of the register classes that depend on the hardware mode.
fn emit_classes_by_hw_mode(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let classes = &info.descriptors.by_hw_mode;
    if classes.names.is_empty() {
        return;
    }
    w.raw("extern const int16_t ");
    emit_class_table_name(info, w);
    w.raw(" = {\n");
    for in_mode in &classes.modes {
        line!(w, "  {{ // {}", in_mode.mode);
        for (name, class) in classes.names.iter().zip(&in_mode.classes) {
            match class {
                Some(class) => line!(w, "    {}RegClassID, // {name}", Qualified(*class)),
                None => line!(w, "    -1, // Missing mode entry for {name}"),
            }
        }
        line!(w, "  }},");
    }
    w.raw("};\n\n");
}

/// Writes the declarator for the table of mode-dependent register classes.
pub(super) fn emit_class_table_name(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let classes = &info.descriptors.by_hw_mode;
    let (modes, count) = (classes.modes.len(), classes.names.len());
    write!(w, "{}RegClassByHwModeTables[{modes}][{count}]", info.names.target);
}

fn emit_init(info: &InstrInfo<'_>, w: &mut CppWriter) {
    line!(w, "static inline void Init{}MCInstrInfo(MCInstrInfo *II) {{", info.names.target);
    w.raw("  II->");
    emit_init_call(info, ClassTable::Given, w);
    w.raw("}\n\n");
}

/// Writes the call that hands the tables to an `MCInstrInfo`.
pub(super) fn emit_init_call(info: &InstrInfo<'_>, classes: ClassTable, w: &mut CppWriter) {
    let target = info.names.target;
    write!(w, "InitMCInstrInfo({target}Descs.Insts, {target}InstrNameIndices, ");
    write!(w, "{target}InstrNameData, ");
    if info.deprecation.features.is_empty() {
        w.raw("nullptr, ");
    } else {
        write!(w, "{target}InstrDeprecationFeatures, ");
    }
    if info.deprecation.functions.is_empty() {
        w.raw("nullptr, ");
    } else {
        write!(w, "{target}InstrComplexDeprecationInfo");
        w.raw(match info.deprecation.form {
            FunctionsForm::Table => "s, ",
            FunctionsForm::Switch => ", ",
        });
    }
    write!(w, "{}", info.descriptors.rows.len());
    let by_hw_mode = &info.descriptors.by_hw_mode.names;
    match (info.names.layout, classes) {
        (InstrInfoLayout::OperandsFirst, _)
        | (InstrInfoLayout::ImplicitOpsFirst, ClassTable::Default) => {}
        (InstrInfoLayout::ImplicitOpsFirst, ClassTable::Given) if by_hw_mode.is_empty() => {
            w.raw(", nullptr, 0");
        }
        (InstrInfoLayout::ImplicitOpsFirst, ClassTable::Given) => {
            write!(w, ", &{target}RegClassByHwModeTables[0][0], {}", by_hw_mode.len());
        }
    }
    w.raw(");\n");
}
