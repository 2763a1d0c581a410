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

use std::io;

use tablewright_target::registers::LaneMask;
use tablewright_text::{CppWriter, line};

use super::model::RegisterInfo;

/// How much text is kept before it is handed on.
const CHUNK: usize = 1 << 20;

pub(super) fn emit(info: &RegisterInfo<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut w = CppWriter::new();
    enums::emit(info, &mut w);
    mc_desc::emit(info, &mut w, out)?;
    header::emit(info, &mut w);
    target_desc::emit(info, &mut w, out)?;
    w.flush_to(out)
}

/// Writes a part of the file: what stands where `macro_name` is defined. The body opens the
/// namespace `llvm`, for what is included comes before it.
fn part<R>(
    w: &mut CppWriter,
    description: &str,
    macro_name: &str,
    body: impl FnOnce(&mut CppWriter) -> R,
) -> R {
    w.file_header(description, None);
    line!(w, "\n#ifdef {macro_name}\n#undef {macro_name}\n");
    let result = body(w);
    line!(w, "}} // end namespace llvm\n\n#endif // {macro_name}\n");
    result
}

fn lane_mask(w: &mut CppWriter, mask: LaneMask) {
    write!(w, "LaneBitmask(0x{:016X})", mask.0);
}

/// Writes words of 32 bits as hexadecimal numbers, lowest bits first.
fn hex_words(w: &mut CppWriter, words: impl IntoIterator<Item = u32>) {
    for word in words {
        write!(w, "0x{word:08x}, ");
    }
}
