//! `IntrinsicProperty` records.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

use super::attributes::{
    ArgumentAttribute, ArgumentAttributeKind as Kind, FunctionAttributes, MemoryEffects,
    MemoryLocation,
};
use crate::record_views::intrinsic::{
    AlignRecord, ArgInfoRecord, ArgNameRecord, DereferenceableRecord, ImmArgPrinterRecord,
    ImmArgRecord, IntrReadRecord, IntrWriteRecord, IntrinsicPropertyRecord, RangeRecord,
    RangeSetRecord,
};

/// The effect of a property on an intrinsic.
#[derive(Clone, Copy)]
pub(super) enum IntrinsicProperty {
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
        /// The value that an older file lacks.
        default_value: Option<i64>,
    },
    PrintedArgument {
        /// From 1 on.
        index: u16,
        name: Option<Symbol>,
        printer: Option<Symbol>,
    },
    TriviallyScalarizable,
    /// Ranges for a constant argument, in a property record.
    ValueRanges(RecordId),
}

/// Properties identified by record name.
const BY_NAME: [(&str, IntrinsicProperty); 24] = [
    ("IntrNoMem", IntrinsicProperty::Memory(MemoryEffects::NONE)),
    ("IntrReadMem", IntrinsicProperty::ReadMem),
    ("IntrWriteMem", IntrinsicProperty::WriteMem),
    ("IntrArgMemOnly", IntrinsicProperty::Memory(MemoryEffects::ARGUMENT_ONLY)),
    ("IntrInaccessibleMemOnly", IntrinsicProperty::Memory(MemoryEffects::INACCESSIBLE_ONLY)),
    (
        "IntrInaccessibleMemOrArgMemOnly",
        IntrinsicProperty::Memory(MemoryEffects::INACCESSIBLE_OR_ARGUMENT_ONLY),
    ),
    // These two exist in releases up to LLVM 3.8.
    ("IntrReadArgMem", IntrinsicProperty::Memory(MemoryEffects::ARGUMENT_READ_ONLY)),
    ("IntrReadWriteArgMem", IntrinsicProperty::Memory(MemoryEffects::ARGUMENT_ONLY)),
    ("Commutative", IntrinsicProperty::Commutative),
    ("Throws", IntrinsicProperty::Function(|f| &mut f.throws)),
    ("IntrNoDuplicate", IntrinsicProperty::Function(|f| &mut f.no_duplicate)),
    ("IntrNoMerge", IntrinsicProperty::Function(|f| &mut f.no_merge)),
    ("IntrConvergent", IntrinsicProperty::Function(|f| &mut f.convergent)),
    ("IntrNoReturn", IntrinsicProperty::Function(|f| &mut f.no_return)),
    ("IntrNoCallback", IntrinsicProperty::Function(|f| &mut f.no_callback)),
    ("IntrNoSync", IntrinsicProperty::Function(|f| &mut f.no_sync)),
    ("IntrNoFree", IntrinsicProperty::Function(|f| &mut f.no_free)),
    ("IntrWillReturn", IntrinsicProperty::WillReturn),
    ("IntrCold", IntrinsicProperty::Function(|f| &mut f.cold)),
    ("IntrSpeculatable", IntrinsicProperty::Function(|f| &mut f.speculatable)),
    ("IntrHasSideEffects", IntrinsicProperty::Function(|f| &mut f.has_side_effects)),
    ("IntrStrictFP", IntrinsicProperty::Function(|f| &mut f.strict_fp)),
    (
        "IntrNoCreateUndefOrPoison",
        IntrinsicProperty::Function(|f| &mut f.no_create_undef_or_poison),
    ),
    ("IntrTriviallyScalarizable", IntrinsicProperty::TriviallyScalarizable),
];

/// Argument property classes without a value.
const BY_CLASS: [(&str, Kind); 9] = [
    ("NoFreeObj", Kind::NoFreeObj),
    ("NoCapture", Kind::NoCapture),
    ("NoAlias", Kind::NoAlias),
    ("NoUndef", Kind::NoUndef),
    ("NonNull", Kind::NonNull),
    ("Returned", Kind::Returned),
    ("ReadOnly", Kind::ReadOnly),
    ("WriteOnly", Kind::WriteOnly),
    ("ReadNone", Kind::ReadNone),
];

/// The properties met so far: thousands of intrinsics share a few.
#[derive(Default)]
pub(super) struct IntrinsicProperties {
    by_record: FxHashMap<RecordId, IntrinsicProperty>,
}

impl IntrinsicProperties {
    /// Reads `property`. A record that is not a property is reported at `intrinsic`.
    pub(super) fn for_property(
        &mut self,
        property: Record<'_>,
        intrinsic: Record<'_>,
    ) -> Result<IntrinsicProperty, FieldError> {
        if let Some(&meaning) = self.by_record.get(&property.id()) {
            return Ok(meaning);
        }
        let Some(meaning) = meaning(property, intrinsic)? else {
            let (name, property) = (intrinsic.name(), property.name());
            return Err(FieldError::new(
                Code::Intrinsics,
                intrinsic,
                format!("Unknown property '{property}' of intrinsic '{name}'"),
            ));
        };
        self.by_record.insert(property.id(), meaning);
        Ok(meaning)
    }
}

fn meaning(
    record: Record<'_>,
    intrinsic: Record<'_>,
) -> Result<Option<IntrinsicProperty>, FieldError> {
    if let Some(&(_, property)) = BY_NAME.iter().find(|(name, _)| *name == record.name()) {
        return Ok(Some(property));
    }
    if let Some(read) = IntrReadRecord::from_record(record) {
        let locations = locations(read.mem_loc()?)?;
        return Ok(Some(IntrinsicProperty::Memory(MemoryEffects::reading_only(&locations))));
    }
    if let Some(write) = IntrWriteRecord::from_record(record) {
        let locations = locations(write.mem_loc()?)?;
        return Ok(Some(IntrinsicProperty::Memory(MemoryEffects::writing_only(&locations))));
    }
    if let Some(info) = ArgInfoRecord::from_record(record) {
        return printed_argument(info, argument(*info, intrinsic)?).map(Some);
    }
    if RangeSetRecord::from_record(record).is_some() {
        return Ok(Some(IntrinsicProperty::ValueRanges(record.id())));
    }
    let by_class = BY_CLASS.iter().find(|(class, _)| record.inherits(class));
    let (mut upper, mut default_value) = (0, None);
    let (kind, value) = if let Some(&(_, kind)) = by_class {
        (kind, 0)
    } else if let Some(constant) = ImmArgRecord::from_record(record) {
        if let Some(default) = constant.default()? {
            default_value = default.value()?;
        }
        (Kind::ImmArg, 0)
    } else if let Some(align) = AlignRecord::from_record(record) {
        (Kind::Alignment, align.align()?)
    } else if let Some(bytes) = DereferenceableRecord::from_record(record) {
        (Kind::Dereferenceable, bytes.bytes()?)
    } else if let Some(range) = RangeRecord::from_record(record) {
        upper = range.upper()?;
        (Kind::Range, range.lower()?)
    } else {
        return Ok(None);
    };
    let index = argument(IntrinsicPropertyRecord::new(record), intrinsic)?;
    let attribute = ArgumentAttribute { kind, value, upper };
    Ok(Some(IntrinsicProperty::Argument { index, attribute, default_value }))
}

/// Returns the argument index of a property, from 1 on; 0 for the result.
pub(super) fn argument(
    property: IntrinsicPropertyRecord<'_>,
    intrinsic: Record<'_>,
) -> Result<u16, FieldError> {
    let number = property.arg_no()?;
    let Ok(argument) = u16::try_from(number) else {
        let message = format!(
            "Intrinsic '{}': property '{}' is of argument {number}",
            intrinsic.name(),
            property.name()
        );
        return Err(FieldError::new(Code::Intrinsics, intrinsic, message));
    };
    Ok(argument)
}

fn locations(listed: Vec<Record<'_>>) -> Result<Vec<MemoryLocation>, FieldError> {
    listed.into_iter().map(MemoryLocation::from_record).collect()
}

/// Reads an argument's printed format.
fn printed_argument(info: ArgInfoRecord<'_>, index: u16) -> Result<IntrinsicProperty, FieldError> {
    let (mut name, mut printer) = (None, None);
    for part in info.properties()? {
        if let Some(part) = ArgNameRecord::from_record(part) {
            name = Some(part.arg_name()?);
        } else if let Some(part) = ImmArgPrinterRecord::from_record(part) {
            printer = Some(part.func_name()?);
        } else {
            let message = format!("Unknown ArgProperty '{}'", part.name());
            return Err(FieldError::new(Code::Intrinsics, **info, message));
        }
    }
    Ok(IntrinsicProperty::PrintedArgument { index, name, printer })
}
