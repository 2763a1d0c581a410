//! All backends of LLVM's programs by name, as the command line offers them.

use std::sync::LazyLock;
#[cfg(all(feature = "backends", feature = "inspect", feature = "target"))]
use {tablewright_inspect::Readers, tablewright_records::record_view::ClassSchema};

use tablewright_backend::Backend;
#[cfg(feature = "backends")]
use tablewright_backend::RecordCheck;
use tablewright_records::release::ReleaseRange;
use tablewright_records::{Feature, Release};

/// `llvm-tblgen` actions in the order of `--help`.
const LLVM_HELP_ORDER: [&str; 44] = [
    "gen-arm-target-def",
    "gen-asm-matcher",
    "gen-asm-writer",
    "gen-attrs",
    "gen-callingconv",
    "gen-emitter",
    "gen-compress-inst-emitter",
    "gen-ctags",
    "gen-dag-isel",
    "gen-automata",
    "gen-dfa-packetizer",
    "gen-directive-decl",
    "gen-directive-impl",
    "gen-disassembler",
    "gen-dxil-operation",
    "gen-exegesis",
    "gen-fast-isel",
    "gen-global-isel-combiner",
    "gen-global-isel",
    "gen-instr-docs",
    "gen-instr-info",
    "gen-intrinsic-enums",
    "gen-intrinsic-impl",
    "gen-macro-fusion-pred",
    "gen-opt-parser-defs",
    "gen-opt-rst",
    "gen-pseudo-lowering",
    "gen-register-bank",
    "gen-register-info",
    "gen-riscv-target-def",
    "gen-sd-node-info",
    "gen-searchable-tables",
    "gen-subtarget",
    "gen-insn-directive-match-table",
    "print-records",
    "print-detailed-records",
    "null-backend",
    "dump-json",
    "print-enums",
    "print-sets",
    "gen-vt",
    "gen-x86-instr-mapping",
    "gen-x86-fold-tables",
    "gen-x86-mnemonic-tables",
];

/// Actions that precede all others from release 22 on: LLVM's own build uses them.
const LLVM_HELP_ORDER_FIRST: [&str; 17] = [
    "gen-arm-target-def",
    "gen-attrs",
    "gen-directive-decl",
    "gen-directive-impl",
    "gen-intrinsic-enums",
    "gen-intrinsic-impl",
    "gen-riscv-target-def",
    "gen-runtime-libcalls",
    "print-records",
    "print-detailed-records",
    "null-backend",
    "dump-json",
    "print-enums",
    "print-sets",
    "gen-target-features",
    "gen-target-library-info",
    "gen-vt",
];

/// Actions and backend options that some releases lack. Releases before 18 had separate tables for
/// X86 instruction compression.
const NOT_IN_ALL_RELEASES: &[(&str, ReleaseRange)] = &[
    // Target backends in llvm-tblgen.
    ("gen-x86-EVEX2VEX-tables", ReleaseRange::until(Release::new(18))),
    ("gen-sd-node-info", ReleaseRange::since(Release::new(22))),
    ("sdnode-namespace", ReleaseRange::since(Release::new(22))),
    ("warn-on-skipped-nodes", ReleaseRange::since(Release::new(22))),
    ("gen-insn-directive-match-table", ReleaseRange::since(Release::new(24))),
    ("gen-runtime-libcalls", ReleaseRange::since(Release::new(22))),
    ("gen-target-features", ReleaseRange::since(Release::new(22))),
    ("gen-target-library-info", ReleaseRange::since(Release::new(22))),
    // Attribute and diagnostics backends in clang-tblgen.
    ("gen-attribute-spelling-list", ReleaseRange::since(Release::new(22))),
    ("gen-clang-attr-is-type-dependent", ReleaseRange::since(Release::new(22))),
    ("gen-cxx11-attribute-info", ReleaseRange::since(Release::new(22))),
    ("gen-clang-attr-undocumented-list", ReleaseRange::since(Release::new(23))),
    ("gen-clang-diags-enums", ReleaseRange::since(Release::new(22))),
    ("gen-clang-diags-compat-ids", ReleaseRange::since(Release::new(22))),
    ("gen-clang-diags-iface", ReleaseRange::since(Release::new(22))),
    ("gen-clang-diags-stable-ids", ReleaseRange::since(Release::new(23))),
    // Builtins and vector intrinsics.
    ("gen-cir-lowering", ReleaseRange::since(Release::new(22))),
    ("gen-clang-builtin-traits", ReleaseRange::since(Release::new(24))),
    ("gen-clang-builtin-templates", ReleaseRange::since(Release::new(22))),
    ("gen-hlsl-alias-intrinsics", ReleaseRange::since(Release::new(23))),
    ("gen-hlsl-inline-intrinsics", ReleaseRange::since(Release::new(23))),
    ("gen-builtin-docs", ReleaseRange::since(Release::new(23))),
    ("gen-arm-immcheck-types", ReleaseRange::since(Release::new(22))),
    ("gen-arm-sme-builtins-json", ReleaseRange::since(Release::new(22))),
    ("gen-riscv-andes-vector-builtin-codegen", ReleaseRange::since(Release::new(22))),
    ("gen-riscv-andes-vector-builtin-sema", ReleaseRange::since(Release::new(22))),
    ("gen-riscv-andes-vector-builtins", ReleaseRange::since(Release::new(22))),
    ("gen-arm-sve-builtins-json", ReleaseRange::since(Release::new(22))),
    // Disassembler options.
    ("ignore-fully-defined-operands", ReleaseRange::since(Release::new(22))),
    ("ignore-non-decodable-operands", ReleaseRange::since(Release::new(22))),
    ("specialize-decoders-per-bitwidth", ReleaseRange::since(Release::new(22))),
    ("use-fn-table-in-decode-to-mcinst", ReleaseRange::since(Release::new(22))),
    // Other options.
    ("gisel-extended-llt", ReleaseRange::since(Release::new(23))),
];

/// Returns the releases that have an action or a backend option.
pub fn releases_with(name: &str) -> ReleaseRange {
    let entry = NOT_IN_ALL_RELEASES.iter().find(|(listed, _)| *listed == name);
    entry.map_or(ReleaseRange::ALL, |&(_, releases)| releases)
}

/// Returns the `llvm-tblgen` backends in `release`, or in all releases, in the order of `--help`.
/// Actions that `--help` does not list are last.
pub fn llvm_backends_of(release: Option<Release>) -> Vec<&'static Backend> {
    for_release(llvm_backends().to_vec(), release)
}

/// Returns the backends from [`llvm_backends_of`] that work for any target or for any records. Left
/// out are the tables for X86, Arm, RISC-V and DirectX, combiners, and actions for LLVM's own
/// libraries such as intrinsics and options. A program that needs only these backends links no
/// others.
pub fn target_backends_of(release: Option<Release>) -> Vec<&'static Backend> {
    let mut all =
        [tablewright_general::record_backends(), tablewright_llvm::target_backends()].concat();
    sort_for_help(&mut all);
    for_release(all, release)
}

/// Selects the backends in a release. Before release 22 they are in the order of `--help`.
fn for_release(mut all: Vec<&'static Backend>, release: Option<Release>) -> Vec<&'static Backend> {
    let is_in = |name| release.is_none_or(|release| releases_with(name).contains(release));
    all.retain(|backend| is_in(backend.name));
    if release.unwrap_or(Release::DEFAULT).has(Feature::HelpBeginsWithLibraries) {
        let first = &LLVM_HELP_ORDER_FIRST;
        let index = |name| first.iter().position(|&listed| listed == name).unwrap_or(first.len());
        all.sort_by_key(|backend| index(backend.name));
    }
    all
}

/// Sorts `llvm-tblgen` backends like `--help` before release 22. Actions that `--help` does not
/// list are last.
fn sort_for_help(all: &mut [&'static Backend]) {
    all.sort_by_key(|backend| {
        let index = LLVM_HELP_ORDER.iter().position(|&name| name == backend.name);
        index.unwrap_or(LLVM_HELP_ORDER.len())
    });
}

/// Returns the `llvm-tblgen` backends in the order of `--help` before release 22. Actions that
/// `--help` does not list are last.
pub fn llvm_backends() -> &'static [&'static Backend] {
    static BACKENDS: LazyLock<Vec<&Backend>> = LazyLock::new(|| {
        let mut all = [tablewright_general::backends(), tablewright_llvm::backends()].concat();
        sort_for_help(&mut all);
        all
    });
    &BACKENDS
}

/// Returns the `clang-tblgen` backends in the order of `--help`: general backends first, except
/// that the page of options follows the other documentation pages.
#[cfg(feature = "backends")]
pub fn clang_backends() -> &'static [&'static Backend] {
    static BACKENDS: LazyLock<Vec<&Backend>> = LazyLock::new(|| {
        let mut all =
            [tablewright_general::backends_of_clang(), tablewright_clang::backends()].concat();
        let last_page = all.iter().position(|backend| backend.name == "gen-diag-docs");
        let index = last_page.map_or(all.len(), |index| index + 1);
        all.insert(index, tablewright_general::option_docs_of_clang());
        all
    });
    &BACKENDS
}

/// Returns the `mlir-tblgen` backends in the order of `--help`, which is by name.
#[cfg(feature = "backends")]
pub fn mlir_backends() -> &'static [&'static Backend] {
    static BACKENDS: LazyLock<Vec<&Backend>> = LazyLock::new(|| {
        let mut all =
            [tablewright_mlir::backends(), tablewright_general::backends_of_mlir()].concat();
        all.sort_by_key(|backend| backend.name);
        all
    });
    &BACKENDS
}

/// Returns the `lldb-tblgen` backends in the order of `--help`.
#[cfg(feature = "backends")]
pub fn lldb_backends() -> &'static [&'static Backend] {
    static BACKENDS: LazyLock<Vec<&Backend>> = LazyLock::new(|| {
        [tablewright_general::backends_of_lldb(), tablewright_lldb::backends()].concat()
    });
    &BACKENDS
}

/// Returns the `offload-tblgen` backends in the order of `--help`.
#[cfg(feature = "backends")]
pub fn offload_backends() -> &'static [&'static Backend] {
    static BACKENDS: LazyLock<Vec<&Backend>> = LazyLock::new(|| {
        [tablewright_general::backends_of_offload(), tablewright_offload::backends()].concat()
    });
    &BACKENDS
}

/// Returns the `tblgen-to-irdl` backends in the order of `--help`.
#[cfg(feature = "backends")]
pub fn irdl_backends() -> &'static [&'static Backend] {
    static BACKENDS: LazyLock<Vec<&Backend>> = LazyLock::new(|| {
        [tablewright_mlir::backends_of_irdl(), tablewright_general::backends_of_mlir()].concat()
    });
    &BACKENDS
}

/// Returns the checks that `mlir-tblgen` runs before an action.
#[cfg(feature = "backends")]
pub fn mlir_record_check() -> &'static RecordCheck {
    tablewright_mlir::record_check()
}

/// Iterates over the classes that backends and analyses read, each with its readers. A class in
/// LLVM and a class in Clang may have the same name.
#[cfg(all(feature = "backends", feature = "inspect", feature = "target"))]
pub fn record_schemas() -> impl Iterator<Item = (ClassSchema, Readers)> {
    let target = tablewright_target::record_views::schemas();
    let target = target.chain(tablewright_selection::record_views::schemas());
    let target = target.map(|class| (with_flags(class), Readers::Target));
    let llvm = tablewright_llvm::record_schemas().map(|class| (class, Readers::Llvm));
    let clang = tablewright_clang::record_schemas().map(|class| (class, Readers::Clang));
    let general = tablewright_general::record_schemas().map(|class| (class, Readers::General));
    let mlir = tablewright_mlir::record_schemas().map(|class| (class, Readers::Mlir));
    let lldb = tablewright_lldb::record_schemas().map(|class| (class, Readers::Lldb));
    let offload = tablewright_offload::record_schemas().map(|class| (class, Readers::Offload));
    target.chain(llvm).chain(clang).chain(mlir).chain(lldb).chain(offload).chain(general)
}

/// Adds the instruction flags to class `Instruction`. A table reads them, not a record view.
#[cfg(all(feature = "backends", feature = "inspect", feature = "target"))]
fn with_flags(mut class: ClassSchema) -> ClassSchema {
    // Several views read records of this class. The main view has the operand lists.
    if class.class == "Instruction" && class.fields.iter().any(|f| f.name == "OutOperandList") {
        for (_, field) in tablewright_target::instructions::flags::INSTRUCTION_FLAGS {
            if !class.fields.iter().any(|other| other.name == field) {
                class.add_field::<bool>(
                    field,
                    "The flag of `MCInstrDesc` of that name.",
                    Some("false"),
                );
            }
        }
    }
    class
}

#[cfg(all(test, feature = "backends"))]
mod tests {
    use super::*;
    #[cfg(feature = "target")]
    use std::collections::BTreeSet;
    use tablewright_backend::DEFAULT_BACKEND;
    #[cfg(all(feature = "target", not(feature = "inspect")))]
    use tablewright_records::record_view::ClassSchema;

    /// Backends in several crates share one record view of a class, so that they agree about its
    /// fields. Classes in Clang may have the same names as classes in LLVM.
    #[cfg(feature = "target")]
    #[test]
    fn no_two_crates_have_a_record_view_of_one_class() {
        fn classes(schemas: impl Iterator<Item = ClassSchema>) -> BTreeSet<&'static str> {
            schemas.map(|schema| schema.class).collect()
        }
        let target = classes(tablewright_target::record_views::schemas());
        let selection = classes(tablewright_selection::record_views::schemas());
        let llvm = classes(tablewright_llvm::record_schemas());
        let general = classes(tablewright_general::record_schemas());
        let all = [target, selection, llvm, general];
        let pairs = (0..all.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        for (a, b) in pairs.map(|(a, b)| (&all[a], &all[b])) {
            assert_eq!(a.intersection(b).collect::<Vec<_>>(), Vec::<&&str>::new());
        }
    }

    /// Actions that `--help` does not list are last, in the order of their crates' lists.
    #[test]
    fn backends_for_targets_are_those_of_the_program_in_its_order() {
        for release in ["19.1.7", "23.1"] {
            let release = Some(release.parse::<Release>().unwrap());
            let all = llvm_backends_of(release);
            let of_targets = target_backends_of(release);
            let names = |backends: &[&'static Backend]| -> Vec<&str> {
                backends.iter().map(|backend| backend.name).collect()
            };
            let mut listed = names(&all);
            listed.retain(|name| of_targets.iter().any(|backend| backend.name == *name));
            assert_eq!(names(&of_targets), listed);
            assert!(listed.contains(&"gen-register-info") && listed.contains(&"dump-json"));
            assert!(!listed.contains(&"gen-x86-fold-tables") && !listed.contains(&"gen-opt-rst"));
        }
    }

    #[test]
    fn names_are_unique_and_the_default_exists() {
        let of_others = [lldb_backends(), offload_backends(), irdl_backends()];
        for backends in
            [llvm_backends(), clang_backends(), mlir_backends()].into_iter().chain(of_others)
        {
            let mut names: Vec<&str> = backends.iter().map(|b| b.name).collect();
            assert!(names.contains(&DEFAULT_BACKEND));
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), backends.len());
        }
    }
}
