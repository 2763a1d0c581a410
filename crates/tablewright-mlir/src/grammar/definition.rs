//! Syntax of attributes and types.

use super::builtin;
use super::contents::{GrammarContents, enum_cases, unqualified};
use super::node::Node;
use crate::model::def_format::{DefFormatElement, has_brackets, is_optional};
use crate::model::{AttrOrTypeDef, DefSyntax, ParameterKind, parse_def_format};

/// The syntax of an attribute or type after its name.
pub(super) struct DefinitionBody {
    pub(super) node: Node,
    /// Whether C++ reads a part of it.
    pub(super) has_free_text: bool,
}

/// Returns the syntax of an attribute or type after its name. A format with errors counts as C++.
pub(super) fn body<'s>(def: &AttrOrTypeDef<'s>, contents: &GrammarContents<'s>) -> DefinitionBody {
    let mut reader = DefinitionReader { def, contents, has_free_text: false };
    let node = match def.syntax {
        DefSyntax::Mnemonic => Node::empty(),
        DefSyntax::Custom => reader.free_text().optional(),
        DefSyntax::Format(format) => match parse_def_format(def, format) {
            Ok(elements) => reader.elements(&elements),
            Err(_) => reader.free_text().optional(),
        },
    };
    DefinitionBody { node, has_free_text: reader.has_free_text }
}

struct DefinitionReader<'d, 's> {
    def: &'d AttrOrTypeDef<'s>,
    contents: &'d GrammarContents<'s>,
    has_free_text: bool,
}

impl<'s> DefinitionReader<'_, 's> {
    fn free_text(&mut self) -> Node {
        self.has_free_text = true;
        builtin::free_text()
    }

    fn elements(&mut self, elements: &[DefFormatElement<'s>]) -> Node {
        Node::Sequence(elements.iter().map(|element| self.element(element)).collect())
    }

    fn element(&mut self, element: &DefFormatElement<'s>) -> Node {
        match element {
            DefFormatElement::Literal(text) => Node::text(*text),
            DefFormatElement::Parameter { index, .. } => {
                let parameter = self.parameter(*index);
                if is_optional(&self.def.parameters[*index]) {
                    parameter.optional()
                } else {
                    parameter
                }
            }
            DefFormatElement::Params(elements) => self.params(elements),
            DefFormatElement::Struct(elements) => self.structure(elements),
            DefFormatElement::Custom { .. } => self.free_text().optional(),
            DefFormatElement::Optional { then, otherwise, .. } => {
                let then = self.present(then);
                if otherwise.is_empty() {
                    then.optional()
                } else {
                    Node::Choice(vec![then, self.elements(otherwise)])
                }
            }
            DefFormatElement::Whitespace(_)
            | DefFormatElement::Reference(_)
            | DefFormatElement::Text(_) => Node::empty(),
        }
    }

    /// Returns the branch of a group that its first element announces.
    fn present(&mut self, elements: &[DefFormatElement<'s>]) -> Node {
        let first = elements.iter().position(|one| !matches!(one, DefFormatElement::Whitespace(_)));
        let nodes = elements.iter().enumerate().map(|(position, element)| {
            if Some(position) != first {
                self.element(element)
            } else if let DefFormatElement::Custom { .. } = element {
                self.free_text()
            } else {
                self.one(element)
            }
        });
        Node::Sequence(nodes.collect())
    }

    /// Returns parameters between commas. Optional parameters may be missing with their commas.
    fn params(&mut self, elements: &[DefFormatElement<'s>]) -> Node {
        let mut list: Option<Node> = None;
        for element in elements.iter().rev() {
            let one = self.one(element);
            let is_optional = self.is_optional(element);
            list = Some(match list {
                None if is_optional => one.optional(),
                None => one,
                Some(next) if is_optional => {
                    let with_next = Node::Sequence(vec![Node::text(","), next.clone()]);
                    let both = Node::Sequence(vec![one, with_next.optional()]);
                    Node::Choice(vec![both, next])
                }
                Some(next) => {
                    let with_next = Node::Sequence(vec![Node::text(","), next]);
                    let all_optional = elements
                        .iter()
                        .skip_while(|other| *other != element)
                        .skip(1)
                        .all(|other| self.is_optional(other));
                    let with_next = if all_optional { with_next.optional() } else { with_next };
                    Node::Sequence(vec![one, with_next])
                }
            });
        }
        list.unwrap_or_else(Node::empty)
    }

    fn is_optional(&self, element: &DefFormatElement<'_>) -> bool {
        element.parameters().iter().all(|&index| is_optional(&self.def.parameters[index]))
    }

    /// Returns an element that is present.
    fn one(&mut self, element: &DefFormatElement<'s>) -> Node {
        if let DefFormatElement::Parameter { index, .. } = element {
            self.parameter(*index)
        } else {
            self.element(element)
        }
    }

    /// Returns parameters with their names, in any order. Without optional parameters, their number is fixed.
    fn structure(&mut self, elements: &[DefFormatElement<'s>]) -> Node {
        let mut fields = Vec::new();
        for (position, element) in elements.iter().enumerate() {
            let Some(&index) = element.parameters().first() else { continue };
            let key = self.def.parameters[index].name;
            let value = self.one(element);
            let value = if has_brackets(self.def, elements, position) {
                Node::Sequence(vec![Node::text("["), value, Node::text("]")])
            } else {
                value
            };
            fields.push(Node::Sequence(vec![Node::text(key), Node::text("="), value]));
        }
        let count = fields.len();
        let field = Node::Choice(fields);
        let optional = elements.iter().filter(|element| self.is_optional(element)).count();
        if optional == count {
            return field.list().optional();
        }
        if optional > 0 {
            return field.list();
        }
        let mut parts = Vec::new();
        for position in 0..count {
            if position > 0 {
                parts.push(Node::text(","));
            }
            parts.push(field.clone());
        }
        Node::Sequence(parts)
    }

    fn parameter(&mut self, index: usize) -> Node {
        let parameter = &self.def.parameters[index];
        match &parameter.kind {
            ParameterKind::SelfType => {
                return Node::Sequence(vec![Node::text(":"), builtin::any_type()]);
            }
            ParameterKind::Plain
            | ParameterKind::EnumAttribute(_)
            | ParameterKind::Array
            | ParameterKind::Constrained(_) => {}
        }
        let own_parser = parameter.parser.is_some_and(|parser| !parser.trim().is_empty());
        let known = value_of_class(parameter.cpp_type, self.contents);
        let is_enum = self.contents.enum_of_class(parameter.cpp_type).is_some();
        match known {
            Some(node) if !own_parser || is_enum => node,
            Some(_) | None => self.free_text(),
        }
    }
}

/// Returns an expression for a value of a C++ class as MLIR's field parser reads it; `None` for a class of which the
/// description contains nothing.
pub(super) fn value_of_class(class: &str, contents: &GrammarContents<'_>) -> Option<Node> {
    let class = unqualified(class);
    if let Some(one) = contents.enum_of_class(class) {
        return Some(enum_cases(one));
    }
    for list in ["ArrayRef<", "SmallVector<"] {
        let inner = class.trim_start_matches("llvm::").strip_prefix(list);
        if let Some(inner) = inner.and_then(|inner| inner.strip_suffix('>')) {
            let inner = inner.split(',').next().unwrap_or(inner);
            return value_of_class(inner, contents).map(Node::list);
        }
    }
    if let Some(inner) = class.strip_prefix("std::optional<").and_then(|it| it.strip_suffix('>')) {
        return value_of_class(inner, contents);
    }
    Some(match class {
        "int" | "unsigned" | "size_t" | "int8_t" | "int16_t" | "int32_t" | "int64_t"
        | "uint8_t" | "uint16_t" | "uint32_t" | "uint64_t" | "unsigned int" | "long" => {
            Node::rule("integer")
        }
        "bool" => Node::Choice(vec![Node::rule("boolean"), Node::rule("integer")]),
        "double" | "float" | "llvm::APFloat" | "APFloat" => Node::rule("number"),
        "std::string" | "llvm::StringRef" | "StringRef" => Node::rule("string"),
        "AffineMap" => Node::rule("affine-map-body"),
        _ if class.ends_with("Attr") || class == "Attribute" => {
            contents.attribute_of_class(class, false)
        }
        _ if class.ends_with("Type") => contents.type_of_class(class),
        _ => return None,
    })
}
