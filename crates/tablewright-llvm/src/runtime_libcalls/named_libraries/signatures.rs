//! Library call signatures, and library calls on masked vectors.

use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_text::SequenceToOffsetTableBuilder;

use crate::record_views::runtime_libcalls::{MaskedRuntimeLibcallRecord, RuntimeLibcallRecord};
use crate::record_views::target_library_info::FuncArgTypeRecord;
use crate::support::function_signatures::FunctionSignatures;

/// The return type if the signature is unknown.
const NONE: &str = "NoneType";

pub(super) struct LibcallSignatures<'s> {
    pub(super) signatures: FunctionSignatures<'s>,
    /// Library calls: signature offset and name.
    pub(super) offsets: Vec<(usize, &'s str)>,
    /// Library calls with a mask, each with the library call without a mask.
    pub(super) masked: Vec<(&'s str, &'s str)>,
}

pub(super) fn collect<'s>(
    store: &'s RecordStore,
    libcalls: &[RuntimeLibcallRecord<'s>],
) -> Result<LibcallSignatures<'s>, FieldError> {
    let types = FuncArgTypeRecord::all(store)?.into_iter().map(|ty| ty.name());
    let mut table = SequenceToOffsetTableBuilder::new();
    for libcall in libcalls {
        let return_type = libcall.return_type()?.name();
        let mut signature: Vec<&str> =
            Some(return_type).filter(|name| *name != NONE).into_iter().collect();
        signature.extend(libcall.argument_types()?.iter().map(|ty| ty.name()));
        table.add(signature);
    }
    let (table, offsets) = table.layout_with_offsets();
    let mut masked = Vec::new();
    for record in MaskedRuntimeLibcallRecord::all(store)? {
        masked.push((record.name(), record.unmasked()?.name()));
    }
    Ok(LibcallSignatures {
        signatures: FunctionSignatures {
            types: types.filter(|name| *name != NONE).collect(),
            table,
        },
        offsets: offsets.into_iter().zip(libcalls.iter().map(|libcall| libcall.name())).collect(),
        masked,
    })
}
