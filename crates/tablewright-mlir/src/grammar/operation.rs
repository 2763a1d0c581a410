//! Syntax of operations.

use super::builtin;
use super::contents::{GrammarContents, enum_cases};
use super::definition::value_of_class;
use super::node::Node;
use crate::model::operation::{
    AssemblyFormat, ClauseList, FormatElement, FormatVariable, OperationSyntax, OptionalGroup,
};
use crate::model::{ConstraintArity, Operation, Trait};
use crate::ops::{
    AttributeSyntax, elided_anchor, is_keyword, is_symbol_name, is_unit_clause, type_builder,
};

/// The syntax of an operation.
pub(super) struct OperationSyntaxNode {
    /// Its expression; `None` for an operation in generic form.
    pub(super) node: Option<Node>,
    /// Names of custom directives.
    pub(super) directives: Vec<String>,
    /// Whether C++ reads the whole operation.
    pub(super) is_custom: bool,
}

/// Returns an operation's syntax. A format with errors counts as C++.
pub(super) fn syntax<'s>(
    op: &Operation<'s>,
    contents: &GrammarContents<'s>,
) -> OperationSyntaxNode {
    let name = name(op, contents);
    let custom = || OperationSyntaxNode {
        node: Some(Node::Sequence(vec![name.clone(), builtin::free_text().optional()])),
        directives: Vec::new(),
        is_custom: true,
    };
    let format = match op.syntax {
        OperationSyntax::Generic => {
            return OperationSyntaxNode { node: None, directives: Vec::new(), is_custom: false };
        }
        OperationSyntax::Custom => return custom(),
        OperationSyntax::Format(format) => format,
    };
    let Ok(format) = AssemblyFormat::parse(op, format) else { return custom() };
    let mut reader = OperationReader { op, contents, present: Vec::new(), directives: Vec::new() };
    let mut parts = vec![name];
    parts.push(reader.elements(&format.elements));
    OperationSyntaxNode {
        node: Some(Node::Sequence(parts)),
        directives: reader.directives,
        is_custom: false,
    }
}

/// Returns an operation's name. The name of the dialect may be missing inside an operation that sets the dialect.
fn name(op: &Operation<'_>, contents: &GrammarContents<'_>) -> Node {
    let full = Node::text(op.names.full.as_str());
    if contents.default_dialects.contains(&op.dialect.name) {
        Node::Choice(vec![full, Node::text(op.names.mnemonic)])
    } else {
        full
    }
}

/// Whether the operations inside an operation may omit the name of its dialect.
pub(super) fn sets_default_dialect(op: &Operation<'_>) -> bool {
    const METHOD: &str = "getDefaultDialect";
    let declares = |one: &Trait<'_>| match one {
        Trait::Interface(one) => one.always_declared.iter().flatten().any(|name| *name == METHOD),
        Trait::Native(_) | Trait::Effects(_) | Trait::Predicate(_) | Trait::Internal(_) => false,
    };
    op.extra.declaration.contains(METHOD) || op.traits.iter().any(declares)
}

struct OperationReader<'o, 's> {
    op: &'o Operation<'s>,
    contents: &'o GrammarContents<'s>,
    /// Variables that are present since an enclosing group begins with them.
    present: Vec<FormatVariable>,
    directives: Vec<String>,
}

/// Whether an element may be missing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    /// It is missing if its variable has no value.
    AsDescribed,
    /// It is present.
    Required,
}

impl<'s> OperationReader<'_, 's> {
    /// Returns elements outside of groups. Text that C++ reads may have several lines if a bracket ends it.
    fn elements(&mut self, elements: &[FormatElement<'s>]) -> Node {
        let mut parts = Vec::new();
        for (index, element) in elements.iter().enumerate() {
            let next = elements[index + 1..].iter().find(|next| !next.is_whitespace());
            let is_in_brackets =
                matches!(next, Some(FormatElement::Literal(")" | "]" | ">" | "}")));
            let part = self.ungrouped(element);
            parts.push(if is_in_brackets && part == builtin::free_text().optional() {
                Node::rule("free-inner")
            } else {
                part
            });
        }
        Node::Sequence(parts)
    }

    /// Returns an element outside of groups, where an optional attribute may be missing.
    fn ungrouped(&mut self, element: &FormatElement<'s>) -> Node {
        let node = self.element(element, Presence::AsDescribed);
        match element.variable() {
            Some(FormatVariable::Attribute(index))
                if self.op.arguments.attributes[index].constraint.is_optional =>
            {
                node.optional()
            }
            _ => node,
        }
    }

    fn element(&mut self, element: &FormatElement<'s>, presence: Presence) -> Node {
        match element {
            FormatElement::Literal(text) => Node::text(*text),
            FormatElement::Variable(variable) | FormatElement::Enum(variable) => {
                self.variable(*variable, AttributeSyntax::from_element(element), presence)
            }
            FormatElement::Qualified(inner) => {
                if let FormatElement::Type(typed) = &**inner {
                    self.types(typed, presence)
                } else if let Some(variable) = inner.variable() {
                    self.variable(variable, AttributeSyntax::Qualified, presence)
                } else {
                    Node::empty()
                }
            }
            FormatElement::AttrDict { has_keyword: true } => {
                Node::Sequence(vec![Node::text("attributes"), Node::rule("dictionary")]).optional()
            }
            FormatElement::AttrDict { has_keyword: false } => Node::rule("dictionary").optional(),
            FormatElement::PropDict => self.properties(),
            FormatElement::Operands => Node::rule("operand-list").optional(),
            FormatElement::Regions => Node::rule("region-list").optional(),
            FormatElement::Successors => Node::rule("successor").list().optional(),
            FormatElement::Type(inner) => self.types(inner, presence),
            FormatElement::FunctionalType { .. } => {
                Node::Choice(vec![Node::rule("function-type"), Node::rule("type-alias")])
            }
            FormatElement::Custom { name, arguments } => self.custom(name, arguments, presence),
            FormatElement::Optional(group) => self.group(group),
            FormatElement::Clauses(list) => self.clauses(list),
            FormatElement::Whitespace(_)
            | FormatElement::Results
            | FormatElement::Reference(_)
            | FormatElement::Text(_) => Node::empty(),
        }
    }

    /// Returns the properties between angle brackets: a dictionary, or names and values if the dialect is strict.
    fn properties(&self) -> Node {
        let mark = Node::text;
        if !self.op.dialect.features.strict_properties {
            let all = vec![mark("<"), Node::rule("dictionary"), mark(">")];
            return Node::Sequence(all).optional();
        }
        let value = vec![Node::rule("bare-name"), mark("="), builtin::any_attribute()];
        let unit = Node::rule("bare-name");
        let entry = Node::Choice(vec![Node::Sequence(value), unit]);
        Node::Sequence(vec![mark("<"), entry.list(), mark(">")]).optional()
    }

    fn variable(
        &mut self,
        variable: FormatVariable,
        syntax: AttributeSyntax,
        presence: Presence,
    ) -> Node {
        match variable {
            FormatVariable::Operand(index) => {
                let arity = self.op.arguments.operands[index].constraint.arity;
                let one = Node::rule("operand");
                counted(one, arity, self.presence(variable, presence))
            }
            FormatVariable::Attribute(index) => self.attribute(index, syntax),
            FormatVariable::Property(index) => {
                let property = &self.op.arguments.properties[index].property;
                let node = value_of_class(property.storage.interface_type, self.contents)
                    .or_else(|| value_of_class(property.storage.ty, self.contents));
                let node = node.unwrap_or_else(|| {
                    Node::Choice(vec![builtin::any_attribute(), builtin::free_text()])
                });
                let can_be_missing =
                    property.default_value.is_some() && !property.syntax.optional_parser.is_empty();
                if can_be_missing && presence == Presence::AsDescribed {
                    node.optional()
                } else {
                    node
                }
            }
            FormatVariable::Region(index) => {
                let regions = &self.op.blocks.regions[index];
                if !regions.is_variadic {
                    Node::rule("region")
                } else if presence == Presence::Required {
                    Node::rule("region-list")
                } else {
                    Node::rule("region-list").optional()
                }
            }
            FormatVariable::Successor(index) => {
                let one = Node::rule("successor");
                if self.op.blocks.successors[index].is_variadic {
                    one.list().optional()
                } else {
                    one
                }
            }
            FormatVariable::Result(_) => Node::empty(),
        }
    }

    fn presence(&self, variable: FormatVariable, presence: Presence) -> Presence {
        if self.present.contains(&variable) { Presence::Required } else { presence }
    }

    fn attribute(&self, index: usize, syntax: AttributeSyntax) -> Node {
        let constraint = &self.op.arguments.attributes[index].constraint;
        if let Some(one) = syntax.written_enum(constraint) {
            let texts = one.enumeration.cases.iter().map(|case| case.text);
            let keywords = texts.filter(|text| is_keyword(text)).map(Node::text);
            let mut cases: Vec<Node> = match one.separator {
                Some(_) => vec![enum_cases(one.enumeration)],
                None => keywords.collect(),
            };
            cases.push(Node::rule("string"));
            return Node::Choice(cases);
        }
        if is_symbol_name(constraint) {
            return Node::rule("symbol");
        }
        let has_type = type_builder(constraint).is_some();
        self.contents.attribute_of_class(constraint.storage.class, has_type)
    }

    /// Returns the types of operands or results.
    fn types(&mut self, element: &FormatElement<'s>, presence: Presence) -> Node {
        let any = builtin::any_type;
        let Some(variable) = element.variable() else { return any().list() };
        let Some(value) = self.op.typed_value(variable) else { return any() };
        let arity = value.constraint.arity;
        match arity {
            ConstraintArity::Single => self.contents.type_of_class(value.constraint.cpp_type),
            // MLIR's parser requires a type, unlike an operand.
            ConstraintArity::Variadic => any().list(),
            ConstraintArity::Optional | ConstraintArity::VariadicOfVariadic { .. } => {
                counted(any(), arity, self.presence(variable, presence))
            }
        }
    }

    fn custom(&mut self, name: &str, arguments: &[FormatElement<'s>], presence: Presence) -> Node {
        if name == DYNAMIC_INDEX_LIST {
            return index_list();
        }
        self.directives.push(name.to_owned());
        let is_region =
            |one: &FormatElement<'_>| matches!(one.variable(), Some(FormatVariable::Region(_)));
        let free = builtin::free_text();
        if presence == Presence::Required || arguments.iter().any(is_region) {
            free
        } else {
            free.optional()
        }
    }

    fn group(&mut self, group: &OptionalGroup<'s>) -> Node {
        let elided = elided_anchor(self.op, group);
        let first = group.then.iter().find(|one| !one.is_whitespace());
        let depth = self.present.len();
        if let Some(variable) = first.and_then(FormatElement::variable) {
            self.present.push(variable);
        }
        let mut then = Vec::new();
        for element in group.then.iter().filter(|one| Some(*one) != elided) {
            let is_first = first.is_some_and(|first| std::ptr::eq(first, element));
            let presence = if is_first { Presence::Required } else { Presence::AsDescribed };
            then.push(self.element(element, presence));
        }
        self.present.truncate(depth);
        let then = Node::Sequence(then);
        if group.otherwise.is_empty() {
            return then.optional();
        }
        let otherwise = group.otherwise.iter().filter(|one| Some(*one) != elided);
        let otherwise = otherwise.map(|one| self.element(one, Presence::AsDescribed));
        let otherwise = Node::Sequence(otherwise.collect());
        Node::Choice(vec![then, otherwise])
    }

    /// Returns clauses in any order. A grammar does not count them.
    fn clauses(&mut self, list: &ClauseList<'s>) -> Node {
        let mut clauses = Vec::new();
        for clause in &list.clauses {
            let mut parts = vec![Node::text(clause.keyword)];
            if !is_unit_clause(self.op, clause) {
                parts.extend(clause.elements.iter().map(|element| self.ungrouped(element)));
            }
            clauses.push(Node::Sequence(parts));
        }
        let clause = Node::Choice(clauses);
        match list.separator {
            None => Node::Repeated(Box::new(clause)),
            Some(separator) => {
                let next = Node::Sequence(vec![Node::text(separator), clause.clone()]);
                Node::Sequence(vec![clause, Node::Repeated(Box::new(next))]).optional()
            }
        }
    }
}

/// The directive of MLIR's library for lists of operands and integers.
const DYNAMIC_INDEX_LIST: &str = "DynamicIndexList";

/// Returns operands and integers between brackets. An inner bracket marks a scalable size.
fn index_list() -> Node {
    let one = Node::Choice(vec![Node::rule("operand"), Node::rule("integer")]);
    let scalable = Node::Sequence(vec![Node::text("["), one.clone(), Node::text("]")]);
    let list = Node::Choice(vec![one, scalable]).list().optional();
    Node::Sequence(vec![Node::text("["), list, Node::text("]")])
}

/// Returns operands or types for a value count.
fn counted(one: Node, arity: ConstraintArity<'_>, presence: Presence) -> Node {
    let node = match arity {
        ConstraintArity::Single => return one,
        ConstraintArity::Optional => one,
        ConstraintArity::Variadic => one.list(),
        ConstraintArity::VariadicOfVariadic { .. } => {
            let list = one.list().optional();
            Node::Sequence(vec![Node::text("("), list, Node::text(")")]).list()
        }
    };
    if presence == Presence::Required { node } else { node.optional() }
}
