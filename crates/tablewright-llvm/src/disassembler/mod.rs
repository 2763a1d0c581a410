//! `--gen-disassembler`: how machine code is decoded.
//!
//! Most targets have tables that an interpreter runs over a word ([`interpreter`]). X86 ([`x86`]) and
//! WebAssembly ([`web_assembly`]) have decoders of their own.

mod interpreter;
pub(crate) mod sizes;
mod web_assembly;
mod x86;

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};
use tablewright_target::decoding::byte_opcodes::ByteOpcodes;
use tablewright_target::decoding::encodings::{DecoderOptions, UniversalEncodings};
use tablewright_target::target::target;

use interpreter::{Interpreter, InterpreterOptions};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-disassembler",
    help: "Generate disassembler",
    options: &[OptionGroup {
        heading: "Options for -gen-disassembler",
        options: &[
            IGNORE_FULLY_DEFINED_OPERANDS,
            IGNORE_NON_DECODABLE_OPERANDS,
            SPECIALIZE_DECODERS_PER_BITWIDTH,
            SUPPRESS_PER_HWMODE_DUPLICATES,
            USE_FN_TABLE_IN_DECODE_TO_MCINST,
        ],
    }],
    run,
};

const IGNORE_FULLY_DEFINED_OPERANDS: BackendOption = BackendOption {
    name: "ignore-fully-defined-operands",
    kind: OptionKind::Flag { default: false },
    help: "Do not automatically decode operands with no '?' in their encoding.",
};

const IGNORE_NON_DECODABLE_OPERANDS: BackendOption = BackendOption {
    name: "ignore-non-decodable-operands",
    kind: OptionKind::Flag { default: false },
    help: "Do not issue an error if an operand cannot be decoded automatically.",
};

const SPECIALIZE_DECODERS_PER_BITWIDTH: BackendOption = BackendOption {
    name: "specialize-decoders-per-bitwidth",
    kind: OptionKind::Flag { default: false },
    help: "Specialize the generated `decodeToMCInst` function per bitwidth. Helps reduce the code \
           size.",
};

const USE_FN_TABLE_IN_DECODE_TO_MCINST: BackendOption = BackendOption {
    name: "use-fn-table-in-decode-to-mcinst",
    kind: OptionKind::Flag { default: false },
    help: "Use a table of function pointers instead of a switch case in the\n\
           generated `decodeToMCInst` function. Helps improve compile time\n\
           of the generated code.",
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
            let model = x86::X86DecoderTables::collect(job, name)?;
            job.write_cpp(|w| x86::emit(&model, w))
        }
        name @ "WebAssembly" => {
            let model = ByteOpcodes::collect(job.store, job.diagnostics)?;
            job.write_cpp(|w| web_assembly::emit(name, &model, w))
        }
        name => {
            let options = interpreter_options(job);
            let model = Interpreter::collect(job, name, options)?;
            job.write_cpp(|w| interpreter::emit(&model, w))
        }
    }
}

/// Reads the interpreter options from the command line.
fn interpreter_options(job: &Job<'_>) -> InterpreterOptions {
    let options = job.options;
    let universal = match options.choice(&SUPPRESS_PER_HWMODE_DUPLICATES) {
        0 => UniversalEncodings::InAllModes,
        1 => UniversalEncodings::InModesOfNamespace,
        _ => UniversalEncodings::Apart,
    };
    InterpreterOptions {
        decoder: DecoderOptions {
            universal,
            ignores_fully_defined_operands: options.flag(&IGNORE_FULLY_DEFINED_OPERANDS),
            ignores_non_decodable_operands: options.flag(&IGNORE_NON_DECODABLE_OPERANDS),
            is_specialized_by_width: options.flag(&SPECIALIZE_DECODERS_PER_BITWIDTH),
            has_assembler_only: false,
        },
        has_function_table: options.flag(&USE_FN_TABLE_IN_DECODE_TO_MCINST),
    }
}
