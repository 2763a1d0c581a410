//! The package: manifest, licence, documentation and example.

use crate::generate::model::PackageModel;

pub(super) fn manifest(package: &PackageModel) -> String {
    format!(
        "[package]\n\
         name = \"{}\"\n\
         version = \"0.1.0\"\n\
         edition = \"2021\"\n\
         rust-version = \"1.81\"\n\
         description = \"Decoder and printer for {} machine code\"\n\
         license-file = \"LICENSE.md\"\n\
         readme = \"README.md\"\n\
         categories = [\"no-std\", \"no-std::no-alloc\", \"parser-implementations\"]\n",
        package.name, package.target
    )
}

pub(super) fn licence(package: &PackageModel) -> String {
    format!(
        "# Licence\n\
         \n\
         `tablewright generate crate` wrote this crate from the description of the target {target}.\n\
         \n\
         | part | licence |\n\
         |---|---|\n\
         | names, encodings, assembly text and conditions from the description | the description's |\n\
         | all other text | none: use it under any licence, without notice |\n\
         \n\
         If the description is LLVM's, these tables are under the Apache License 2.0 with LLVM Exceptions\n\
         (SPDX: `Apache-2.0 WITH LLVM-exception`, <https://llvm.org/LICENSE.txt>). Source with such tables\n\
         keeps the notice: add LLVM's `LICENSE.TXT` to this directory. The exceptions let you distribute\n\
         compiled code with these tables without a notice.\n\
         \n\
         If the description is your own, this crate carries only your licence.\n",
        target = package.target
    )
}

/// Returns the lines that create a decoder.
fn usage(package: &PackageModel) -> String {
    format!(
        "use {}::{{Decoder, Features}};\n\
         \n\
         let decoder = Decoder::new(Features::default());\n\
         let bytes = [0; 16];\n\
         for decoded in decoder.iter(&bytes) {{\n\
         \x20   match decoded.insn {{\n\
         \x20       Some(insn) => println!(\"{{:6x}}: {{insn}}\", decoded.offset),\n\
         \x20       None => println!(\"{{:6x}}: <unknown>\", decoded.offset),\n\
         \x20   }}\n\
         }}\n",
        package.library
    )
}

fn selection(package: &PackageModel) -> String {
    let march = if package.has_march { ", `Features::from_march(\"rv64gc_zba\")`" } else { "" };
    format!(
        "`Features::default()` has the features of the usual processor. Select others with\n\
         `Features::for_cpu(\"name\")`{march} and `with_changes(\"+a,-b\")`.\n"
    )
}

pub(super) fn readme(package: &PackageModel) -> String {
    format!(
        "# {name}\n\
         \n\
         Decoder and printer for {target} machine code. The crate needs no standard library, no allocation and no\n\
         other crate, and has no `unsafe` code. The text is the text of `llvm-mc -disassemble`.\n\
         \n\
         ```rust\n\
         {usage}\
         ```\n\
         \n\
         {selection}\
         \n\
         An instruction is small and `Copy`: the decoder, the encoding, and the bits. `opcode()` is its name in the\n\
         description, `operands()` its operands. `Decoder::without_aliases` prints instructions as they are.\n\
         \n\
         `tablewright generate crate` wrote the files. See [LICENSE.md](LICENSE.md) for their licence.\n",
        name = package.name,
        target = package.target,
        usage = usage(package),
        selection = selection(package),
    )
}

pub(super) fn library(package: &PackageModel) -> String {
    let docs = format!(
        "Decoder and printer for {target} machine code.\n\
         \n\
         ```\n\
         {usage}\
         ```\n\
         \n\
         {selection}",
        target = package.target,
        usage = usage(package),
        selection = selection(package),
    );
    let docs: String =
        docs.lines().map(|line| format!("//! {line}").trim_end().to_owned() + "\n").collect();
    let march = if package.has_march { "mod march;\n" } else { "" };
    format!(
        "{docs}\
         #![no_std]\n\
         #![forbid(unsafe_code)]\n\
         #![warn(missing_docs)]\n\
         \n\
         mod aliases;\n\
         mod classes;\n\
         mod code;\n\
         mod codecs;\n\
         mod conditions;\n\
         mod decoder;\n\
         mod feature_list;\n\
         mod features;\n\
         mod formats;\n\
         mod insn;\n\
         mod long;\n\
         {march}\
         mod methods;\n\
         mod number;\n\
         mod numbers;\n\
         mod opcodes;\n\
         mod operand_records;\n\
         mod plans;\n\
         mod print;\n\
         mod registers;\n\
         mod shared;\n\
         mod tables;\n\
         mod tail;\n\
         \n\
         pub use decoder::{{ByteOrder, Decoded, Decoder, Insns, NotDecoded}};\n\
         pub use feature_list::Feature;\n\
         pub use features::{{Features, UnknownFeature}};\n\
         pub use insn::{{Insn, Operand, Operands}};\n\
         pub use opcodes::Opcode;\n\
         pub use registers::Register;\n\
         pub use tables::BYTE_ORDER;\n"
    )
}

/// Returns a program that prints lines of hexadecimal digits as instructions.
pub(super) fn example(package: &PackageModel) -> String {
    let march = if package.has_march {
        "            \"--march\" => features = Features::from_march(&value).map_err(|it| it.to_string())?,\n"
    } else {
        ""
    };
    include_str!("../runtime/disassemble_example.rs")
        .replace("machine_code::", &format!("{}::", package.library))
        .replace("            // --march\n", march)
}
