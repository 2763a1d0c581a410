//! Library function signatures: return type and parameter types, by name.

use tablewright_text::{CppWriter, SequenceToOffsetTable, line};

/// The type names and all signatures.
pub(crate) struct FunctionSignatures<'s> {
    /// Type names in enumerator order.
    pub(crate) types: Vec<&'s str>,
    /// Signatures. Equal ends are shared.
    pub(crate) table: SequenceToOffsetTable<&'s str>,
}

impl FunctionSignatures<'_> {
    pub(crate) fn emit_types(&self, w: &mut CppWriter) {
        w.block("enum FuncArgTypeID : char", ";", |w| {
            line!(w, "NoFuncArgType = 0,");
            for name in &self.types {
                line!(w, "{name},");
            }
        });
    }

    /// Writes the signatures as the array `declaration`.
    pub(crate) fn emit_table(&self, declaration: &str, w: &mut CppWriter) {
        line!(w, "{declaration}[] = {{");
        w.sequence_table(&self.table, "NoFuncArgType", |w, name| w.raw(name));
        line!(w, "}};");
    }
}
