//! Constraints as trees of IRDL operations.

use tablewright_records::{FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;

use crate::model::Predicate;
use crate::record_views::attr_or_type::{AttrDefRecord, AttrOrTypeDefRecord, TypeDefRecord};
use crate::record_views::constraint::{
    AllOfTypeRecord, AnyAttrOfRecord, AnyIntegerTypeRecord, AnyTypeOfRecord, AttrRecord,
    ComplexTypeRecord, ConfinedAttrRecord, ConfinedTypeRecord, ConstraintRecord, IntegerTypeRecord,
    SizedRegionRecord, TypeConstraintRecord,
};

/// Maximum depth to which constraints may be nested.
const MAX_DEPTH: u32 = 100;

/// A constraint in IRDL.
pub(super) enum DialectIrdlConstraint {
    /// Everything fulfils it.
    Any,
    /// A single type: `i32`.
    Is(String),
    /// The attribute `unit`.
    IsUnit,
    /// A type or an attribute of another dialect, by its name: `!builtin.integer`.
    BaseName(String),
    /// A type or an attribute of the dialect itself, by its symbol: `!complex`.
    BaseSymbol(String),
    /// C++.
    CppPredicate(String),
    AllOf(Vec<DialectIrdlConstraint>),
    AnyOf(Vec<DialectIrdlConstraint>),
    /// A region, with a number of blocks.
    Region(Option<i64>),
}

/// Attribute classes that are printed as a builtin MLIR class.
const BASES_OF_ATTRIBUTES: [(&str, &str); 6] = [
    ("AnyIntegerAttrBase", "!builtin.integer"),
    ("SignlessIntegerAttrBase", "!builtin.integer"),
    ("SignedIntegerAttrBase", "!builtin.integer"),
    ("UnsignedIntegerAttrBase", "!builtin.integer"),
    ("FloatAttrBase", "!builtin.float"),
    ("StringBasedAttr", "!builtin.string"),
];

/// Types with a keyword, by the names of their definitions.
const NAMED_TYPES: [(&str, &str); 12] = [
    ("BF16", "bf16"),
    ("F8E3M4", "f8E3M4"),
    ("F8E4M3", "f8E4M3"),
    ("F8E4M3B11FNUZ", "f8E4M3B11FNUZ"),
    ("F8E4M3FN", "f8E4M3FN"),
    ("F8E4M3FNUZ", "f8E4M3FNUZ"),
    ("F8E5M2", "f8E5M2"),
    ("F8E5M2FNUZ", "f8E5M2FNUZ"),
    ("Index", "index"),
    ("NoneType", "none"),
    ("TF32", "tf32"),
    ("F80", "f80"),
];

/// Widths of the floating-point types whose names begin with `f`.
const FLOAT_WIDTHS: [i64; 5] = [16, 32, 64, 80, 128];

/// A reader of a dialect's constraints.
#[derive(Clone, Copy)]
pub(super) struct ConstraintReader<'d> {
    /// The dialect name.
    pub(super) dialect: &'d str,
}

impl ConstraintReader<'_> {
    /// Returns the constraint for value types.
    pub(super) fn value(
        self,
        record: TypeConstraintRecord<'_>,
    ) -> Result<DialectIrdlConstraint, FieldError> {
        self.nested_type(record, MAX_DEPTH)
    }

    /// Returns the constraint for an attribute.
    pub(super) fn attribute(
        self,
        record: AttrRecord<'_>,
    ) -> Result<DialectIrdlConstraint, FieldError> {
        self.nested_attribute(record, MAX_DEPTH)
    }

    /// Returns the constraint for a region.
    pub(super) fn region(
        self,
        record: ConstraintRecord<'_>,
    ) -> Result<DialectIrdlConstraint, FieldError> {
        if Record::from(record).name() == "AnyRegion" {
            return Ok(DialectIrdlConstraint::Region(None));
        }
        match SizedRegionRecord::from_record(record) {
            Some(sized) => Ok(DialectIrdlConstraint::Region(Some(sized.blocks()?))),
            None => condition(record),
        }
    }

    fn nested_type(
        self,
        record: TypeConstraintRecord<'_>,
        depth: u32,
    ) -> Result<DialectIrdlConstraint, FieldError> {
        let depth = deeper(record, depth)?;
        let raw = Record::from(record);
        if let Some(base) = self.base(raw, '!')? {
            return Ok(base);
        }
        if raw.name() == "AnyType" {
            return Ok(DialectIrdlConstraint::Any);
        }
        if raw.name() == "AnyInteger" {
            return Ok(DialectIrdlConstraint::BaseName("!builtin.integer".to_owned()));
        }
        if let Some(keyword) = keyword(record, depth)? {
            return Ok(DialectIrdlConstraint::Is(keyword));
        }
        if let Some(integers) = AnyIntegerTypeRecord::from_record(record) {
            let width = integers.bitwidth()?;
            let kinds =
                ["i", "si", "ui"].map(|kind| DialectIrdlConstraint::Is(format!("{kind}{width}")));
            return Ok(DialectIrdlConstraint::AnyOf(kinds.into()));
        }
        let all = |records: Vec<TypeConstraintRecord<'_>>| {
            records
                .into_iter()
                .map(|one| self.nested_type(one, depth))
                .collect::<Result<Vec<_>, FieldError>>()
        };
        if let Some(union) = AnyTypeOfRecord::from_record(record) {
            return Ok(DialectIrdlConstraint::AnyOf(all(union.allowed()?)?));
        }
        if let Some(intersection) = AllOfTypeRecord::from_record(record) {
            return Ok(DialectIrdlConstraint::AllOf(all(intersection.allowed()?)?));
        }
        if let Some(confined) = ConfinedTypeRecord::from_record(record)
            && let Some(base) = confined.base_type()?
        {
            let mut parts = vec![self.nested_type(base, depth)?];
            for predicate in confined.predicates()? {
                parts.push(for_predicate(&Predicate::read(predicate)?));
            }
            return Ok(DialectIrdlConstraint::AllOf(parts));
        }
        condition(ConstraintRecord::new(raw))
    }

    fn nested_attribute(
        self,
        record: AttrRecord<'_>,
        depth: u32,
    ) -> Result<DialectIrdlConstraint, FieldError> {
        let depth = deeper(record, depth)?;
        let raw = Record::from(record);
        if let Some(base) = self.base(raw, '#')? {
            return Ok(base);
        }
        if raw.name() == "AnyAttr" {
            return Ok(DialectIrdlConstraint::Any);
        }
        if raw.name() == "UnitAttr" {
            return Ok(DialectIrdlConstraint::IsUnit);
        }
        if let Some((_, base)) = BASES_OF_ATTRIBUTES.iter().find(|(class, _)| raw.inherits(class)) {
            return Ok(DialectIrdlConstraint::BaseName((*base).to_owned()));
        }
        if let Some(union) = AnyAttrOfRecord::from_record(record) {
            let parts = union.allowed()?.into_iter().map(|one| self.nested_attribute(one, depth));
            return Ok(DialectIrdlConstraint::AnyOf(parts.collect::<Result<_, FieldError>>()?));
        }
        let Some(base) = record.base()? else { return condition(ConstraintRecord::new(raw)) };
        let base = self.nested_attribute(base, depth)?;
        let Some(confined) = ConfinedAttrRecord::from_record(record) else { return Ok(base) };
        let mut parts = vec![base];
        for constraint in confined.constraints()? {
            parts.push(condition(constraint)?);
        }
        Ok(DialectIrdlConstraint::AllOf(parts))
    }

    /// Returns the constraint for a type or an attribute that a dialect defines.
    fn base(
        self,
        record: Record<'_>,
        sigil: char,
    ) -> Result<Option<DialectIrdlConstraint>, FieldError> {
        let name = if let Some(def) = TypeDefRecord::from_record(record) {
            def.type_name()?
        } else if let Some(def) = AttrDefRecord::from_record(record) {
            def.attr_name()?
        } else {
            return Ok(None);
        };
        let own = name.strip_prefix(self.dialect).and_then(|name| name.strip_prefix('.'));
        let is_own = AttrOrTypeDefRecord::new(record).dialect()?.dialect_name()? == self.dialect;
        Ok(Some(match own.filter(|_| is_own) {
            Some(mnemonic) => DialectIrdlConstraint::BaseSymbol(format!("{sigil}{mnemonic}")),
            None => DialectIrdlConstraint::BaseName(format!("{sigil}{name}")),
        }))
    }
}

/// Returns the remaining depth below a constraint.
fn deeper<'s>(record: impl Into<Record<'s>>, depth: u32) -> Result<u32, FieldError> {
    let too_deep = || FieldError::new(Code::Mlir, record, "constraints are nested too deeply");
    depth.checked_sub(1).ok_or_else(too_deep)
}

/// Returns the MLIR keyword for the only type that satisfies a constraint.
fn keyword(record: TypeConstraintRecord<'_>, depth: u32) -> Result<Option<String>, FieldError> {
    let raw = Record::from(record);
    if let Some((_, keyword)) = NAMED_TYPES.iter().find(|(name, _)| *name == raw.name()) {
        return Ok(Some((*keyword).to_owned()));
    }
    for (class, prefix) in [("I", "i"), ("SI", "si"), ("UI", "ui"), ("F", "f")] {
        if raw.inherits(class) {
            let width = IntegerTypeRecord::new(raw).bitwidth()?;
            let is_written = class != "F" || FLOAT_WIDTHS.contains(&width);
            return Ok(is_written.then(|| format!("{prefix}{width}")));
        }
    }
    match ComplexTypeRecord::from_record(record) {
        Some(complex) => {
            let element = keyword(complex.element()?, deeper(record, depth)?)?;
            Ok(element.map(|element| format!("complex<{element}>")))
        }
        None => Ok(None),
    }
}

/// Converts a constraint's condition to an IRDL constraint.
fn condition(record: ConstraintRecord<'_>) -> Result<DialectIrdlConstraint, FieldError> {
    Ok(for_predicate(&Predicate::read(record.predicate()?)?))
}

/// Converts an optional condition.
pub(super) fn for_optional(predicate: Option<&Predicate<'_>>) -> DialectIrdlConstraint {
    predicate.map_or(DialectIrdlConstraint::Any, for_predicate)
}

fn for_predicate(predicate: &Predicate<'_>) -> DialectIrdlConstraint {
    let all = |children: &[Predicate<'_>]| children.iter().map(for_predicate).collect();
    match predicate {
        Predicate::And(children) => DialectIrdlConstraint::AllOf(all(children)),
        Predicate::Or(children) => DialectIrdlConstraint::AnyOf(all(children)),
        Predicate::Leaf(_)
        | Predicate::Not(_)
        | Predicate::Substitute { .. }
        | Predicate::Concat { .. } => DialectIrdlConstraint::CppPredicate(predicate.to_cpp()),
    }
}
