//! Rules of the description, grouped by node class or kind of value.

use rustc_hash::FxHashMap;

use tablewright_backend::Failure;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::PropertyType;
use crate::record_views::ast_node::{
    AstNodeRecord, CreatorRecord, HasPropertiesRecord, OverrideRecord, PropertyRecord,
    PropertyTypeCaseRecord, PropertyTypeKindRecord, PropertyTypeRecord, ReadHelperRecord,
};

/// Depth limit for the class hierarchy.
const MAX_DEPTH: usize = 500;

pub(super) struct Rules<'s> {
    nodes: FxHashMap<RecordId, NodeRules<'s>>,
    /// Named property types in natural order.
    pub(super) types: Vec<PropertyType<'s>>,
    cased_types: FxHashMap<RecordId, CasedType<'s>>,
}

/// The rules for a node class or a kind of value.
#[derive(Default)]
pub(super) struct NodeRules<'s> {
    pub(super) properties: Vec<PropertyRecord<'s>>,
    pub(super) creator: Option<CreatorRecord<'s>>,
    pub(super) overriding: Option<OverrideRecord<'s>>,
    pub(super) read_helper: Option<ReadHelperRecord<'s>>,
}

/// A type with several kinds of values.
#[derive(Default)]
pub(super) struct CasedType<'s> {
    pub(super) kind: Option<PropertyTypeKindRecord<'s>>,
    pub(super) cases: Vec<PropertyTypeCaseRecord<'s>>,
}

impl<'s> Rules<'s> {
    pub(super) fn collect(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<Rules<'s>, Failure> {
        let mut nodes: FxHashMap<RecordId, NodeRules<'s>> = FxHashMap::default();
        let mut order = Vec::new();
        for property in PropertyRecord::all(store)? {
            let node = property.class()?;
            nodes.entry(node.id()).or_default().properties.push(property);
            order.push(node);
        }
        for rule in CreatorRecord::all(store)? {
            let node = rule.class()?;
            let rules = rules_of(node, &mut nodes, &mut order);
            if let Some(first) = rules.creator.replace(rule) {
                return Err(second_rule(rule, first, "creator", node_name(node)?).into());
            }
        }
        for rule in OverrideRecord::all(store)? {
            let node = rule.class()?;
            let rules = rules_of(node, &mut nodes, &mut order);
            if let Some(first) = rules.overriding.replace(rule) {
                return Err(second_rule(rule, first, "override", node_name(node)?).into());
            }
        }
        for rule in ReadHelperRecord::all(store)? {
            let node = rule.class()?;
            let rules = rules_of(node, &mut nodes, &mut order);
            if let Some(first) = rules.read_helper.replace(rule) {
                // The reference uses this word, although readers use the helper, too.
                return Err(second_rule(rule, first, "write helper", node_name(node)?).into());
            }
        }
        let types = PropertyTypeRecord::all(store)?.into_iter().map(PropertyType);
        let types = types.filter(|ty| !ty.is_generic()).collect();
        let rules = Rules { nodes, types, cased_types: cased_types(store)? };
        order.sort_by_key(|node| node.id());
        order.dedup_by_key(|node| node.id());
        rules.validate(&order, diagnostics)?;
        Ok(rules)
    }

    pub(super) fn for_node(&self, node: HasPropertiesRecord<'s>) -> Option<&NodeRules<'s>> {
        self.nodes.get(&node.id())
    }

    /// Returns the kinds of values of `ty`; `None` if there is only one kind.
    pub(super) fn cased_type(&self, ty: PropertyType<'s>) -> Option<&CasedType<'s>> {
        self.cased_types.get(&ty.0.id())
    }

    /// Returns a node's properties: its own, followed by inherited ones.
    pub(super) fn all_properties(
        &self,
        node: HasPropertiesRecord<'s>,
    ) -> Result<Vec<PropertyRecord<'s>>, FieldError> {
        let mut properties = Vec::new();
        let mut next = Some(Record::from(node));
        for _ in 0..MAX_DEPTH {
            let Some(class) = next else { return Ok(properties) };
            if let Some(rules) = self.nodes.get(&class.id()) {
                properties.extend(&rules.properties);
            }
            next = match AstNodeRecord::from_record(class) {
                Some(node) => node.base()?.map(Record::from),
                None => None,
            };
        }
        let message = format!("more than {MAX_DEPTH} nodes derive from each other in a row");
        Err(FieldError::new(Code::NodeHierarchies, node, message))
    }

    fn validate(
        &self,
        nodes: &[HasPropertiesRecord<'s>],
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Failure> {
        let mut errors = Vec::new();
        for &node in nodes {
            let mut seen: FxHashMap<&str, PropertyRecord<'s>> = FxHashMap::default();
            for property in self.all_properties(node)? {
                PropertyType(property.ty()?).validate(property, &mut errors)?;
                let name = property.property_name()?;
                match seen.get(name) {
                    None => _ = seen.insert(name, property),
                    // The first property belongs to the derived class.
                    Some(&first) => {
                        let called = node_name(node)?;
                        let message = format!(
                            "multiple properties named \"{name}\" in hierarchy of {called}"
                        );
                        let error = FieldError::new(Code::PropertyRules, first, message);
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
        Err(Diagnostic::error_anywhere(Code::PropertyRules, message).into())
    }
}

fn cased_types(store: &RecordStore) -> Result<FxHashMap<RecordId, CasedType<'_>>, FieldError> {
    let mut types: FxHashMap<RecordId, CasedType<'_>> = FxHashMap::default();
    for rule in PropertyTypeKindRecord::all(store)? {
        let ty = rule.ty()?;
        if let Some(first) = types.entry(ty.id()).or_default().kind.replace(rule) {
            return Err(second_rule(rule, first, "kind", PropertyType(ty).cxx_name()?));
        }
    }
    for case in PropertyTypeCaseRecord::all(store)? {
        types.entry(case.ty()?.id()).or_default().cases.push(case);
    }
    Ok(types)
}

/// Returns the rules for a node, which is added to `order`.
fn rules_of<'n, 's>(
    node: HasPropertiesRecord<'s>,
    nodes: &'n mut FxHashMap<RecordId, NodeRules<'s>>,
    order: &mut Vec<HasPropertiesRecord<'s>>,
) -> &'n mut NodeRules<'s> {
    order.push(node);
    nodes.entry(node.id()).or_default()
}

fn second_rule<'s>(
    rule: impl Into<Record<'s>>,
    first: impl Into<Record<'s>>,
    called: &str,
    of: &str,
) -> FieldError {
    let message = format!("multiple {called} rules for \"{of}\"");
    FieldError::new(Code::PropertyRules, rule, message).label_record(first, "the first one is here")
}

/// Returns a node's name in error messages.
pub(super) fn node_name(node: HasPropertiesRecord<'_>) -> Result<&str, FieldError> {
    if AstNodeRecord::from_record(node).is_some() {
        Ok(node.name())
    } else if let Some(case) = PropertyTypeCaseRecord::from_record(node) {
        case.case_name()
    } else {
        let message = "unexpected node declaring properties";
        Err(FieldError::new(Code::PropertyRules, node, message))
    }
}
