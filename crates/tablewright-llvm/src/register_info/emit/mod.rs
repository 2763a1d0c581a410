//! The file as C++: enums, the tables of the machine code layer, the class that a target derives
//! from, and the tables of code generation.

mod composition;
mod dwarf;
mod enums;
mod header;
mod mc_desc;
mod pressure;
mod saved_registers;
mod storage;
mod sub_register_classes;
mod target_desc;

use tablewright_target::registers::LaneMask;
use tablewright_text::{CppWriter, line};

use super::model::{ClassStorage, RegisterInfo, RegisterInfoLayout, StoredClass};

/// A part of the output, guarded by a macro or in a separate file.
pub(super) struct RegisterInfoPart {
    /// First header line.
    description: &'static str,
    macro_name: &'static str,
    /// Suffix after the main file's name.
    pub(super) suffix: &'static str,
    /// Writes the part. It opens the namespace `llvm` itself, because its includes come first.
    emit: fn(&RegisterInfo<'_>, &mut CppWriter<'_>),
}

const ENUMS: RegisterInfoPart = RegisterInfoPart {
    description: "Target Register Enum Values",
    macro_name: "GET_REGINFO_ENUM",
    suffix: "Enums",
    emit: enums::emit,
};

const MC_DESC: RegisterInfoPart = RegisterInfoPart {
    description: "MC Register Information",
    macro_name: "GET_REGINFO_MC_DESC",
    suffix: "MCDesc",
    emit: mc_desc::emit,
};

const HEADER: RegisterInfoPart = RegisterInfoPart {
    description: "Register Information Header Fragment",
    macro_name: "GET_REGINFO_HEADER",
    suffix: "Header",
    emit: header::emit,
};

const TARGET_DESC: RegisterInfoPart = RegisterInfoPart {
    description: "Target Register and Register Classes Information",
    macro_name: "GET_REGINFO_TARGET_DESC",
    suffix: "TargetDesc",
    emit: target_desc::emit,
};

/// Parts in single-file order.
const PARTS: [&RegisterInfoPart; 4] = [&ENUMS, &MC_DESC, &HEADER, &TARGET_DESC];

/// Parts in file order. The order is visible if all parts are written to the same output.
pub(super) const FILES: [&RegisterInfoPart; 4] = [&ENUMS, &HEADER, &MC_DESC, &TARGET_DESC];

/// Writes all parts to a single file.
pub(super) fn emit_all(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    for RegisterInfoPart { description, macro_name, emit, .. } in PARTS {
        w.file_header(description, None);
        line!(w, "\n#ifdef {macro_name}\n#undef {macro_name}\n");
        emit(info, w);
        line!(w, "}} // end namespace llvm\n\n#endif // {macro_name}\n");
    }
}

/// Writes the file that includes the part files. Their names begin with `stem`.
pub(super) fn emit_includes(stem: &str, w: &mut CppWriter) {
    for RegisterInfoPart { macro_name, suffix, .. } in PARTS {
        line!(w, "#ifdef {macro_name}\n#undef {macro_name}");
        line!(w, "#include \"{stem}{suffix}.inc\"\n#endif\n");
    }
}

impl RegisterInfoPart {
    /// Writes the part's file.
    pub(super) fn emit_file(&self, info: &RegisterInfo<'_>, w: &mut CppWriter) {
        w.file_header(self.description, None);
        w.blank();
        (self.emit)(info, w);
        // LLVM's tests for the release match this text.
        line!(
            w,
            "}} // {}namespace llvm\n",
            match info.layout {
                RegisterInfoLayout::OneFile | RegisterInfoLayout::FiveFiles => "end ",
                RegisterInfoLayout::OneStorage => "",
            }
        );
    }
}

/// Returns the type for the object with the register class tables.
fn storage_type(info: &RegisterInfo<'_>, storage: &ClassStorage) -> String {
    let mask_offsets = match &storage.shared_masks {
        Some(shared) => format!("{}, ", shared.count),
        None => String::new(),
    };
    let StoredClass { registers, bytes, masks, super_classes, .. } = storage.totals;
    format!(
        "MCRegisterClassStorage<{}, {registers}, {bytes}, {masks}, {mask_offsets}{}, {super_classes}>",
        info.analyses.classes.len(),
        info.codegen_classes.super_reg_indices.len(),
    )
}

/// Returns the register unit type.
fn unit_type(info: &RegisterInfo<'_>) -> &'static str {
    match info.layout {
        RegisterInfoLayout::OneFile => "unsigned",
        RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage => "MCRegUnit",
    }
}

fn emit_lane_mask(w: &mut CppWriter, mask: LaneMask) {
    write!(w, "LaneBitmask(0x{:016X})", mask.0);
}

/// Writes words of 32 bits as hexadecimal numbers, lowest bits first.
fn emit_hex_words(w: &mut CppWriter, words: impl IntoIterator<Item = u32>) {
    for word in words {
        write!(w, "0x{word:08x}, ");
    }
}
