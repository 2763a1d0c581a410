//! The intrinsics: one for each record and element type.

use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::append;

use super::flags::Flags;
use super::sve_type::{Kind, Modifier, SveType, modifiers};

pub(crate) struct Intrinsic<'s> {
    pub(crate) record: Record<'s>,
    /// The name as it stands in the description.
    pub(super) name: &'s str,
    /// The name with types: that of the builtin too.
    pub(crate) full_name: String,
    /// The name without the types in brackets, for which functions are overloaded.
    pub(crate) short_name: Option<String>,
    /// The intrinsic of LLVM; empty if there is none.
    pub(crate) llvm_name: String,
    pub(crate) guards: Guards<'s>,
    pub(super) prototype: &'s str,
    /// The element type that it is for, as a vector.
    pub(crate) base: SveType,
    /// The result, then the parameters.
    pub(crate) types: Vec<SveType>,
    pub(crate) flags: u64,
    pub(super) immediate_checks: Vec<ImmediateCheck>,
}

/// The features that it needs, outside of streaming mode and in it.
#[derive(Clone, Copy)]
pub(crate) struct Guards<'s> {
    pub(crate) sve: &'s str,
    pub(crate) sme: &'s str,
}

/// What an immediate operand may be.
pub(super) struct ImmediateCheck {
    pub(super) operand: i64,
    pub(super) kind: i64,
    /// The width of an element that the check depends on, or 0.
    pub(super) element_bits: u32,
}

/// The intrinsics, in natural order of their records.
pub(crate) fn collect<'s>(
    store: &'s RecordStore,
    flags: &Flags<'s>,
) -> Result<Vec<Intrinsic<'s>>, FieldError> {
    let mut intrinsics = Vec::new();
    for record in store.derived_from_name("Inst")? {
        add_record(record, flags, &mut intrinsics)?;
    }
    Ok(intrinsics)
}

/// Sorted by name, as Clang numbers builtins.
pub(super) fn sorted_by_name<'s>(
    store: &'s RecordStore,
    flags: &Flags<'s>,
) -> Result<Vec<Intrinsic<'s>>, FieldError> {
    let mut intrinsics = collect(store, flags)?;
    intrinsics.sort_by(|a, b| a.full_name.cmp(&b.full_name));
    Ok(intrinsics)
}

fn field_error(record: Record<'_>, field: &str, problem: &str) -> FieldError {
    let message = format!("Record `{}', field `{field}': {problem}", record.name());
    FieldError::new(Code::ClangSve, record, message).label_field(record, field)
}

fn add_record<'s>(
    record: Record<'s>,
    known: &Flags<'s>,
    intrinsics: &mut Vec<Intrinsic<'s>>,
) -> Result<(), FieldError> {
    let name = record.string("Name")?;
    let prototype = record.string("Prototype")?;
    let specs = type_specs(record)?;
    let guards =
        Guards { sve: record.string("SVETargetGuard")?, sme: record.string("SMETargetGuard")? };
    let llvm_name = record.string("LLVMIntrinsic")?;
    let merge = record.int("Merge")?;
    let merge_suffix = record.string("MergeSuffix")?;
    let memory_element = record.int("MemEltType")?;
    let mut flags = 0;
    for flag in record.list_of_records("Flags")? {
        flags |= flag.int("Value")? as u64;
    }
    let in_prototype = |problem: String| field_error(record, "Prototype", &problem);
    let modifiers = modifiers(prototype).map_err(in_prototype)?;
    if modifiers.is_empty() {
        return Err(in_prototype("there is no result type".to_owned()));
    }
    flags |= known.part(memory_element as u64, "MemEltTypeMask", record)?;
    flags |= known.part(merge as u64, "MergeTypeMask", record)?;
    if let Some(splat) = modifiers.iter().skip(1).position(|modifier| modifier.is_splat()) {
        flags |= known.part(splat as u64 + 1, "SplatOperandMask", record)?;
    }
    for spec in specs {
        let types = modifiers.iter().map(|&modifier| SveType::new(spec, modifier));
        let types: Vec<SveType> = types.collect::<Result<_, _>>().map_err(in_prototype)?;
        let base = SveType::of_spec(spec).map_err(in_prototype)?;
        let named = |name: &str| {
            let mut name = with_types(record, name, spec, prototype)?;
            name.push_str(merge_suffix);
            Ok::<String, FieldError>(name)
        };
        let is_overloaded = name.contains('[') && name.contains(']');
        intrinsics.push(Intrinsic {
            record,
            name,
            full_name: named(&name.replace(['[', ']'], ""))?,
            short_name: match is_overloaded {
                true => Some(named(&without_brackets(name))?),
                false => None,
            },
            llvm_name: with_types(record, llvm_name, spec, prototype)?,
            guards,
            prototype,
            immediate_checks: immediate_checks(record, known, spec, &modifiers, &types)?,
            base,
            types,
            flags: flags | known.element_type(base, record)?,
        });
    }
    Ok(())
}

/// The element types, each once.
fn type_specs(record: Record<'_>) -> Result<Vec<&str>, FieldError> {
    let types = match record.string("Types")? {
        // Where no type is shown, any will do.
        "" => "i",
        types => types,
    };
    let mut specs = Vec::new();
    let mut start = 0;
    for (at, byte) in types.bytes().enumerate() {
        if byte.is_ascii_lowercase() {
            let spec = &types[start..=at];
            SveType::of_spec(spec).map_err(|problem| field_error(record, "Types", &problem))?;
            specs.push(spec);
            start = at + 1;
        }
    }
    specs.sort_unstable();
    specs.dedup();
    Ok(specs)
}

/// `name` without what stands in brackets.
fn without_brackets(name: &str) -> String {
    let mut text = String::new();
    let mut rest = name;
    while let Some((before, inside)) = rest.split_once('[') {
        text.push_str(before);
        rest = inside.split_once(']').map_or("", |(_, behind)| behind);
    }
    text + rest
}

/// `name` with the types that `{d}`, or `{0}` and so on, stand for.
fn with_types(
    record: Record<'_>,
    name: &str,
    spec: &str,
    prototype: &str,
) -> Result<String, FieldError> {
    let error = |problem: &str| field_error(record, "Name", problem);
    let mut text = String::new();
    let mut rest = name;
    while let Some((before, inside)) = rest.split_once('{') {
        let (which, behind) = inside.split_once('}').ok_or_else(|| error("a '}' is missing"))?;
        let letter = match which {
            "d" => Some('d'),
            // A letter of the prototype, whatever it stands for.
            "0" | "1" | "2" | "3" => {
                which.parse().ok().and_then(|at: usize| prototype.chars().nth(at))
            }
            _ => None,
        };
        let letter = letter.ok_or_else(|| error(&format!("'{{{which}}}' stands for no type")))?;
        let ty = SveType::of_letter(spec, letter).map_err(|problem| error(&problem))?;
        text.push_str(before);
        text.push_str(&ty.suffix());
        rest = behind;
    }
    Ok(text + rest)
}

fn immediate_checks(
    record: Record<'_>,
    known: &Flags<'_>,
    spec: &str,
    modifiers: &[Modifier],
    types: &[SveType],
) -> Result<Vec<ImmediateCheck>, FieldError> {
    let mut checks = Vec::new();
    for check in record.list_of_records("ImmChecks")? {
        let operand = check.int("Arg")?;
        let of_element = check.int("EltSizeArg")?;
        let kind = check.record("Kind")?.int("Value")?;
        let mut element_bits = 0;
        if of_element >= 0 {
            let modifier = usize::try_from(of_element).ok().and_then(|at| modifiers.get(at + 1));
            let Some(&modifier) = modifier else {
                let problem = format!("there is no operand {of_element}");
                return Err(field_error(record, "ImmChecks", &problem));
            };
            let ty = SveType::new(spec, modifier);
            let ty = ty.map_err(|problem| field_error(record, "Prototype", &problem))?;
            element_bits = ty.element_bits();
        }
        checks.push(ImmediateCheck { operand, kind, element_bits });
    }
    for (operand, ty) in types.iter().skip(1).enumerate() {
        let kind = match ty.kind() {
            Kind::Pattern => known.immediate_check("ImmCheck0_31", record)?,
            Kind::Prefetch => known.immediate_check("ImmCheck0_13", record)?,
            _ => continue,
        };
        let (operand, kind) = (operand as i64, kind as i64);
        checks.push(ImmediateCheck { operand, kind, element_bits: 0 });
    }
    Ok(checks)
}

impl Intrinsic<'_> {
    /// Whether it can be used outside of streaming mode and in it.
    pub(super) fn has_both_guards(&self) -> bool {
        !self.guards.sve.is_empty() && !self.guards.sme.is_empty()
    }

    /// Whether an argument has to be a constant: its type says so, or it is checked.
    pub(crate) fn is_constant(&self, operand: usize) -> bool {
        self.types.get(operand + 1).is_some_and(SveType::is_immediate)
            || self.immediate_checks.iter().any(|check| check.operand == operand as i64)
    }

    /// The features of the target, as Clang reads them.
    pub(super) fn target_guard(&self) -> String {
        let Guards { sve, sme } = self.guards;
        let part = |guard: &str| match guard.contains([',', '|']) {
            true => format!("({guard})"),
            false => guard.to_owned(),
        };
        match (sve.is_empty(), sme.is_empty()) {
            (false, true) => sve.to_owned(),
            (true, false) => sme.to_owned(),
            _ => format!("{}|{}", part(sve), part(sme)),
        }
    }

    /// The prototype of the builtin, in the short form that Clang reads.
    pub(super) fn builtin_prototype(&self) -> Result<String, FieldError> {
        let mut text = String::new();
        for ty in &self.types {
            ty.push_short_form(&mut text)
                .map_err(|problem| field_error(self.record, "Prototype", &problem))?;
        }
        Ok(text)
    }

    /// The declaration of the function called `name`.
    pub(super) fn declaration(&self, name: &str) -> String {
        let mut text = String::new();
        append!(&mut text, self.types[0], " ", name, "(");
        for (i, ty) in self.types[1..].iter().enumerate() {
            append!(&mut text, if i > 0 { ", " } else { "" }, ty);
        }
        // A prototype says that there are no parameters with a `v`, which prints as `(void)`.
        text.push_str(");");
        text
    }
}

impl Modifier {
    /// Whether an operand is a scalar that becomes a vector.
    fn is_splat(self) -> bool {
        self.is_one_of("ajfrKLR@")
    }
}
