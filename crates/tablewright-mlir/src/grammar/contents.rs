//! Definitions that a grammar refers to: enums, attributes and types by their C++ class.

use rustc_hash::FxHashMap;

use super::builtin;
use super::node::Node;
use crate::model::{AttrOrType, AttrOrTypeDef, BitEnum, Enum};

/// Enums, attributes and types of a description.
pub(super) struct GrammarContents<'s> {
    pub(super) types: Vec<AttrOrTypeDef<'s>>,
    pub(super) attributes: Vec<AttrOrTypeDef<'s>>,
    enums: FxHashMap<String, Enum<'s>>,
    /// Dialects whose operations may omit the name of the dialect.
    pub(super) default_dialects: Vec<&'s str>,
}

impl<'s> GrammarContents<'s> {
    pub(super) fn new(
        types: Vec<AttrOrTypeDef<'s>>,
        attributes: Vec<AttrOrTypeDef<'s>>,
        enums: Vec<Enum<'s>>,
        default_dialects: Vec<&'s str>,
    ) -> GrammarContents<'s> {
        let key = |one: &Enum<'_>| {
            unqualified(&format!("{}::{}", one.cpp_namespace, one.class_name)).to_owned()
        };
        let enums = enums.into_iter().map(|one| (key(&one), one)).collect();
        // Builtin attributes and types have fixed rules.
        let own = |mut defs: Vec<AttrOrTypeDef<'s>>| {
            defs.retain(|def| def.dialect.name != "builtin" && def.names.mnemonic.is_some());
            defs
        };
        GrammarContents { types: own(types), attributes: own(attributes), enums, default_dialects }
    }

    /// Returns an expression for types of a C++ class.
    pub(super) fn type_of_class(&self, class: &str) -> Node {
        let class = unqualified(class);
        self.def_of_class(&self.types, AttrOrType::Type, class)
            .or_else(|| builtin::type_of_class(class))
            .unwrap_or_else(builtin::any_type)
    }

    /// Returns an expression for attributes of a C++ class.
    pub(super) fn attribute_of_class(&self, class: &str, has_type: bool) -> Node {
        let class = unqualified(class);
        self.def_of_class(&self.attributes, AttrOrType::Attr, class)
            .or_else(|| builtin::attribute_of_class(class, has_type))
            .unwrap_or_else(builtin::any_attribute)
    }

    /// Returns an expression for an attribute or type with and without its name.
    fn def_of_class(
        &self,
        defs: &[AttrOrTypeDef<'s>],
        kind: AttrOrType,
        class: &str,
    ) -> Option<Node> {
        let def = defs.iter().find(|def| unqualified(&def.qualified_class()) == class)?;
        let alias = match kind {
            AttrOrType::Attr => "attribute-alias",
            AttrOrType::Type => "type-alias",
        };
        Some(Node::Choice(vec![
            Node::rule(body_rule(def, kind)),
            Node::rule(full_rule(def, kind)),
            Node::rule(alias),
        ]))
    }

    /// Returns the enum with this C++ class.
    pub(super) fn enum_of_class(&self, class: &str) -> Option<&Enum<'s>> {
        self.enums.get(unqualified(class))
    }
}

/// Returns a C++ name without MLIR's own namespace.
pub(super) fn unqualified(class: &str) -> &str {
    let class = class.trim().trim_start_matches("::");
    class.strip_prefix("mlir::").unwrap_or(class)
}

/// Returns the name of the rule for an attribute or type with its name.
pub(super) fn full_rule(def: &AttrOrTypeDef<'_>, kind: AttrOrType) -> String {
    let prefix = match kind {
        AttrOrType::Attr => "attribute",
        AttrOrType::Type => "type",
    };
    rule_name(prefix, def.names.full_name)
}

/// Returns the name of the rule for an attribute's or type's text after its name.
pub(super) fn body_rule(def: &AttrOrTypeDef<'_>, kind: AttrOrType) -> String {
    format!("inner-{}", full_rule(def, kind))
}

/// Returns a rule name. Rules consist of letters, digits and `-`; other characters become their
/// number.
pub(super) fn rule_name(prefix: &str, name: &str) -> String {
    let mut rule = format!("{prefix}-");
    for c in name.chars() {
        match c {
            '.' => rule.push('-'),
            '_' => rule.push_str("--"),
            _ if c.is_ascii_alphanumeric() => rule.push(c),
            _ => rule.push_str(&format!("-u{:x}-", u32::from(c))),
        }
    }
    rule
}

/// Returns an expression for the texts of an enum. Bits with a separator are a list.
pub(super) fn enum_cases(one: &Enum<'_>) -> Node {
    let cases = one.cases.iter().map(|case| Node::text(case.text));
    let cases = Node::Choice(cases.collect());
    match &one.bits {
        Some(BitEnum { separator, .. }) => match separator.trim() {
            "," => Node::List(Box::new(cases), ","),
            "|" => Node::List(Box::new(cases), "|"),
            _ => cases,
        },
        None => cases,
    }
}
