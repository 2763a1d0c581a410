//! Views: nodes whose parts have names.
//!
//! A view wraps a [`Node`] and its methods return the node's parts. In a file with errors any part
//! may be missing, so all parts are options or iterators. A view is as cheap to copy as a node.
//!
//! ```
//! use tablewright_syntax::lossless::LosslessTree;
//! use tablewright_syntax::lossless::views::{Class, View};
//!
//! let tree = LosslessTree::new("class Reg<string n> : Base { int Size = 4; }")?;
//! let class = tree.root().children().find_map(Class::from_node).expect("the file has a class");
//! assert_eq!(class.name().map(|name| name.text()), Some("Reg"));
//! let fields: Vec<&str> = class.body().into_iter().flat_map(|it| it.items()).map(|it| it.text()).collect();
//! assert_eq!(fields, ["int Size = 4;"]);
//! # Ok::<(), tablewright_syntax::lossless::TooLong>(())
//! ```

use super::{Node, NodeKind, Token, TokenKind};
use crate::bang::BangOp;
use crate::tree::LetMode;

/// A node with one of a few kinds.
pub trait View<'t>: Copy {
    /// Returns the view of a node; `None` if the node has another kind.
    fn from_node(node: Node<'t>) -> Option<Self>;

    /// Returns the node.
    fn node(self) -> Node<'t>;
}

macro_rules! views {
    ($($(#[$attr:meta])* $name:ident = $($kind:ident)|+;)+) => {$(
        $(#[$attr])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name<'t>(Node<'t>);

        impl<'t> View<'t> for $name<'t> {
            fn from_node(node: Node<'t>) -> Option<$name<'t>> {
                matches!(node.kind(), $(NodeKind::$kind)|+).then_some($name(node))
            }

            fn node(self) -> Node<'t> {
                self.0
            }
        }
    )+};
}

views! {
    /// `class NAME parameters parents body`
    Class = Class;
    /// `def name parents body`
    Def = Def;
    /// `defm name parents ;`
    Defm = Defm;
    /// `multiclass NAME parameters parents { statements }`
    Multiclass = Multiclass;
    /// `defset type NAME = { statements }`
    Defset = Defset;
    /// `deftype NAME = type;`
    Deftype = Deftype;
    /// `defvar NAME = value;`
    Defvar = Defvar;
    /// `foreach NAME = values in block`
    Foreach = Foreach;
    /// `if condition then block else block`
    If = If;
    /// `let items in block`
    Let = Let;
    /// `assert condition, message;`
    Assert = Assert;
    /// `dump message;`
    Dump = Dump;
    /// `include "file"`
    Include = Include;
    /// A preprocessor line.
    DirectiveLine = Directive;
    /// A conditional whose branches are whole statements or items.
    Conditional = Conditional;
    /// A name.
    Name = Name;
    /// A template parameter or a field: `field? type NAME = value`.
    Declaration = Parameter | Field;
    /// An assignment in a `let`, in a body or before `in`.
    LetItem = BodyLet | LetItem;
    /// A parent with its arguments.
    ParentRef = ParentRef;
    /// A template argument.
    Argument = Argument;
    /// The body of a class or record.
    Body = Body;
    /// Statements in braces, or a single statement without braces.
    Block = Block;
    /// Ranges in brackets.
    RangeList = RangeList;
    /// `first`, `first...last` or `first-last`.
    Range = Range;
    /// A type.
    Type = Type;
    /// A value.
    Value = Integer | Boolean | StringValue | CodeValue | Unset | NameValue | BitsValue | ListValue | DagValue
        | InstanceValue | BangValue | CondValue | SwitchValue | ComprehensionValue | FoldlValue | BitRangeValue
        | SubscriptValue | FieldValue | PasteValue;
    /// A dag's operator or argument.
    DagArg = DagArg;
    /// `condition: value`, in `!cond` or `!switch`.
    Case = Case;
}

/// Returns the first child that has this view.
fn child<'t, V: View<'t>>(node: Node<'t>) -> Option<V> {
    node.children().find_map(V::from_node)
}

/// Returns the children that have this view.
fn children<'t, V: View<'t>>(node: Node<'t>) -> impl Iterator<Item = V> {
    node.children().filter_map(V::from_node)
}

/// Returns the children of the list in `node`; none if the list is missing.
fn listed<'t, V: View<'t>>(node: Node<'t>, list: NodeKind) -> impl Iterator<Item = V> {
    node.child(list).into_iter().flat_map(children)
}

impl<'t> Name<'t> {
    /// Returns the name as text.
    pub fn text(self) -> &'t str {
        self.0.text()
    }
}

macro_rules! named {
    ($($view:ident)+) => {$(
        impl<'t> $view<'t> {
            /// Returns the name.
            pub fn name(self) -> Option<Name<'t>> {
                child(self.0)
            }
        }
    )+};
}

named!(Class Multiclass Defset Deftype Defvar Foreach Declaration LetItem ParentRef);

macro_rules! with_parents {
    ($($view:ident)+) => {$(
        impl<'t> $view<'t> {
            /// Returns the parents in order.
            pub fn parents(self) -> impl Iterator<Item = ParentRef<'t>> {
                listed(self.0, NodeKind::ParentList)
            }
        }
    )+};
}

with_parents!(Class Def Defm Multiclass);

macro_rules! with_type {
    ($($view:ident)+) => {$(
        impl<'t> $view<'t> {
            /// Returns the type.
            pub fn ty(self) -> Option<Type<'t>> {
                child(self.0)
            }
        }
    )+};
}

with_type!(Defset Deftype Declaration);

macro_rules! with_block {
    ($($view:ident)+) => {$(
        impl<'t> $view<'t> {
            /// Returns the statements.
            pub fn block(self) -> Option<Block<'t>> {
                child(self.0)
            }
        }
    )+};
}

with_block!(Multiclass Defset Foreach Let);

macro_rules! with_value {
    ($($view:ident)+) => {$(
        impl<'t> $view<'t> {
            /// Returns the value.
            pub fn value(self) -> Option<Value<'t>> {
                child(self.0)
            }
        }
    )+};
}

with_value!(Defvar Declaration LetItem);

macro_rules! with_parameters {
    ($($view:ident)+) => {$(
        impl<'t> $view<'t> {
            /// Returns the template parameters; `None` without angle brackets.
            pub fn parameters(self) -> Option<impl Iterator<Item = Declaration<'t>>> {
                self.0.child(NodeKind::ParameterList).map(children)
            }
        }
    )+};
}

with_parameters!(Class Multiclass);

impl<'t> Class<'t> {
    /// Returns the body, if present.
    pub fn body(self) -> Option<Body<'t>> {
        child(self.0)
    }
}

impl<'t> Def<'t> {
    /// Returns the name; `None` for an anonymous record.
    pub fn name(self) -> Option<Value<'t>> {
        child(self.0)
    }

    /// Returns the body, if present.
    pub fn body(self) -> Option<Body<'t>> {
        child(self.0)
    }
}

impl<'t> Defm<'t> {
    /// Returns the name; `None` for an anonymous instantiation.
    pub fn name(self) -> Option<Value<'t>> {
        child(self.0)
    }
}

impl<'t> Foreach<'t> {
    /// Returns the ranges in braces, if the loop has braces.
    pub fn ranges(self) -> Option<RangeList<'t>> {
        child(self.0)
    }

    /// Returns the source of a loop without braces: a list, a number, or a range.
    pub fn range(self) -> Option<Range<'t>> {
        child(self.0)
    }
}

impl<'t> If<'t> {
    /// Returns the condition.
    pub fn condition(self) -> Option<Value<'t>> {
        child(self.0)
    }

    /// Returns the statements for a true condition.
    pub fn then_block(self) -> Option<Block<'t>> {
        child(self.0)
    }

    /// Returns the statements for a false condition.
    pub fn else_block(self) -> Option<Block<'t>> {
        children(self.0).nth(1)
    }
}

impl<'t> Let<'t> {
    /// Returns the assignments.
    pub fn items(self) -> impl Iterator<Item = LetItem<'t>> {
        children(self.0)
    }
}

impl<'t> LetItem<'t> {
    /// Returns the effect on the old value.
    pub fn mode(self) -> LetMode {
        match self.0.own_token(TokenKind::Ident).map(Token::text) {
            Some("append") => LetMode::Append,
            Some("prepend") => LetMode::Prepend,
            _ => LetMode::Replace,
        }
    }

    /// Returns the assigned bits; `None` for the whole field.
    pub fn bits(self) -> Option<RangeList<'t>> {
        child(self.0)
    }
}

impl<'t> Assert<'t> {
    /// Returns the condition.
    pub fn condition(self) -> Option<Value<'t>> {
        child(self.0)
    }

    /// Returns the message.
    pub fn message(self) -> Option<Value<'t>> {
        children(self.0).nth(1)
    }
}

impl<'t> Dump<'t> {
    /// Returns the message.
    pub fn message(self) -> Option<Value<'t>> {
        child(self.0)
    }
}

impl<'t> Include<'t> {
    /// Returns the literal with the path, including its quotes.
    pub fn path(self) -> Option<Token<'t>> {
        self.0.own_token(TokenKind::Str)
    }
}

impl<'t> DirectiveLine<'t> {
    /// Returns the macro's name.
    pub fn macro_name(self) -> Option<Token<'t>> {
        self.0.own_token(TokenKind::Ident)
    }
}

impl<'t> Conditional<'t> {
    /// Returns the directives in order.
    pub fn directives(self) -> impl Iterator<Item = DirectiveLine<'t>> {
        children(self.0)
    }

    /// Returns the branches in order. Their children are statements or items.
    pub fn branches(self) -> impl Iterator<Item = Node<'t>> {
        self.0.children().filter(|child| child.kind() == NodeKind::Branch)
    }
}

impl<'t> Declaration<'t> {
    /// Returns whether the declaration is marked `field`.
    pub fn is_field(self) -> bool {
        self.0.own_token(TokenKind::KwField).is_some()
    }
}

impl<'t> ParentRef<'t> {
    /// Returns the template arguments in order.
    pub fn arguments(self) -> impl Iterator<Item = Argument<'t>> {
        listed(self.0, NodeKind::ArgumentList)
    }
}

impl<'t> Argument<'t> {
    /// Returns the parameter's name, parsed as a value; `None` for a positional argument.
    pub fn name(self) -> Option<Value<'t>> {
        self.0.own_token(TokenKind::Equal).and_then(|_| child(self.0))
    }

    /// Returns the value.
    pub fn value(self) -> Option<Value<'t>> {
        match self.0.own_token(TokenKind::Equal) {
            Some(_) => children(self.0).nth(1),
            None => child(self.0),
        }
    }
}

impl<'t> Body<'t> {
    /// Returns the items: fields, `let`s, `defvar`s, assertions, dumps, directives, errors.
    pub fn items(self) -> impl Iterator<Item = Node<'t>> {
        self.0.children()
    }
}

impl<'t> Block<'t> {
    /// Returns whether there are braces.
    pub fn is_braced(self) -> bool {
        self.0.own_token(TokenKind::LBrace).is_some()
    }

    /// Returns the statements, directives and errors.
    pub fn statements(self) -> impl Iterator<Item = Node<'t>> {
        self.0.children()
    }
}

impl<'t> RangeList<'t> {
    /// Returns the ranges in order.
    pub fn ranges(self) -> impl Iterator<Item = Range<'t>> {
        children(self.0)
    }
}

impl<'t> Range<'t> {
    /// Returns the first or only number.
    pub fn first(self) -> Option<Value<'t>> {
        child(self.0)
    }

    /// Returns the last number. In `1-5`, without a blank after the minus, it reads `-5`.
    pub fn last(self) -> Option<Value<'t>> {
        children(self.0).nth(1)
    }
}

impl<'t> Type<'t> {
    /// Returns the keyword, or the name of a class or type.
    pub fn head(self) -> Option<Token<'t>> {
        self.0.first_token()
    }

    /// Returns a list type's element type.
    pub fn element(self) -> Option<Type<'t>> {
        child(self.0)
    }

    /// Returns `n` for the type `bits<n>`.
    pub fn width(self) -> Option<Token<'t>> {
        self.0.own_token(TokenKind::Int)
    }
}

impl<'t> Value<'t> {
    /// Returns the kind of the value.
    pub fn kind(self) -> NodeKind {
        self.0.kind()
    }

    /// Returns the direct parts that are values, in order: elements, operands, the value before a
    /// suffix.
    pub fn operands(self) -> impl Iterator<Item = Value<'t>> {
        children(self.0)
    }

    /// Returns the operator if it has the regular syntax.
    pub fn operator(self) -> Option<BangOp> {
        match self.0.first_token()?.kind() {
            TokenKind::Bang(op) if self.kind() == NodeKind::BangValue => Some(op),
            _ => None,
        }
    }

    /// Returns the names in the value: an instance's class, the field after a dot, an operator's
    /// variables.
    pub fn names(self) -> impl Iterator<Item = Name<'t>> {
        children(self.0)
    }

    /// Returns the type in angle brackets, after an operator or a list.
    pub fn ty(self) -> Option<Type<'t>> {
        child(self.0)
    }

    /// Returns an instance's template arguments.
    pub fn arguments(self) -> impl Iterator<Item = Argument<'t>> {
        listed(self.0, NodeKind::ArgumentList)
    }

    /// Returns a dag's operator and arguments.
    pub fn dag_args(self) -> impl Iterator<Item = DagArg<'t>> {
        children(self.0)
    }

    /// Returns the cases in a `!cond` or `!switch`.
    pub fn cases(self) -> impl Iterator<Item = Case<'t>> {
        children(self.0)
    }

    /// Returns the bits or elements that a suffix selects.
    pub fn ranges(self) -> Option<RangeList<'t>> {
        child(self.0)
    }
}

impl<'t> DagArg<'t> {
    /// Returns the value; `None` if there is only a name.
    pub fn value(self) -> Option<Value<'t>> {
        child(self.0)
    }

    /// Returns the name, including its `$`.
    pub fn name(self) -> Option<Token<'t>> {
        self.0.child(NodeKind::VariableName).and_then(Node::first_token)
    }
}

impl<'t> Case<'t> {
    /// Returns the condition or key.
    pub fn key(self) -> Option<Value<'t>> {
        child(self.0)
    }

    /// Returns the value.
    pub fn value(self) -> Option<Value<'t>> {
        children(self.0).nth(1)
    }
}
