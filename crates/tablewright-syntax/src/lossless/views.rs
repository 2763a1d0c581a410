//! Nodes with names for their parts.
//!
//! A view is a [`Node`] of one kind. Its methods give the parts, as far as they stand in the file: in a file with errors
//! each may be missing, so all are options or iterators. Views are as cheap to copy as nodes.
//!
//! ```
//! use tablewright_syntax::lossless::LosslessTree;
//! use tablewright_syntax::lossless::views::{Class, View};
//!
//! let tree = LosslessTree::new("class Reg<string n> : Base { int Size = 4; }")?;
//! let class = tree.root().children().find_map(Class::of).expect("the file has a class");
//! assert_eq!(class.name().map(|name| name.text()), Some("Reg"));
//! let fields: Vec<&str> = class.body().into_iter().flat_map(|it| it.items()).map(|it| it.text()).collect();
//! assert_eq!(fields, ["int Size = 4;"]);
//! # Ok::<(), tablewright_syntax::lossless::TooLong>(())
//! ```

use super::{Node, NodeKind, Token, TokenKind};
use crate::bang::BangOp;
use crate::tree::LetMode;

/// A node of one kind, or of one of a few.
pub trait View<'t>: Copy {
    /// The view of a node; `None` where it is of another kind.
    fn of(node: Node<'t>) -> Option<Self>;

    /// The node.
    fn node(self) -> Node<'t>;
}

macro_rules! views {
    ($($(#[$attr:meta])* $name:ident = $($kind:ident)|+;)+) => {$(
        $(#[$attr])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name<'t>(Node<'t>);

        impl<'t> View<'t> for $name<'t> {
            fn of(node: Node<'t>) -> Option<$name<'t>> {
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
    /// A line of the preprocessor.
    DirectiveLine = Directive;
    /// A conditional whose branches are whole statements or items.
    Conditional = Conditional;
    /// A name.
    Name = Name;
    /// A template parameter or a field: `field? type NAME = value`.
    Declaration = Parameter | Field;
    /// What a `let` sets, in a body or before `in`.
    LetItem = BodyLet | LetItem;
    /// A parent with its arguments.
    ParentRef = ParentRef;
    /// A template argument.
    Argument = Argument;
    /// The body of a class or record.
    Body = Body;
    /// Statements in braces, or a single one without.
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
    /// The operator or an argument of a dag.
    DagArg = DagArg;
    /// `condition: value` in `!cond` or `!switch`.
    Case = Case;
}

/// The first child that has such a view.
fn child<'t, V: View<'t>>(node: Node<'t>) -> Option<V> {
    node.children().find_map(V::of)
}

/// The children that have such a view.
fn children<'t, V: View<'t>>(node: Node<'t>) -> impl Iterator<Item = V> {
    node.children().filter_map(V::of)
}

/// The children of a list in `node`; none where the list is missing.
fn listed<'t, V: View<'t>>(node: Node<'t>, list: NodeKind) -> impl Iterator<Item = V> {
    node.child(list).into_iter().flat_map(children)
}

impl<'t> Name<'t> {
    /// The name as text.
    pub fn text(self) -> &'t str {
        self.0.text()
    }
}

macro_rules! named {
    ($($view:ident)+) => {$(
        impl<'t> $view<'t> {
            /// The name.
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
            /// The parents, in order.
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
            /// The type.
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
            /// The statements.
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
            /// The value.
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
            /// The template parameters; `None` where there are no angle brackets.
            pub fn parameters(self) -> Option<impl Iterator<Item = Declaration<'t>>> {
                self.0.child(NodeKind::ParameterList).map(children)
            }
        }
    )+};
}

with_parameters!(Class Multiclass);

impl<'t> Class<'t> {
    /// The body, where it has one.
    pub fn body(self) -> Option<Body<'t>> {
        child(self.0)
    }
}

impl<'t> Def<'t> {
    /// The name; `None` for an anonymous record.
    pub fn name(self) -> Option<Value<'t>> {
        child(self.0)
    }

    /// The body, where it has one.
    pub fn body(self) -> Option<Body<'t>> {
        child(self.0)
    }
}

impl<'t> Defm<'t> {
    /// The name; `None` for an anonymous instantiation.
    pub fn name(self) -> Option<Value<'t>> {
        child(self.0)
    }
}

impl<'t> Foreach<'t> {
    /// The ranges in braces that it runs over, if such are written.
    pub fn ranges(self) -> Option<RangeList<'t>> {
        child(self.0)
    }

    /// What it runs over where no braces are written: a list, a number, or a range.
    pub fn range(self) -> Option<Range<'t>> {
        child(self.0)
    }
}

impl<'t> If<'t> {
    /// The condition.
    pub fn condition(self) -> Option<Value<'t>> {
        child(self.0)
    }

    /// The statements for true.
    pub fn then_block(self) -> Option<Block<'t>> {
        child(self.0)
    }

    /// The statements for false.
    pub fn else_block(self) -> Option<Block<'t>> {
        children(self.0).nth(1)
    }
}

impl<'t> Let<'t> {
    /// What it sets.
    pub fn items(self) -> impl Iterator<Item = LetItem<'t>> {
        children(self.0)
    }
}

impl<'t> LetItem<'t> {
    /// What it does with the old value.
    pub fn mode(self) -> LetMode {
        match self.0.own_token(TokenKind::Ident).map(Token::text) {
            Some("append") => LetMode::Append,
            Some("prepend") => LetMode::Prepend,
            _ => LetMode::Replace,
        }
    }

    /// The bits that it sets, where not the whole field.
    pub fn bits(self) -> Option<RangeList<'t>> {
        child(self.0)
    }
}

impl<'t> Assert<'t> {
    /// The condition.
    pub fn condition(self) -> Option<Value<'t>> {
        child(self.0)
    }

    /// The message.
    pub fn message(self) -> Option<Value<'t>> {
        children(self.0).nth(1)
    }
}

impl<'t> Dump<'t> {
    /// The message.
    pub fn message(self) -> Option<Value<'t>> {
        child(self.0)
    }
}

impl<'t> Include<'t> {
    /// The literal with the path, which has its quotes.
    pub fn path(self) -> Option<Token<'t>> {
        self.0.own_token(TokenKind::Str)
    }
}

impl<'t> DirectiveLine<'t> {
    /// The name of the macro.
    pub fn macro_name(self) -> Option<Token<'t>> {
        self.0.own_token(TokenKind::Ident)
    }
}

impl<'t> Conditional<'t> {
    /// The directives, in order.
    pub fn directives(self) -> impl Iterator<Item = DirectiveLine<'t>> {
        children(self.0)
    }

    /// The branches, in order. Their children are statements or items.
    pub fn branches(self) -> impl Iterator<Item = Node<'t>> {
        self.0.children().filter(|child| child.kind() == NodeKind::Branch)
    }
}

impl<'t> Declaration<'t> {
    /// Whether it is marked `field`.
    pub fn is_field(self) -> bool {
        self.0.own_token(TokenKind::KwField).is_some()
    }
}

impl<'t> ParentRef<'t> {
    /// The template arguments, in order.
    pub fn arguments(self) -> impl Iterator<Item = Argument<'t>> {
        listed(self.0, NodeKind::ArgumentList)
    }
}

impl<'t> Argument<'t> {
    /// The parameter, where it is named. It is read as a value.
    pub fn name(self) -> Option<Value<'t>> {
        self.0.own_token(TokenKind::Equal).and_then(|_| child(self.0))
    }

    /// The value.
    pub fn value(self) -> Option<Value<'t>> {
        match self.0.own_token(TokenKind::Equal) {
            Some(_) => children(self.0).nth(1),
            None => child(self.0),
        }
    }
}

impl<'t> Body<'t> {
    /// The items: fields, `let`s, `defvar`s, assertions, dumps, directives, errors.
    pub fn items(self) -> impl Iterator<Item = Node<'t>> {
        self.0.children()
    }
}

impl<'t> Block<'t> {
    /// Whether there are braces.
    pub fn is_braced(self) -> bool {
        self.0.own_token(TokenKind::LBrace).is_some()
    }

    /// The statements, directives and errors in it.
    pub fn statements(self) -> impl Iterator<Item = Node<'t>> {
        self.0.children()
    }
}

impl<'t> RangeList<'t> {
    /// The ranges, in order.
    pub fn ranges(self) -> impl Iterator<Item = Range<'t>> {
        children(self.0)
    }
}

impl<'t> Range<'t> {
    /// The first number, or the only one.
    pub fn first(self) -> Option<Value<'t>> {
        child(self.0)
    }

    /// The last number. In `1-5`, where no blank stands after the minus, it is read as `-5`.
    pub fn last(self) -> Option<Value<'t>> {
        children(self.0).nth(1)
    }
}

impl<'t> Type<'t> {
    /// The keyword, or the name of a class or type.
    pub fn head(self) -> Option<Token<'t>> {
        self.0.first_token()
    }

    /// The type of the elements of a list.
    pub fn element(self) -> Option<Type<'t>> {
        child(self.0)
    }

    /// The number of bits of a `bits<n>`.
    pub fn width(self) -> Option<Token<'t>> {
        self.0.own_token(TokenKind::Int)
    }
}

impl<'t> Value<'t> {
    /// Which kind of value it is.
    pub fn kind(self) -> NodeKind {
        self.0.kind()
    }

    /// The values that are its direct parts, in order: elements, operands, the value before a suffix.
    pub fn operands(self) -> impl Iterator<Item = Value<'t>> {
        children(self.0)
    }

    /// The operator, where it is one of the regular form.
    pub fn operator(self) -> Option<BangOp> {
        match self.0.first_token()?.kind() {
            TokenKind::Bang(op) if self.kind() == NodeKind::BangValue => Some(op),
            _ => None,
        }
    }

    /// The names that stand in it: the class of an instance, the field after a dot, the variables of an operator.
    pub fn names(self) -> impl Iterator<Item = Name<'t>> {
        children(self.0)
    }

    /// The type in angle brackets, of an operator or a list.
    pub fn ty(self) -> Option<Type<'t>> {
        child(self.0)
    }

    /// The template arguments of an instance.
    pub fn arguments(self) -> impl Iterator<Item = Argument<'t>> {
        listed(self.0, NodeKind::ArgumentList)
    }

    /// The operator and the arguments of a dag.
    pub fn dag_args(self) -> impl Iterator<Item = DagArg<'t>> {
        children(self.0)
    }

    /// The cases of a `!cond` or `!switch`.
    pub fn cases(self) -> impl Iterator<Item = Case<'t>> {
        children(self.0)
    }

    /// The bits or elements that a suffix selects.
    pub fn ranges(self) -> Option<RangeList<'t>> {
        child(self.0)
    }
}

impl<'t> DagArg<'t> {
    /// The value; `None` for a name alone.
    pub fn value(self) -> Option<Value<'t>> {
        child(self.0)
    }

    /// The name, with its `$`.
    pub fn name(self) -> Option<Token<'t>> {
        self.0.child(NodeKind::VariableName).and_then(Node::first_token)
    }
}

impl<'t> Case<'t> {
    /// The condition or key.
    pub fn key(self) -> Option<Value<'t>> {
        child(self.0)
    }

    /// The value.
    pub fn value(self) -> Option<Value<'t>> {
        children(self.0).nth(1)
    }
}
