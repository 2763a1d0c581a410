//! Library calls and the functions that implement them, numbered.

use rustc_hash::FxHashMap;
use tablewright_records::{Feature, FieldError, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_text::StringTable;

use super::libcall_impl::LibcallImpl;
use super::name_table::NameTable;
use super::named_libraries::{self, NamedLibraries};
use super::systems::{self, SystemLibrary};
use crate::record_views::runtime_libcalls::{RuntimeLibcallImplRecord, RuntimeLibcallRecord};

pub(super) struct RuntimeLibcalls<'s> {
    /// Library call names in number order.
    pub(super) libcalls: Vec<&'s str>,
    /// Functions in number order. Numbers begin at 1.
    pub(super) impls: Vec<LibcallImpl<'s>>,
    /// Function symbols.
    pub(super) symbols: StringTable,
    /// Longest symbol's length.
    pub(super) max_symbol_length: usize,
    /// Table for finding a function by its symbol.
    pub(super) names: NameTable,
    pub(super) availability: LibcallsAvailable<'s>,
}

/// The functions available on a target.
pub(super) enum LibcallsAvailable<'s> {
    BySystem(Vec<SystemLibrary<'s>>),
    ByLibrary(Box<NamedLibraries<'s>>),
}

pub(super) fn collect<'s>(
    store: &'s RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<RuntimeLibcalls<'s>, Diagnostic> {
    let libcalls = RuntimeLibcallRecord::all(store)?;
    let libcall_numbers: FxHashMap<RecordId, usize> =
        libcalls.iter().enumerate().map(|(number, record)| (record.id(), number)).collect();
    let mut records = Vec::new();
    for record in RuntimeLibcallImplRecord::all(store)? {
        records.push((record.symbol()?, record));
    }
    records.sort_by_key(|&(symbol, record)| (symbol, record.name()));
    let mut symbols = StringTable::with_empty_string();
    let mut numbers: FxHashMap<RecordId, usize> = FxHashMap::default();
    let mut impls = Vec::with_capacity(records.len());
    for (symbol, record) in records {
        let provides = record.provides()?;
        let Some(&libcall) = libcall_numbers.get(&provides.id()) else {
            let message = format!("`{}' provides no RuntimeLibcall", record.name());
            return Err(FieldError::new(Code::RuntimeLibcalls, record, message).into());
        };
        let mut terminated = symbol.as_bytes().to_vec();
        terminated.push(0);
        numbers.insert(record.id(), impls.len());
        impls.push(LibcallImpl {
            name: record.name(),
            symbol,
            offset: symbols.add(&terminated),
            provides: provides.libcall_name()?,
            libcall: (libcall, provides.name()),
        });
    }
    let availability = if store.release().has(Feature::RuntimeLibrariesHaveNames) {
        let named = named_libraries::collect(store, &libcalls, &impls, &numbers, diagnostics)?;
        LibcallsAvailable::ByLibrary(Box::new(named))
    } else {
        LibcallsAvailable::BySystem(systems::collect(store, &impls, &numbers, diagnostics)?)
    };
    Ok(RuntimeLibcalls {
        libcalls: libcalls.into_iter().map(|libcall| libcall.name()).collect(),
        symbols,
        max_symbol_length: impls.iter().map(|each| each.symbol.len()).max().unwrap_or(0),
        names: NameTable::new(impls.iter().map(|each| each.symbol)),
        availability,
        impls,
    })
}
