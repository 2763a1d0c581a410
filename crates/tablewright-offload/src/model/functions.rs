//! Functions and their parameters.

use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_text::snake_case;

use crate::record_views::api_defs::{FunctionRecord, ParamRecord, ReturnRecord};

/// Prefix of error enumerators.
const ERROR_PREFIX: &str = "OL_ERRC_";

/// The function that starts the library. It can be called before the library is initialized.
const INIT: &str = "olInit";

/// An API function.
pub(crate) struct OffloadFunction<'s> {
    pub(crate) name: &'s str,
    pub(crate) desc: &'s str,
    pub(crate) params: Vec<FunctionsParam<'s>>,
    pub(crate) details: Vec<&'s str>,
    pub(crate) analogues: Vec<&'s str>,
    pub(crate) returns: Vec<Return<'s>>,
    /// Name of the structure with pointers to the parameters.
    pub(crate) params_struct: String,
    /// Whether the function starts the library.
    pub(crate) is_init: bool,
}

/// A function result.
pub(crate) struct Return<'s> {
    pub(crate) value: &'s str,
    pub(crate) conditions: Vec<&'s str>,
}

/// A C++ condition that arguments must not meet, with the error name.
pub(crate) struct CodeCheck<'s> {
    pub(crate) error: &'s str,
    pub(crate) condition: &'s str,
}

/// A function parameter.
pub(crate) struct FunctionsParam<'s> {
    pub(crate) ty: &'s str,
    pub(crate) name: &'s str,
    pub(crate) desc: &'s str,
    pub(crate) is_in: bool,
    pub(crate) is_out: bool,
    pub(crate) is_optional: bool,
    pub(crate) value: ParamValue<'s>,
}

/// The printed form of a parameter's argument.
pub(crate) enum ParamValue<'s> {
    /// By its type's operator.
    Plain,
    /// As an address.
    Address,
    /// As a function address.
    Callback,
    /// Array elements. The range ends are numbers or parameters.
    Range { begin: &'s str, end: &'s str },
    /// As a property: the type and the size are in parameters.
    Tagged { tag: &'s str, size: &'s str },
}

impl<'s> OffloadFunction<'s> {
    pub(crate) fn all(store: &'s RecordStore) -> Result<Vec<OffloadFunction<'s>>, FieldError> {
        FunctionRecord::all(store)?.into_iter().map(OffloadFunction::read).collect()
    }

    fn read(record: FunctionRecord<'s>) -> Result<OffloadFunction<'s>, FieldError> {
        let name = record.name();
        let returns = record.all_returns()?.into_iter().map(Return::read);
        Ok(OffloadFunction {
            name,
            desc: record.desc()?,
            params: FunctionsParam::read_all(&record.params()?)?,
            details: record.details()?,
            analogues: record.analogues()?,
            returns: returns.collect::<Result<Vec<_>, FieldError>>()?,
            params_struct: format!("{}_params_t", snake_case(name)),
            is_init: name == INIT,
        })
    }

    /// Returns the function names, then the names of the variants with a source location parameter.
    pub(crate) fn all_names(store: &RecordStore) -> Result<Vec<String>, FieldError> {
        let functions = FunctionRecord::all(store)?;
        let names = functions.iter().map(|function| function.name().to_owned());
        let variants = functions.iter().map(|function| with_code_loc(function.name()));
        Ok(names.chain(variants).collect())
    }

    /// Name of the variant with a source location parameter.
    pub(crate) fn name_with_code_loc(&self) -> String {
        with_code_loc(self.name)
    }

    /// The conditions that are checked before the function runs.
    pub(crate) fn checks(&self) -> impl Iterator<Item = CodeCheck<'s>> + '_ {
        self.returns.iter().flat_map(|result| {
            let error = result.value.strip_prefix(ERROR_PREFIX).unwrap_or(result.value);
            let conditions = result.conditions.iter();
            let code = conditions.filter_map(|text| text.strip_prefix('`')?.strip_suffix('`'));
            code.map(move |condition| CodeCheck { error, condition })
        })
    }

    /// Whether a parameter has the name.
    pub(crate) fn has_param(&self, name: &str) -> bool {
        self.params.iter().any(|param| param.name == name)
    }
}

fn with_code_loc(name: &str) -> String {
    format!("{name}WithCodeLoc")
}

impl<'s> Return<'s> {
    fn read(record: ReturnRecord<'s>) -> Result<Return<'s>, FieldError> {
        Ok(Return { value: record.value()?, conditions: record.conditions()? })
    }
}

impl<'s> FunctionsParam<'s> {
    pub(crate) fn read_all(
        records: &[ParamRecord<'s>],
    ) -> Result<Vec<FunctionsParam<'s>>, FieldError> {
        records.iter().map(|&record| FunctionsParam::read(record)).collect()
    }

    fn read(record: ParamRecord<'s>) -> Result<FunctionsParam<'s>, FieldError> {
        let flags = record.flags()?.to_int().unwrap_or(0);
        let has_flag = |bit: u32| flags & (1 << bit) != 0;
        let (range, type_info) = (record.range()?, record.type_info()?);
        let (begin, end) = (range.begin()?, range.end()?);
        let (tag, size) = (type_info.tag()?, type_info.size()?);
        let value = if !begin.is_empty() && !end.is_empty() {
            ParamValue::Range { begin, end }
        } else if !tag.is_empty() && !size.is_empty() {
            ParamValue::Tagged { tag, size }
        } else if record.is_callback()? {
            ParamValue::Callback
        } else if record.is_pointer()? || record.is_handle()? {
            ParamValue::Address
        } else {
            ParamValue::Plain
        };
        Ok(FunctionsParam {
            ty: record.ty()?,
            name: record.param()?,
            desc: record.desc()?,
            is_in: has_flag(0),
            is_out: has_flag(1),
            is_optional: has_flag(2),
            value,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::OffloadFunction;
    use tablewright_test_support::Description;

    #[test]
    fn conditions_in_backquotes_are_checks() {
        let store = Description::new(
            r#"class Return<string v, list<string> c> { string value = v; list<string> conditions = c; }
               class Param;
               class Function {
                 string desc = ""; list<Param> params = []; list<string> details = [];
                 list<string> analogues = []; list<Return> all_returns;
               }
               def olRun : Function {
                 let all_returns = [Return<"OL_ERRC_SIZE", ["`a == 0`", "if `a`", "`"]>, Return<"X", ["`b`"]>];
               }"#,
        )
        .store();
        let functions = OffloadFunction::all(&store).expect("the records are right");
        let checks: Vec<_> =
            functions[0].checks().map(|check| (check.error, check.condition)).collect();
        assert_eq!(checks, [("SIZE", "a == 0"), ("X", "b")]);
        assert_eq!(functions[0].params_struct, "ol_run_params_t");
    }
}
