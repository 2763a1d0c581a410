//! The functions that find a register by its name.

use tablewright_text::{CppWriter, StringMatcher, line};

use crate::asm_matcher::model::RegisterMatchers;

/// Writes the functions; they `may_be_unused` if the target need not call them.
pub(super) fn emit(registers: &RegisterMatchers<'_>, may_be_unused: bool, w: &mut CppWriter) {
    let attribute = if may_be_unused { "[[maybe_unused]] " } else { "" };
    if let Some(matcher) = &registers.by_name {
        let head = format_args!("{attribute}static MCRegister MatchRegisterName");
        emit_function(head, matcher, registers.namespace, w);
    }
    if let Some(matcher) = &registers.by_alt_name {
        let head = format_args!("{attribute}static MCRegister MatchRegisterAltName");
        emit_function(head, matcher, registers.namespace, w);
    }
}

fn emit_function(
    head: std::fmt::Arguments<'_>,
    matcher: &StringMatcher<'_>,
    namespace: &str,
    w: &mut CppWriter,
) {
    w.block(format_args!("{head}(StringRef Name)"), "", |w| {
        w.string_matcher("Name", matcher);
        line!(w, "return {namespace}::NoRegister;");
    });
    line!(w);
}
