//! TableGen as a library: loads `.td` files into records that you can query, without LLVM.
//!
//! ```
//! use tablewright::Session;
//!
//! let session = Session::new().file("base.td", "class Register<int n> { int Number = n; }");
//! let loaded = session.load_text(
//!     "main.td",
//!     "include \"base.td\"\n\
//!      foreach i = 0-3 in def R#i : Register<i>;",
//! )?;
//! let mut found = Vec::new();
//! for register in loaded.store.derived_from_name("Register")? {
//!     found.push(format!("{register} = {}", register.int("Number")?));
//! }
//! assert_eq!(found, ["R0 = 0", "R1 = 1", "R2 = 2", "R3 = 3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The project's book has a chapter about the library. Its examples are tests in this crate.
//!
//! # Reading descriptions
//!
//! - [`Session`]: include directories and macros. It loads a main file from disk or from memory and
//!   returns [`Loaded`], or a [`LoadError`] that is displayed like compiler messages.
//! - [`RecordStore`]: all classes and records in a description, immutable, shared freely between
//!   threads.
//!
//! # Records and values
//!
//! - [`Record`], [`Class`]: find them by name ([`RecordStore::get`]) or by class
//!   ([`RecordStore::derived_from_name`]). Typed field accessors ([`Record::int`],
//!   [`Record::string`], …) return a [`FieldError`] with the record's position.
//! - [`ValueRef`]: a value of any type, with its store; [`ListRef`], [`DagRef`], [`BitsRef`] and
//!   [`BitSource`] are its parts. [`ValueId`] and [`Value`] are the same without the store, for
//!   models that outlive a borrow.
//! - [`record_views!`]: declares a class of a description as a Rust type with an accessor for each
//!   field.
//! - [`Location`]: a position as `file:line:column`. [`trace`]: the statements that set each field.
//! - [`set_theory`]: sets of records, described by dags.
//!
//! # Models
//!
//! An [`Analysis`] is computed once for a store and kept with it ([`RecordStore::analyze`]).
//!
//! - `target` (feature `target`): registers, instructions, encodings, schedules and more.
//! - `selection` (feature `target`): patterns, rules and intrinsics. With the feature `backends`,
//!   `matcher_table`, `rule_table` and `combiner_rules` contain the tables of instruction selectors.
//! - `mlir` (feature `mlir`): dialects, enums, passes, interfaces; dialects as IRDL, Rust and
//!   Python stubs.
//! - `clang` (feature `backends`): Clang's attributes and vector intrinsics.
//! - `machine` (feature `machine`): a disassembler and an assembler from a description alone.
//! - `selector` (features `backends` and `target`): instructions for trees and LLVM IR functions.
//! - `simulator` (feature `simulator`): object files executed from a description alone.
//! - `inspect` (feature `inspect`): queries that answer people's questions about a description.
//!
//! # Backends
//!
//! - `backend` (feature `backend`): the backend type; `text`: writers for C++ and other text.
//! - `cli` (feature `cli`): `fn main() -> ExitCode { tablewright::cli::main(&[&BACKEND]) }` is a
//!   whole program.
//! - `backends` (feature `backends`): all backends of `llvm-tblgen`, `clang-tblgen` and
//!   `mlir-tblgen`; with the feature `llvm-backends`, only the `llvm-tblgen` backends.
//!
//! # Messages
//!
//! - [`syntax::diagnostic`]: errors as data. [`FieldError`], [`AnalysisError`], [`InputErrors`] and
//!   [`LoadError`] are Rust errors that print position and source line. If `main` returns them with
//!   `?`, the user sees compiler messages.
//! - `messages` (feature `messages`): diagnostics as compatible text, as rich text, and as JSON.
//!
//! # Layers below
//!
//! [`syntax`] has the lexer, the parser and diagnostics, [`index`] has the typed indices for
//! models, and `advanced` has interfaces that few programs except `tablewright` need.
#![warn(missing_docs)]

#[cfg(all(feature = "backends", feature = "inspect", feature = "target"))]
mod action_runs;
#[cfg(feature = "llvm-backends")]
pub mod backends;
#[cfg(feature = "inspect")]

/// The book's examples as tests.
#[cfg(doctest)]
mod book {
    #[doc = include_str!("../../../docs/src/library/sessions.md")]
    struct Sessions;
    #[doc = include_str!("../../../docs/src/untrusted-input.md")]
    struct UntrustedInput;
    #[doc = include_str!("../../../docs/src/library/records.md")]
    struct Records;
    #[doc = include_str!("../../../docs/src/library/set-theory.md")]
    struct SetTheory;
    #[cfg(feature = "target")]
    #[doc = include_str!("../../../docs/src/library/models.md")]
    struct Models;
    #[cfg(feature = "machine")]
    #[doc = include_str!("../../../docs/src/library/machine.md")]
    struct MachineCode;
    #[cfg(all(feature = "backends", feature = "target"))]
    #[doc = include_str!("../../../docs/src/library/patterns.md")]
    struct Patterns;
    #[cfg(feature = "cli")]
    #[doc = include_str!("../../../docs/src/library/backends.md")]
    struct Backends;
    #[doc = include_str!("../../../docs/src/library/tblgen-rs.md")]
    struct TblgenRs;
    #[doc = include_str!("../../../docs/src/library/melior.md")]
    struct Melior;
}

pub use tablewright_records::{
    Analysis, AnalysisError, ArgKey, BitSource, Bits, BitsRef, Class, ClassId, CompileMode, Dag,
    DagArg, DagRef, EarlyDiagnostics, Feature, Field, FieldDecl, FieldError, FieldErrorKind,
    IncrementalLoad, InputErrors, InstanceArg, List, ListRef, LoadMonitor, LoadOptions,
    LoadProgress, Loaded, Location, Op, Param, Record, RecordId, RecordStore, RecordView, Release,
    ReleaseMark, Reloaded, ShapeId, SourceOrder, TextSink, Type, TypeId, Value, ValueId, ValueRef,
    load, natural_order, record_views,
};
pub use tablewright_session::{
    FileAccess, Flattened, Includes, LoadError, Session, main_file_hint, path_text, read_file,
    text_path, tree_include_dirs,
};
pub use tablewright_text::byte_escape;

/// Fields that programs read.
pub mod reads {
    pub use tablewright_records::reads::{Reads, WholeRead};
}

/// Description classes as Rust types.
pub mod record_view {
    pub use tablewright_records::record_view::{
        ClassSchema, FieldSchema, FieldType, FieldValue, ListElement, NullableField, SettableText,
    };
}

/// LLVM releases, and their differences.
pub mod release {
    pub use tablewright_records::release::{NoRelease, ReleaseRange, ReleaseReason};
}

/// Sets of records, described by dags.
pub mod set_theory {
    pub use tablewright_records::set_theory::{
        OrderedSet, SetElement, SetExpander, SetExpr, SetOperator, SetTheory,
    };
}

/// The statements that set each field.
pub mod trace {
    pub use tablewright_records::trace::{
        ArgumentSite, Binding, Cause, Definition, DefinitionId, DefinitionKind, Expansion,
        ExpansionKind, Inheritance, LetPosition, LetSite, Origin, Override, SiteRole, Step,
        Template, TemplateSite, Trace, TraceNames, Use, UseKind,
    };
}

pub mod syntax;

/// Typed indices, and vectors with such indices.
pub mod index {
    pub use tablewright_index::{Idx, IndexVec, define_index};
}

/// The backend type with its options and its job.
#[cfg(feature = "backend")]
pub mod backend {
    pub use tablewright_backend::{
        Backend, BackendOption, DEFAULT_BACKEND, Failure, Job, OptionGroup, OptionKind,
        OptionValue, Options, Outputs, RecordCheck, SideFile, SideFiles, Sink,
    };
}

/// The command line for programs with their own backends.
#[cfg(feature = "cli")]
pub mod cli {
    pub use tablewright_driver::own_program::{main, main_with};
}

/// Diagnostics as text: like the reference programs, with source excerpts, and as JSON.
#[cfg(feature = "messages")]
pub mod messages {
    pub use tablewright_session::messages::{Format, compatible, excerpt, json, rich};
}

/// Clang's attributes and vector intrinsics, as its backends read them.
#[cfg(feature = "backends")]
pub mod clang {
    pub use tablewright_clang::{
        ArgumentSummary, AttributeSummary, IntrinsicFamily, IntrinsicGuards, IntrinsicParameter,
        IntrinsicSummary,
    };
}

#[cfg(feature = "mlir")]
pub mod mlir;

/// Writers for generated text.
#[cfg(feature = "backend")]
pub mod text {
    pub use tablewright_text::{
        Append, CppClass, CppFunction, CppParameter, CppType, CppWriter, Escaped, HexEscaped,
        Literal, StringMatcher, StringTable, TextOutput, TextSink, TextTemplate, append, line,
        snake_case, text_block,
    };
}

/// The table from `--gen-dag-isel` as data: offsets and successors of its steps, and pattern costs.
#[cfg(all(feature = "backends", feature = "target"))]
pub mod matcher_table {
    pub use tablewright_llvm::matcher_table::{
        Branch, BranchId, BranchKey, ConditionStats, MatcherTable, MatcherTableStep,
        MatcherTableStepId, OpcodeStats, PatternCost, PredicateStats, Shadowed, ShadowedBy,
        StepStats, TablePlace, TableStats,
    };
}

/// Instruction selection, executed: instructions for trees and LLVM IR functions.
#[cfg(all(feature = "backends", feature = "target"))]
pub mod selector {
    pub use tablewright_llvm::selection::SelectionRules;
    pub use tablewright_llvm::selector::{
        NamedAttempt, NamedInstruction, NamedOperand, NamedTrial, NamedValue, SelectedBlock,
        SelectedInstruction, SelectedOperand, Selection, SelectionAttempt, Selector,
        SelectorOptions, TriedPatterns, ValueNames,
    };
    pub use tablewright_selection::llvm_ir::IrError;
    pub use tablewright_selection::patterns::graph::{
        GraphTypes, GraphValue, SelectionGraph, TreeError, read_trees,
    };
}

/// The table from `--gen-global-isel` as data.
#[cfg(all(feature = "backends", feature = "target"))]
pub mod rule_table {
    pub use tablewright_llvm::rule_table::{RuleTable, SkippedRule, TableRule};
}

/// The rules of a GlobalISel combiner, both as described and in the table layout from
/// `--gen-global-isel-combiner`, with overlaps between rules.
#[cfg(all(feature = "backends", feature = "target"))]
pub mod combiner_rules {
    pub use tablewright_llvm::table_rules::{Overlap, TableRules, TriedRule, read};
}

#[cfg(feature = "inspect")]
pub mod inspect;
#[cfg(feature = "machine")]
pub mod machine;
#[cfg(feature = "target")]
pub mod selection;
#[cfg(feature = "simulator")]
pub mod simulator;
#[cfg(feature = "target")]
pub mod target;

/// Interfaces for the program `tablewright`, which few other programs need. They change more often
/// than the rest.
#[cfg(all(feature = "backends", feature = "target"))]
pub mod advanced {
    /// Runs of actions whose outputs are discarded.
    #[cfg(feature = "inspect")]
    pub mod action_runs {
        pub use crate::action_runs::{
            LINTS, PRINTS_ALL_RECORDS, all_runs, classes_of_action, declared_actions,
            declared_reads, read_classes, run_actions, view_fields,
        };
    }

    /// Sizes of the tables that target backends print.
    pub mod table_sizes {
        pub use tablewright_llvm::table_sizes::{ActionSizes, TableSize, TableSizes, TableSubject};
    }
}
