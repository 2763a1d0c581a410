//! Backends: finished records in, text out. One module each, named as its action is.
//!
//! The general ones (records, JSON, enums, sets, tags) are here too. A backend reads no file and
//! prints nothing by itself: it writes to what its [`Job`](tablewright_backend::Job) holds.

mod arm_target_def;
mod asm_writer;
mod asm_writer_number;
mod attrs;
mod automata;
mod automaton_tables;
mod callingconv;
mod compress_inst_emitter;
mod ctags;
mod declarations;
mod dfa_packetizer;
mod directive_decl;
mod directive_impl;
mod dump_json;
mod dxil_operation;
mod emitter;
mod exegesis;
mod instr_docs;
mod intrinsic_enums;
mod intrinsic_impl;
mod json;
mod macro_fusion_pred;
mod mc_inst_predicate;
mod null_backend;
mod opt_parser_defs;
mod opt_rst;
mod pieces;
mod places;
mod print_detailed_records;
mod print_enums;
mod print_records;
mod print_sets;
mod pseudo_lowering;
mod register_bank;
mod register_info;
mod riscv_target_def;
mod searchable_tables;
mod subtarget;
mod vt;
mod x86_mnemonic_tables;

use tablewright_backend::Backend;

/// The backends of `llvm-tblgen`, in the order in which its `--help` lists them.
pub fn backends() -> &'static [&'static Backend] {
    static BACKENDS: &[&Backend] = &[
        &arm_target_def::BACKEND,
        &asm_writer::BACKEND,
        &attrs::BACKEND,
        &callingconv::BACKEND,
        &emitter::BACKEND,
        &compress_inst_emitter::BACKEND,
        &ctags::BACKEND,
        &automata::BACKEND,
        &dfa_packetizer::BACKEND,
        &directive_decl::BACKEND,
        &directive_impl::BACKEND,
        &dxil_operation::BACKEND,
        &exegesis::BACKEND,
        &instr_docs::BACKEND,
        &intrinsic_enums::BACKEND,
        &intrinsic_impl::BACKEND,
        &macro_fusion_pred::BACKEND,
        &opt_parser_defs::BACKEND,
        &opt_rst::BACKEND,
        &pseudo_lowering::BACKEND,
        &register_bank::BACKEND,
        &register_info::BACKEND,
        &riscv_target_def::BACKEND,
        &searchable_tables::BACKEND,
        &subtarget::BACKEND,
        &print_records::BACKEND,
        &print_detailed_records::BACKEND,
        &null_backend::BACKEND,
        &dump_json::BACKEND,
        &print_enums::BACKEND,
        &print_sets::BACKEND,
        &vt::BACKEND,
        &x86_mnemonic_tables::BACKEND,
    ];
    BACKENDS
}

/// The general backends that `clang-tblgen` has too, in the order in which its `--help` lists
/// them, before its own.
pub fn general_backends_of_clang() -> &'static [&'static Backend] {
    static BACKENDS: [&Backend; 2] = [&print_records::BACKEND, &dump_json::BACKEND];
    &BACKENDS
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use tablewright_backend::{DEFAULT_BACKEND, Failure, Job, Options};
    use tablewright_records::{LoadOptions, load};
    use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics, Severity};
    use tablewright_syntax::{FileProvider, IncludedFile};

    /// The file `"included.td"`, which tests can include.
    struct OneFile;

    impl FileProvider for OneFile {
        fn include(&mut self, path: &str) -> Option<IncludedFile> {
            let text = "\nclass Included;\n".to_owned();
            (path == "included.td").then(|| IncludedFile { name: "inc/included.td".into(), text })
        }
    }

    /// What `backend` writes for `input`, the file `dir/test.td`; or its error.
    pub(crate) fn output_of(backend: &Backend, options: &Options, input: &str) -> String {
        let loaded =
            load("dir/test.td".into(), input.into(), &mut OneFile, &LoadOptions::default());
        let errors: Vec<&Diagnostic> =
            loaded.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:?}");
        let mut out = Vec::new();
        let mut diagnostics = Diagnostics::new();
        let result = (backend.run)(&mut Job {
            store: &loaded.store,
            options,
            out: &mut out,
            diagnostics: &mut diagnostics,
        });
        match result {
            Ok(()) => String::from_utf8(out).expect("backends write UTF-8"),
            Err(Failure::Diagnostic(diagnostic)) => format!("error: {}\n", diagnostic.message),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn names_are_unique_and_the_default_exists() {
        for backends in [backends(), general_backends_of_clang()] {
            let mut names: Vec<&str> = backends.iter().map(|b| b.name).collect();
            assert!(names.contains(&DEFAULT_BACKEND));
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), backends.len());
        }
    }
}
