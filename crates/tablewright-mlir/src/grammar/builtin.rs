//! Fixed rules: MLIR's builtin syntax.

use super::node::{Edges, Node, RuleEdges};

/// The rules, as text.
pub(super) const RULES: &str = include_str!("builtin.gbnf");

/// Rules whose texts begin and end with marks.
const MARKS: [&str; 6] =
    ["string", "dictionary", "region", "region-list", "list-attribute", "array-list"];
/// Rules whose texts begin with a mark and may end with a word.
const MARK_TO_WORD: [&str; 15] = [
    "foreign-type",
    "foreign-attribute",
    "operand",
    "operand-list",
    "successor",
    "successor-list",
    "symbol",
    "symbol-reference",
    "type-mark",
    "type-alias",
    "attribute-mark",
    "attribute-alias",
    "function-type",
    "free-mark",
    "affine-map-body",
];
/// Rules whose texts begin with a word and end with a mark.
const WORD_TO_MARK: [&str; 10] = [
    "affine-map",
    "affine-set",
    "complex-type",
    "vector-type",
    "tensor-type",
    "memref-type",
    "shaped-type",
    "tuple-type",
    "location",
    "strided-attribute",
];
/// Rules whose texts may begin and end with words.
const WORDS: [&str; 15] = [
    "type-word",
    "integer-type",
    "float-type",
    "attribute-word",
    "integer",
    "number",
    "natural",
    "digits",
    "boolean",
    "typed-integer",
    "typed-number",
    "dense-attribute",
    "array-attribute",
    "bare-name",
    "free-word",
];

/// Returns the edges of the rules that other rules refer to.
pub(super) fn edges() -> RuleEdges {
    let kinds = [(&MARKS[..], false, false), (&MARK_TO_WORD, false, true)]
        .into_iter()
        .chain([(&WORD_TO_MARK[..], true, false), (&WORDS, true, true)]);
    let mut edges = RuleEdges::default();
    for (names, begins_with_word, ends_with_word) in kinds {
        for name in names {
            let one = Edges { begins_with_word, ends_with_word, may_be_empty: false };
            edges.insert((*name).to_owned(), one);
        }
    }
    // Brackets surround this text.
    let inner = Edges { begins_with_word: false, ends_with_word: false, may_be_empty: true };
    edges.insert("free-inner".to_owned(), inner);
    edges
}

/// Returns an expression for any type.
pub(super) fn any_type() -> Node {
    Node::Choice(vec![Node::rule("type-word"), Node::rule("type-mark")])
}

/// Returns an expression for any attribute.
pub(super) fn any_attribute() -> Node {
    Node::Choice(vec![Node::rule("attribute-word"), Node::rule("attribute-mark")])
}

/// Returns an expression for text that C++ reads.
pub(super) fn free_text() -> Node {
    Node::Choice(vec![Node::rule("free-word"), Node::rule("free-mark")])
}

/// Returns an expression for types of a builtin C++ class; `None` for other classes.
pub(super) fn type_of_class(class: &str) -> Option<Node> {
    let rules: &[&str] = match class {
        "Type" => return Some(any_type()),
        "IntegerType" => &["integer-type"],
        "FloatType" => &["float-type"],
        "ComplexType" => &["complex-type"],
        "VectorType" => &["vector-type"],
        "TensorType" | "RankedTensorType" | "UnrankedTensorType" => &["tensor-type"],
        "BaseMemRefType" | "MemRefType" | "UnrankedMemRefType" => &["memref-type"],
        "ShapedType" => &["shaped-type"],
        "TupleType" => &["tuple-type"],
        "FunctionType" => &["function-type"],
        "IndexType" => return Some(with_alias(vec![Node::text("index")], "type-alias")),
        "NoneType" => return Some(with_alias(vec![Node::text("none")], "type-alias")),
        _ => return None,
    };
    Some(with_alias(rules.iter().map(|rule| Node::rule(*rule)).collect(), "type-alias"))
}

/// Returns an expression for attributes of a builtin C++ class; `None` for other classes. With
/// `has_type`, the description names the type of the value, so that the text does not.
pub(super) fn attribute_of_class(class: &str, has_type: bool) -> Option<Node> {
    let typed = |with: &'static str, without: &'static str| {
        Node::rule(if has_type { without } else { with })
    };
    let one = match class {
        "Attribute" | "TypedAttr" => return Some(any_attribute()),
        "IntegerAttr" => {
            Node::Choice(vec![typed("typed-integer", "integer"), Node::rule("boolean")])
        }
        "FloatAttr" => typed("typed-number", "number"),
        "BoolAttr" => Node::rule("boolean"),
        "StringAttr" if has_type => Node::rule("string"),
        "StringAttr" => {
            let suffix = Node::Sequence(vec![Node::text(":"), any_type()]);
            Node::Sequence(vec![Node::rule("string"), suffix.optional()])
        }
        "ArrayAttr" => Node::rule("list-attribute"),
        "DictionaryAttr" => Node::rule("dictionary"),
        "TypeAttr" => return Some(any_type()),
        "FlatSymbolRefAttr" => Node::rule("symbol"),
        "SymbolRefAttr" => Node::rule("symbol-reference"),
        "UnitAttr" => Node::text("unit"),
        "AffineMapAttr" => Node::rule("affine-map"),
        "IntegerSetAttr" => Node::rule("affine-set"),
        "StridedLayoutAttr" => Node::rule("strided-attribute"),
        "LocationAttr" => Node::rule("location"),
        _ if class.starts_with("Dense") && class.ends_with("ArrayAttr") => {
            Node::Choice(vec![Node::rule("array-list"), Node::rule("array-attribute")])
        }
        _ if class.ends_with("ElementsAttr") => Node::rule("dense-attribute"),
        _ => return None,
    };
    Some(with_alias(vec![one], "attribute-alias"))
}

/// Returns one of the expressions or an alias.
fn with_alias(mut parts: Vec<Node>, alias: &str) -> Node {
    parts.push(Node::rule(alias));
    Node::Choice(parts)
}
