//! Named libraries and their functions, and tables for library calls.

mod definition;
mod dispatch;
mod emit;
mod families;
mod functions;
mod signatures;

use rustc_hash::FxHashMap;
use tablewright_records::{RecordId, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};

use self::dispatch::{DefaultLibraries, LibraryCase};
use self::families::LibcallFamilies;
use self::functions::SetupFunction;
use self::signatures::LibcallSignatures;
use super::libcall_impl::LibcallImpl;
use crate::record_views::runtime_libcalls::RuntimeLibcallRecord;

pub(super) use self::emit::{emit_enumerations, emit_parts_after_names};

pub(super) struct NamedLibraries<'s> {
    /// Libraries as enumerators.
    names: Vec<String>,
    functions: Vec<SetupFunction<'s>>,
    /// Libraries with their setup functions.
    cases: Vec<LibraryCase>,
    /// Systems with their default libraries.
    systems: Vec<DefaultLibraries<'s>>,
    signatures: LibcallSignatures<'s>,
    families: LibcallFamilies<'s>,
}

pub(super) fn collect<'s>(
    store: &'s RecordStore,
    libcalls: &[RuntimeLibcallRecord<'s>],
    impls: &[LibcallImpl<'s>],
    numbers: &FxHashMap<RecordId, usize>,
    diagnostics: &mut Diagnostics,
) -> Result<NamedLibraries<'s>, Diagnostic> {
    let definitions = definition::definitions(store)?;
    let names = dispatch::library_names(&definitions)?;
    let systems = dispatch::default_libraries(store, &names, diagnostics)?;
    let functions = functions::collect(store, &definitions, impls, numbers, diagnostics)?;
    let cases = dispatch::cases(&definitions, diagnostics)?;
    Ok(NamedLibraries {
        names: names.into_iter().map(definition::identifier).collect(),
        functions,
        cases,
        systems,
        signatures: signatures::collect(store, libcalls)?,
        families: families::collect(store, libcalls)?,
    })
}
