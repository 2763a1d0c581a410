//! `--gen-dxil-operation`: the DXIL operations and the intrinsics they implement.
//!
//! Descriptions have one of two forms, each with a module: `mappings` and `versions`.

mod mappings;
mod versions;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, Record};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{CppWriter, SequenceToOffsetTable, line};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-dxil-operation",
    help: "Generate DXIL operation information",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    if job.store.release().has(Feature::DxilOperationsHaveVersions) {
        let model = versions::collect(job.store)?;
        return job.write_cpp(|w| versions::emit(&model, w));
    }
    let model = mappings::collect(job.store)?;
    job.write_cpp(|w| mappings::emit(&model, w))
}

/// Returns the name of an intrinsic without the prefix of its record.
fn intrinsic_name(intrinsic: Record<'_>) -> Result<&str, FieldError> {
    intrinsic.name().strip_prefix("int_").ok_or_else(|| {
        let message = format!("Intrinsic '{}' does not start with 'int_'!", intrinsic.name());
        FieldError::new(Code::DxilOperations, intrinsic, message)
    })
}

/// Writes the end of the function that finds an operation's properties.
fn emit_find_property(w: &mut CppWriter) {
    w.text_block(
        "
          OpCodeProperty TmpProp;
          TmpProp.OpCode = Op;
          const OpCodeProperty *Prop =
              llvm::lower_bound(OpCodeProps, TmpProp,
                                [](const OpCodeProperty &A, const OpCodeProperty &B) {
                                  return A.OpCode < B.OpCode;
                                });
          assert(Prop && \"failed to find OpCodeProperty\");
          return Prop;
        }

        ",
    );
}

/// The form of the zero byte after a name.
#[derive(Clone, Copy)]
enum Terminator {
    Short,
    /// With three digits.
    Octal,
}

impl Terminator {
    fn emit_table(self, declaration: &str, table: &SequenceToOffsetTable<u8>, w: &mut CppWriter) {
        match self {
            Terminator::Short => w.string_literal_table(declaration, table),
            Terminator::Octal => w.octal_string_literal_table(declaration, table),
        }
    }
}

/// Writes the functions that return the names of operations and classes.
fn emit_names(
    names: &SequenceToOffsetTable<u8>,
    class_names: &SequenceToOffsetTable<u8>,
    terminator: Terminator,
    w: &mut CppWriter,
) {
    line!(w, "static const char *getOpCodeName(dxil::OpCode Op) {{");
    line!(w);
    terminator.emit_table("  static const char DXILOpCodeNameTable[]", names, w);
    w.text_block(
        "
          auto *Prop = getOpCodeProperty(Op);
          unsigned Index = Prop->OpCodeNameOffset;
          return DXILOpCodeNameTable + Index;
        }

        static const char *getOpCodeClassName(const OpCodeProperty &Prop) {

        ",
    );
    terminator.emit_table("  static const char DXILOpCodeClassNameTable[]", class_names, w);
    line!(w, "  unsigned Index = Prop.OpCodeClassNameOffset;");
    line!(w, "  return DXILOpCodeClassNameTable + Index;");
    w.raw("}\n\n");
}
