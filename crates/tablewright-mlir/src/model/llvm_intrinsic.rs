//! Intrinsics of LLVM as operations.

use tablewright_records::{Feature, FieldError, Record, RecordStore, RecordView};

use crate::record_views::llvm_intrinsic::{IntrinsicRecord, LlvmTypeRecord};

/// An LLVM intrinsic.
#[derive(Clone, Debug)]
pub struct LlvmIntrinsic<'s> {
    /// Its definition name.
    pub definition: &'s str,
    /// Its name, without the target name.
    pub name: String,
    /// The result count.
    pub result_count: usize,
    /// The parameter count.
    pub parameter_count: usize,
    /// The results whose types differ between versions of the intrinsic.
    pub overloaded_results: Vec<usize>,
    /// The parameters whose types differ between versions of the intrinsic.
    pub overloaded_parameters: Vec<usize>,
    /// Whether its first two parameters can be swapped.
    pub is_commutative: bool,
    /// Whether it neither reads nor writes memory.
    pub has_no_memory_effect: bool,
}

impl<'s> LlvmIntrinsic<'s> {
    /// Returns the intrinsics whose definition names contain `filter`, in natural name order.
    ///
    /// # Errors
    /// If the description lacks the class, or a field has an unexpected type.
    pub fn all(store: &'s RecordStore, filter: &str) -> Result<Vec<LlvmIntrinsic<'s>>, FieldError> {
        let records = IntrinsicRecord::all(store)?.into_iter();
        let selected = records.filter(|&one| Record::from(one).name().contains(filter));
        selected.map(LlvmIntrinsic::read).collect()
    }

    fn read(record: IntrinsicRecord<'s>) -> Result<LlvmIntrinsic<'s>, FieldError> {
        let definition = Record::from(record).name();
        let (results, parameters) = (record.results()?, record.parameters()?);
        let properties = record.properties()?;
        let release = Record::from(record).store().release();
        let effects_count = release.has(Feature::SideEffectsAreMemoryEffects);
        let has = |name: &str| properties.iter().any(|property| property.name() == name);
        Ok(LlvmIntrinsic {
            definition,
            name: match record.llvm_name()? {
                "" => name_of(definition, record.target_prefix()?),
                name => name.to_owned(),
            },
            result_count: results.len(),
            parameter_count: parameters.len(),
            overloaded_results: overloaded(&results)?,
            overloaded_parameters: overloaded(&parameters)?,
            is_commutative: has("Commutative"),
            has_no_memory_effect: has("IntrNoMem") && !(effects_count && has("IntrHasSideEffects")),
        })
    }

    /// Returns the definition name without the prefix shared by all intrinsics.
    pub fn short_definition(&self) -> &'s str {
        self.definition.strip_prefix("int_").unwrap_or(self.definition)
    }
}

/// Derives an intrinsic's name from its definition name: `int_x86_sse_add` is `sse.add`.
fn name_of(definition: &str, target: &str) -> String {
    let name = definition.strip_prefix("int_").unwrap_or(definition);
    let own = match name.split_once('_') {
        Some((first, rest)) if first == target && !target.is_empty() => rest,
        Some(_) | None => name,
    };
    own.replace('_', ".")
}

fn overloaded(types: &[LlvmTypeRecord<'_>]) -> Result<Vec<usize>, FieldError> {
    let mut indices = Vec::new();
    for (index, ty) in types.iter().enumerate() {
        if ty.value_type()?.is_overloaded()? {
            indices.push(index);
        }
    }
    Ok(indices)
}

#[cfg(test)]
mod tests {
    use super::name_of;

    #[test]
    fn names_follow_from_definitions() {
        assert_eq!(name_of("int_aarch64_crypto_eor3u", "aarch64"), "crypto.eor3u");
        assert_eq!(name_of("int_experimental_gc_result", ""), "experimental.gc.result");
    }
}
