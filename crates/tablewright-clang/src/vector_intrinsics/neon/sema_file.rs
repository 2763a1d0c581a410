//! Builtins, and checks for their calls, in four parts. Each part is selected by a macro.

use rustc_hash::{FxHashMap, FxHashSet};

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, FieldError, RecordStore};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::{Interner, Symbol};
use tablewright_text::{CppWriter, append};

use super::immediate::{ImmediateRange, immediate_range};
use super::intrinsic::{NeonIntrinsic, NeonIntrinsics, error};
use crate::support::builtin_table::{
    BuiltinInfo, BuiltinStrings, BuiltinTable, BuiltinTableAvailability, emit_builtin_table,
};
use crate::vector_intrinsics::case_labels::emit_case_labels;
use crate::vector_intrinsics::family::IntrinsicFamily::Neon;

/// Intrinsics whose pointers may have a smaller alignment than an element.
const ANY_ALIGNMENT: [&str; 5] =
    ["vld1_lane", "vld1_dup", "vst1_lane", "vldap1_lane", "vstl1_lane"];

/// The form of builtins and checks.
enum Listing {
    /// Macro calls and assignments.
    Macros,
    /// Tables and function calls.
    Tables(BuiltinTable),
}

struct Sema<'s> {
    listing: Listing,
    /// Builtin names and declaration texts.
    texts: Interner,
    /// By their texts.
    declarations: Vec<NeonDeclaration<'s>>,
    /// By name.
    overloads: Vec<(Symbol, Overloads)>,
    /// The names of all builtins in the description's order.
    names: Vec<Symbol>,
    range_checks: Vec<RangeCheck>,
    /// Checks listed in records, by builtin.
    immediate_checks: Vec<(Symbol, Vec<ImmediateCheck>)>,
}

struct NeonDeclaration<'s> {
    /// The macro arguments.
    text: Symbol,
    name: Symbol,
    prototype: Symbol,
    target_guard: &'s str,
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

/// A check listed in a record.
struct ImmediateCheck {
    operand: i64,
    kind: i64,
    /// Widths of the element and the vector that the check depends on, or 0.
    element_bits: u32,
    vector_bits: u32,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let sema = SemaReader::read(job.analysis()?, job.store)?;
    job.write_cpp(|w| emit(&sema, w))
}

#[derive(Default)]
struct SemaReader {
    texts: Interner,
    /// Declaration texts and target feature guards, with their parts.
    declarations: FxHashMap<(Symbol, Symbol), (Symbol, Symbol)>,
    strings: Option<BuiltinStrings>,
    lists_checks: bool,
    immediate_checks: Vec<(Symbol, Vec<ImmediateCheck>)>,
    overloads: FxHashMap<Symbol, Overloads>,
    /// Builtins with checked immediate operands.
    checked: FxHashSet<Symbol>,
    range_checks: Vec<RangeCheck>,
    seen: FxHashSet<Symbol>,
    names: Vec<Symbol>,
    /// Buffer for a text.
    text: String,
}

impl SemaReader {
    fn read<'s>(
        intrinsics: &NeonIntrinsics,
        store: &'s RecordStore,
    ) -> Result<Sema<'s>, FieldError> {
        let has_tables = store.release().has(Feature::BuiltinTables);
        let mut reader = SemaReader {
            strings: has_tables.then(BuiltinStrings::new),
            lists_checks: store.release().has(Feature::ImmChecksOfNeon),
            ..SemaReader::default()
        };
        let attributes = reader.strings.as_mut().map(|strings| strings.add("n"));
        for intrinsic in intrinsics.iter(store).filter(NeonIntrinsic::has_builtin) {
            reader.add(&intrinsic)?;
        }
        let SemaReader { texts, names, range_checks, immediate_checks, strings, .. } = reader;
        let mut declarations: Vec<NeonDeclaration<'s>> = reader
            .declarations
            .into_iter()
            .map(|((text, guard), (name, prototype))| NeonDeclaration {
                text,
                name,
                prototype,
                target_guard: store.str(guard),
            })
            .collect();
        declarations.sort_unstable_by_key(|it| (texts.resolve(it.text), it.target_guard));
        let mut overloads: Vec<(Symbol, Overloads)> = reader.overloads.into_iter().collect();
        overloads.sort_unstable_by_key(|&(name, _)| texts.resolve(name));
        let listing = match strings.zip(attributes) {
            None => Listing::Macros,
            Some((mut strings, attributes)) => {
                let mut builtins = Vec::with_capacity(declarations.len());
                for declaration in &declarations {
                    let [name, ty] = [declaration.name, declaration.prototype]
                        .map(|symbol| strings.add(texts.resolve(symbol)));
                    let features = strings.add(declaration.target_guard);
                    builtins.push(BuiltinInfo {
                        name,
                        ty: Some(ty),
                        attributes: attributes.clone(),
                        availability: Some(BuiltinTableAvailability::for_target(features)),
                    });
                }
                Listing::Tables(BuiltinTable { strings, builtins })
            }
        };
        Ok(Sema { listing, texts, declarations, overloads, names, range_checks, immediate_checks })
    }

    fn add(&mut self, intrinsic: &NeonIntrinsic<'_>) -> Result<(), FieldError> {
        let error = |problem: String| error(Code::IntrinsicPrototypes, intrinsic.record(), problem);
        self.text.clear();
        append!(&mut self.text, intrinsic.builtin_name());
        let name = self.texts.intern(&self.text);
        self.text.push_str(", \"");
        let start = self.text.len();
        intrinsic.builtin_prototype().push_type_strings(&mut self.text).map_err(error)?;
        let prototype = self.texts.intern(&self.text[start..]);
        self.text.push_str("\", \"n\"");
        let text = self.texts.intern(&self.text);
        self.declarations.insert((text, intrinsic.target_guard()), (name, prototype));
        if let Some(strings) = &mut self.strings {
            // Strings are in the table in the description's order.
            strings.add(self.texts.resolve(name));
            strings.add(self.texts.resolve(prototype));
            strings.add(intrinsic.guards().target);
        }
        if !intrinsic.has_scalar() {
            self.overloads.entry(name).or_default().add(intrinsic).map_err(error)?;
        }
        if self.lists_checks {
            let checks = immediate_checks(intrinsic)?;
            if !checks.is_empty() && self.checked.insert(name) {
                self.immediate_checks.push((name, checks));
            }
        } else if let Some(immediate) = intrinsic.immediate()
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
    let record = intrinsic.record();
    let mut checks = Vec::new();
    for check in record.imm_checks()? {
        let of_type = check.type_operand()?;
        let (mut element_bits, mut vector_bits) = (0, 0);
        if of_type >= 0 {
            let ty = usize::try_from(of_type).ok().and_then(|at| intrinsic.parameters().get(at));
            let ty = ty.ok_or_else(|| {
                error(
                    Code::IntrinsicPrototypes,
                    record,
                    format!("operand {of_type} does not exist"),
                )
            })?;
            (element_bits, vector_bits) = (ty.element_bits(), ty.bits());
        }
        let (operand, kind) = (check.operand()?, check.kind()?.number()?);
        checks.push(ImmediateCheck { operand, kind, element_bits, vector_bits });
    }
    Ok(checks)
}

fn emit(sema: &Sema<'_>, w: &mut CppWriter) {
    match &sema.listing {
        Listing::Tables(table) => emit_builtin_table(table, "NEON", "__builtin_neon_", w),
        Listing::Macros => emit_declarations(sema, w),
    }
    emit_overloads(sema, w);
    match &sema.listing {
        Listing::Tables(_) => emit_immediate_checks(sema, w),
        Listing::Macros => emit_range_checks(sema, w),
    }
}

fn emit_declarations(sema: &Sema<'_>, w: &mut CppWriter) {
    w.raw("#ifdef GET_NEON_BUILTINS\n");
    for NeonDeclaration { text, target_guard, .. } in &sema.declarations {
        let text = sema.texts.resolve(*text);
        match *target_guard {
            "" => append!(w, "BUILTIN(", Neon.builtin(text), ")\n"),
            guard => append!(w, "TARGET_BUILTIN(", Neon.builtin(text), ", \"", guard, "\")\n"),
        }
    }
    w.raw("#endif\n\n");
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

fn emit_immediate_checks(sema: &Sema<'_>, w: &mut CppWriter) {
    w.raw("#ifdef GET_NEON_IMMEDIATE_CHECK\n");
    for (name, checks) in &sema.immediate_checks {
        emit_case_labels(Neon, [sema.texts.resolve(*name)], w);
        for ImmediateCheck { operand, kind, element_bits, vector_bits } in checks {
            append!(w, " ImmChecks.emplace_back(", operand, ", ", kind, ", ", element_bits);
            append!(w, ", ", vector_bits, ");\n");
        }
        w.raw(" break;\n");
    }
    w.raw("#endif\n\n");
}

fn emit_range_checks(sema: &Sema<'_>, w: &mut CppWriter) {
    let text_of = |text: &Symbol| sema.texts.resolve(*text);
    w.raw("#ifdef GET_NEON_IMMEDIATE_CHECK\n");
    for RangeCheck { name, operand, range: ImmediateRange { lower, upper } } in &sema.range_checks {
        append!(w, "case ", Neon.enumerator(text_of(name)), ": i = ", operand, ";");
        if let Some(lower) = lower {
            append!(w, " l = ", lower, ";");
        }
        append!(w, " u = ", upper, "; break;\n");
    }
    w.raw("#endif\n\n");
}
