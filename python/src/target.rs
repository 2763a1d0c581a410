//! Target models of a description, as JSON.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde::Serialize;
use tablewright::inspect::encoding::{
    DecoderSetup, TargetEncodings, X86Instructions, decode_word, first_instruction,
};
use tablewright::inspect::export::{ExportedListKind, list};
use tablewright::syntax::diagnostic::Diagnostics;
use tablewright::target::decoding::x86::decode::X86Mode;
use tablewright::target::target::target;
use tablewright::{AnalysisError, RecordId, RecordStore};

use crate::background;
use crate::description::{Description, Store};
use crate::errors;
use crate::text;

/// Decoder tables, processor, features and mode, read from `_DecoderOptions` in `_target.py`.
#[derive(FromPyObject)]
pub(crate) struct DecoderOptions {
    tables: Vec<String>,
    processor: Option<String>,
    features: Vec<String>,
    mode: u32,
}

/// Name of the target.
#[pyfunction]
pub(crate) fn target_name(py: Python<'_>, store: &Store) -> PyResult<String> {
    analyse(py, &store.description, |store, _| Ok(target(store)?.name().to_owned()))
}

/// Exports one list of the target as JSON, for example its instructions.
#[pyfunction]
pub(crate) fn export(py: Python<'_>, store: &Store, kind: &str) -> PyResult<String> {
    let Some(kind) = ExportedListKind::from_name(kind) else {
        return Err(PyValueError::new_err(format!("unknown list '{kind}'")));
    };
    analyse(py, &store.description, move |store, diagnostics| {
        json(&list(kind, store, diagnostics)?)
    })
}

/// Decodes words in hexadecimal digits; returns all matching instructions as JSON.
#[pyfunction]
pub(crate) fn decode(
    py: Python<'_>,
    store: &Store,
    words: Vec<String>,
    options: DecoderOptions,
) -> PyResult<String> {
    analyse(py, &store.description, move |store, diagnostics| {
        match Decoder::new(store, options, diagnostics)? {
            Decoder::X86(x86, mode) => {
                let decoded = words.iter().map(|word| x86.decode(word, mode, diagnostics));
                json(&decoded.collect::<Result<Vec<_>, _>>()?)
            }
            Decoder::Tables(encodings) => {
                let decoded = words.iter().map(|word| decode_word(&encodings, word));
                json(&decoded.collect::<Result<Vec<_>, _>>()?)
            }
        }
    })
}

/// Decodes words in hexadecimal digits; returns each word's first matching instruction.
#[pyfunction]
pub(crate) fn decode_names<'py>(
    py: Python<'py>,
    store: &Store,
    words: Vec<String>,
    options: DecoderOptions,
) -> PyResult<Vec<Option<Bound<'py, PyString>>>> {
    let instructions = analyse(py, &store.description, move |store, diagnostics| {
        let decoder = Decoder::new(store, options, diagnostics)?;
        let id = |word: &String| {
            let record = match &decoder {
                Decoder::X86(x86, mode) => x86.first_instruction(word, *mode, diagnostics)?,
                Decoder::Tables(encodings) => first_instruction(encodings, word)?,
            };
            Ok(record.map(|record| record.id()))
        };
        words.iter().map(id).collect::<Result<Vec<_>, _>>()
    })?;
    let store = &store.description.store;
    // Many words share few names: each name becomes one Python string.
    let mut names: HashMap<RecordId, Bound<'py, PyString>> = HashMap::new();
    let mut name_of = |id: RecordId| match names.entry(id) {
        Entry::Occupied(name) => Ok(name.get().clone()),
        Entry::Vacant(entry) => {
            let name = text::to_python(py, store.record(id).name())?;
            Ok(entry.insert(name).clone())
        }
    };
    instructions.into_iter().map(|id| id.map(&mut name_of).transpose()).collect()
}

/// The target's decoder: X86's own, or decoder tables.
enum Decoder<'s> {
    X86(X86Instructions<'s>, X86Mode),
    Tables(TargetEncodings<'s>),
}

impl<'s> Decoder<'s> {
    fn new(
        store: &'s RecordStore,
        options: DecoderOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Decoder<'s>, AnalysisError> {
        let DecoderOptions { tables, processor, features, mode } = options;
        if target(store)?.name() == "X86" {
            let mode = match mode {
                16 => X86Mode::Bits16,
                32 => X86Mode::Bits32,
                // `_target.py` rejects other numbers.
                _ => X86Mode::Bits64,
            };
            return Ok(Decoder::X86(X86Instructions::new(store, diagnostics)?, mode));
        }
        let setup = DecoderSetup { tables, processor, features };
        Ok(Decoder::Tables(TargetEncodings::new(store, &setup, diagnostics)?))
    }
}

/// Converts data to JSON.
pub(crate) fn json<T: Serialize>(value: &T) -> Result<String, AnalysisError> {
    Ok(serde_json::to_string(value).expect("strings and numbers are valid JSON"))
}

/// Runs an analysis on a separate thread: a large target needs seconds.
pub(crate) fn analyse<T: Send + 'static>(
    py: Python<'_>,
    description: &Arc<Description>,
    question: impl FnOnce(&RecordStore, &mut Diagnostics) -> Result<T, AnalysisError> + Send + 'static,
) -> PyResult<T> {
    let shared = Arc::clone(description);
    let work = move || {
        let mut diagnostics = Diagnostics::new();
        let answer = question(&shared.store, &mut diagnostics);
        answer.map_err(|error| (error, diagnostics.iter().cloned().collect::<Vec<_>>()))
    };
    let answer = background::run(py, work, |_| Ok(()))?;
    answer.map_err(|(error, reported)| {
        errors::analysis_error(py, &description.store, error, reported)
    })
}
