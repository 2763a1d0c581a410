//! `--gen-register-info`: registers, register classes and what code generation asks of them.

mod composition;
mod debug;
mod dwarf;
mod enums;
mod header;
mod mc_desc;
mod model;
mod pressure;
mod saved_registers;
mod sub_register_classes;
mod target_desc;

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};
use tablewright_syntax::diagnostic::{Diagnostic, Severity};
use tablewright_text::CppWriter;

use model::RegisterInfo;

const DEBUG: BackendOption = BackendOption {
    name: "register-info-debug",
    kind: OptionKind::Flag { default: false },
    help: "Dump register information to help debugging",
};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-register-info",
    help: "Generate registers and register classes info",
    options: &[OptionGroup { heading: "Options for -gen-register-info", options: &[DEBUG] }],
    run,
};

/// How much text is kept before it is handed on.
const CHUNK: usize = 1 << 20;

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let info = RegisterInfo::of(job)?;
    let mut w = CppWriter::new();
    enums::emit(&info, &mut w);
    mc_desc::emit(&info, &mut w, job.out)?;
    header::emit(&info, &mut w);
    target_desc::emit(&info, &mut w, job.out)?;
    w.flush_to(job.out)?;
    if job.options.flag(&DEBUG) {
        let dump = debug::dump(&info);
        job.diagnostics.push(Diagnostic::new(Severity::Verbatim, None, dump));
    }
    Ok(())
}

/// The smallest C++ type of unsigned integers that holds numbers up to `greatest`.
fn unsigned_type(greatest: usize) -> &'static str {
    match greatest {
        0..=0xff => "uint8_t",
        0x100..=0xffff => "uint16_t",
        _ => "uint32_t",
    }
}

/// Writes bits as hexadecimal numbers of `width` bits, lowest bits first.
fn hex_words(w: &mut CppWriter, words: impl IntoIterator<Item = u32>, width: usize) {
    let digits = width.div_ceil(4);
    for word in words {
        write!(w, "0x{word:0digits$x}, ");
    }
}
