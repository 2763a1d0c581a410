//! `arm_sve_builtins.json` and `arm_sme_builtins.json`: functions with required features and modes,
//! for tests.

use tablewright_backend::{Failure, Job};
use tablewright_index::IndexVec;
use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_text::{TextOutput, TextSink, append};

use super::flags::SveFlags;
use super::intrinsic::{SveIntrinsicId, SveIntrinsics};
use super::signature::SveTypeId;
use crate::support::texts::UnescapedTexts;

/// Flags for the use of register `ZA` or `ZT0`. Each of them means that the intrinsic needs the
/// register.
const ZA_FLAGS: [&str; 3] = ["IsInZA", "IsOutZA", "IsInOutZA"];
const ZT_FLAGS: [&str; 3] = ["IsInZT0", "IsOutZT0", "IsInOutZT0"];

struct JsonModel<'s> {
    intrinsics: &'s SveIntrinsics,
    /// The modes in which each can be called, separated by commas.
    flags: IndexVec<SveIntrinsicId, String>,
    type_names: UnescapedTexts<SveTypeId>,
    /// The names of immediate checks.
    checks: Vec<(&'s str, u64)>,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let intrinsics: &SveIntrinsics = job.analysis()?;
    let named_flags = SveFlags::collect(job.store)?;
    let mut type_names: UnescapedTexts<SveTypeId> = UnescapedTexts::new();
    for ty in intrinsics.signatures.distinct_types.iter() {
        type_names.push(|out| append!(out, ty));
    }
    let flags = flags(intrinsics, &named_flags, job.store)?;
    let model = JsonModel { intrinsics, flags, type_names, checks: named_flags.immediate_checks };
    let mut out = job.output();
    emit(&model, &mut out);
    Ok(out.finish()?)
}

fn flags(
    intrinsics: &SveIntrinsics,
    named_flags: &SveFlags<'_>,
    store: &RecordStore,
) -> Result<IndexVec<SveIntrinsicId, String>, FieldError> {
    let mut flags = IndexVec::with_capacity(intrinsics.all.len());
    for id in intrinsics.all.indices() {
        flags.push(flags_of(intrinsics.record(id, store), intrinsics.flags(id), named_flags)?);
    }
    Ok(flags)
}

fn flags_of(
    record: Record<'_>,
    flags: u64,
    named_flags: &SveFlags<'_>,
) -> Result<String, FieldError> {
    let has = |name| Ok::<_, FieldError>(flags & named_flags.flag(name).get(record)? != 0);
    let has_any = |names: [&'static str; 3]| {
        names.into_iter().try_fold(false, |found, name| Ok::<_, FieldError>(found | has(name)?))
    };
    let mut words = Vec::new();
    if has("IsStreaming")? {
        words.push("streaming-only");
    } else if has("VerifyRuntimeMode")? {
        words.push("feature-dependent");
    } else if has("IsStreamingCompatible")? {
        words.push("streaming-compatible");
    }
    if has_any(ZA_FLAGS)? {
        words.push("requires-za");
    }
    if has_any(ZT_FLAGS)? {
        words.push("requires-zt");
    }
    Ok(words.join(","))
}

fn emit(model: &JsonModel<'_>, out: &mut TextOutput<'_>) {
    let mut comma = "";
    out.push_str("[");
    for (id, intrinsic) in model.intrinsics.all.iter_enumerated() {
        let short = intrinsic.short_name.map(|name| &model.intrinsics.names[name]);
        for name in [&model.intrinsics.full_names[id]].into_iter().chain(short) {
            append!(out, comma, "\n");
            emit_function(model, id, name, out);
            comma = ",";
        }
    }
    out.push_str("\n]\n");
}

fn emit_function(model: &JsonModel<'_>, id: SveIntrinsicId, name: &str, out: &mut TextOutput<'_>) {
    let JsonModel { intrinsics, flags, type_names, checks } = model;
    let guards = &intrinsics.guards[intrinsics.inst(id).guards];
    append!(out, "{ \"guard\": \"", &*guards.sve, "\",\"streaming_guard\": \"", &*guards.sme);
    append!(out, "\",\"flags\": \"", &flags[id], "\",\"builtin\": \"");
    let types = intrinsics.types(id);
    append!(out, &type_names[types[0]], " ", name, "(");
    for (operand, &ty) in (0..).zip(&types[1..]) {
        append!(out, if operand > 0 { ", " } else { "" });
        let kind = intrinsics.described_check(id, operand);
        let check = checks.iter().find(|&&(_, value)| Some(value as i64) == kind);
        append!(out, check.map_or(&type_names[ty], |&(name, _)| name));
    }
    out.push_str(");\" }");
}
