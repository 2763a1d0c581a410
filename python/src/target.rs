//! What a description says of a target, as JSON.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;
use tablewright::inspect::encoding::{DecoderSetup, TargetEncodings, X86Instructions, decode_word};
use tablewright::inspect::export::{Kind, list};
use tablewright::syntax::diagnostic::Diagnostics;
use tablewright::target::decoding::x86::decode::X86Mode;
use tablewright::target::target::target;
use tablewright::{AnalysisError, RecordStore};

use crate::background;
use crate::description::{Description, Store};
use crate::errors;

/// Which instructions words are decoded to.
#[derive(FromPyObject)]
pub(crate) struct DecoderOptions {
    tables: Vec<String>,
    processor: Option<String>,
    features: Vec<String>,
    mode: u32,
}

/// The name of the target.
#[pyfunction]
pub(crate) fn target_name(py: Python<'_>, store: &Store) -> PyResult<String> {
    analyse(py, &store.description, |store, _| Ok(target(store)?.name().to_owned()))
}

/// A list of the target, such as its instructions, as JSON.
#[pyfunction]
pub(crate) fn export(py: Python<'_>, store: &Store, kind: &str) -> PyResult<String> {
    let Some(kind) = Kind::of_name(kind) else {
        return Err(PyValueError::new_err(format!("there is no list '{kind}'")));
    };
    analyse(py, &store.description, move |store, diagnostics| {
        json(&list(kind, store, diagnostics)?)
    })
}

/// The instructions that words in hexadecimal digits can be, as JSON.
#[pyfunction]
pub(crate) fn decode(
    py: Python<'_>,
    store: &Store,
    words: Vec<String>,
    options: DecoderOptions,
) -> PyResult<String> {
    let DecoderOptions { tables, processor, features, mode } = options;
    let setup = DecoderSetup { tables, processor, features };
    analyse(py, &store.description, move |store, diagnostics| {
        if target(store)?.name() == "X86" {
            let x86 = X86Instructions::of(store, diagnostics)?;
            let mode = if mode == 32 { X86Mode::Bits32 } else { X86Mode::Bits64 };
            let decoded = words.iter().map(|word| x86.decode(word, mode, diagnostics));
            return json(&decoded.collect::<Result<Vec<_>, _>>()?);
        }
        let encodings = TargetEncodings::of(store, &setup, diagnostics)?;
        let decoded = words.iter().map(|word| decode_word(&encodings, word));
        json(&decoded.collect::<Result<Vec<_>, _>>()?)
    })
}

fn json<T: Serialize>(value: &T) -> Result<String, AnalysisError> {
    Ok(serde_json::to_string(value).expect("strings and numbers are valid JSON"))
}

/// Asks on a thread of its own: analyses of a large target take seconds.
fn analyse<T: Send + 'static>(
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
