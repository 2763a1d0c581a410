//! The builtins of the intrinsics, and the checks of calls of them: four parts, each under a macro.

use rustc_hash::{FxHashMap, FxHashSet};

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_syntax::symbol::{Interner, Symbol};
use tablewright_text::{CppWriter, append};

use super::immediate::{ImmediateRange, immediate_range};
use super::intrinsic::{Intrinsic, Intrinsics, error};
use crate::vector_intrinsics::family::IntrinsicFamily::Neon;

/// Their pointers may be aligned to less than an element.
const ANY_ALIGNMENT: [&str; 5] =
    ["vld1_lane", "vld1_dup", "vst1_lane", "vldap1_lane", "vstl1_lane"];

struct Sema<'s> {
    /// The names of builtins, and the texts of declarations.
    texts: Interner,
    /// By their texts.
    declarations: Vec<Declaration<'s>>,
    /// By name.
    overloads: Vec<(Symbol, Overloads)>,
    /// The names of all builtins, in the order of the description.
    names: Vec<Symbol>,
    range_checks: Vec<RangeCheck>,
}

struct Declaration<'s> {
    /// The arguments of the macro.
    text: Symbol,
    target_guard: &'s str,
}

/// The types that a builtin may be called for.
#[derive(Default)]
struct Overloads {
    /// A bit for each type.
    mask: u64,
    /// The index of the last pointer; negative if there is none.
    pointer: i32,
    has_const_pointer: bool,
}

/// What an immediate operand may be.
struct RangeCheck {
    name: Symbol,
    operand: usize,
    range: ImmediateRange,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let sema = SemaReader::read(job.analysis()?, job.store)?;
    job.write_cpp(|w| emit(&sema, w))
}

#[derive(Default)]
struct SemaReader {
    texts: Interner,
    /// The texts of declarations, with the guards for the features of the target.
    declarations: FxHashSet<(Symbol, Symbol)>,
    overloads: FxHashMap<Symbol, Overloads>,
    /// The builtins whose immediate operands are checked.
    checked: FxHashSet<Symbol>,
    range_checks: Vec<RangeCheck>,
    seen: FxHashSet<Symbol>,
    names: Vec<Symbol>,
    /// A text that is put together.
    text: String,
}

impl SemaReader {
    fn read<'s>(intrinsics: &Intrinsics, store: &'s RecordStore) -> Result<Sema<'s>, FieldError> {
        let mut reader = SemaReader::default();
        for intrinsic in intrinsics.iter(store).filter(Intrinsic::has_builtin) {
            reader.add(&intrinsic)?;
        }
        let SemaReader { texts, names, range_checks, .. } = reader;
        let mut declarations: Vec<Declaration<'s>> = reader
            .declarations
            .into_iter()
            .map(|(text, guard)| Declaration { text, target_guard: store.str(guard) })
            .collect();
        declarations.sort_unstable_by_key(|it| (texts.resolve(it.text), it.target_guard));
        let mut overloads: Vec<(Symbol, Overloads)> = reader.overloads.into_iter().collect();
        overloads.sort_unstable_by_key(|&(name, _)| texts.resolve(name));
        Ok(Sema { texts, declarations, overloads, names, range_checks })
    }

    fn add(&mut self, intrinsic: &Intrinsic<'_>) -> Result<(), FieldError> {
        let error = |problem: String| error(intrinsic.record(), problem);
        self.text.clear();
        append!(&mut self.text, intrinsic.builtin_name());
        let name = self.texts.intern(&self.text);
        self.text.push_str(", \"");
        intrinsic.builtin_prototype().push_type_strings(&mut self.text).map_err(error)?;
        self.text.push_str("\", \"n\"");
        let text = self.texts.intern(&self.text);
        self.declarations.insert((text, intrinsic.target_guard()));
        if !intrinsic.has_scalar() {
            self.overloads.entry(name).or_default().add(intrinsic).map_err(error)?;
        }
        if let Some(immediate) = intrinsic.immediate()
            && self.checked.insert(name)
        {
            self.range_checks.push(range_check(intrinsic, name, immediate)?);
        }
        if self.seen.insert(name) {
            self.names.push(name);
        }
        Ok(())
    }
}

impl Overloads {
    /// Adds the type of an intrinsic.
    ///
    /// # Errors
    /// A message, if Clang does not know the type.
    fn add(&mut self, intrinsic: &Intrinsic<'_>) -> Result<(), String> {
        let flags = intrinsic.key_type().flags()?;
        let mut pointer = -1;
        let mut has_const_pointer = false;
        if !ANY_ALIGNMENT.contains(&intrinsic.name()) {
            let parameters = intrinsic.parameters();
            if let Some(at) = parameters.iter().rposition(|ty| ty.is_pointer()) {
                has_const_pointer = parameters[at].is_const_pointer();
                // The result comes first where it is stored through a pointer.
                pointer = at as i32 + i32::from(intrinsic.result().vectors() > 1);
            }
        }
        self.mask |= 1 << flags;
        self.pointer |= pointer;
        self.has_const_pointer = has_const_pointer;
        Ok(())
    }
}

fn range_check(
    intrinsic: &Intrinsic<'_>,
    name: Symbol,
    immediate: usize,
) -> Result<RangeCheck, FieldError> {
    let range = immediate_range(intrinsic, immediate)?;
    let before = &intrinsic.parameters()[..immediate];
    let operand = before.iter().map(|ty| ty.vectors().max(1) as usize).sum::<usize>()
        + usize::from(intrinsic.result().vectors() > 1);
    Ok(RangeCheck { name, operand, range })
}

fn emit(sema: &Sema<'_>, w: &mut CppWriter) {
    let text_of = |text: &Symbol| sema.texts.resolve(*text);
    w.raw("#ifdef GET_NEON_BUILTINS\n");
    for Declaration { text, target_guard } in &sema.declarations {
        let text = text_of(text);
        match *target_guard {
            "" => append!(w, "BUILTIN(", Neon.builtin(text), ")\n"),
            guard => append!(w, "TARGET_BUILTIN(", Neon.builtin(text), ", \"", guard, "\")\n"),
        }
    }
    w.raw("#endif\n\n#ifdef GET_NEON_OVERLOAD_CHECK\n");
    for (name, Overloads { mask, pointer, has_const_pointer }) in &sema.overloads {
        append!(w, "case ", Neon.enumerator(text_of(name)), ": mask = ");
        append!(w, format_args!("{mask:#x}ULL"));
        if *pointer >= 0 {
            append!(w, "; PtrArgNum = ", i64::from(*pointer));
        }
        append!(w, if *has_const_pointer { "; HasConstPtr = true" } else { "" }, "; break;\n");
    }
    w.raw("#endif\n\n#ifdef GET_NEON_STREAMING_COMPAT_FLAG\n");
    for name in &sema.names {
        append!(w, "case ", Neon.enumerator(text_of(name)));
        append!(w, ": BuiltinType = ArmNonStreaming; break;\n");
    }
    w.raw("#endif\n\n#ifdef GET_NEON_IMMEDIATE_CHECK\n");
    for RangeCheck { name, operand, range: ImmediateRange { lower, upper } } in &sema.range_checks {
        append!(w, "case ", Neon.enumerator(text_of(name)), ": i = ", operand, ";");
        if let Some(lower) = lower {
            append!(w, " l = ", lower, ";");
        }
        append!(w, " u = ", upper, "; break;\n");
    }
    w.raw("#endif\n\n");
}
