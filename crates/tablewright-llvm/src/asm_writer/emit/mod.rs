//! The assembly printer as C++: the functions that print instructions, registers and aliases.

mod aliases;
mod instructions;
mod registers;

use tablewright_text::CppWriter;

use super::model::AsmWriter;

pub(super) fn emit(model: &AsmWriter<'_>, w: &mut CppWriter) {
    w.file_header("Assembly Writer Source Fragment", Some(model.input));
    instructions::emit_get_mnemonic(&model.instructions, &model.class, w);
    instructions::emit_print_instruction(&model.instructions, &model.class, w);
    registers::emit_get_register_name(&model.registers, &model.class, w);
    aliases::emit_print_alias_instr(&model.aliases, &model.class, w);
}
