//! The configuration headers of a build with one target; they take the place of the installed ones.

/// The lists of targets that LLVM's headers include, the macro that each calls, and the directory of a target
/// that decides whether it is in the list.
const LISTS: [(&str, &str, Option<&str>); 6] = [
    ("Targets", "LLVM_TARGET", Some("")),
    ("AsmPrinters", "LLVM_ASM_PRINTER", Some("")),
    ("AsmParsers", "LLVM_ASM_PARSER", Some("AsmParser")),
    ("Disassemblers", "LLVM_DISASSEMBLER", Some("Disassembler")),
    ("TargetMCAs", "LLVM_TARGETMCA", Some("MCA")),
    ("TargetExegesis", "LLVM_EXEGESIS", None),
];

/// What LLVM's headers call the host's target by.
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

/// The headers that most files of a target and of the programs include.
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

/// The name of the precompiled header.
pub(super) const PRECOMPILED_HEADER: &str = "precompiled.h";

/// A header: its path below the directory of headers, and its text.
pub(super) struct Header {
    pub(super) path: String,
    pub(super) text: String,
}

/// The headers for a build of `target`. `has` tells which directories the target has.
pub(super) fn headers(target: &str, has: impl Fn(&str) -> bool) -> Vec<Header> {
    let header = |path: &str, text: String| Header { path: path.to_owned(), text };
    let mut headers: Vec<Header> = LISTS
        .iter()
        .map(|(list, name, directory)| {
            let entry = match directory {
                Some(directory) if has(directory) => format!("{name}({target})\n"),
                Some(_) | None => String::new(),
            };
            header(&format!("llvm/Config/{list}.def"), format!("{entry}#undef {name}\n"))
        })
        .collect();
    // The host's target is not among them, and extensions are not linked.
    let native: String = NATIVE.iter().map(|part| format!("#undef LLVM_NATIVE_{part}\n")).collect();
    let next = "#include_next \"llvm/Config/llvm-config.h\"\n";
    headers.push(header("llvm/Config/llvm-config.h", format!("{next}{native}")));
    headers.push(header("llvm/Config/config.h", "#include \"llvm/Config/llvm-config.h\"\n".into()));
    headers.push(header("llvm/Support/Extension.def", "#undef HANDLE_EXTENSION\n".into()));
    let includes = PRECOMPILED.iter().map(|path| format!("#include \"{path}\"\n"));
    headers.push(header(PRECOMPILED_HEADER, includes.collect()));
    headers
}
