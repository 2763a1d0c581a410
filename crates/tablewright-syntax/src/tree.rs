//! The syntax tree: what was written, with positions.
//!
//! The tree lives in an arena and borrows from nothing else; names and the contents of strings are
//! symbols, and long texts places in their files. The statements of an included file stand in place of its `include`. Names are not
//! resolved and types not checked: whether `x{3-0}` suits the type of `x` is left to evaluation.

use crate::bang::BangOp;
use crate::source::{Pos, Span};
use crate::symbol::Symbol;

/// A whole input: the main file with what it includes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tree<'a> {
    /// The statements at top level, in order.
    pub statements: &'a [Statement<'a>],
}

/// A name or text as it was written: a symbol of the parser's interner.
///
/// It is a type of its own, because an evaluator that runs while the parser goes on cannot share
/// that interner. It has an interner, and so [`Symbol`]s, of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name(Symbol);

impl Name {
    /// The name that `symbol` stands for in the interner of the parser.
    pub fn new(symbol: Symbol) -> Name {
        Name(symbol)
    }

    /// The symbol in the interner of the parser.
    pub fn symbol(self) -> Symbol {
        self.0
    }
}

/// The contents of a string or code literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Literal {
    /// A symbol, as a name is.
    Interned(Name),
    /// What stands in the file: of a long literal without escapes. Long texts are seldom equal, so
    /// the parser would only copy them for the evaluator, which copies them too.
    InFile(SourceText),
}

/// Some bytes of a source file, which [`SourceMap::text`](crate::source::SourceMap::text) gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceText {
    /// The position of the first byte.
    pub start: Pos,
    /// The number of bytes.
    pub len: u32,
}

/// A name with its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident {
    /// The name.
    pub name: Name,
    /// The span of the name.
    pub span: Span,
}

/// A statement (ProgRef, "Statements").
#[derive(Clone, Copy, Debug)]
pub enum Statement<'a> {
    /// `class`
    Class(&'a Class<'a>),
    /// `def`
    Def(&'a Def<'a>),
    /// `defm`
    Defm(&'a Defm<'a>),
    /// `multiclass`
    Multiclass(&'a Multiclass<'a>),
    /// `defset`
    Defset(&'a Defset<'a>),
    /// `deftype`
    Deftype(&'a Deftype<'a>),
    /// `defvar`
    Defvar(&'a Defvar<'a>),
    /// `foreach`
    Foreach(&'a Foreach<'a>),
    /// `if`
    If(&'a If<'a>),
    /// `let … in`
    Let(&'a Let<'a>),
    /// `assert`
    Assert(&'a Assert<'a>),
    /// `dump`
    Dump(&'a Dump<'a>),
}

impl Statement<'_> {
    /// A position that stands for the statement in messages: its keyword, or its first part where the tree does not
    /// have that. A `let` without items, which no parser returns, has none.
    pub fn pos(&self) -> Option<Pos> {
        Some(match self {
            Statement::Class(class) => class.name.span.lo,
            Statement::Def(def) => def.pos,
            Statement::Defm(defm) => defm.keyword,
            Statement::Multiclass(multiclass) => multiclass.name.span.lo,
            Statement::Defset(defset) => defset.name.span.lo,
            Statement::Deftype(deftype) => deftype.name.span.lo,
            Statement::Defvar(defvar) => defvar.name.span.lo,
            Statement::Foreach(foreach) => foreach.keyword,
            Statement::If(condition) => condition.keyword,
            Statement::Let(binding) => binding.items.first()?.name.span.lo,
            Statement::Assert(assert) => assert.condition.span.lo,
            Statement::Dump(dump) => dump.keyword,
        })
    }
}

/// `class NAME<params> : parents body`
#[derive(Clone, Copy, Debug)]
pub struct Class<'a> {
    /// The name.
    pub name: Ident,
    /// The template parameters; `None` where there are no angle brackets.
    pub params: Option<&'a [Declaration<'a>]>,
    /// The classes inherited from, in order.
    pub parents: &'a [ParentRef<'a>],
    /// The items of the body.
    pub body: &'a [BodyItem<'a>],
}

/// `def NAME : parents body`
#[derive(Clone, Copy, Debug)]
pub struct Def<'a> {
    /// Where the `def` keyword starts.
    pub keyword: Pos,
    /// The name; `None` for an anonymous record.
    pub name: Option<Expr<'a>>,
    /// The position of the record in messages: the name if its first token is an identifier, or
    /// else the keyword.
    pub pos: Pos,
    /// The classes inherited from, in order.
    pub parents: &'a [ParentRef<'a>],
    /// The items of the body.
    pub body: &'a [BodyItem<'a>],
}

/// `defm NAME : parents ;`
#[derive(Clone, Copy, Debug)]
pub struct Defm<'a> {
    /// Where the `defm` keyword starts.
    pub keyword: Pos,
    /// The name; `None` for an anonymous instantiation.
    pub name: Option<Expr<'a>>,
    /// Multiclasses, then classes. The parser does not know where the classes start.
    pub parents: &'a [ParentRef<'a>],
}

/// `multiclass NAME<params> : parents { statements }`
#[derive(Clone, Copy, Debug)]
pub struct Multiclass<'a> {
    /// The name.
    pub name: Ident,
    /// The template parameters; `None` where there are no angle brackets.
    pub params: Option<&'a [Declaration<'a>]>,
    /// The multiclasses inherited from, in order.
    pub parents: &'a [ParentRef<'a>],
    /// The statements of the body.
    pub body: &'a [Statement<'a>],
}

/// `NAME` or `NAME<args>` in a list of parents.
#[doc(alias("SubClassReference", "SubMultiClassReference"))]
#[derive(Clone, Copy, Debug)]
pub struct ParentRef<'a> {
    /// The class or multiclass.
    pub name: Ident,
    /// The template arguments; empty where there are no angle brackets.
    pub args: &'a [Arg<'a>],
    /// From the name to the closing angle bracket.
    pub span: Span,
}

/// A template argument, by position or by name. Those by position come first.
#[derive(Clone, Copy, Debug)]
pub struct Arg<'a> {
    /// The parameter, where it is named: `name = value`.
    pub name: Option<Ident>,
    /// The value.
    pub value: Expr<'a>,
}

/// `field? type NAME (= value)?`: a field, or a template parameter.
#[derive(Clone, Copy, Debug)]
pub struct Declaration<'a> {
    /// Whether it is marked `field`: it may stay without a concrete value.
    pub is_field: bool,
    /// The type.
    pub ty: TypeExpr<'a>,
    /// The name.
    pub name: Ident,
    /// The initial value.
    pub value: Option<Expr<'a>>,
}

/// An item in the body of a class or def.
#[derive(Clone, Copy, Debug)]
pub enum BodyItem<'a> {
    /// A field.
    Field(&'a Declaration<'a>),
    /// `let NAME = value;`
    Let(&'a LetItem<'a>),
    /// `defvar`
    Defvar(&'a Defvar<'a>),
    /// `assert`
    Assert(&'a Assert<'a>),
    /// `dump`
    Dump(&'a Dump<'a>),
}

/// What a `let` does with the value that the field has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LetMode {
    /// `let NAME = value`: the new value replaces it.
    Replace,
    /// `let append NAME = value`: the new value follows it.
    Append,
    /// `let prepend NAME = value`: the new value comes before it.
    Prepend,
}

/// `mode NAME{bits} = value` after `let`, in a body or before `in`.
#[derive(Clone, Copy, Debug)]
pub struct LetItem<'a> {
    /// What happens to the old value.
    pub mode: LetMode,
    /// The field.
    pub name: Ident,
    /// The bits to set, where not the whole field: `{…}` in a body, `<…>` before `in`.
    pub bits: Option<&'a [Range<'a>]>,
    /// The value.
    pub value: Expr<'a>,
}

/// `let items in body`
#[derive(Clone, Copy, Debug)]
pub struct Let<'a> {
    /// The fields to set.
    pub items: &'a [LetItem<'a>],
    /// The statements it acts on.
    pub body: Block<'a>,
}

/// `{ statements }`, or a single statement without braces.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// Whether there are braces.
    pub braced: bool,
    /// The statements.
    pub statements: &'a [Statement<'a>],
}

/// `defset type NAME = { statements }`
#[derive(Clone, Copy, Debug)]
pub struct Defset<'a> {
    /// The type, which must turn out to be a list.
    pub ty: TypeExpr<'a>,
    /// The name.
    pub name: Ident,
    /// The statements whose records are collected.
    pub body: &'a [Statement<'a>],
}

/// `deftype NAME = type;`
#[derive(Clone, Copy, Debug)]
pub struct Deftype<'a> {
    /// The new name.
    pub name: Ident,
    /// The type it stands for.
    pub ty: TypeExpr<'a>,
}

/// `defvar NAME = value;`
#[derive(Clone, Copy, Debug)]
pub struct Defvar<'a> {
    /// The name.
    pub name: Ident,
    /// The value.
    pub value: Expr<'a>,
}

/// `foreach NAME = source in body`
#[derive(Clone, Copy, Debug)]
pub struct Foreach<'a> {
    /// Where the `foreach` keyword starts.
    pub keyword: Pos,
    /// The loop variable.
    pub var: Ident,
    /// The list or range that it runs over.
    pub source: ForeachSource<'a>,
    /// The statements to repeat.
    pub body: Block<'a>,
}

/// What a `foreach` statement runs over.
#[derive(Clone, Copy, Debug)]
pub enum ForeachSource<'a> {
    /// `{ ranges }`
    Ranges(&'a [Range<'a>]),
    /// A list, an integer, or a range of integers, depending on the type of the value.
    Value(Range<'a>),
}

/// `first`, `first ... last` or `first - last` (the latter also where `-last` is lexed as one
/// negative number; `last` is then positive).
#[derive(Clone, Copy, Debug)]
pub struct Range<'a> {
    /// The first number.
    pub first: Expr<'a>,
    /// The last number, included.
    pub last: Option<Expr<'a>>,
}

/// `if condition then then_block else else_block`
#[derive(Clone, Copy, Debug)]
pub struct If<'a> {
    /// Where the `if` keyword starts.
    pub keyword: Pos,
    /// The condition.
    pub condition: Expr<'a>,
    /// The statements for true.
    pub then_block: Block<'a>,
    /// The statements for false.
    pub else_block: Option<Block<'a>>,
}

/// `assert condition, message;`
#[derive(Clone, Copy, Debug)]
pub struct Assert<'a> {
    /// The condition.
    pub condition: Expr<'a>,
    /// The message.
    pub message: Expr<'a>,
}

/// `dump message;`
#[derive(Clone, Copy, Debug)]
pub struct Dump<'a> {
    /// Where the `dump` keyword starts.
    pub keyword: Pos,
    /// The message.
    pub message: Expr<'a>,
}

/// A type as written (ProgRef, "Types").
#[derive(Clone, Copy, Debug)]
pub struct TypeExpr<'a> {
    /// The kind of the type.
    pub kind: TypeKind<'a>,
    /// The span of the whole.
    pub span: Span,
}

/// The kinds of [`TypeExpr`].
#[derive(Clone, Copy, Debug)]
pub enum TypeKind<'a> {
    /// `bit`
    Bit,
    /// `int`
    Int,
    /// `string`
    String,
    /// `code`
    Code,
    /// `dag`
    Dag,
    /// `bits<n>`
    Bits(u32),
    /// `list<element>`
    List(&'a TypeExpr<'a>),
    /// A class, or a name made by `deftype`.
    Named(Name),
}

/// A value as written (ProgRef, "Values and Expressions").
#[derive(Clone, Copy, Debug)]
pub struct Expr<'a> {
    /// The kind of the value.
    pub kind: ExprKind<'a>,
    /// The span of the whole.
    pub span: Span,
}

/// The kinds of [`Expr`].
#[derive(Clone, Copy, Debug)]
pub enum ExprKind<'a> {
    /// A decimal or hexadecimal number, `true` or `false`.
    Int(&'a i64),
    /// A binary number, which knows its width: `0b0101`.
    BinaryInt(&'a BinaryInt),
    /// A string literal, or several adjacent ones joined.
    Str(Literal),
    /// `[{ … }]`
    Code(Literal),
    /// `?`
    Unset,
    /// An identifier.
    Name(Name),
    /// `{ bits }`, the highest bit first, as written.
    BitsInit(&'a BitsExpr<'a>),
    /// `[ elements ]<type>`
    List(&'a ListExpr<'a>),
    /// `( operator:$name args )`
    Dag(&'a DagExpr<'a>),
    /// `CLASS<args>`
    Instance(&'a InstanceExpr<'a>),
    /// `!op<type>(args)` of the regular form.
    Bang(&'a BangExpr<'a>),
    /// `!cond(condition: value, …)`
    Cond(&'a CondExpr<'a>),
    /// `!switch(key, case: value, …, default)`
    Switch(&'a SwitchExpr<'a>),
    /// `!foreach`, `!filter` and `!sort`
    Comprehension(&'a ComprehensionExpr<'a>),
    /// `!foldl`
    Foldl(&'a FoldlExpr<'a>),
    /// `value{ranges}`
    BitRange(&'a BitRangeExpr<'a>),
    /// `value[elements]`
    Subscript(&'a SubscriptExpr<'a>),
    /// `value.field`
    Field(&'a FieldExpr<'a>),
    /// `left # right`
    Paste(&'a PasteExpr<'a>),
}

/// A binary number with its width in bits, at most 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BinaryInt {
    /// The bits, the lowest as bit 0.
    pub value: u64,
    /// How many digits were written.
    pub width: u32,
}

/// `{ bits }`
#[derive(Clone, Copy, Debug)]
pub struct BitsExpr<'a> {
    /// The bits, the highest first, as written.
    pub bits: &'a [Expr<'a>],
}

/// `[ elements ]<type>`
#[derive(Clone, Copy, Debug)]
pub struct ListExpr<'a> {
    /// The elements.
    pub elements: &'a [Expr<'a>],
    /// The type of the elements, where it is written.
    pub element_type: Option<TypeExpr<'a>>,
}

/// `( operator:$name args )`
#[derive(Clone, Copy, Debug)]
pub struct DagExpr<'a> {
    /// The operator.
    pub operator: Expr<'a>,
    /// The name of the operator, without `$`.
    pub operator_name: Option<Name>,
    /// The arguments.
    pub args: &'a [DagArg<'a>],
}

/// `value`, `value:$name` or `$name` in a dag.
#[derive(Clone, Copy, Debug)]
pub struct DagArg<'a> {
    /// The value; `None` stands for `?`.
    pub value: Option<Expr<'a>>,
    /// The name, without `$`.
    pub name: Option<Name>,
}

/// `CLASS<args>`: an anonymous record.
#[derive(Clone, Copy, Debug)]
pub struct InstanceExpr<'a> {
    /// The class.
    pub class: Ident,
    /// The template arguments.
    pub args: &'a [Arg<'a>],
}

/// `!op<type>(args)`. The parser has checked the number of arguments against [`BangOp::arity`].
#[derive(Clone, Copy, Debug)]
pub struct BangExpr<'a> {
    /// The operator.
    pub op: BangOp,
    /// The type in angle brackets.
    pub ty: Option<TypeExpr<'a>>,
    /// The arguments.
    pub args: &'a [Expr<'a>],
}

/// `!cond(condition: value, …)`, with at least one case.
#[derive(Clone, Copy, Debug)]
pub struct CondExpr<'a> {
    /// Conditions and values, in order.
    pub cases: &'a [(Expr<'a>, Expr<'a>)],
}

/// `!switch(key, case: value, …, default)`, with at least one case.
#[derive(Clone, Copy, Debug)]
pub struct SwitchExpr<'a> {
    /// The value that is compared with each case.
    pub key: Expr<'a>,
    /// Cases and values, in order.
    pub cases: &'a [(Expr<'a>, Expr<'a>)],
    /// The value if no case is equal to the key.
    pub default: Expr<'a>,
}

/// The operators that evaluate an expression for each element of a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComprehensionOp {
    /// `!foreach`
    Foreach,
    /// `!filter`
    Filter,
    /// `!sort`
    Sort,
}

impl ComprehensionOp {
    /// The spelling, without the exclamation mark.
    pub fn name(self) -> &'static str {
        match self {
            ComprehensionOp::Foreach => "foreach",
            ComprehensionOp::Filter => "filter",
            ComprehensionOp::Sort => "sort",
        }
    }
}

/// `!foreach(var, sequence, body)`, or `!filter` or `!sort` of the same form.
#[derive(Clone, Copy, Debug)]
pub struct ComprehensionExpr<'a> {
    /// The operator.
    pub op: ComprehensionOp,
    /// The variable.
    pub var: Ident,
    /// The list or dag it runs over.
    pub sequence: Expr<'a>,
    /// The expression that is evaluated for each element.
    pub body: Expr<'a>,
}

/// `!foldl(start, list, accumulator, item, body)`
#[derive(Clone, Copy, Debug)]
pub struct FoldlExpr<'a> {
    /// The first value of the accumulator.
    pub start: Expr<'a>,
    /// The list it runs over.
    pub list: Expr<'a>,
    /// The variable that holds the result so far.
    pub accumulator: Ident,
    /// The variable that holds the element.
    pub item: Ident,
    /// The next value of the accumulator.
    pub body: Expr<'a>,
}

/// `value{ranges}`
#[derive(Clone, Copy, Debug)]
pub struct BitRangeExpr<'a> {
    /// The value.
    pub value: Expr<'a>,
    /// The opening brace.
    pub brace: Pos,
    /// The bits, the highest first, as written.
    pub ranges: &'a [Range<'a>],
}

/// `value[elements]`
#[derive(Clone, Copy, Debug)]
pub struct SubscriptExpr<'a> {
    /// The value.
    pub value: Expr<'a>,
    /// The subscripts: integers, ranges, lists of integers.
    pub elements: &'a [Range<'a>],
    /// Whether a comma follows the last one, which makes a slice of a single subscript.
    pub trailing_comma: bool,
}

/// `value.field`
#[derive(Clone, Copy, Debug)]
pub struct FieldExpr<'a> {
    /// The value.
    pub value: Expr<'a>,
    /// The field.
    pub field: Ident,
}

/// `left # right`; strings bind to the right: `a # b # c` is `a # (b # c)`.
#[derive(Clone, Copy, Debug)]
pub struct PasteExpr<'a> {
    /// The left operand.
    pub left: Expr<'a>,
    /// The `#`.
    pub operator: Pos,
    /// The right operand; `None` where the `#` ends the value, as in `def foo# : …`.
    pub right: Option<Expr<'a>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_stay_small() {
        assert_eq!(size_of::<ExprKind>(), 16);
        assert_eq!(size_of::<Expr>(), 24);
        assert_eq!(size_of::<Statement>(), 16);
    }
}
