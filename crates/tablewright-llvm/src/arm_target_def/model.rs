//! The records of ARM's architectures, extensions and processors, read and checked.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::record_views::schedule::ProcessorAliasRecord;
use tablewright_target::record_views::subtarget_feature::SubtargetFeatureRecord;
use tablewright_text::StringMapOrder;

use crate::record_views::arm_target_def::{
    Architecture64Record, ExtensionRecord, ExtensionWithMArchRecord, FmvExtensionRecord,
    ProcessorModelRecord,
};

/// A processor that other parts of a compiler do not take by this name.
const BACKEND_ONLY_PROCESSOR: &str = "apple-latest";
/// A processor without an architecture among its features, and the record of that which it has.
const GENERIC_PROCESSOR: (&str, &str) = ("generic", "HasV8_0aOps");

pub(super) struct TargetDef<'s> {
    /// The values that features give to `ARMProcFamily`, in the order of a hash map.
    pub(super) processor_families: Vec<&'s str>,
    /// The values that features give to `ARMArch`, likewise.
    pub(super) architectures: Vec<&'s str>,
    /// The tables of AArch64; `None` for ARM.
    pub(super) aarch64: Option<AArch64<'s>>,
}

pub(super) struct AArch64<'s> {
    /// By name.
    pub(super) extensions: Vec<Extension<'s>>,
    pub(super) function_versions: Vec<FunctionVersion<'s>>,
    /// Extensions with those that need them, as enumerators.
    pub(super) dependencies: Vec<(String, String)>,
    pub(super) architectures: Vec<Architecture<'s>>,
    /// Other names of processors.
    pub(super) processor_aliases: Vec<(&'s str, &'s str)>,
    pub(super) processors: Vec<Processor<'s>>,
}

pub(super) struct Extension<'s> {
    pub(super) enumerator: String,
    pub(super) visible_name: &'s str,
    /// Empty for none.
    pub(super) visible_alias: &'s str,
    pub(super) arch_feature: &'s str,
    pub(super) description: &'s str,
    pub(super) name: &'s str,
}

/// A feature for function multiversioning.
pub(super) struct FunctionVersion<'s> {
    pub(super) name: &'s str,
    pub(super) bit: &'s str,
    pub(super) backend_features: &'s str,
    pub(super) priority: u64,
}

pub(super) struct Architecture<'s> {
    pub(super) cpp_name: String,
    pub(super) major: i64,
    pub(super) minor: i64,
    pub(super) profile: &'s str,
    pub(super) feature: &'s str,
    /// The enumerators of the extensions it has by default.
    pub(super) default_extensions: Vec<String>,
}

pub(super) struct Processor<'s> {
    pub(super) name: &'s str,
    pub(super) architecture: String,
    /// The enumerators of its extensions.
    pub(super) extensions: Vec<String>,
}

pub(super) fn collect(store: &RecordStore) -> Result<TargetDef<'_>, FieldError> {
    // Read for ARM too, which prints no extensions: a missing class is an error there as well.
    let mut keyed = Vec::new();
    for extension in ExtensionRecord::all(store)? {
        keyed.push((extension.feature_name()?, extension));
    }
    keyed.sort_by_key(|&(name, _)| name);
    let extensions: Vec<_> = keyed.into_iter().map(|(_, extension)| extension).collect();
    Ok(TargetDef {
        processor_families: feature_values(store, "ARMProcFamily")?,
        architectures: feature_values(store, "ARMArch")?,
        aarch64: match store.find_class(Architecture64Record::CLASS) {
            Some(_) => Some(aarch64(store, &extensions)?),
            None => None,
        },
    })
}

/// The values that features give to a field of the subtarget, each once.
fn feature_values<'s>(store: &'s RecordStore, field: &str) -> Result<Vec<&'s str>, FieldError> {
    let mut values = Vec::new();
    let mut order = StringMapOrder::new();
    for feature in SubtargetFeatureRecord::all(store)? {
        if feature.field_name()? == field {
            let value = feature.field_value()?;
            if order.insert(value) == values.len() {
                values.push(value);
            }
        }
    }
    Ok(order.indices().map(|index| values[index]).collect())
}

fn aarch64<'s>(
    store: &'s RecordStore,
    extensions: &[ExtensionRecord<'s>],
) -> Result<AArch64<'s>, FieldError> {
    Ok(AArch64 {
        extensions: extensions.iter().map(|&r| extension(r)).collect::<Result<_, _>>()?,
        function_versions: FmvExtensionRecord::all_if_defined(store)
            .into_iter()
            .map(function_version)
            .collect::<Result<_, _>>()?,
        dependencies: dependencies(extensions)?,
        architectures: Architecture64Record::all_if_defined(store)
            .into_iter()
            .map(architecture)
            .collect::<Result<_, _>>()?,
        processor_aliases: processor_aliases(store)?,
        processors: processors(store)?,
    })
}

fn enumerator(extension: ExtensionRecord<'_>) -> Result<String, FieldError> {
    Ok(extension.enumerator()?.to_ascii_uppercase())
}

fn extension(record: ExtensionRecord<'_>) -> Result<Extension<'_>, FieldError> {
    Ok(Extension {
        enumerator: enumerator(record)?,
        visible_name: record.user_visible_name()?,
        visible_alias: record.user_visible_alias()?,
        arch_feature: record.arch_feature_name()?,
        description: record.desc()?,
        name: record.feature_name()?,
    })
}

fn function_version(record: FmvExtensionRecord<'_>) -> Result<FunctionVersion<'_>, FieldError> {
    Ok(FunctionVersion {
        name: record.version_name()?,
        bit: record.bit()?,
        backend_features: record.backend_features()?,
        priority: record.priority()? as u64,
    })
}

fn dependencies(extensions: &[ExtensionRecord<'_>]) -> Result<Vec<(String, String)>, FieldError> {
    let mut dependencies = Vec::new();
    for &extension in extensions {
        let later = enumerator(extension)?;
        for implied in extension.implies()? {
            let implied = ExtensionRecord::new(implied.into());
            // Features that are no extensions have no such name.
            if let Some(spelling) = implied.arch_ext_kind_spelling()? {
                dependencies.push((spelling.to_ascii_uppercase(), later.clone()));
            }
        }
    }
    Ok(dependencies)
}

fn architecture(record: Architecture64Record<'_>) -> Result<Architecture<'_>, FieldError> {
    let profile = record.profile()?;
    if !["a", "r"].contains(&profile) {
        let message = format!("error: Profile must be one of 'a' or 'r', got '{profile}'");
        return Err(
            FieldError::new(Code::Processors, record, message).label_field(**record, "Profile")
        );
    }
    Ok(Architecture {
        cpp_name: architecture_cpp_name(record)?,
        major: record.major()?,
        minor: record.minor()?,
        profile,
        feature: record.feature_name()?,
        default_extensions: record
            .default_exts()?
            .into_iter()
            .map(enumerator)
            .collect::<Result<_, _>>()?,
    })
}

fn architecture_cpp_name(record: Architecture64Record<'_>) -> Result<String, FieldError> {
    let profile = record.profile()?.to_ascii_uppercase();
    let major = record.major()?;
    Ok(match record.minor()? {
        0 => format!("ARMV{major}{profile}"),
        minor => format!("ARMV{major}_{minor}{profile}"),
    })
}

fn processor_aliases(store: &RecordStore) -> Result<Vec<(&str, &str)>, FieldError> {
    let mut processors = FxHashMap::default();
    for record in ProcessorModelRecord::all(store)? {
        processors.entry(record.cpu_name()?).or_insert(record);
    }
    let mut seen: FxHashMap<&str, ProcessorAliasRecord<'_>> = FxHashMap::default();
    let mut aliases = Vec::new();
    for record in ProcessorAliasRecord::all(store)? {
        let (name, alias) = (record.alias_name()?, record.alias()?);
        let error = |what: &str| {
            FieldError::new(Code::Processors, record, format!("Alias '{name}' {what}"))
        };
        if !processors.contains_key(alias) {
            let what = format!("references a non-existent ProcessorModel '{alias}'");
            return Err(error(&what).label_field(*record, "Alias"));
        }
        if let Some(&processor) = processors.get(name) {
            return Err(error("duplicates an existing ProcessorModel")
                .label_record(*processor, "the processor of that name"));
        }
        if let Some(first) = seen.insert(name, record) {
            return Err(error("duplicates an existing ProcessorAlias")
                .label_record(*first, "the other alias of that name"));
        }
        aliases.push((name, alias));
    }
    Ok(aliases)
}

fn processors(store: &RecordStore) -> Result<Vec<Processor<'_>>, FieldError> {
    let mut processors = Vec::new();
    for record in ProcessorModelRecord::all(store)? {
        let name = record.cpu_name()?;
        if name == BACKEND_ONLY_PROCESSOR {
            continue;
        }
        let features = record.features()?;
        let architecture = architecture_of(record, &features)?;
        check_default_extensions(architecture)?;
        processors.push(Processor {
            name,
            architecture: architecture_cpp_name(architecture)?,
            extensions: extensions_of(record, &features)?,
        });
    }
    Ok(processors)
}

fn architecture_of<'s>(
    processor: ProcessorModelRecord<'s>,
    features: &[SubtargetFeatureRecord<'s>],
) -> Result<Architecture64Record<'s>, FieldError> {
    let error = |message: String| Err(FieldError::new(Code::Processors, processor, message));
    let (generic, its_architecture) = GENERIC_PROCESSOR;
    if processor.cpu_name()? == generic {
        let store = processor.store();
        return match store.find_record(its_architecture) {
            Some(record) => Ok(Architecture64Record::new(store.record(record))),
            None => error(format!("Processor '{generic}' needs record '{its_architecture}'")),
        };
    }
    let mut architectures =
        features.iter().filter_map(|&feature| Architecture64Record::of(feature));
    match (architectures.next(), architectures.next()) {
        (Some(architecture), None) => Ok(architecture),
        (Some(first), Some(second)) => {
            let message = "Features has multiple Architecture64 entries";
            Err(FieldError::new(Code::Processors, processor, message)
                .label_field(*processor, "Features")
                .label_record(**first, "the one architecture")
                .label_record(**second, "the other"))
        }
        (None, _) => error("Features must include an Architecture64.".into()),
    }
}

fn extensions_of(
    processor: ProcessorModelRecord<'_>,
    features: &[SubtargetFeatureRecord<'_>],
) -> Result<Vec<String>, FieldError> {
    let mut extensions: Vec<String> = Vec::new();
    for feature in features.iter().filter_map(|&feature| ExtensionRecord::of(feature)) {
        let extension = enumerator(feature)?;
        if extensions.contains(&extension) {
            let message = format!("feature already added: {}", feature.name());
            return Err(FieldError::new(Code::Processors, processor, message)
                .label_record(**feature, "the feature is defined here"));
        }
        extensions.push(extension);
    }
    Ok(extensions)
}

/// Checks that each extension which `-march` can name and the architecture implies as a feature is
/// among its default extensions.
fn check_default_extensions(architecture: Architecture64Record<'_>) -> Result<(), FieldError> {
    // By sequence number: of several missing extensions the first that was defined is reported.
    let mut implied = BTreeMap::new();
    let mut pending: Vec<SubtargetFeatureRecord<'_>> = vec![*architecture];
    while let Some(feature) = pending.pop() {
        if implied.insert(feature.sequence(), feature).is_none() {
            pending.extend(feature.implies()?);
        }
    }
    let defaults = architecture.default_exts()?;
    let mut extensions =
        implied.values().filter_map(|&feature| ExtensionWithMArchRecord::of(feature));
    let missing =
        extensions.find(|extension| !defaults.iter().any(|default| default.id() == extension.id()));
    match missing {
        None => Ok(()),
        Some(feature) => {
            let message = format!(
                "ExtensionWithMArch {} is implied (mandatory) as a SubtargetFeature, but is not \
                 present in DefaultExts",
                feature.name()
            );
            Err(FieldError::new(Code::Processors, architecture, message)
                .label_record(***feature, "this extension is implied"))
        }
    }
}
