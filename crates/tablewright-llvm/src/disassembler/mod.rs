//! `--gen-disassembler`: how machine code is decoded.
//!
//! Most targets have tables that an interpreter runs over a word ([`interpreter`]). X86 ([`x86`]) and
//! WebAssembly ([`web_assembly`]) have decoders of their own.

mod interpreter;
mod web_assembly;
mod x86;

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};
use tablewright_target::decoding::byte_opcodes::ByteOpcodes;
use tablewright_target::decoding::encodings::UniversalEncodings;
use tablewright_target::target::target;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-disassembler",
    help: "Generate disassembler",
    options: &[OptionGroup {
        heading: "Options for -gen-disassembler",
        options: &[SUPPRESS_PER_HWMODE_DUPLICATES],
    }],
    run,
};

const SUPPRESS_PER_HWMODE_DUPLICATES: BackendOption = BackendOption {
    name: "suppress-per-hwmode-duplicates",
    kind: OptionKind::Choice {
        choices: &[
            ("O0", "Do not prevent DecoderTable duplications caused by HwModes"),
            ("O1", "Remove duplicate DecoderTable entries generated due to HwModes"),
            (
                "O2",
                "Extract HwModes-specific instructions into new DecoderTables, significantly \
                 reducing Table Duplications",
            ),
        ],
        default: 0,
    },
    help: "Suppress duplication of instrs into per-HwMode decoder tables",
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    // The targets whose decoders are not interpreters, by the names of their records.
    match target(job.store)?.name() {
        name @ "X86" => {
            let model = x86::X86Decoder::collect(job, name)?;
            job.write_cpp(|w| x86::emit(&model, w))
        }
        name @ "WebAssembly" => {
            let model = ByteOpcodes::collect(job.store, job.diagnostics)?;
            job.write_cpp(|w| web_assembly::emit(name, &model, w))
        }
        name => {
            let universal = match job.options.choice(&SUPPRESS_PER_HWMODE_DUPLICATES) {
                0 => UniversalEncodings::InAllModes,
                1 => UniversalEncodings::InModesOfNamespace,
                _ => UniversalEncodings::Apart,
            };
            let model = interpreter::Interpreter::collect(job, name, universal)?;
            job.write_cpp(|w| interpreter::emit(&model, w))
        }
    }
}
