//! `--gen-emitter`: functions that encode instructions.
//!
//! Encodings of one length are tables of numbers into which operands are merged ([`fixed`]); those
//! whose length differs are put together from pieces ([`variable`]).

mod fixed;
mod fixed_model;
mod operand_of_field;
mod variable;
mod variable_model;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, Record};
use tablewright_target::hw_modes::HwModes;
use tablewright_target::instructions::Instructions;
use tablewright_target::instructions::encoding::{are_little_endian, is_encoded};
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::instructions::variable_encoding::is_variable;
use tablewright_target::target::target;
use tablewright_text::{CppWriter, line};

use fixed_model::FixedEmitter;
use variable_model::VariableEmitter;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-emitter", help: "Generate machine code emitter", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let source = Source {
        target: target(job.store)?,
        modes: job.analysis()?,
        instructions: job.analysis()?,
        operands: job.analysis()?,
        all: job.store.derived_from_name("Instruction")?,
    };
    let mut w = CppWriter::new();
    w.file_header("Machine Code Emitter", None);
    if source.all.iter().copied().any(is_variable) {
        if are_little_endian(source.target)? {
            // Only bits can be turned round.
            for instruction in source.encoded()? {
                instruction.bits("Inst")?;
            }
        }
        let model = VariableEmitter::collect(&source)?;
        variable::emit(&model, &mut w);
    } else {
        let model = FixedEmitter::collect(&source, job.diagnostics)?;
        fixed::emit(&model, &mut w);
    }
    job.write_text(&w.finish())
}

/// What encodings are worked out from.
struct Source<'s> {
    target: Record<'s>,
    modes: &'s HwModes,
    instructions: &'s Instructions,
    operands: &'s InstructionOperands,
    /// All instructions, in natural order of their names.
    all: Vec<Record<'s>>,
}

impl<'s> Source<'s> {
    /// The instructions that are encoded, in natural order of their names.
    fn encoded(&self) -> Result<Vec<Record<'s>>, FieldError> {
        let mut encoded = Vec::with_capacity(self.all.len());
        for &instruction in &self.all {
            if is_encoded(instruction)? {
                encoded.push(instruction);
            }
        }
        Ok(encoded)
    }
}

/// An instruction as C++ names it.
struct Opcode<'s> {
    namespace: &'s str,
    name: &'s str,
}

impl<'s> Opcode<'s> {
    fn of(instruction: Record<'s>) -> Result<Opcode<'s>, FieldError> {
        Ok(Opcode { namespace: instruction.string("Namespace")?, name: instruction.name() })
    }
}

/// The instructions that a piece of code is for.
struct Cases {
    code: String,
    /// Places in a list of opcodes.
    opcodes: Vec<u32>,
}

/// Writes the cases of a `switch` on the opcode, in the order of their code; those of the same code
/// together.
fn cases(mut cases: Vec<Cases>, opcodes: &[Opcode<'_>], w: &mut CppWriter) {
    cases.sort_by(|a, b| a.code.cmp(&b.code));
    for same in cases.chunk_by(|a, b| a.code == b.code) {
        let mut places: Vec<u32> = same.iter().flat_map(|c| c.opcodes.iter().copied()).collect();
        places.sort_unstable();
        for (i, &place) in places.iter().enumerate() {
            let Opcode { namespace, name } = opcodes[place as usize];
            let separator = if i == 0 { "" } else { "\n" };
            for part in [separator, "    case ", namespace, "::", name, ":"] {
                w.raw(part);
            }
        }
        w.raw(" {\n");
        w.raw(&same[0].code);
        w.raw("      break;\n    }\n");
    }
}

/// Writes the case of the `switch` for opcodes that have none, and the end of the `switch`.
fn default_case(w: &mut CppWriter) {
    w.indented(|w| {
        line!(w, "default:");
        line!(w, "  std::string msg;");
        line!(w, "  raw_string_ostream Msg(msg);");
        line!(w, "  Msg << \"Not supported instr: \" << MI;");
        line!(w, "  report_fatal_error(Msg.str().c_str());");
        line!(w, "}}");
    });
}

/// Writes the head of the function that encodes into numbers of any length.
fn head_of_wide(target: &str, w: &mut CppWriter) {
    line!(w, "void {target}MCCodeEmitter::getBinaryCodeForInstr(const MCInst &MI,");
    line!(w, "    SmallVectorImpl<MCFixup> &Fixups,");
    line!(w, "    APInt &Inst,");
    line!(w, "    APInt &Scratch,");
    line!(w, "    const MCSubtargetInfo &STI) const {{");
}
