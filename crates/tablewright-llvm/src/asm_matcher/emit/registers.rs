//! The functions that find a register by its name.

use tablewright_text::{CppWriter, StringMatcher, line};

use crate::asm_matcher::model::RegisterMatchers;

pub(super) fn emit(registers: &RegisterMatchers<'_>, w: &mut CppWriter) {
    if let Some(matcher) = &registers.by_name {
        emit_function("MatchRegisterName", matcher, registers.namespace, w);
    }
    if let Some(matcher) = &registers.by_alt_name {
        emit_function("MatchRegisterAltName", matcher, registers.namespace, w);
    }
}

fn emit_function(name: &str, matcher: &StringMatcher<'_>, namespace: &str, w: &mut CppWriter) {
    w.block(format_args!("static MCRegister {name}(StringRef Name)"), "", |w| {
        w.string_matcher("Name", matcher);
        line!(w, "return {namespace}::NoRegister;");
    });
    line!(w);
}
