//! Records of class `IntrinsicProperty`.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId};
use tablewright_syntax::diagnostic::Code;

use super::attributes::{
    ArgumentAttribute, ArgumentAttributeKind, FunctionAttributes, MemoryEffects,
};

/// What a property does to an intrinsic.
#[derive(Clone, Copy)]
pub(super) enum Property {
    /// Allows no other effects on memory.
    Memory(MemoryEffects),
    ReadMem,
    WriteMem,
    Commutative,
    WillReturn,
    /// Sets a flag.
    Function(fn(&mut FunctionAttributes) -> &mut bool),
    Argument {
        /// 0 for the result, then the arguments.
        index: u16,
        attribute: ArgumentAttribute,
    },
}

/// The properties of which the record's name says what they are.
const BY_NAME: [(&str, Property); 22] = [
    ("IntrNoMem", Property::Memory(MemoryEffects::NONE)),
    ("IntrReadMem", Property::ReadMem),
    ("IntrWriteMem", Property::WriteMem),
    ("IntrArgMemOnly", Property::Memory(MemoryEffects::ARGUMENT_ONLY)),
    ("IntrInaccessibleMemOnly", Property::Memory(MemoryEffects::INACCESSIBLE_ONLY)),
    (
        "IntrInaccessibleMemOrArgMemOnly",
        Property::Memory(MemoryEffects::INACCESSIBLE_OR_ARGUMENT_ONLY),
    ),
    // These two are of releases up to LLVM 3.8.
    ("IntrReadArgMem", Property::Memory(MemoryEffects::ARGUMENT_READ_ONLY)),
    ("IntrReadWriteArgMem", Property::Memory(MemoryEffects::ARGUMENT_ONLY)),
    ("Commutative", Property::Commutative),
    ("Throws", Property::Function(|f| &mut f.throws)),
    ("IntrNoDuplicate", Property::Function(|f| &mut f.no_duplicate)),
    ("IntrNoMerge", Property::Function(|f| &mut f.no_merge)),
    ("IntrConvergent", Property::Function(|f| &mut f.convergent)),
    ("IntrNoReturn", Property::Function(|f| &mut f.no_return)),
    ("IntrNoCallback", Property::Function(|f| &mut f.no_callback)),
    ("IntrNoSync", Property::Function(|f| &mut f.no_sync)),
    ("IntrNoFree", Property::Function(|f| &mut f.no_free)),
    ("IntrWillReturn", Property::WillReturn),
    ("IntrCold", Property::Function(|f| &mut f.cold)),
    ("IntrSpeculatable", Property::Function(|f| &mut f.speculatable)),
    ("IntrHasSideEffects", Property::Function(|f| &mut f.has_side_effects)),
    ("IntrStrictFP", Property::Function(|f| &mut f.strict_fp)),
];

/// The classes of properties of an argument, with the field that holds the value, if there is one.
const BY_CLASS: [(&str, ArgumentAttributeKind, Option<&str>); 11] = [
    ("NoCapture", ArgumentAttributeKind::NoCapture, None),
    ("NoAlias", ArgumentAttributeKind::NoAlias, None),
    ("NoUndef", ArgumentAttributeKind::NoUndef, None),
    ("NonNull", ArgumentAttributeKind::NonNull, None),
    ("Returned", ArgumentAttributeKind::Returned, None),
    ("ReadOnly", ArgumentAttributeKind::ReadOnly, None),
    ("WriteOnly", ArgumentAttributeKind::WriteOnly, None),
    ("ReadNone", ArgumentAttributeKind::ReadNone, None),
    ("ImmArg", ArgumentAttributeKind::ImmArg, None),
    ("Align", ArgumentAttributeKind::Alignment, Some("Align")),
    ("Dereferenceable", ArgumentAttributeKind::Dereferenceable, Some("Bytes")),
];

/// The properties met so far: thousands of intrinsics share a few.
#[derive(Default)]
pub(super) struct Properties {
    known: FxHashMap<RecordId, Property>,
}

impl Properties {
    /// What `property` means. The error of a record that is no property is reported at
    /// `intrinsic`.
    pub(super) fn of(
        &mut self,
        property: Record<'_>,
        intrinsic: Record<'_>,
    ) -> Result<Property, FieldError> {
        if let Some(&known) = self.known.get(&property.id()) {
            return Ok(known);
        }
        let meaning = meaning(property, intrinsic)?.ok_or_else(|| {
            let (name, property) = (intrinsic.name(), property.name());
            FieldError::new(
                Code::Intrinsics,
                intrinsic,
                format!("Unknown property '{property}' of intrinsic '{name}'"),
            )
        })?;
        self.known.insert(property.id(), meaning);
        Ok(meaning)
    }
}

fn meaning(record: Record<'_>, intrinsic: Record<'_>) -> Result<Option<Property>, FieldError> {
    if let Some(&(_, property)) = BY_NAME.iter().find(|(name, _)| *name == record.name()) {
        return Ok(Some(property));
    }
    let Some(&(_, kind, value)) = BY_CLASS.iter().find(|(class, ..)| record.inherits(class)) else {
        return Ok(None);
    };
    let number = record.int("ArgNo")?;
    let index = u16::try_from(number).map_err(|_| {
        let message = format!(
            "Intrinsic '{}': property '{}' is of argument {number}",
            intrinsic.name(),
            record.name()
        );
        FieldError::new(Code::Intrinsics, intrinsic, message)
    })?;
    let value = value.map_or(Ok(0), |field| record.int(field))?;
    Ok(Some(Property::Argument { index, attribute: ArgumentAttribute { kind, value } }))
}
