//! `--gen-attrs`: LLVM IR attributes.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{Feature, FieldError, Record, RecordStore, RecordView};
use tablewright_text::{CppWriter, line};

use crate::record_views::attributes::{AttrRecord, CompatRuleRecord, MergeRuleRecord};

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-attrs", help: "Generate attributes", options: &[], run };

/// Attribute classes with numbers, in number order.
const NUMBERED: [&str; 5] =
    ["EnumAttr", "TypeAttr", "IntAttr", "ConstantRangeAttr", "ConstantRangeListAttr"];

struct LlvmAttributes<'s> {
    /// By class, in the order of [`NUMBERED`].
    numbered: Vec<LlvmAttributeClass<'s>>,
    bool_strings: Vec<LlvmAttribute<'s>>,
    /// `None` in releases without the class.
    complex_strings: Option<Vec<LlvmAttribute<'s>>>,
    /// Functions that test whether a callee can be inlined, with the string attribute they look at,
    /// which may be empty.
    compat_rules: Vec<(&'s str, &'s str)>,
    /// Functions that merge an inlined callee's attributes into the caller.
    merge_rules: Vec<&'s str>,
}

struct LlvmAttributeClass<'s> {
    name: &'static str,
    /// The first attribute's number. Without attributes, the number that the first attribute would have.
    first_number: usize,
    attributes: Vec<LlvmAttribute<'s>>,
}

struct LlvmAttribute<'s> {
    name: &'s str,
    /// Its name in the text of the IR.
    text: &'s str,
    /// Property names, including the allowed positions.
    properties: Vec<&'s str>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = collect(job.store)?;
    job.write_cpp(|w| emit(&model, w))
}

fn collect(store: &RecordStore) -> Result<LlvmAttributes<'_>, FieldError> {
    let mut numbered = Vec::new();
    // Zero means no attribute.
    let mut next_number = 1;
    for name in NUMBERED {
        let attributes = attributes(store, name, true)?;
        let first_number = next_number;
        next_number += attributes.len();
        numbered.push(LlvmAttributeClass { name, first_number, attributes });
    }
    Ok(LlvmAttributes {
        numbered,
        bool_strings: attributes(store, "StrBoolAttr", false)?,
        complex_strings: if store.release().has(Feature::ComplexStringAttributesAreGone) {
            None
        } else {
            Some(attributes(store, "ComplexStrAttr", false)?)
        },
        compat_rules: CompatRuleRecord::all(store)?
            .into_iter()
            .map(|rule| Ok((rule.compat_func()?, rule.attr_name()?)))
            .collect::<Result<_, FieldError>>()?,
        merge_rules: MergeRuleRecord::all(store)?
            .into_iter()
            .map(MergeRuleRecord::merge_func)
            .collect::<Result<_, FieldError>>()?,
    })
}

fn attributes<'s>(
    store: &'s RecordStore,
    class: &str,
    with_properties: bool,
) -> Result<Vec<LlvmAttribute<'s>>, FieldError> {
    let mut attributes = Vec::new();
    for record in store.derived_from_name(class)? {
        let record = AttrRecord::new(record);
        let properties = if with_properties { record.properties()? } else { Vec::new() };
        attributes.push(LlvmAttribute {
            name: record.name(),
            text: record.attr_string()?,
            properties: properties.into_iter().map(Record::name).collect(),
        });
    }
    Ok(attributes)
}

fn emit(model: &LlvmAttributes<'_>, w: &mut CppWriter) {
    emit_names(model, w);
    emit_numbers(model, w);
    emit_rules(model, w);
    emit_properties(model, w);
}

fn emit_names(model: &LlvmAttributes<'_>, w: &mut CppWriter) {
    w.raw("#ifdef GET_ATTR_NAMES\n#undef GET_ATTR_NAMES\n");
    let numbered = model.numbered.iter().flat_map(|class| &class.attributes);
    let mut replacement = "";
    if model.complex_strings.is_some() {
        w.raw("#ifndef ATTRIBUTE_ALL\n#define ATTRIBUTE_ALL(FIRST, SECOND)\n#endif\n\n");
        replacement = " ATTRIBUTE_ALL(FIRST, SECOND)";
    }
    emit_names_of("ATTRIBUTE_ENUM", replacement, numbered, w);
    emit_names_of("ATTRIBUTE_STRBOOL", replacement, &model.bool_strings, w);
    if let Some(complex_strings) = &model.complex_strings {
        emit_names_of("ATTRIBUTE_COMPLEXSTR", replacement, complex_strings, w);
        w.raw("#undef ATTRIBUTE_ALL\n");
    }
    w.raw("#endif\n\n");
}

fn emit_names_of<'a>(
    macro_name: &str,
    replacement: &str,
    attributes: impl IntoIterator<Item = &'a LlvmAttribute<'a>>,
    w: &mut CppWriter,
) {
    line!(w, "#ifndef {macro_name}");
    line!(w, "#define {macro_name}(FIRST, SECOND){replacement}");
    line!(w, "#endif");
    line!(w);
    for attribute in attributes {
        line!(w, "{macro_name}({},{})", attribute.name, attribute.text);
    }
    line!(w, "#undef {macro_name}");
    line!(w);
}

fn emit_numbers(model: &LlvmAttributes<'_>, w: &mut CppWriter) {
    w.raw("#ifdef GET_ATTR_ENUM\n#undef GET_ATTR_ENUM\n");
    for LlvmAttributeClass { name, first_number, attributes } in &model.numbered {
        line!(w, "First{name} = {first_number},");
        for (i, attribute) in attributes.iter().enumerate() {
            line!(w, "{} = {},", attribute.name, first_number + i);
        }
        // Without attributes, the last number is below the first; the first number is at least 1.
        line!(w, "Last{name} = {},", first_number + attributes.len() - 1);
    }
    w.raw("#endif\n\n");
}

fn emit_rules(model: &LlvmAttributes<'_>, w: &mut CppWriter) {
    w.raw("#ifdef GET_ATTR_COMPAT_FUNC\n#undef GET_ATTR_COMPAT_FUNC\n");
    line!(w, "static inline bool hasCompatibleFnAttrs(const Function &Caller,");
    line!(w, "                                        const Function &Callee) {{");
    w.indented(|w| {
        line!(w, "bool Ret = true;");
        line!(w);
        for (function, attribute) in &model.compat_rules {
            match *attribute {
                "" => line!(w, "Ret &= {function}(Caller, Callee);"),
                attribute => line!(w, "Ret &= {function}(Caller, Callee, \"{attribute}\");"),
            }
        }
        line!(w);
        line!(w, "return Ret;");
    });
    w.raw("}\n\n");
    line!(w, "static inline void mergeFnAttrs(Function &Caller,");
    line!(w, "                                const Function &Callee) {{");
    for function in &model.merge_rules {
        line!(w, "  {function}(Caller, Callee);");
    }
    w.raw("}\n\n#endif\n");
}

fn emit_properties(model: &LlvmAttributes<'_>, w: &mut CppWriter) {
    w.raw("#ifdef GET_ATTR_PROP_TABLE\n#undef GET_ATTR_PROP_TABLE\n");
    line!(w, "static const uint8_t AttrPropTable[] = {{");
    for attribute in model.numbered.iter().flat_map(|class| &class.attributes) {
        w.raw("0");
        for property in &attribute.properties {
            write!(w, " | AttributeProperty::{property}");
        }
        w.raw(",\n");
    }
    w.raw("};\n#endif\n");
}
