//! Dialect changes between two descriptions.

use tablewright_inspect::diff::{ComparedValue, Entry, ListChanges, compare_entries};

use super::{
    Attribute, BlockKind, Constraint, DescribedDef, Description, Enum, OperandOrResult,
    OperandOrResultKind, Operation, Property,
};

/// Something with a name that is compared property by property.
#[derive(PartialEq, Eq)]
struct ComparedEntity {
    name: String,
    properties: Vec<(&'static str, ComparedValue<'static>)>,
}

impl Entry for ComparedEntity {
    fn name(&self) -> &str {
        &self.name
    }

    fn properties(&self) -> Vec<(&'static str, ComparedValue<'_>)> {
        self.properties.clone()
    }
}

/// Compares two descriptions by name: dialects, operations, types, attributes and enums. Unchanged lists are left out.
/// Source locations and C++ code are not compared.
pub fn compare(old: &Description<'_>, new: &Description<'_>) -> Vec<ListChanges> {
    let list = |name, entities: fn(&Description<'_>) -> Vec<ComparedEntity>| {
        compare_entries(name, &entities(old), &entities(new))
    };
    let lists = [
        list("dialects", dialects),
        list("operations", operations),
        list("types", |description| defs(description, DefList::Types)),
        list("attributes", |description| defs(description, DefList::Attributes)),
        list("enums", enums),
    ];
    lists.into_iter().filter(|list| !list.is_empty()).collect()
}

fn text(text: impl Into<String>) -> ComparedValue<'static> {
    ComparedValue::Text(text.into())
}

/// Returns a text's words, since its layout is irrelevant.
fn words(text: &str) -> ComparedValue<'static> {
    ComparedValue::Text(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn yes_no(is_so: bool) -> ComparedValue<'static> {
    ComparedValue::Text(if is_so { "yes" } else { "no" }.to_owned())
}

fn dialects(description: &Description<'_>) -> Vec<ComparedEntity> {
    let mut entities = Vec::with_capacity(description.dialects.len());
    for dialect in &description.dialects {
        let dependent = dialect.dependent_dialects.iter().map(|&one| one.to_owned());
        let discardable = dialect.discardable_attributes.iter();
        let discardable = discardable.map(|one| format!("{}: {}", one.name, one.cpp_class));
        entities.push(ComparedEntity {
            name: dialect.names.name.to_owned(),
            properties: vec![
                ("class", text(&dialect.names.class)),
                ("summary", words(dialect.summary)),
                ("description", words(dialect.description)),
                ("dependent dialects", ComparedValue::Elements(dependent.collect())),
                ("discardable attributes", ComparedValue::Elements(discardable.collect())),
            ],
        });
    }
    entities
}

fn operations(description: &Description<'_>) -> Vec<ComparedEntity> {
    let dialects = description.dialects.iter();
    dialects.flat_map(|it| &it.parts.operations).map(operation).collect()
}

fn operation(operation: &Operation<'_>) -> ComparedEntity {
    let signature = &operation.signature;
    let elements = |texts: Vec<String>| ComparedValue::Elements(texts);
    let hooks = operation.hooks;
    let blocks = |blocks: &[super::RegionBlock<'_>]| {
        let texts = blocks.iter().map(|block| {
            let dots = if block.kind == BlockKind::Variadic { "..." } else { "" };
            format!("{}{dots}: {}", block.name, constraint(&block.constraint))
        });
        ComparedValue::Elements(texts.collect())
    };
    ComparedEntity {
        name: operation.names.name.clone(),
        properties: vec![
            ("class", text(&operation.names.class)),
            ("summary", words(operation.docs.summary)),
            ("description", words(operation.docs.description)),
            ("operands", elements(signature.operands.iter().map(value).collect())),
            ("attributes", elements(signature.attributes.iter().map(attribute).collect())),
            ("properties", elements(signature.properties.iter().map(property).collect())),
            ("results", elements(signature.results.iter().map(value).collect())),
            ("regions", blocks(&signature.regions)),
            ("successors", blocks(&signature.successors)),
            ("traits", elements(operation.traits.iter().map(ToString::to_string).collect())),
            ("format", words(operation.syntax.format.unwrap_or_default())),
            (
                "builders",
                elements(operation.builders.custom.iter().map(ToString::to_string).collect()),
            ),
            ("default builders", yes_no(operation.builders.has_default)),
            ("verifier", yes_no(hooks.verifier || hooks.region_verifier)),
            ("canonicalizer", yes_no(hooks.canonicalizer || hooks.canonicalize_method)),
            ("folder", yes_no(hooks.folder)),
        ],
    }
}

/// Selects a list of definitions.
#[derive(Clone, Copy)]
enum DefList {
    Types,
    Attributes,
}

fn defs(description: &Description<'_>, list: DefList) -> Vec<ComparedEntity> {
    let dialects = description.dialects.iter();
    let defs = dialects.flat_map(|dialect| match list {
        DefList::Types => &dialect.parts.types,
        DefList::Attributes => &dialect.parts.attributes,
    });
    defs.map(def).collect()
}

fn def(def: &DescribedDef<'_>) -> ComparedEntity {
    let parameters = def.parameters.iter().map(|parameter| {
        let default = parameter.default_value.map(|value| format!(" = {value}"));
        format!("{}: {}{}", parameter.name, parameter.cpp_type, default.unwrap_or_default())
    });
    ComparedEntity {
        name: def.name.to_owned(),
        properties: vec![
            ("class", text(&def.code.class)),
            ("mnemonic", text(def.mnemonic.unwrap_or_default())),
            ("summary", words(def.docs.summary)),
            ("description", words(def.docs.description)),
            ("parameters", ComparedValue::Elements(parameters.collect())),
            (
                "traits",
                ComparedValue::Elements(def.traits.iter().map(ToString::to_string).collect()),
            ),
            ("format", words(def.syntax.format.unwrap_or_default())),
            (
                "builders",
                ComparedValue::Elements(
                    def.builders.custom.iter().map(ToString::to_string).collect(),
                ),
            ),
            ("default builders", yes_no(def.builders.has_default)),
        ],
    }
}

fn enums(description: &Description<'_>) -> Vec<ComparedEntity> {
    let mut entities: Vec<ComparedEntity> = Vec::new();
    let of_dialects = description.dialects.iter().flat_map(|dialect| &dialect.parts.enums);
    for one in of_dialects.chain(&description.enums) {
        let entity = enumeration(one);
        // An enum can be used by several dialects.
        if !entities.contains(&entity) {
            entities.push(entity);
        }
    }
    entities
}

fn enumeration(one: &Enum<'_>) -> ComparedEntity {
    let cases =
        one.cases.iter().map(|case| format!("{} = {} '{}'", case.name, case.value, case.text));
    ComparedEntity {
        name: one.class.clone(),
        properties: vec![
            ("summary", words(one.summary)),
            ("underlying type", text(one.underlying_type)),
            ("cases", ComparedValue::Elements(cases.collect())),
        ],
    }
}

/// Returns a constraint's definition, or its summary if it is anonymous.
fn constraint(constraint: &Constraint<'_>) -> String {
    match constraint.definition {
        Some(definition) => definition.to_owned(),
        None => constraint.summary.to_owned(),
    }
}

fn value(value: &OperandOrResult<'_>) -> String {
    let kind = match value.kind {
        OperandOrResultKind::Single => "",
        OperandOrResultKind::Optional => "optional ",
        OperandOrResultKind::Variadic => "variadic ",
        OperandOrResultKind::VariadicOfVariadic => "variadic of variadic ",
    };
    let ty =
        value.ty.base_constraint.map_or_else(|| constraint(&value.ty.constraint), str::to_owned);
    format!("{}: {kind}{ty}", value.name)
}

fn attribute(attribute: &Attribute<'_>) -> String {
    use super::AttributePresence::{Default, Derived, Optional, Required};
    let what = &attribute.constraint;
    let presence = match attribute.presence {
        Required => "",
        Optional => "optional ",
        Default => "",
        Derived => "derived ",
    };
    let default = what.default_value.map(|value| format!(" = {value}")).unwrap_or_default();
    let base = what.base.as_ref().map_or(&what.constraint, |base| &base.constraint);
    format!("{}: {presence}{}{default}", attribute.name, constraint(base))
}

fn property(property: &Property<'_>) -> String {
    let default = property.default_value.map(|value| format!(" = {value}")).unwrap_or_default();
    format!("{}: {}{default}", property.name, property.types.interface_type)
}
