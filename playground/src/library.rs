//! The built-in files: the example target, the syntax of its operands, and the classes from `llvm/Target/Target.td` that it
//! needs.

/// A file.
pub(crate) struct LibraryFile {
    /// The path below an include directory. The page lists these directories.
    pub(crate) path: &'static str,
    /// The text.
    pub(crate) text: &'static str,
}

macro_rules! files {
    ($($path:literal,)*) => {
        &[$(LibraryFile {
            path: concat!("/", $path),
            text: include_str!(concat!("../../examples/", $path)),
        },)*]
    };
}

/// All built-in files.
pub(crate) const FILES: &[LibraryFile] = files! {
    "asm-syntax/AsmSyntax.td",
    "asm-syntax/ToyAsm.td",
    "toy-target/Toy.td",
    "toy-target/Toy2Schedule.td",
    "toy-target/ToyCallingConv.td",
    "toy-target/ToyDSP.td",
    "toy-target/ToyFeatures.td",
    "toy-target/ToyGISel.td",
    "toy-target/ToyInstrFormats.td",
    "toy-target/ToyInstrInfo.td",
    "toy-target/ToyOperators.td",
    "toy-target/ToyRegisterInfo.td",
    "toy-target/ToySchedule.td",
    "toy-target/prelude/llvm/TableGen/SearchableTable.td",
    "toy-target/prelude/llvm/Target/GenericOpcodes.td",
    "toy-target/prelude/llvm/Target/GlobalISel/Target.td",
    "toy-target/prelude/llvm/Target/Target.td",
    "toy-target/prelude/llvm/Target/TargetCallingConv.td",
    "toy-target/prelude/llvm/Target/TargetPfmCounters.td",
    "toy-target/prelude/llvm/Target/TargetSchedule.td",
    "toy-target/prelude/llvm/Target/TargetSelectionDAG.td",
};
