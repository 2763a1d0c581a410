//! RISC-V vector intrinsic summaries. A Clang builtin represents functions with several types.

use std::collections::BTreeSet;

use tablewright_records::{FieldError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostic;

use super::intrinsics::{RvvBuiltin, RvvIntrinsic};
use super::prototype::Descriptor;
use super::reader;
use super::vector_type::{VectorExtension, VectorType};
use crate::vector_intrinsics::c_type::Element;
use crate::vector_intrinsics::family::IntrinsicFamily;
use crate::vector_intrinsics::summary::{
    IntrinsicGuards, IntrinsicParameter, IntrinsicSummary, non_empty, text_of,
};

/// The prefix of all function names.
const PREFIX: &str = "__riscv_";

pub(crate) fn read(store: &RecordStore) -> Result<Vec<IntrinsicSummary>, Diagnostic> {
    let mut summaries = Vec::new();
    for intrinsic in reader::collect(store)? {
        let extensions = intrinsic.record.required_features()?;
        let is_overloaded = intrinsic.record.supports_overloading()?;
        let record = RecordSummaries { intrinsic: &intrinsic, extensions, is_overloaded };
        for (element, log2_lmul) in intrinsic.instances() {
            for builtin in intrinsic.builtins() {
                summaries.extend(record.summary(&builtin, element, log2_lmul)?);
            }
        }
    }
    Ok(summaries)
}

/// Common properties of a record's functions.
struct RecordSummaries<'a, 's> {
    intrinsic: &'a RvvIntrinsic<'s>,
    /// Extensions that the description requires.
    extensions: Vec<&'s str>,
    is_overloaded: bool,
}

impl RecordSummaries<'_, '_> {
    /// Returns a builtin's function for an element type and register group; `None` if its types do
    /// not exist.
    fn summary(
        &self,
        builtin: &RvvBuiltin<'_, '_>,
        element: Element,
        log2_lmul: i32,
    ) -> Result<Option<IntrinsicSummary>, FieldError> {
        let prototype = builtin.prototype()?;
        let types = prototype.iter().map(|&one| VectorType::new(element, log2_lmul, one));
        let Some(types) = types.collect::<Option<Vec<VectorType>>>() else { return Ok(None) };
        let typed = |suffix: &[Descriptor]| -> Option<Vec<VectorType>> {
            suffix.iter().map(|&one| VectorType::new(element, log2_lmul, one)).collect()
        };
        let own_name = &self.intrinsic.own_name;
        let Some(suffix) = typed(&own_name.suffix.types) else { return Ok(None) };
        let rounding = self.intrinsic.rounding_suffix();
        let policy = builtin.policy_suffix();
        let name = with_suffix(own_name.text, &suffix);
        let element_type = match suffix.first() {
            Some(ty) => ty.element(),
            None => text_of(element.short("i")),
        };
        let parameter = |ty: &VectorType| IntrinsicParameter {
            ty: ty.c_name(),
            is_immediate: ty.is_immediate(),
        };
        Ok(Some(IntrinsicSummary {
            name: format!("{PREFIX}{name}{rounding}{policy}"),
            overloaded_name: typed(&self.intrinsic.overloaded_name.suffix.types)
                .filter(|_| self.is_overloaded)
                .map(|suffix| self.overloaded_name(&suffix, policy)),
            record: Some(self.intrinsic.record.name().to_owned()),
            instruction: non_empty(builtin.ir_name()),
            builtin: Some(text_of(IntrinsicFamily::RiscvVector.builtin(builtin.name()))),
            element_type,
            result: types[0].c_name(),
            parameters: types[1..].iter().map(parameter).collect(),
            guards: IntrinsicGuards {
                condition: None,
                features: non_empty(&self.features(&types)),
                streaming_features: None,
            },
        }))
    }

    fn overloaded_name(&self, suffix: &[VectorType], policy: &str) -> String {
        let text = match self.intrinsic.overloaded_name.text {
            "" => self.intrinsic.own_name.text.split('_').next().unwrap_or_default(),
            text => text,
        };
        // The arguments show whether there is a mask.
        let policy = if policy == "_m" { "" } else { policy };
        format!("{PREFIX}{}{policy}", with_suffix(text, suffix))
    }

    /// Returns the features that the description and the types require.
    fn features(&self, types: &[VectorType]) -> String {
        let has_minimal_half = self.extensions.contains(&"Zvfhmin");
        let mut of_types: BTreeSet<VectorExtension> =
            types.iter().filter_map(VectorType::extension).collect();
        // A function without vector types still requires vectors.
        if of_types.is_empty() {
            of_types.insert(VectorExtension::Zve32x);
        }
        let of_types = of_types.into_iter().map(|extension| match extension {
            VectorExtension::Zve32x => "Zve32x",
            VectorExtension::Zve32f => "Zve32f",
            VectorExtension::Zve64x => "Zve64x",
            VectorExtension::Zve64d => "Zve64d",
            VectorExtension::Zvfh if has_minimal_half => "Zvfhmin",
            VectorExtension::Zvfh => "Zvfh",
            VectorExtension::Zvfbfmin => "Zvfbfmin",
            VectorExtension::Zvfofp8min => "Zvfofp8min",
        });
        let mut features = self.extensions.clone();
        for feature in of_types {
            if !features.contains(&feature) {
                features.push(feature);
            }
        }
        features.join(",")
    }
}

/// Returns a name followed by types.
fn with_suffix(text: &str, suffix: &[VectorType]) -> String {
    let mut name = text.to_owned();
    for ty in suffix {
        name.push('_');
        name += &ty.suffix();
    }
    name
}
