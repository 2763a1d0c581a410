//! The rules of the description, by the class of nodes or the kind of value that they are for.

use rustc_hash::FxHashMap;

use tablewright_backend::Failure;
use tablewright_records::{FieldError, Record, RecordId, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::PropertyType;

/// How many classes of nodes may derive from each other in a row.
const MAX_DEPTH: usize = 500;

pub(super) struct Rules<'s> {
    nodes: FxHashMap<RecordId, NodeRules<'s>>,
    /// The types of properties that have a name, in natural order.
    pub(super) types: Vec<PropertyType<'s>>,
    cased_types: FxHashMap<RecordId, CasedType<'s>>,
}

/// The rules for one class of nodes or one kind of value.
#[derive(Default)]
pub(super) struct NodeRules<'s> {
    pub(super) properties: Vec<Record<'s>>,
    pub(super) creator: Option<Record<'s>>,
    pub(super) overriding: Option<Record<'s>>,
    pub(super) read_helper: Option<Record<'s>>,
}

/// A type whose values are of several kinds.
#[derive(Default)]
pub(super) struct CasedType<'s> {
    pub(super) kind: Option<Record<'s>>,
    pub(super) cases: Vec<Record<'s>>,
}

impl<'s> Rules<'s> {
    pub(super) fn collect(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<Rules<'s>, Failure> {
        let mut nodes: FxHashMap<RecordId, NodeRules<'s>> = FxHashMap::default();
        let mut order = Vec::new();
        for property in store.derived_from_name("Property")? {
            let node = property.record("Class")?;
            nodes.entry(node.id()).or_default().properties.push(property);
            order.push(node);
        }
        for (class, called) in
            [("Creator", "creator"), ("Override", "override"), ("ReadHelper", "write helper")]
        {
            for rule in store.derived_from_name(class)? {
                let node = rule.record("Class")?;
                order.push(node);
                let rules = nodes.entry(node.id()).or_default();
                let slot = match class {
                    "Creator" => &mut rules.creator,
                    "Override" => &mut rules.overriding,
                    _ => &mut rules.read_helper,
                };
                if let Some(first) = slot.replace(rule) {
                    return Err(second_rule(rule, first, called, node_name(node)?).into());
                }
            }
        }
        let types = store.derived_from_name("PropertyType")?.into_iter().map(PropertyType);
        let types = types.filter(|ty| !ty.is_generic()).collect();
        let rules = Rules { nodes, types, cased_types: cased_types(store)? };
        order.sort_by_key(|node| node.id());
        order.dedup_by_key(|node| node.id());
        rules.validate(&order, diagnostics)?;
        Ok(rules)
    }

    pub(super) fn of(&self, node: Record<'s>) -> Option<&NodeRules<'s>> {
        self.nodes.get(&node.id())
    }

    /// The kinds of values of `ty`, if it has several.
    pub(super) fn cased_type(&self, ty: PropertyType<'s>) -> Option<&CasedType<'s>> {
        self.cased_types.get(&ty.0.id())
    }

    /// The properties of a node: its own, then those of the classes it derives from.
    pub(super) fn all_properties(&self, node: Record<'s>) -> Result<Vec<Record<'s>>, FieldError> {
        let mut properties = Vec::new();
        let mut at = Some(node);
        for _ in 0..MAX_DEPTH {
            let Some(class) = at else { return Ok(properties) };
            if let Some(rules) = self.of(class) {
                properties.extend(&rules.properties);
            }
            at = match class.inherits("ASTNode") {
                true => class.optional_record("Base")?,
                false => None,
            };
        }
        let message = format!("more than {MAX_DEPTH} nodes derive from each other in a row");
        Err(FieldError::new(Code::ClangSerialisation, node, message))
    }

    fn validate(&self, nodes: &[Record<'s>], diagnostics: &mut Diagnostics) -> Result<(), Failure> {
        let mut errors = Vec::new();
        for &node in nodes {
            let mut seen: FxHashMap<&str, Record<'s>> = FxHashMap::default();
            for property in self.all_properties(node)? {
                PropertyType(property.record("Type")?).validate(property, &mut errors)?;
                let name = property.string("Name")?;
                match seen.get(name) {
                    None => _ = seen.insert(name, property),
                    // The first one belongs to the class that derives from the other one's.
                    Some(&first) => {
                        let called = node_name(node)?;
                        let message = format!(
                            "multiple properties named \"{name}\" in hierarchy of {called}"
                        );
                        let error = FieldError::new(Code::ClangSerialisation, first, message);
                        let mut error = Diagnostic::from(error);
                        error.note(Some(property.pos()), "existing property");
                        errors.push(error);
                    }
                }
            }
        }
        if errors.is_empty() {
            return Ok(());
        }
        for error in errors {
            diagnostics.push(error);
        }
        let message = "property validation failed";
        Err(Diagnostic::error_anywhere(Code::ClangSerialisation, message).into())
    }
}

fn cased_types(store: &RecordStore) -> Result<FxHashMap<RecordId, CasedType<'_>>, FieldError> {
    let mut types: FxHashMap<RecordId, CasedType<'_>> = FxHashMap::default();
    for rule in store.derived_from_name("PropertyTypeKind")? {
        let ty = rule.record("Type")?;
        if let Some(first) = types.entry(ty.id()).or_default().kind.replace(rule) {
            return Err(second_rule(rule, first, "kind", PropertyType(ty).cxx_name()?));
        }
    }
    for case in store.derived_from_name("PropertyTypeCase")? {
        types.entry(case.record("Type")?.id()).or_default().cases.push(case);
    }
    Ok(types)
}

fn second_rule(rule: Record<'_>, first: Record<'_>, called: &str, of: &str) -> FieldError {
    let message = format!("multiple {called} rules for \"{of}\"");
    FieldError::new(Code::ClangSerialisation, rule, message)
        .label_record(first, "the first one is here")
}

/// How errors name a node.
pub(super) fn node_name(node: Record<'_>) -> Result<&str, FieldError> {
    if node.inherits("ASTNode") {
        Ok(node.name())
    } else if node.inherits("PropertyTypeCase") {
        node.string("Name")
    } else {
        let message = "unexpected node declaring properties";
        Err(FieldError::new(Code::ClangSerialisation, node, message))
    }
}
