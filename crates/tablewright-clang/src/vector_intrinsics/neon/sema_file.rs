//! Builtins, and checks for their calls, in four parts. Each part is selected by a macro.

use rustc_hash::{FxHashMap, FxHashSet};

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, FieldError, RecordStore};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::{Interner, Symbol};
use tablewright_text::{CppWriter, append};

use super::immediate::{ImmediateRange, immediate_range};
use super::intrinsic::{NeonIntrinsic, NeonIntrinsics};
use crate::vector_intrinsics::builtin_list::{BuiltinList, BuiltinRow, BuiltinRows};
use crate::vector_intrinsics::family::IntrinsicFamily::Neon;
use crate::vector_intrinsics::immediate_check::{
    CheckForm, DescribedCheck, ImmediateCheck, emit_checks,
};

/// Intrinsics whose pointers may have a smaller alignment than an element.
const ANY_ALIGNMENT: [&str; 5] =
    ["vld1_lane", "vld1_dup", "vst1_lane", "vldap1_lane", "vstl1_lane"];

struct Sema<'r> {
    builtins: BuiltinList<'r>,
    /// Builtin names.
    texts: &'r Interner,
    /// By name.
    overloads: Vec<(Symbol, &'r Overloads)>,
    /// The names of all builtins in the description's order.
    names: Vec<Symbol>,
    checks: &'r NeonChecks,
}

/// Checks of immediate operands by builtin.
enum NeonChecks {
    /// A range for an operand.
    Ranges(Vec<RangeCheck>),
    /// Checks listed in records.
    Described(Vec<(Symbol, Vec<ImmediateCheck>)>),
}

/// The types that a builtin can be called with.
#[derive(Default)]
struct Overloads {
    /// A bit for each type.
    mask: u64,
    /// The last pointer's index; negative if there is none.
    pointer: i32,
    has_const_pointer: bool,
}

/// An immediate operand's range.
struct RangeCheck {
    name: Symbol,
    operand: usize,
    range: ImmediateRange,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let reader = SemaReader::read(job.analysis()?, job.store)?;
    let sema = reader.sema(job.store);
    job.write_cpp(|w| emit(&sema, w))
}

struct SemaReader {
    /// Builtin names and prototypes.
    texts: Interner,
    /// Names, prototypes and target features in the description's order, some several times.
    declarations: Vec<[Symbol; 3]>,
    overloads: FxHashMap<Symbol, Overloads>,
    /// Builtins with checked immediate operands.
    checked: FxHashSet<Symbol>,
    checks: NeonChecks,
    /// Buffer for a text.
    text: String,
}

impl SemaReader {
    fn read(intrinsics: &NeonIntrinsics, store: &RecordStore) -> Result<SemaReader, FieldError> {
        let describes_checks = store.release().has(Feature::ImmChecksOfNeon);
        let mut reader = SemaReader {
            texts: Interner::default(),
            declarations: Vec::new(),
            overloads: FxHashMap::default(),
            checked: FxHashSet::default(),
            checks: if describes_checks {
                NeonChecks::Described(Vec::new())
            } else {
                NeonChecks::Ranges(Vec::new())
            },
            text: String::new(),
        };
        for intrinsic in intrinsics.iter(store).filter(NeonIntrinsic::has_builtin) {
            reader.add(&intrinsic)?;
        }
        Ok(reader)
    }

    fn sema<'r>(&'r self, store: &'r RecordStore) -> Sema<'r> {
        let mut seen = FxHashSet::default();
        let names = self.declarations.iter().map(|&[name, ..]| name);
        let mut overloads: Vec<(Symbol, &Overloads)> =
            self.overloads.iter().map(|(&name, overloads)| (name, overloads)).collect();
        overloads.sort_unstable_by_key(|&(name, _)| self.texts.resolve(name));
        Sema {
            builtins: self.builtins(store),
            texts: &self.texts,
            overloads,
            names: names.filter(|&name| seen.insert(name)).collect(),
            checks: &self.checks,
        }
    }

    fn builtins<'r>(&'r self, store: &'r RecordStore) -> BuiltinList<'r> {
        let text = |symbol| self.texts.resolve(symbol);
        let declarations = self.declarations.iter();
        let mut sorted: Vec<(&str, &str, &str)> = declarations
            .map(|&[name, prototype, features]| (text(name), text(prototype), store.str(features)))
            .collect();
        // Strings are in a table in the description's order.
        let mut strings = vec!["n"];
        for &(name, prototype, features) in &sorted {
            strings.extend([name, prototype, features]);
        }
        sorted.sort_unstable();
        sorted.dedup();
        let rows = sorted.into_iter().map(|(name, prototype, features)| BuiltinRow {
            name: name.into(),
            prototype: Some(prototype.into()),
            attributes: "n",
            features: Some(features),
        });
        let rows = rows.collect();
        BuiltinList::new(Neon, store, [BuiltinRows { strings, rows }])
    }

    fn add(&mut self, intrinsic: &NeonIntrinsic<'_>) -> Result<(), FieldError> {
        let error = |problem: String| {
            FieldError::new(Code::IntrinsicPrototypes, *intrinsic.record(), problem)
        };
        self.text.clear();
        append!(&mut self.text, intrinsic.builtin_name());
        let name = self.texts.intern(&self.text);
        self.text.clear();
        intrinsic.builtin_prototype().push_type_strings(&mut self.text).map_err(error)?;
        let declaration = [name, self.texts.intern(&self.text), intrinsic.target_guard()];
        self.declarations.push(declaration);
        if !intrinsic.has_scalar() {
            self.overloads.entry(name).or_default().add(intrinsic).map_err(error)?;
        }
        match &mut self.checks {
            NeonChecks::Described(all) => {
                let checks = immediate_checks(intrinsic)?;
                if !checks.is_empty() && self.checked.insert(name) {
                    all.push((name, checks));
                }
            }
            NeonChecks::Ranges(all) => {
                if let Some(immediate) = intrinsic.immediate()
                    && self.checked.insert(name)
                {
                    all.push(range_check(intrinsic, name, immediate)?);
                }
            }
        }
        Ok(())
    }
}

impl Overloads {
    /// Adds an intrinsic's type.
    ///
    /// # Errors
    /// A message, if Clang does not have the type.
    fn add(&mut self, intrinsic: &NeonIntrinsic<'_>) -> Result<(), String> {
        let flags = intrinsic.key_type().flags()?;
        let mut pointer = -1;
        let mut has_const_pointer = false;
        if !ANY_ALIGNMENT.contains(&intrinsic.name()) {
            let parameters = intrinsic.parameters();
            if let Some(at) = parameters.iter().rposition(|ty| ty.is_pointer()) {
                has_const_pointer = parameters[at].is_const_pointer();
                // A result that is stored through a pointer is the first argument.
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
    intrinsic: &NeonIntrinsic<'_>,
    name: Symbol,
    immediate: usize,
) -> Result<RangeCheck, FieldError> {
    let range = immediate_range(intrinsic, immediate)?;
    let before = &intrinsic.parameters()[..immediate];
    let operand = before.iter().map(|ty| ty.vectors().max(1) as usize).sum::<usize>()
        + usize::from(intrinsic.result().vectors() > 1);
    Ok(RangeCheck { name, operand, range })
}

/// Returns the checks listed in an intrinsic's record.
fn immediate_checks(intrinsic: &NeonIntrinsic<'_>) -> Result<Vec<ImmediateCheck>, FieldError> {
    let (record, parameters) = (intrinsic.record(), intrinsic.parameters());
    let checks = record.imm_checks()?.into_iter().map(|check| {
        let check = DescribedCheck::read(check, parameters.len() + 1, *record)?;
        let DescribedCheck { operand, kind, of_type } = check;
        let ty = of_type.map(|at| parameters[at - 1]);
        let (element_bits, vector_bits) = ty.map_or((0, 0), |ty| (ty.element_bits(), ty.bits()));
        Ok(ImmediateCheck { operand, kind, element_bits, vector_bits: Some(vector_bits) })
    });
    checks.collect()
}

fn emit(sema: &Sema<'_>, w: &mut CppWriter) {
    sema.builtins.emit(w);
    emit_overloads(sema, w);
    match sema.checks {
        NeonChecks::Described(checks) => {
            let form =
                CheckForm { start: " ImmChecks.emplace_back(", end: ");\n", last: " break;\n" };
            let checks = checks.iter();
            let builtins =
                checks.map(|(name, checks)| (sema.texts.resolve(*name), checks.iter().copied()));
            emit_checks(builtins, form, Neon, w);
        }
        NeonChecks::Ranges(checks) => emit_range_checks(checks, sema.texts, w),
    }
}

/// Writes the types for which builtins can be called, and the modes in which they cannot.
fn emit_overloads(sema: &Sema<'_>, w: &mut CppWriter) {
    let text_of = |text: &Symbol| sema.texts.resolve(*text);
    w.raw("#ifdef GET_NEON_OVERLOAD_CHECK\n");
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
    w.raw("#endif\n\n");
}

fn emit_range_checks(checks: &[RangeCheck], texts: &Interner, w: &mut CppWriter) {
    w.raw("#ifdef GET_NEON_IMMEDIATE_CHECK\n");
    for RangeCheck { name, operand, range: ImmediateRange { lower, upper } } in checks {
        append!(w, "case ", Neon.enumerator(texts.resolve(*name)), ": i = ", operand, ";");
        if let Some(lower) = lower {
            append!(w, " l = ", lower, ";");
        }
        append!(w, " u = ", upper, "; break;\n");
    }
    w.raw("#endif\n\n");
}
