//! Grammars: the assembly of dialects as rules in GBNF, for constrained decoding and for fuzzers.
//!
//! In: dialects as data. Out: a rule for each operation, attribute and type that has a format, and fixed rules for
//! builtin syntax. C++ that reads a text becomes a rule for text with balanced brackets, and an [`Omission`].

mod builtin;
mod contents;
mod definition;
mod foreign;
mod node;
mod operation;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use tablewright_records::{FieldError, RecordStore};

use crate::model::{AttrOrType, AttrOrTypeDef, DialectContents, DialectFeatures, Enum};
use crate::omission::{Omission, Omissions};
use contents::{GrammarContents, body_rule, full_rule, rule_name};
use node::{Node, RuleEdges};

/// A grammar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GrammarText {
    /// The rules, from `root` downwards.
    pub text: String,
    /// Syntax that C++ defines.
    pub omissions: Vec<Omission>,
}

/// Prints the grammar of files with operations of these dialects. Operations of other dialects are accepted in generic
/// form, their attributes and types with any balanced text.
///
/// # Errors
/// If a field in an attribute, a type or an enum has an unexpected type.
pub fn print<'s>(
    store: &'s RecordStore,
    dialects: &[DialectContents<'s>],
) -> Result<GrammarText, FieldError> {
    let operations = dialects.iter().flat_map(|dialect| &dialect.operations);
    let setters = operations.filter(|op| operation::sets_default_dialect(op));
    let contents = GrammarContents::new(
        AttrOrTypeDef::all(store, AttrOrType::Type)?,
        AttrOrTypeDef::all(store, AttrOrType::Attr)?,
        Enum::all(store)?,
        setters.map(|op| op.dialect.name).collect(),
    );
    let mut rules = Rules { list: Vec::new(), omissions: Omissions::default() };
    rules.add_operations(dialects, &contents);
    rules.add_definitions(AttrOrType::Attr, &contents);
    rules.add_definitions(AttrOrType::Type, &contents);
    let edges = rules.edges();
    let mut text = String::from(ROOT);
    for (name, node) in &rules.list {
        let _ = writeln!(text, "{name} ::= {}", node.rule_body(&edges));
    }
    text.push('\n');
    text.push_str(builtin::RULES);
    let described = |has_parser: fn(&DialectFeatures) -> bool| -> Vec<&str> {
        let own = dialects.iter().filter(|one| has_parser(&one.dialect.features));
        own.map(|one| one.dialect.name).collect()
    };
    let attributes = described(|features| features.default_attribute_printer_parser);
    let types = described(|features| features.default_type_printer_parser);
    foreign::add_rule("foreign-attribute-name", &attributes, &mut text);
    foreign::add_rule("foreign-type-name", &types, &mut text);
    Ok(GrammarText { text, omissions: rules.omissions.into_list() })
}

/// The first rule: a file.
const ROOT: &str = "root ::= ws (entry (sp entry)* ws)? (\"//\" [^\\n]*)?\n\n";

/// Rules in order, and the syntax that they leave out.
struct Rules {
    list: Vec<(String, Node)>,
    omissions: Omissions,
}

impl Rules {
    fn add_operations<'s>(
        &mut self,
        dialects: &[DialectContents<'s>],
        contents: &GrammarContents<'s>,
    ) {
        let mut own = Vec::new();
        let mut names = Vec::new();
        for op in dialects.iter().flat_map(|dialect| &dialect.operations) {
            let full = op.names.full.as_str();
            let syntax = operation::syntax(op, contents);
            if syntax.is_custom {
                self.omissions
                    .add("C++ reads the operation: any text with balanced brackets", full);
            }
            for directive in &syntax.directives {
                let what =
                    format!("C++ reads custom<{directive}>: any text with balanced brackets");
                self.omissions.add(&what, full);
            }
            let Some(node) = syntax.node else { continue };
            let rule = rule_name("op", full);
            names.push(Node::rule(rule.as_str()));
            define(&mut own, rule, node);
        }
        if names.is_empty() {
            // A rule that matches nothing else.
            names.push(Node::rule("generic-operation"));
        }
        self.list.push(("named-operation".to_owned(), Node::Choice(names)));
        self.list.append(&mut own);
    }

    fn add_definitions(&mut self, kind: AttrOrType, contents: &GrammarContents<'_>) {
        let (defs, described, foreign, mark) = match kind {
            AttrOrType::Attr => {
                (&contents.attributes, "dialect-attribute", "foreign-attribute", '#')
            }
            AttrOrType::Type => (&contents.types, "dialect-type", "foreign-type", '!'),
        };
        let mut own = Vec::new();
        let mut names = Vec::new();
        for def in defs {
            let full = def.names.full_name;
            let body = definition::body(def, contents);
            if body.has_free_text {
                let what = "C++ reads the attribute or type: any text with balanced brackets";
                self.omissions.add(what, full);
            }
            let rule = full_rule(def, kind);
            names.push(Node::rule(rule.as_str()));
            let name = Node::text(format!("{mark}{full}"));
            define(&mut own, rule, Node::Sequence(vec![name, body.node.clone()]));
            define(&mut own, body_rule(def, kind), body.node);
        }
        names.push(Node::rule(foreign));
        self.list.push((described.to_owned(), Node::Choice(names)));
        self.list.append(&mut own);
    }

    /// Returns the edges of all rules. Rules may refer to each other in circles, so that edges grow until nothing
    /// changes.
    fn edges(&self) -> RuleEdges {
        let mut edges = builtin::edges();
        loop {
            let mut is_changed = false;
            for (name, node) in &self.list {
                let one = node.edges(&edges);
                if edges.get(name) != Some(&one) {
                    edges.insert(name.clone(), one);
                    is_changed = true;
                }
            }
            if !is_changed {
                return edges;
            }
        }
    }
}

/// Adds a rule. Definitions with the same name share a rule.
fn define(rules: &mut Vec<(String, Node)>, rule: String, node: Node) {
    match rules.iter_mut().find(|(name, _)| *name == rule) {
        Some((_, known)) => *known = Node::Choice(vec![known.clone(), node]),
        None => rules.push((rule, node)),
    }
}
