//! `--gen-riscv-target-def`: the extensions, profiles and processors of RISC-V.

mod tune_features;

use std::collections::BTreeMap;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::record_views::subtarget_feature::SubtargetFeatureRecord;
use tablewright_text::{CppWriter, TextSink, line};
use tune_features::TuneFeatures;

use crate::record_views::riscv_target_def::{
    RiscvExtensionBitmaskRecord, RiscvExtensionRecord, RiscvProcessorModelRecord,
    RiscvProfileRecord, RiscvTuneProcessorModelRecord,
};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-riscv-target-def",
    help: "Generate the list of CPUs and extensions for RISC-V",
    options: &[],
    run,
};

struct RiscvTargetDef<'s> {
    /// By name.
    extensions: Vec<RiscvTargetExtension<'s>>,
    profiles: Vec<Profile<'s>>,
    processors: Vec<RiscvTargetProcessor<'s>>,
    /// Whether the processors have numbers that identify them.
    processors_have_ids: bool,
    /// Processors that code can be tuned for: the names of record and processor.
    tune_processors: Vec<(&'s str, &'s str)>,
    /// The bits of extensions in run-time checks, by name: group and bit.
    bits: Vec<(&'s str, u32, u32)>,
    /// Tuning features, in releases that print them.
    tune_features: Option<TuneFeatures<'s>>,
}

struct RiscvTargetExtension<'s> {
    name: &'s str,
    version: RiscvTargetVersion,
    is_experimental: bool,
    /// Names of implied extensions.
    implied: Vec<&'s str>,
}

#[derive(Clone, Copy)]
struct RiscvTargetVersion {
    major: i64,
    minor: i64,
}

struct Profile<'s> {
    name: &'s str,
    march: String,
    is_experimental: bool,
}

struct RiscvTargetProcessor<'s> {
    record_name: &'s str,
    name: &'s str,
    march: String,
    has_fast_unaligned_scalar: bool,
    has_fast_unaligned_vector: bool,
    /// Values in the identification registers, in releases that print them.
    ids: Option<ProcessorIds>,
}

/// The numbers that identify a processor.
struct ProcessorIds {
    vendor: u32,
    architecture: u64,
    implementation: u64,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = collect(job.store)?;
    job.write_cpp(|w| emit(&model, w))
}

fn collect(store: &RecordStore) -> Result<RiscvTargetDef<'_>, Diagnostic> {
    let tune_processors = RiscvTuneProcessorModelRecord::all_if_defined(store).into_iter();
    Ok(RiscvTargetDef {
        extensions: extensions(store)?,
        profiles: RiscvProfileRecord::all_if_defined(store)
            .into_iter()
            .map(profile)
            .collect::<Result<_, _>>()?,
        processors: RiscvProcessorModelRecord::all_if_defined(store)
            .into_iter()
            .map(processor)
            .collect::<Result<_, _>>()?,
        processors_have_ids: store.release().has(Feature::RiscvProcessorsHaveIds),
        tune_processors: tune_processors
            .map(|record| Ok((record.name(), record.cpu_name()?)))
            .collect::<Result<_, FieldError>>()?,
        bits: bits(store)?,
        tune_features: if store.release().has(Feature::RiscvTuneFeatures) {
            Some(tune_features::collect(store)?)
        } else {
            None
        },
    })
}

/// Returns the name of an extension or profile, without the mark that experimental features have.
fn official_name(feature: SubtargetFeatureRecord<'_>) -> Result<&str, FieldError> {
    let name = feature.feature_name()?;
    Ok(name.strip_prefix("experimental-").unwrap_or(name))
}

fn version(extension: RiscvExtensionRecord<'_>) -> Result<RiscvTargetVersion, FieldError> {
    Ok(RiscvTargetVersion { major: extension.major_version()?, minor: extension.minor_version()? })
}

fn extensions(store: &RecordStore) -> Result<Vec<RiscvTargetExtension<'_>>, FieldError> {
    let mut extensions = Vec::new();
    for record in RiscvExtensionRecord::all_if_defined(store) {
        let mut implied = Vec::new();
        for feature in record.implies()? {
            if RiscvExtensionRecord::from_record(feature).is_some() {
                implied.push(official_name(feature)?);
            }
        }
        extensions.push(RiscvTargetExtension {
            name: official_name(*record)?,
            version: version(record)?,
            is_experimental: record.experimental()?,
            implied,
        });
    }
    extensions.sort_by_key(|extension| extension.name);
    Ok(extensions)
}

fn profile(record: RiscvProfileRecord<'_>) -> Result<Profile<'_>, FieldError> {
    Ok(Profile {
        name: official_name(*record)?,
        march: march(record.into(), &record.implies()?)?,
        is_experimental: record.experimental()?,
    })
}

fn processor(
    record: RiscvProcessorModelRecord<'_>,
) -> Result<RiscvTargetProcessor<'_>, FieldError> {
    let features = record.features()?;
    let mut names = Vec::with_capacity(features.len());
    for feature in &features {
        names.push(feature.feature_name()?);
    }
    let ids = if record.store().release().has(Feature::RiscvProcessorsHaveIds) {
        Some(ProcessorIds {
            vendor: record.mvendor_id()? as u32,
            architecture: record.march_id()? as u64,
            implementation: record.mimp_id()? as u64,
        })
    } else {
        None
    };
    Ok(RiscvTargetProcessor {
        record_name: record.name(),
        name: record.cpu_name()?,
        march: match record.default_march()? {
            "" => march(record.into(), &features)?,
            march => march.to_owned(),
        },
        has_fast_unaligned_scalar: names.contains(&"unaligned-scalar-mem"),
        has_fast_unaligned_vector: names.contains(&"unaligned-vector-mem"),
        ids,
    })
}

fn bits(store: &RecordStore) -> Result<Vec<(&str, u32, u32)>, FieldError> {
    let mut bits = Vec::new();
    let mut owners = BTreeMap::new();
    for record in RiscvExtensionBitmaskRecord::all_if_defined(store) {
        let (group, bit) = (record.group_id()? as u32, record.bit_pos()? as u32);
        if let Some(owner) = owners.insert((group, bit), record.name()) {
            let name = record.name();
            let message = format!("`{name}' has bit {bit} of group {group}, as has `{owner}'");
            return Err(FieldError::new(Code::Processors, record, message));
        }
        bits.push((official_name(SubtargetFeatureRecord::new(record.into()))?, group, bit));
    }
    if store.release().has(Feature::RiscvProcessorsHaveIds) {
        bits.sort_by_key(|&(_, group, bit)| (group, bit))
    } else {
        bits.sort_by_key(|&(name, ..)| name)
    }
    Ok(bits)
}

/// Returns the features' architecture in the syntax of `-march`: extensions in the ISA manual's order ("ISA Extension
/// Naming Conventions").
fn march(
    record: Record<'_>,
    features: &[SubtargetFeatureRecord<'_>],
) -> Result<String, FieldError> {
    let mut width = None;
    let mut extensions = BTreeMap::new();
    for &feature in features {
        let name = official_name(feature)?;
        if let Some(extension) = RiscvExtensionRecord::from_record(feature) {
            // Of equal rank, extensions are ordered by name.
            extensions.insert((rank(name), name), version(extension)?);
        // The width is a separate feature, named by two digits and `bit`.
        } else if ["32bit", "64bit"].contains(&name) && width.replace(&name[..2]).is_some() {
            return Err(no_width(record, "more than one of 32bit and 64bit"));
        }
    }
    let width = width.ok_or_else(|| no_width(record, "neither 32bit nor 64bit"))?;
    let mut march = format!("rv{width}");
    for (i, ((_, name), RiscvTargetVersion { major, minor })) in extensions.iter().enumerate() {
        let separator = if i == 0 { "" } else { "_" };
        // Here, in contrast to the extension table, version numbers have 32 bits.
        let (major, minor) = (*major as u32, *minor as u32);
        write!(march, "{separator}{name}{major}p{minor}");
    }
    Ok(march)
}

fn no_width(record: Record<'_>, widths: &str) -> FieldError {
    FieldError::new(
        Code::Processors,
        record,
        format!("the features of `{}' name {widths}", record.name()),
    )
}

/// The order of single-letter extensions after the base.
const LETTERS: &str = "iemafdqlcbkjtpvnh";

/// Single letters come first, then `z…` in the order of the second letter, then `s…`, then the
/// rest.
fn rank(name: &str) -> (u8, usize) {
    let letter = |at: usize| {
        let letter = name.as_bytes().get(at).map_or('\0', |&byte| char::from(byte));
        // Letters that the manual does not order come after, alphabetically.
        LETTERS.find(letter).unwrap_or(LETTERS.len() + letter as usize)
    };
    match name.as_bytes() {
        [b'z', ..] => (1, letter(1)),
        [b's', ..] => (2, 0),
        [b'x', ..] => (3, 0),
        // Behind the patterns above: a single `z`, `s` or `x` is ranked like longer names.
        [_] => (0, letter(0)),
        _ => (4, 0),
    }
}

fn emit(model: &RiscvTargetDef<'_>, w: &mut CppWriter) {
    part("GET_SUPPORTED_EXTENSIONS", w, |w| {
        if !model.extensions.is_empty() {
            supported_extensions(model, false, w);
            supported_extensions(model, true, w);
        }
    });
    part("GET_IMPLIED_EXTENSIONS", w, |w| {
        if !model.extensions.is_empty() {
            implied_extensions(model, w);
        }
    });
    part("GET_SUPPORTED_PROFILES", w, |w| {
        if !model.profiles.is_empty() {
            supported_profiles(model, false, w);
        }
        if model.profiles.iter().any(|profile| profile.is_experimental) {
            supported_profiles(model, true, w);
        }
    });
    processors(model, w);
    extension_bits(model, w);
    if let Some(features) = &model.tune_features {
        tune_features::emit(features, w);
    }
}

fn part(name: &str, w: &mut CppWriter, body: impl FnOnce(&mut CppWriter)) {
    w.guarded(name, |w| {
        line!(w);
        body(w);
    });
}

fn supported_extensions(model: &RiscvTargetDef<'_>, experimental: bool, w: &mut CppWriter) {
    let kind = if experimental { "Experimental" } else { "" };
    line!(w, "static const RISCVSupportedExtension Supported{kind}Extensions[] = {{");
    for extension in model.extensions.iter().filter(|e| e.is_experimental == experimental) {
        let RiscvTargetVersion { major, minor } = extension.version;
        line!(w, "    {{\"{}\", {{{major}, {minor}}}}},", extension.name);
    }
    w.raw("};\n\n");
}

fn implied_extensions(model: &RiscvTargetDef<'_>, w: &mut CppWriter) {
    line!(w);
    line!(w, "static constexpr ImpliedExtsEntry ImpliedExts[] = {{");
    for extension in &model.extensions {
        for implied in &extension.implied {
            line!(w, "    {{ {{\"{}\"}}, \"{implied}\"}},", extension.name);
        }
    }
    w.raw("};\n\n");
}

fn supported_profiles(model: &RiscvTargetDef<'_>, experimental: bool, w: &mut CppWriter) {
    let kind = if experimental { "Experimental" } else { "" };
    line!(w, "static constexpr RISCVProfile Supported{kind}Profiles[] = {{");
    for profile in model.profiles.iter().filter(|p| p.is_experimental == experimental) {
        line!(w, "    {{\"{}\",\"{}\"}},", profile.name, profile.march);
    }
    w.raw("};\n\n");
}

fn processors(model: &RiscvTargetDef<'_>, w: &mut CppWriter) {
    line!(w, "#ifndef PROC");
    w.raw("#define PROC(ENUM, NAME, DEFAULT_MARCH, FAST_SCALAR_UNALIGN, FAST_VECTOR_UNALIGN");
    w.raw(if model.processors_have_ids { ", MVENDORID, MARCHID, MIMPID)\n" } else { ")\n" });
    w.raw("#endif\n\n");
    for processor in &model.processors {
        write!(
            w,
            "PROC({}, {{\"{}\"}}, {{\"{}\"}}, {}, {}",
            processor.record_name,
            processor.name,
            processor.march,
            u8::from(processor.has_fast_unaligned_scalar),
            u8::from(processor.has_fast_unaligned_vector),
        );
        if let Some(ids) = &processor.ids {
            let ProcessorIds { vendor, architecture, implementation } = ids;
            write!(w, ", 0x{vendor:08x}, 0x{architecture:016x}, 0x{implementation:016x}");
        }
        line!(w, ")");
    }
    w.raw("\n#undef PROC\n\n");
    w.raw("#ifndef TUNE_PROC\n#define TUNE_PROC(ENUM, NAME)\n#endif\n\n");
    for (record_name, name) in &model.tune_processors {
        line!(w, "TUNE_PROC({record_name}, \"{name}\")");
    }
    w.raw("\n#undef TUNE_PROC\n");
}

fn extension_bits(model: &RiscvTargetDef<'_>, w: &mut CppWriter) {
    let has_comments = model.tune_features.is_some();
    line!(w, "#ifdef GET_RISCVExtensionBitmaskTable_IMPL");
    if has_comments {
        line!(w);
    }
    line!(w, "static const RISCVExtensionBitmask ExtensionBitmask[]={{");
    for (name, group, bit) in &model.bits {
        line!(w, "    {{\"{name}\", {group}, {bit}ULL}},");
    }
    w.raw("};\n");
    w.raw(if has_comments {
        "\n#undef GET_RISCVExtensionBitmaskTable_IMPL\n\
         #endif // GET_RISCVExtensionBitmaskTable_IMPL\n"
    } else {
        "#endif\n"
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_are_ordered_as_in_the_manual() {
        let mut names =
            ["xvendor", "svinval", "zba", "zicsr", "zfh", "c", "h", "m", "a", "e", "i", "zmmul"];
        names.sort_by_key(|name| (rank(name), *name));
        let expected =
            ["i", "e", "m", "a", "c", "h", "zicsr", "zmmul", "zfh", "zba", "svinval", "xvendor"];
        assert_eq!(names, expected);
    }
}
