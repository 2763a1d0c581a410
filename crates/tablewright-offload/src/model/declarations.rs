//! Macros and types, without enumerations.

use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;

use super::FunctionsParam;
use crate::record_views::api_defs::{
    FptrTypedefRecord, HandleRecord, MacroRecord, StructRecord, TypedefRecord,
};

/// Suffix of handle names.
const HANDLE_SUFFIX: &str = "_handle_t";

/// A preprocessor macro.
pub(crate) struct Macro<'s> {
    /// The name with its parameters: `MAX(a, b)`.
    pub(crate) name: &'s str,
    /// The name alone.
    pub(crate) bare_name: &'s str,
    pub(crate) desc: &'s str,
    pub(crate) value: &'s str,
    pub(crate) condition: Option<MacroCondition<'s>>,
}

/// A condition under which a macro has its value.
pub(crate) struct MacroCondition<'s> {
    pub(crate) condition: &'s str,
    /// The value when the condition does not hold; `None` if the macro is not defined then.
    pub(crate) alt_value: Option<&'s str>,
}

impl<'s> Macro<'s> {
    pub(crate) fn all(store: &'s RecordStore) -> Result<Vec<Macro<'s>>, FieldError> {
        let records = MacroRecord::all(store)?;
        let mut macros = Vec::with_capacity(records.len());
        for record in records {
            let name = record.name();
            let condition = match record.condition()? {
                Some(condition) => {
                    Some(MacroCondition { condition, alt_value: record.alt_value()? })
                }
                None => None,
            };
            let bare_name = name.split('(').next().unwrap_or(name);
            let (desc, value) = (record.desc()?, record.value()?);
            macros.push(Macro { name, bare_name, desc, value, condition });
        }
        Ok(macros)
    }
}

/// A pointer to a structure that is hidden from API users.
pub(crate) struct Handle<'s> {
    pub(crate) name: &'s str,
    pub(crate) desc: &'s str,
    /// The structure name.
    pub(crate) implementation: String,
}

impl<'s> Handle<'s> {
    pub(crate) fn all(store: &'s RecordStore) -> Result<Vec<Handle<'s>>, FieldError> {
        let records = HandleRecord::all(store)?;
        let handles = records.into_iter().map(|record| {
            let name = record.name();
            let Some(stem) = name.strip_suffix(HANDLE_SUFFIX) else {
                let message =
                    format!("the name of the handle '{name}' has to end in '{HANDLE_SUFFIX}'");
                return Err(FieldError::new(Code::FieldValue, record, message));
            };
            Ok(Handle { name, desc: record.desc()?, implementation: format!("{stem}_impl_t") })
        });
        handles.collect()
    }
}

/// A type alias.
pub(crate) struct Typedef<'s> {
    pub(crate) name: &'s str,
    pub(crate) desc: &'s str,
    pub(crate) value: &'s str,
}

impl<'s> Typedef<'s> {
    pub(crate) fn all(store: &'s RecordStore) -> Result<Vec<Typedef<'s>>, FieldError> {
        let records = TypedefRecord::all(store)?;
        let typedefs = records.into_iter().map(|record| {
            Ok(Typedef { name: record.name(), desc: record.desc()?, value: record.value()? })
        });
        typedefs.collect()
    }
}

/// A function pointer type.
pub(crate) struct FptrTypedef<'s> {
    pub(crate) name: &'s str,
    pub(crate) desc: &'s str,
    pub(crate) params: Vec<FunctionsParam<'s>>,
    pub(crate) result: &'s str,
}

impl<'s> FptrTypedef<'s> {
    pub(crate) fn all(store: &'s RecordStore) -> Result<Vec<FptrTypedef<'s>>, FieldError> {
        let records = FptrTypedefRecord::all(store)?;
        let typedefs = records.into_iter().map(|record| {
            Ok(FptrTypedef {
                name: record.name(),
                desc: record.desc()?,
                params: FunctionsParam::read_all(&record.params()?)?,
                result: record.result()?,
            })
        });
        typedefs.collect()
    }
}

/// A structure.
pub(crate) struct Struct<'s> {
    pub(crate) name: &'s str,
    pub(crate) desc: &'s str,
    pub(crate) members: Vec<StructMember<'s>>,
}

/// A structure member.
pub(crate) struct StructMember<'s> {
    pub(crate) ty: &'s str,
    pub(crate) name: &'s str,
    pub(crate) desc: &'s str,
}

impl<'s> Struct<'s> {
    pub(crate) fn all(store: &'s RecordStore) -> Result<Vec<Struct<'s>>, FieldError> {
        let records = StructRecord::all(store)?;
        let structs = records.into_iter().map(|record| {
            let members = record.all_members()?.into_iter().map(|member| {
                Ok(StructMember { ty: member.ty()?, name: member.member()?, desc: member.desc()? })
            });
            let members = members.collect::<Result<Vec<_>, FieldError>>()?;
            Ok(Struct { name: record.name(), desc: record.desc()?, members })
        });
        structs.collect()
    }
}

impl StructMember<'_> {
    /// Whether the member is a pointer or a handle.
    pub(crate) fn is_address(&self) -> bool {
        self.ty.ends_with('*') || self.ty.ends_with(HANDLE_SUFFIX)
    }
}
