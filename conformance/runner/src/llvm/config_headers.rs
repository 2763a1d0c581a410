//! Configuration headers for a build with a single target; they replace the installed headers.

/// The target lists that LLVM's headers include: the file, the macro that each calls, and the
/// target directory that decides whether the target is in the list.
const LISTS: [(&str, &str, Option<&str>); 6] = [
    ("Targets", "LLVM_TARGET", Some("")),
    ("AsmPrinters", "LLVM_ASM_PRINTER", Some("")),
    ("AsmParsers", "LLVM_ASM_PARSER", Some("AsmParser")),
    ("Disassemblers", "LLVM_DISASSEMBLER", Some("Disassembler")),
    ("TargetMCAs", "LLVM_TARGETMCA", Some("MCA")),
    ("TargetExegesis", "LLVM_EXEGESIS", None),
];

/// Parts of the macro names for the host's target in LLVM's headers.
const NATIVE: [&str; 8] = [
    "ARCH",
    "ASMPARSER",
    "ASMPRINTER",
    "DISASSEMBLER",
    "TARGET",
    "TARGETINFO",
    "TARGETMC",
    "TARGETMCA",
];

/// Headers that most files in a target and in the programs include.
const PRECOMPILED: [&str; 10] = [
    "llvm/CodeGen/AsmPrinter.h",
    "llvm/CodeGen/MachineFunctionPass.h",
    "llvm/CodeGen/MachineInstrBuilder.h",
    "llvm/CodeGen/SelectionDAGISel.h",
    "llvm/CodeGen/TargetLowering.h",
    "llvm/CodeGen/TargetPassConfig.h",
    "llvm/IR/Module.h",
    "llvm/MC/MCParser/MCTargetAsmParser.h",
    "llvm/MC/TargetRegistry.h",
    "llvm/Support/CommandLine.h",
];

/// Name of the precompiled header.
pub(super) const PRECOMPILED_HEADER: &str = "precompiled.h";

/// A header: its path below the header directory, and its text.
pub(super) struct ConfigHeader {
    pub(super) path: String,
    pub(super) text: String,
}

/// Returns the headers for a build of `target`. `has` returns whether the target has a directory.
pub(super) fn headers(target: &str, has: impl Fn(&str) -> bool) -> Vec<ConfigHeader> {
    let header = |path: &str, text: String| ConfigHeader { path: path.to_owned(), text };
    let mut headers: Vec<ConfigHeader> = LISTS
        .iter()
        .map(|(list, name, directory)| {
            let entry = match directory {
                Some(directory) if has(directory) => format!("{name}({target})\n"),
                Some(_) | None => String::new(),
            };
            header(&format!("llvm/Config/{list}.def"), format!("{entry}#undef {name}\n"))
        })
        .collect();
    // The host's target is not included, and extensions are not linked.
    let native: String = NATIVE.iter().map(|part| format!("#undef LLVM_NATIVE_{part}\n")).collect();
    let next = "#include_next \"llvm/Config/llvm-config.h\"\n";
    headers.push(header("llvm/Config/llvm-config.h", format!("{next}{native}")));
    headers.push(header("llvm/Config/config.h", "#include \"llvm/Config/llvm-config.h\"\n".into()));
    headers.push(header("llvm/Support/Extension.def", "#undef HANDLE_EXTENSION\n".into()));
    let includes = PRECOMPILED.iter().map(|path| format!("#include \"{path}\"\n"));
    headers.push(header(PRECOMPILED_HEADER, includes.collect()));
    headers
}
