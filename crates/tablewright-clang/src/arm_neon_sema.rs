//! `--gen-arm-neon-sema`: the builtins behind the intrinsics of NEON, and how Clang checks their calls.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::FieldError;
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{CppWriter, append};

use crate::support::neon::immediate::{ImmediateRange, immediate_range};
use crate::support::neon::intrinsic::{Intrinsic, Intrinsics};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-arm-neon-sema",
    help: "Generate ARM NEON sema support for clang",
    options: &[],
    run,
};

/// Their pointers may be aligned to less than an element.
const ANY_ALIGNMENT: [&str; 5] =
    ["vld1_lane", "vld1_dup", "vst1_lane", "vldap1_lane", "vstl1_lane"];

struct Sema<'s> {
    declarations: BTreeSet<Declaration<'s>>,
    overloads: BTreeMap<String, Overloads>,
    /// The names of all builtins, in the order of the description.
    names: Vec<String>,
    range_checks: Vec<RangeCheck>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Declaration<'s> {
    /// The arguments of the macro.
    text: String,
    target_guard: &'s str,
}

/// The types that a builtin may be called for.
#[derive(Default)]
struct Overloads {
    /// A bit for each type.
    mask: u64,
    /// The place of the last pointer; negative if there is none.
    pointer: i32,
    has_const_pointer: bool,
}

/// What an immediate operand may be.
struct RangeCheck {
    name: String,
    operand: usize,
    range: ImmediateRange,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let intrinsics = Intrinsics::collect(job.store)?;
    let sema = collect(&intrinsics)?;
    job.write_cpp(|w| emit(&sema, w))
}

fn collect<'a>(intrinsics: &'a Intrinsics<'_>) -> Result<Sema<'a>, FieldError> {
    let mut sema = Sema {
        declarations: BTreeSet::new(),
        overloads: BTreeMap::new(),
        names: Vec::new(),
        range_checks: Vec::new(),
    };
    let mut seen = FxHashSet::default();
    let mut checked = FxHashSet::default();
    for intrinsic in intrinsics.all.iter().filter(|intrinsic| intrinsic.has_builtin()) {
        let name = intrinsic.builtin_name();
        let prototype = intrinsic.builtin_prototype()?;
        let text = format!("__builtin_neon_{name}, \"{prototype}\", \"n\"");
        let target_guard = intrinsic.guards.target;
        sema.declarations.insert(Declaration { text, target_guard });
        if !intrinsic.has_scalar() {
            add_overload(intrinsic, sema.overloads.entry(name.clone()).or_default())?;
        }
        if let Some(immediate) = intrinsic.immediate()
            && checked.insert(name.clone())
        {
            sema.range_checks.push(range_check(intrinsic, name.clone(), immediate)?);
        }
        if seen.insert(name.clone()) {
            sema.names.push(name);
        }
    }
    Ok(sema)
}

fn add_overload(intrinsic: &Intrinsic<'_>, overloads: &mut Overloads) -> Result<(), FieldError> {
    let flags = intrinsic.key_type.flags();
    let flags =
        flags.map_err(|problem| FieldError::new(Code::ClangNeon, intrinsic.record, problem))?;
    let mut pointer = -1;
    let mut has_const_pointer = false;
    if !ANY_ALIGNMENT.contains(&intrinsic.name) {
        let parameters = intrinsic.parameters();
        if let Some(at) = parameters.iter().rposition(|ty| ty.is_pointer()) {
            has_const_pointer = parameters[at].is_const_pointer();
            // The result comes first where it is stored through a pointer.
            pointer = at as i32 + i32::from(intrinsic.result().vectors() > 1);
        }
    }
    overloads.mask |= 1 << flags;
    overloads.pointer |= pointer;
    overloads.has_const_pointer = has_const_pointer;
    Ok(())
}

fn range_check(
    intrinsic: &Intrinsic<'_>,
    name: String,
    immediate: usize,
) -> Result<RangeCheck, FieldError> {
    let range = immediate_range(intrinsic, immediate)?;
    let before = &intrinsic.parameters()[..immediate];
    let operand = before.iter().map(|ty| ty.vectors().max(1) as usize).sum::<usize>()
        + usize::from(intrinsic.result().vectors() > 1);
    Ok(RangeCheck { name, operand, range })
}

fn emit(sema: &Sema<'_>, w: &mut CppWriter) {
    w.raw("#ifdef GET_NEON_BUILTINS\n");
    for Declaration { text, target_guard } in &sema.declarations {
        match *target_guard {
            "" => append!(w, "BUILTIN(", text, ")\n"),
            guard => append!(w, "TARGET_BUILTIN(", text, ", \"", guard, "\")\n"),
        }
    }
    w.raw("#endif\n\n#ifdef GET_NEON_OVERLOAD_CHECK\n");
    for (name, Overloads { mask, pointer, has_const_pointer }) in &sema.overloads {
        append!(w, "case NEON::BI__builtin_neon_", name, ": mask = ");
        append!(w, format_args!("{mask:#x}ULL"));
        if *pointer >= 0 {
            append!(w, "; PtrArgNum = ", i64::from(*pointer));
        }
        append!(w, if *has_const_pointer { "; HasConstPtr = true" } else { "" }, "; break;\n");
    }
    w.raw("#endif\n\n#ifdef GET_NEON_STREAMING_COMPAT_FLAG\n");
    for name in &sema.names {
        append!(w, "case NEON::BI__builtin_neon_", name);
        append!(w, ": BuiltinType = ArmNonStreaming; break;\n");
    }
    w.raw("#endif\n\n#ifdef GET_NEON_IMMEDIATE_CHECK\n");
    for RangeCheck { name, operand, range: ImmediateRange { lower, upper } } in &sema.range_checks {
        append!(w, "case NEON::BI__builtin_neon_", name, ": i = ", operand, ";");
        if let Some(lower) = lower {
            append!(w, " l = ", lower, ";");
        }
        append!(w, " u = ", upper, "; break;\n");
    }
    w.raw("#endif\n\n");
}
