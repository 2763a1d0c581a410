//! The setup of a decoder: the tables that it tries, and the features of the subtarget.
//!
//! In: what was asked for, by name. Out: the order of tables, and [`EnabledFeatures`].

use tablewright_records::{AnalysisError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_target::enabled_features::{EnabledFeatures, InvalidChange};
use tablewright_target::record_views::schedule::ProcessorRecord;
use tablewright_target::subtarget_features::SubtargetFeatures;

use crate::unknown_name;

/// Which encodings a decoder tries.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DecoderSetup {
    /// Names of tables, in the order in which they are tried; none for all of them.
    pub tables: Vec<String>,
    /// The name of the processor that executes the instructions.
    pub processor: Option<String>,
    /// Changes of the features of the processor, each a list as `+a,-b`.
    pub features: Vec<String>,
}

impl DecoderSetup {
    /// Whether encodings can be left out.
    pub fn is_restricted(&self) -> bool {
        !self.tables.is_empty() || self.processor.is_some() || !self.features.is_empty()
    }

    /// The indices of the tables that are tried, in that order, among the names of all.
    pub(super) fn order(&self, all: &[String]) -> Result<Vec<usize>, Diagnostic> {
        if self.tables.is_empty() {
            return Ok((0..all.len()).collect());
        }
        let index = |name: &String| {
            all.iter()
                .position(|table| table == name)
                .ok_or_else(|| unknown_name("decoder table", name, all.iter().map(String::as_str)))
        };
        self.tables.iter().map(index).collect()
    }

    /// The features that are enabled; `None` if neither a processor nor features are named.
    pub(super) fn enabled_features<'s>(
        &self,
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<EnabledFeatures<'s>>, AnalysisError> {
        if self.processor.is_none() && self.features.is_empty() {
            return Ok(None);
        }
        let features: &'s SubtargetFeatures = store.analysis(diagnostics)?;
        let mut enabled = match &self.processor {
            None => EnabledFeatures::none(features),
            Some(name) => {
                let found = EnabledFeatures::of_processor(store, features, name)?;
                found.ok_or_else(|| {
                    let processors = ProcessorRecord::all_if_defined(store).into_iter();
                    let names = processors.filter_map(|processor| processor.cpu_name().ok());
                    unknown_name("processor", name, names)
                })?
            }
        };
        for changes in &self.features {
            enabled.change(changes).map_err(|invalid| invalid_change(features, &invalid))?;
        }
        Ok(Some(enabled))
    }
}

fn invalid_change(features: &SubtargetFeatures, invalid: &InvalidChange<'_>) -> Diagnostic {
    match invalid {
        InvalidChange::NoSign(change) => {
            let message = format!("a feature has + or - before its name, '{change}' has none");
            Diagnostic::error_anywhere(Code::Usage, message)
        }
        InvalidChange::UnknownFeature(name) => {
            let names = features.by_name().map(|feature| feature.name.as_str());
            unknown_name("feature", name, names)
        }
    }
}
