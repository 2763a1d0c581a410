//! Registers that depend on the hardware mode, in C++ (LLVM 23 and later).

use tablewright_records::FieldError;
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::record_views::register::RegisterByHwModeRecord;

/// Returns C++ for the registers' hardware mode number, based on a subtarget expression.
pub(crate) fn mode_of(subtarget: &str) -> String {
    format!("{subtarget}getHwMode(MCSubtargetInfo::HwMode_RegInfo)")
}

/// Returns the function of register information that chooses a register by the hardware mode.
pub(crate) fn chooser(register: RegisterByHwModeRecord<'_>) -> Result<String, FieldError> {
    // All registers have the same namespace.
    let namespace = match register.registers()?.first() {
        Some(first) => QualifiedName::from_record(*first)?.namespace,
        None => "",
    };
    Ok(format!("{namespace}::RegisterByHwMode::get{}", register.name()))
}
