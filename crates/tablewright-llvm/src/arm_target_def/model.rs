//! The records of ARM's architectures, extensions and processors, read and checked.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tablewright_backend::string_map_order;
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::record_views::schedule::ProcessorAliasRecord;
use tablewright_target::record_views::subtarget_feature::SubtargetFeatureRecord;
use tablewright_text::StringTable;

use crate::record_views::arm_target_def::{
    Architecture64Record, ExtensionRecord, ExtensionWithMArchRecord, FmvExtensionRecord,
    ProcessorModelRecord,
};

/// A processor name for the backend only: other parts of a compiler do not accept it.
const BACKEND_ONLY_PROCESSOR: &str = "apple-latest";
/// The processor without an architecture feature, and the record for its architecture.
const GENERIC_PROCESSOR: (&str, &str) = ("generic", "HasV8_0aOps");

pub(super) struct TargetDef<'s> {
    /// Values of `ARMProcFamily` set by features, in the order of a hash map.
    pub(super) processor_families: Vec<&'s str>,
    /// Values of `ARMArch` set by features, in the same order.
    pub(super) architectures: Vec<&'s str>,
    /// The tables of AArch64; `None` for ARM.
    pub(super) aarch64: Option<AArch64<'s>>,
}

pub(super) struct AArch64<'s> {
    /// By name.
    pub(super) extensions: Vec<ArmTargetExtension>,
    pub(super) function_versions: Vec<FunctionVersion<'s>>,
    /// Pairs of extension and dependent extension, as enumerators.
    pub(super) dependencies: Vec<(String, String)>,
    pub(super) architectures: Vec<Architecture<'s>>,
    /// Alternative processor names.
    pub(super) processor_aliases: Vec<(ArmTargetText, ArmTargetText)>,
    pub(super) processors: Vec<ArmTargetProcessor>,
    /// The texts of the tables, in releases whose tables have offsets.
    pub(super) strings: Option<StringTable>,
}

/// A text in a table.
pub(super) enum ArmTargetText {
    Literal(String),
    Offset(usize),
}

/// Builds texts in printing order.
struct ArmTargetTexts {
    strings: Option<StringTable>,
}

impl ArmTargetTexts {
    fn new(store: &RecordStore) -> ArmTargetTexts {
        let has_offsets = store.release().has(Feature::Aarch64StringsAreOffsets);
        ArmTargetTexts { strings: has_offsets.then(StringTable::with_empty_string) }
    }

    fn add(&mut self, text: &str) -> ArmTargetText {
        match &mut self.strings {
            Some(strings) => ArmTargetText::Offset(strings.add_string(text)),
            None => ArmTargetText::Literal(text.to_owned()),
        }
    }
}

pub(super) struct ArmTargetExtension {
    pub(super) enumerator: String,
    pub(super) visible_name: ArmTargetText,
    /// Empty for none.
    pub(super) visible_alias: ArmTargetText,
    pub(super) arch_feature: ArmTargetText,
    pub(super) description: ArmTargetText,
    /// The feature, switched on.
    pub(super) positive: ArmTargetText,
    /// The feature, switched off.
    pub(super) negative: ArmTargetText,
}

/// A feature for function multiversioning.
pub(super) struct FunctionVersion<'s> {
    pub(super) name: &'s str,
    pub(super) enables: VersionEnables<'s>,
}

/// A function version's contents.
pub(super) enum VersionEnables<'s> {
    /// Features of the backend, in releases before 22.
    Features { bit: &'s str, backend_features: &'s str, priority: u64 },
    /// An extension: its bit at run time and its enumerator.
    Extension { bit: &'s str, priority_bit: &'s str, extension: String },
    /// No feature: the version has only a priority.
    Nothing { priority_bit: &'s str },
}

pub(super) struct Architecture<'s> {
    pub(super) name: ArmTargetText,
    /// The feature, switched on.
    pub(super) positive: ArmTargetText,
    pub(super) cpp_name: String,
    pub(super) major: i64,
    pub(super) minor: i64,
    pub(super) profile: &'s str,
    /// The enumerators of the extensions it has by default.
    pub(super) default_extensions: Vec<String>,
}

pub(super) struct ArmTargetProcessor {
    pub(super) name: ArmTargetText,
    pub(super) architecture: String,
    /// Architecture index. If several have the name, the first is used.
    pub(super) architecture_index: usize,
    /// Extension enumerators.
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

/// Returns the distinct values to which features set a subtarget field.
fn feature_values<'s>(store: &'s RecordStore, field: &str) -> Result<Vec<&'s str>, FieldError> {
    let mut values = Vec::new();
    let mut order = string_map_order(store);
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
    let mut texts = ArmTargetTexts::new(store);
    let mut rows = Vec::with_capacity(extensions.len());
    for &record in extensions {
        rows.push(extension(record, &mut texts)?);
    }
    let function_versions = FmvExtensionRecord::all_if_defined(store)
        .into_iter()
        .map(|record| function_version(record, extensions))
        .collect::<Result<_, _>>()?;
    let dependencies = dependencies(extensions)?;
    let mut architectures = Vec::new();
    for record in Architecture64Record::all_if_defined(store) {
        architectures.push(architecture(record, &mut texts)?);
    }
    let processor_aliases = processor_aliases(store, &mut texts)?;
    let processors = processors(store, &architectures, &mut texts)?;
    Ok(AArch64 {
        extensions: rows,
        function_versions,
        dependencies,
        architectures,
        processor_aliases,
        processors,
        strings: texts.strings,
    })
}

fn enumerator(extension: ExtensionRecord<'_>) -> Result<String, FieldError> {
    Ok(extension.enumerator()?.to_ascii_uppercase())
}

fn extension(
    record: ExtensionRecord<'_>,
    texts: &mut ArmTargetTexts,
) -> Result<ArmTargetExtension, FieldError> {
    let enumerator = enumerator(record)?;
    let visible_name = texts.add(record.user_visible_name()?);
    let visible_alias = texts.add(record.user_visible_alias()?);
    let arch_feature = texts.add(record.arch_feature_name()?);
    let description = texts.add(record.desc()?);
    let name = record.feature_name()?;
    let positive = texts.add(&format!("+{name}"));
    let negative = texts.add(&format!("-{name}"));
    Ok(ArmTargetExtension {
        enumerator,
        visible_name,
        visible_alias,
        arch_feature,
        description,
        positive,
        negative,
    })
}

fn function_version<'s>(
    record: FmvExtensionRecord<'s>,
    extensions: &[ExtensionRecord<'s>],
) -> Result<FunctionVersion<'s>, FieldError> {
    let name = record.version_name()?;
    let enables = if record.store().release().has(Feature::FunctionVersionsNameExtensions) {
        extension_of_version(record, extensions)?
    } else {
        VersionEnables::Features {
            bit: record.bit()?,
            backend_features: record.backend_features()?,
            priority: record.priority()? as u64,
        }
    };
    Ok(FunctionVersion { name, enables })
}

fn extension_of_version<'s>(
    record: FmvExtensionRecord<'s>,
    extensions: &[ExtensionRecord<'s>],
) -> Result<VersionEnables<'s>, FieldError> {
    let bit = record.feature_bit()?;
    let name = record.backend_feature()?;
    let priority_bit = record.priority_bit()?;
    // Of several extensions with the name the last counts.
    for &extension in extensions.iter().rev() {
        let its_name = match extension.user_visible_name()? {
            "" => extension.feature_name()?,
            visible => visible,
        };
        if its_name == name {
            let extension = enumerator(extension)?;
            return Ok(VersionEnables::Extension { bit, priority_bit, extension });
        }
    }
    Ok(VersionEnables::Nothing { priority_bit })
}

fn dependencies(extensions: &[ExtensionRecord<'_>]) -> Result<Vec<(String, String)>, FieldError> {
    let mut dependencies = Vec::new();
    for &extension in extensions {
        let later = enumerator(extension)?;
        for implied in extension.implies()? {
            let implied = ExtensionRecord::new(implied.into());
            // Only features that are extensions have such a name.
            if let Some(spelling) = implied.arch_ext_kind_spelling()? {
                dependencies.push((spelling.to_ascii_uppercase(), later.clone()));
            }
        }
    }
    Ok(dependencies)
}

fn architecture<'s>(
    record: Architecture64Record<'s>,
    texts: &mut ArmTargetTexts,
) -> Result<Architecture<'s>, FieldError> {
    let profile = record.profile()?;
    if !["a", "r"].contains(&profile) {
        let message = format!("error: Profile must be one of 'a' or 'r', got '{profile}'");
        return Err(
            FieldError::new(Code::Processors, record, message).label_field(**record, "Profile")
        );
    }
    let cpp_name = architecture_cpp_name(record)?;
    let (major, minor) = (record.major()?, record.minor()?);
    let name = texts.add(&match minor {
        0 => format!("armv{major}-{profile}"),
        _ => format!("armv{major}.{minor}-{profile}"),
    });
    let positive = texts.add(&format!("+{}", record.feature_name()?));
    Ok(Architecture {
        name,
        positive,
        cpp_name,
        major,
        minor,
        profile,
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

fn processor_aliases(
    store: &RecordStore,
    texts: &mut ArmTargetTexts,
) -> Result<Vec<(ArmTargetText, ArmTargetText)>, FieldError> {
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
        aliases.push((texts.add(name), texts.add(alias)));
    }
    Ok(aliases)
}

fn processors(
    store: &RecordStore,
    architectures: &[Architecture<'_>],
    texts: &mut ArmTargetTexts,
) -> Result<Vec<ArmTargetProcessor>, FieldError> {
    let mut processors = Vec::new();
    for record in ProcessorModelRecord::all(store)? {
        let name = record.cpu_name()?;
        if name == BACKEND_ONLY_PROCESSOR {
            continue;
        }
        let features = record.features()?;
        let architecture = architecture_of(record, &features)?;
        check_default_extensions(architecture)?;
        let architecture = architecture_cpp_name(architecture)?;
        processors.push(ArmTargetProcessor {
            name: texts.add(name),
            // The architecture is in the list, or the record's processor needs none.
            architecture_index: architectures
                .iter()
                .position(|each| each.cpp_name == architecture)
                .unwrap_or(0),
            architecture,
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
        features.iter().filter_map(|&feature| Architecture64Record::from_record(feature));
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
    for feature in features.iter().filter_map(|&feature| ExtensionRecord::from_record(feature)) {
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
        implied.values().filter_map(|&feature| ExtensionWithMArchRecord::from_record(feature));
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
