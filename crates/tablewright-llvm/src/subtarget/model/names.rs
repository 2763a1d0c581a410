//! The names of features, processors and scheduling classes in string tables.

use tablewright_records::{Feature, FieldError, RecordStore, RecordView};
use tablewright_target::record_views::schedule::ProcessorAliasRecord;
use tablewright_target::schedule::SchedModels;
use tablewright_target::schedule::tables::SchedTables;
use tablewright_text::StringTable;

use super::features::FeatureKeyValue;
use super::processors::ProcessorKeyValue;

/// Name for scheduling class 0.
const INVALID_CLASS: &str = "InvalidSchedClass";

/// A subtarget's names, in releases with string tables for them.
pub(crate) struct NameTables<'s> {
    /// Scheduling class names.
    pub(crate) class_names: StringTable,
    /// Name offset by scheduling class.
    pub(crate) class_offsets: Vec<usize>,
    /// The names and aliases of processors in byte order.
    pub(crate) cpus: Vec<&'s str>,
    /// The string storages, in releases whose rows refer to names behind them.
    pub(crate) storages: Option<Storages>,
}

/// The largest counts of a scheduling class.
pub(crate) struct RowLimits {
    pub(crate) resources: u16,
    pub(crate) latencies: u16,
}

impl RowLimits {
    pub(super) fn new(tables: &SchedTables) -> RowLimits {
        let rows = || tables.by_model.iter().flat_map(|classes| classes.iter());
        RowLimits {
            resources: rows().map(|row| row.write_proc_res.1).max().unwrap_or(0),
            latencies: rows().map(|row| row.write_latency.1).max().unwrap_or(0),
        }
    }
}

/// The rows of features and processors with the strings behind them.
pub(crate) struct Storages {
    pub(crate) feature_strings: StringTable,
    /// The offsets of each feature's name and description.
    pub(crate) features: Vec<FeatureOffsets>,
    pub(crate) cpu_strings: StringTable,
    /// Name offset by processor.
    pub(crate) cpus: Vec<usize>,
    /// The table of other names, in releases that have it.
    pub(crate) cpu_aliases: Option<Vec<CpuAlias>>,
}

/// Another name for a processor.
pub(crate) struct CpuAlias {
    /// The offset of the name.
    pub(crate) name: usize,
    /// The row of the processor.
    pub(crate) processor: usize,
}

pub(crate) struct FeatureOffsets {
    pub(crate) name: usize,
    pub(crate) description: usize,
}

impl<'s> NameTables<'s> {
    pub(super) fn new(
        store: &'s RecordStore,
        models: &SchedModels,
        tables: &SchedTables,
        processors: &[ProcessorKeyValue<'s>],
    ) -> Result<NameTables<'s>, FieldError> {
        let mut class_names = StringTable::with_empty_string();
        // Class 0 is the invalid class. The others are named only if a processor has a class table.
        let mut class_offsets = vec![class_names.add_string(INVALID_CLASS)];
        if tables.by_model.iter().any(|descs| !descs.is_empty()) {
            for (_, class) in models.classes.iter().skip(1) {
                class_offsets.push(class_names.add_string(&class.name));
            }
        }
        let mut cpus: Vec<&str> = processors.iter().map(|processor| processor.name).collect();
        for alias in ProcessorAliasRecord::all_if_defined(store) {
            cpus.push(alias.alias_name()?);
        }
        cpus.sort_unstable();
        Ok(NameTables { class_names, class_offsets, cpus, storages: None })
    }
}

impl Storages {
    pub(super) fn new(
        store: &RecordStore,
        features: &[FeatureKeyValue<'_>],
        processors: &[ProcessorKeyValue<'_>],
        cpu_names: &[&str],
    ) -> Result<Storages, FieldError> {
        let mut table = StringTable::with_empty_string();
        if store.release().has(Feature::StringTablesDivideEscapes) {
            table.divide_escapes();
        }
        let mut feature_strings = table.clone();
        let features = features
            .iter()
            .map(|feature| FeatureOffsets {
                name: feature_strings.add_string(feature.name),
                description: feature_strings.add_string(feature.description),
            })
            .collect();
        let mut cpu_strings = table;
        for name in cpu_names {
            cpu_strings.add_string(name);
        }
        let cpus = processors.iter();
        let cpus = cpus.map(|processor| cpu_strings.add_string(processor.name)).collect();
        let cpu_aliases = if store.release().has(Feature::CpuAliasesAreTable) {
            Some(cpu_aliases(store, processors, &mut cpu_strings)?)
        } else {
            None
        };
        Ok(Storages { feature_strings, features, cpu_strings, cpus, cpu_aliases })
    }
}

/// Returns the other names in byte order, and adds them to `strings`. A name for an unknown processor is left out.
fn cpu_aliases(
    store: &RecordStore,
    processors: &[ProcessorKeyValue<'_>],
    strings: &mut StringTable,
) -> Result<Vec<CpuAlias>, FieldError> {
    let mut names = Vec::new();
    for record in ProcessorAliasRecord::all_if_defined(store) {
        names.push((record.alias_name()?, record.alias()?));
    }
    names.sort_unstable();
    let alias = |(name, of): (&str, &str)| {
        let processor = processors.iter().position(|processor| processor.name == of)?;
        Some(CpuAlias { name: strings.add_string(name), processor })
    };
    Ok(names.into_iter().filter_map(alias).collect())
}
