//! The intrinsics: one for each record and element type, with its types, its names and its builtin.

use rustc_hash::FxHashMap;

use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, Record, RecordStore, ValueId};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::append;

use super::neon_type::{NeonType, type_specs};

define_index! {
    /// An intrinsic.
    pub(crate) struct IntrinsicId;
}

pub(crate) struct Intrinsics<'s> {
    /// In natural order of the records.
    pub(crate) all: IndexVec<IntrinsicId, Intrinsic<'s>>,
    /// The overloads of each name.
    pub(super) by_name: FxHashMap<&'s str, Vec<IntrinsicId>>,
}

pub(crate) struct Intrinsic<'s> {
    pub(crate) record: Record<'s>,
    /// The name without types.
    pub(crate) name: &'s str,
    pub(crate) guards: Guards<'s>,
    class: ClassKind,
    /// Dags that say what it does; where there are none, it calls its builtin.
    pub(super) body: &'s [ValueId],
    pub(crate) is_unavailable: bool,
    /// Whether the order of the elements of vectors matters.
    pub(super) is_big_endian_safe: bool,
    /// The result, then the parameters.
    pub(crate) types: Vec<NeonType>,
    /// The type that a builtin for several types is told.
    pub(crate) key_type: NeonType,
    base: BaseTypes,
    pub(super) is_macro: bool,
    /// The name of the function, which all its callers need.
    pub(crate) function_name: String,
}

/// The types that names show. They differ for reinterpretations only.
#[derive(Clone, Copy)]
struct BaseTypes {
    result: NeonType,
    parameters: NeonType,
}

/// On which condition an intrinsic exists: for the preprocessor, and as features of the target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Guards<'s> {
    pub(crate) arch: &'s str,
    pub(crate) target: &'s str,
}

/// How the types of a builtin are shown by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClassKind {
    /// With its sign and width: `u8`.
    Signed,
    /// With its width: `i8`.
    Integer,
    /// Width-specific.
    Width,
    /// Not at all: the type is an argument.
    Any,
    /// Not as one of these.
    Other,
}

impl<'s> Intrinsics<'s> {
    pub(crate) fn collect(store: &'s RecordStore) -> Result<Intrinsics<'s>, FieldError> {
        let mut intrinsics = Intrinsics { all: IndexVec::new(), by_name: FxHashMap::default() };
        for record in store.derived_from_name("Inst")? {
            let name = record.string("Name")?;
            for intrinsic in of_record(record, name)? {
                let id = intrinsics.all.push(intrinsic);
                intrinsics.by_name.entry(name).or_default().push(id);
            }
        }
        Ok(intrinsics)
    }
}

pub(super) fn error(record: Record<'_>, message: impl Into<String>) -> FieldError {
    FieldError::new(Code::ClangNeon, record, message)
}

fn field_error(record: Record<'_>, field: &str, problem: &str) -> FieldError {
    error(record, format!("Record `{}', field `{field}': {problem}", record.name()))
        .label_field(record, field)
}

fn of_record<'s>(record: Record<'s>, name: &'s str) -> Result<Vec<Intrinsic<'s>>, FieldError> {
    let prototype = record.string("Prototype")?;
    let types = record.string("Types")?;
    let operation = record.record("Operation")?;
    let is_big_endian_safe = record.bit("BigEndianSafe")?;
    let guards =
        Guards { arch: record.string("ArchGuard")?, target: record.string("TargetGuard")? };
    let is_unavailable = operation.bit("Unavailable")?;
    let product = record.string("CartesianProductWith")?;
    let body = operation.list("Ops")?;
    let class = class_kind(record);
    let modifiers = modifiers(record, prototype)?;
    let mut intrinsics = Vec::new();
    for (out_spec, in_spec) in specs(record, types, product)? {
        let typed = |spec, modifiers: &str| {
            NeonType::new(spec, modifiers)
                .map_err(|problem| field_error(record, "Prototype", &problem))
        };
        let mut of_prototype = vec![typed(out_spec, modifiers.first().copied().unwrap_or(""))?];
        let mut key = 0;
        for modifiers in modifiers.iter().skip(1) {
            of_prototype.push(typed(in_spec, modifiers)?);
            if modifiers.contains('!') {
                key = of_prototype.len() - 1;
            }
        }
        let mut intrinsic = Intrinsic {
            record,
            name,
            guards,
            class,
            body,
            is_unavailable,
            is_big_endian_safe: is_big_endian_safe
                || !of_prototype.iter().any(|ty| ty.is_vector() && ty.elements() > 1),
            key_type: of_prototype[key],
            base: BaseTypes { result: typed(out_spec, "")?, parameters: typed(in_spec, "")? },
            // Immediates are checked, pointers keep their alignment, and `__fp16` cannot be passed,
            // in macros only.
            is_macro: of_prototype
                .iter()
                .any(|ty| ty.is_immediate || ty.is_pointer() || (ty.is_scalar() && ty.is_half())),
            types: of_prototype,
            function_name: String::new(),
        };
        intrinsic.function_name = intrinsic.mangled(name, ClassKind::Signed);
        intrinsics.push(intrinsic);
    }
    Ok(intrinsics)
}

fn class_kind(record: Record<'_>) -> ClassKind {
    // The class that stands after the base of all.
    let class = record.superclasses().get(1).map(|&class| record.store().class(class).name());
    match class {
        Some("SInst" | "SOpInst") => ClassKind::Signed,
        Some("IInst" | "IOpInst") => ClassKind::Integer,
        Some("WInst" | "WOpInst") => ClassKind::Width,
        _ => ClassKind::Other,
    }
}

/// The modifiers of each type of a prototype: a letter, or several in parentheses.
fn modifiers<'s>(record: Record<'s>, prototype: &'s str) -> Result<Vec<&'s str>, FieldError> {
    let mut modifiers = Vec::new();
    let mut rest = prototype;
    while let Some(first) = rest.chars().next() {
        let (one, behind) = match rest.strip_prefix('(') {
            None => rest.split_at(first.len_utf8()),
            Some(inside) => inside
                .split_once(')')
                .ok_or_else(|| error(record, "unmatched modifier group paren"))?,
        };
        // As in the reference release, an empty group ends the prototype.
        if one.is_empty() && !modifiers.is_empty() {
            break;
        }
        modifiers.push(one);
        rest = behind;
    }
    Ok(modifiers)
}

/// The element types of result and parameters, which differ for reinterpretations only.
fn specs<'s>(
    record: Record<'s>,
    types: &'s str,
    product: &'s str,
) -> Result<Vec<(&'s str, &'s str)>, FieldError> {
    let typed = |spec: &'s str, field| {
        NeonType::of_spec(spec).map_err(|problem| field_error(record, field, &problem))
    };
    let mut specs = Vec::new();
    for out_spec in type_specs(types) {
        let out = typed(out_spec, "Types")?;
        if product.is_empty() {
            specs.push((out_spec, out_spec));
        }
        for in_spec in type_specs(product) {
            let ty = typed(in_spec, "CartesianProductWith")?;
            if in_spec != out_spec && ty.bits() == out.bits() {
                specs.push((out_spec, in_spec));
            }
        }
    }
    specs.sort_unstable();
    specs.dedup();
    Ok(specs)
}

impl Intrinsic<'_> {
    pub(crate) fn result(&self) -> NeonType {
        self.types[0]
    }

    pub(crate) fn parameters(&self) -> &[NeonType] {
        &self.types[1..]
    }

    /// Whether it calls a builtin.
    pub(crate) fn has_builtin(&self) -> bool {
        self.body.is_empty()
    }

    /// Whether an operand is a scalar, so that its type is known from the builtin.
    pub(crate) fn has_scalar(&self) -> bool {
        self.types.iter().any(|ty| ty.is_scalar() && !ty.is_immediate)
    }

    /// The place of its first immediate operand.
    pub(crate) fn immediate(&self) -> Option<usize> {
        self.parameters().iter().position(|ty| ty.is_immediate)
    }

    /// The type that its name shows.
    pub(crate) fn base(&self) -> NeonType {
        self.base.result
    }

    /// How its builtin shows its types.
    pub(crate) fn builtin_class(&self) -> ClassKind {
        if self.has_scalar() { self.class } else { ClassKind::Any }
    }

    /// The name of the builtin behind `__builtin_neon_`.
    pub(crate) fn builtin_name(&self) -> String {
        self.mangled(self.name, self.builtin_class())
    }

    /// `name` with the types of this intrinsic.
    pub(super) fn mangled(&self, name: &str, class: ClassKind) -> String {
        const UNCHANGED: [&str; 5] =
            ["vcvt_f16_f32", "vcvt_f32_f16", "vcvt_f32_f64", "vcvt_f64_f32", "vcvt_f32_bf16"];
        if UNCHANGED.contains(&name) {
            return name.to_owned();
        }
        let mut mangled = String::with_capacity(name.len() + 16);
        mangled.push_str(name);
        let base = self.base();
        let mut code = String::with_capacity(8);
        self.push_type_code(base, class, &mut code);
        if !code.is_empty() {
            // Types stand before the number of vectors.
            let bytes = name.as_bytes();
            let at = match bytes {
                [.., b'_', b'x', b'0'..=b'9'] => bytes.len() - 3,
                _ => bytes.len(),
            };
            mangled.insert_str(at, &code);
            mangled.insert(at, '_');
        }
        if base != self.base.parameters {
            mangled.push('_');
            self.push_type_code(self.base.parameters, class, &mut mangled);
        }
        if class == ClassKind::Any && self.guards.target == "neon" {
            mangled.push_str("_v");
        }
        let insert = |mangled: &mut String, letter| {
            // Before what says that an operand is a lane or a scalar.
            let at = mangled.find('_').unwrap_or(mangled.len());
            mangled.insert(at, letter);
        };
        if base.bits() == 128 && !base.no_mangling_q {
            insert(&mut mangled, 'q');
        }
        if base.is_scalar_for_mangling {
            let letter = match base.element_bits() {
                8 => Some('b'),
                16 => Some('h'),
                32 => Some('s'),
                64 => Some('d'),
                _ => None,
            };
            if let Some(letter) = letter {
                insert(&mut mangled, letter);
            }
        }
        mangled
    }

    /// The element type that its name shows: `u8`.
    pub(crate) fn element_type(&self) -> String {
        let mut code = String::new();
        self.push_type_code(self.base(), ClassKind::Signed, &mut code);
        code
    }

    fn push_type_code(&self, ty: NeonType, class: ClassKind, out: &mut String) {
        if class == ClassKind::Any && self.guards.target == "neon" {
            return;
        }
        if ty.is_bfloat() {
            return out.push_str("bf16");
        }
        let letter = match class {
            ClassKind::Integer if ty.is_poly() || ty.is_integer() => 'i',
            _ if ty.is_poly() => 'p',
            _ if ty.is_unsigned() => 'u',
            _ if ty.is_integer() => 's',
            _ => 'f',
        };
        append!(out, letter, ty.element_bits());
    }

    /// The prototype of the builtin, in the short form that Clang reads.
    pub(crate) fn builtin_prototype(&self) -> Result<String, FieldError> {
        let mut text = String::new();
        self.push_builtin_prototype(&mut text).map_err(|problem| error(self.record, problem))?;
        Ok(text)
    }

    fn push_builtin_prototype(&self, text: &mut String) -> Result<(), String> {
        let class = self.builtin_class();
        let mut result = self.result();
        if matches!(class, ClassKind::Integer | ClassKind::Width)
            && result.is_scalar()
            && !result.is_floating()
            && !result.is_bfloat()
        {
            result = result.integers(result.element_bits(), false);
        }
        if result.vectors() > 1 {
            // A structure is stored through a pointer.
            text.push_str("vv*");
        } else {
            if result.is_poly() {
                result = result.integers(result.element_bits(), false);
            }
            if !result.is_scalar() && result.is_unsigned() {
                result = result.signed();
            }
            if class == ClassKind::Any && result.is_vector() {
                result = result.integers(8, true);
            }
            result.push_short_form(text)?;
        }
        for &parameter in self.parameters() {
            let mut ty = parameter;
            if ty.is_poly() {
                ty = ty.integers(ty.element_bits(), false);
            }
            if class == ClassKind::Any && !ty.is_scalar() {
                ty = ty.integers(8, true);
            }
            if ty.is_half() && ty.is_vector() && !ty.is_scalar_for_mangling {
                ty = ty.integers(8, true);
            }
            if class == ClassKind::Integer && ty.is_integer() {
                ty = ty.signed();
            }
            if parameter.is_immediate {
                ty = ty.immediate();
            }
            ty.push_short_form(text)?;
        }
        if class == ClassKind::Any {
            // The type.
            text.push('i');
        }
        Ok(())
    }
}
