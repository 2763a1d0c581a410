//! The file as C++: enums, the tables of the machine code layer, the class that a target derives
//! from, and the tables of code generation.

mod composition;
mod dwarf;
mod enums;
mod header;
mod mc_desc;
mod pressure;
mod saved_registers;
mod sub_register_classes;
mod target_desc;

use tablewright_target::registers::LaneMask;
use tablewright_text::{CppWriter, line};

use super::model::RegisterInfo;

pub(super) fn emit(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    enums::emit(info, w);
    mc_desc::emit(info, w);
    header::emit(info, w);
    target_desc::emit(info, w);
}

/// Writes a part of the file: what stands where `macro_name` is defined. The body opens the
/// namespace `llvm`, for what is included comes before it.
fn emit_part(
    w: &mut CppWriter,
    description: &str,
    macro_name: &str,
    body: impl FnOnce(&mut CppWriter),
) {
    w.file_header(description, None);
    line!(w, "\n#ifdef {macro_name}\n#undef {macro_name}\n");
    body(w);
    line!(w, "}} // end namespace llvm\n\n#endif // {macro_name}\n");
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
