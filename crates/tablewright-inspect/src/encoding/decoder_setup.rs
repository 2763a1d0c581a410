//! Decoder setup: the tables to try, and the enabled subtarget features.
//!
//! In: the user's names. Out: the table order, and [`EnabledFeatures`].

use tablewright_records::{AnalysisError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_target::enabled_features::{EnabledFeatures, InvalidChange};
use tablewright_target::hw_modes::{HwModeId, HwModes};
use tablewright_target::record_views::schedule::ProcessorRecord;
use tablewright_target::subtarget_features::SubtargetFeatures;

use crate::unknown_name;

/// A restriction on the encodings that a decoder tries.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DecoderSetup {
    /// Table names in the order to try; empty for all tables.
    pub tables: Vec<String>,
    /// The processor's name; `None` for any.
    pub processor: Option<String>,
    /// Changes to the processor's features. Each is a list such as `+a,-b`.
    pub features: Vec<String>,
}

impl DecoderSetup {
    /// Whether some encodings may be excluded.
    pub fn is_restricted(&self) -> bool {
        !self.tables.is_empty() || self.processor.is_some() || !self.features.is_empty()
    }

    /// Returns the indices of the tables to try, in order. `all` contains all table names.
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

    /// Returns the enabled features; `None` if no processor and no feature is set.
    ///
    /// # Errors
    /// If a name is unknown.
    pub fn enabled_features<'s>(
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
                let processor_features = EnabledFeatures::from_processor(store, features, name)?;
                processor_features.ok_or_else(|| {
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

    /// Returns the enabled features and the hardware mode with this name. Without a name, it is the mode of the
    /// features.
    ///
    /// # Errors
    /// If a name is unknown.
    pub fn features_and_mode<'s>(
        &self,
        mode: Option<&str>,
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<(Option<EnabledFeatures<'s>>, HwModeId), AnalysisError> {
        let features = self.enabled_features(store, diagnostics)?;
        let mode = match (mode, &features) {
            (Some(name), _) => mode_named(store.analysis(diagnostics)?, name)?,
            (None, Some(features)) => features.hw_mode(store, diagnostics)?,
            (None, None) => HwModeId::DEFAULT,
        };
        Ok((features, mode))
    }
}

fn mode_named(modes: &HwModes, name: &str) -> Result<HwModeId, Diagnostic> {
    let mode = modes.iter().find(|(_, mode)| mode.name == name).map(|(id, _)| id);
    let names = modes.iter().map(|(_, mode)| mode.name.as_str());
    mode.ok_or_else(|| unknown_name("hardware mode", name, names))
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
