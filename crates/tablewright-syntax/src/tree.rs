//! The syntax tree: what was written, with positions.
//!
//! The tree of a file comes in parts ([`TreePart`]), which own their nodes. A node refers to others by ids, to names by
//! their numbers in the table of names of the file, and to long texts by where they stand in it. Names are not
//! resolved and types not checked: whether `x{3-0}` suits the type of `x` is left to evaluation.
//!
//! Positions are those of the source map that the file was read into. In another one the file may start elsewhere, and
//! all positions in it are [moved](TreePart::get_shifted).

mod part;
mod shift;

pub use part::{Id, Ids, List, Node, TreePart};
pub use shift::Shifted;

use crate::bang::BangOp;
use crate::source::{Pos, Span};
use crate::symbol::Symbol;

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
pub enum Statement {
    /// `class`
    Class(Id<Class>),
    /// `def`
    Def(Id<Def>),
    /// `defm`
    Defm(Id<Defm>),
    /// `multiclass`
    Multiclass(Id<Multiclass>),
    /// `defset`
    Defset(Id<Defset>),
    /// `deftype`
    Deftype(Id<Deftype>),
    /// `defvar`
    Defvar(Id<Defvar>),
    /// `foreach`
    Foreach(Id<Foreach>),
    /// `if`
    If(Id<If>),
    /// `let … in`
    Let(Id<Let>),
    /// `assert`
    Assert(Id<Assert>),
    /// `dump`
    Dump(Id<Dump>),
}

/// What is passed on of an input, in the order of its statements.
#[derive(Clone, Copy, Debug)]
pub enum StatementEvent {
    /// A whole statement.
    Statement(Statement),
    /// A `class` or `def` whose body has the first error of the input, with the items of the body before the error.
    Broken(Statement),
    /// A `let … in` starts. All parts up to its [`StatementEvent::LetEnd`] belong to its body. Where there are
    /// errors, the end may be missing.
    LetStart {
        /// The fields to set.
        items: List<LetItem>,
        /// Whether its statements stand in braces.
        braced: bool,
    },
    /// The innermost `let` ends.
    LetEnd,
}

/// `class NAME<params> : parents body`
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// The name.
    pub name: Ident,
    /// The template parameters; `None` where there are no angle brackets.
    pub params: Option<List<Declaration>>,
    /// The classes inherited from, in order.
    pub parents: List<ParentRef>,
    /// The items of the body.
    pub body: List<BodyItem>,
}

/// `def NAME : parents body`
#[derive(Clone, Copy, Debug)]
pub struct Def {
    /// Where the `def` keyword starts.
    pub keyword: Pos,
    /// The name; `None` for an anonymous record.
    pub name: Option<Expr>,
    /// The position of the record in messages: the name if its first token is an identifier, or
    /// else the keyword.
    pub pos: Pos,
    /// The classes inherited from, in order.
    pub parents: List<ParentRef>,
    /// The items of the body.
    pub body: List<BodyItem>,
}

/// `defm NAME : parents ;`
#[derive(Clone, Copy, Debug)]
pub struct Defm {
    /// Where the `defm` keyword starts.
    pub keyword: Pos,
    /// The name; `None` for an anonymous instantiation.
    pub name: Option<Expr>,
    /// Multiclasses, then classes. The parser does not know where the classes start.
    pub parents: List<ParentRef>,
}

/// `multiclass NAME<params> : parents { statements }`
#[derive(Clone, Copy, Debug)]
pub struct Multiclass {
    /// The name.
    pub name: Ident,
    /// The template parameters; `None` where there are no angle brackets.
    pub params: Option<List<Declaration>>,
    /// The multiclasses inherited from, in order.
    pub parents: List<ParentRef>,
    /// The statements of the body.
    pub body: List<Statement>,
}

/// `NAME` or `NAME<args>` in a list of parents.
#[doc(alias("SubClassReference", "SubMultiClassReference"))]
#[derive(Clone, Copy, Debug)]
pub struct ParentRef {
    /// The class or multiclass.
    pub name: Ident,
    /// The template arguments; empty where there are no angle brackets.
    pub args: List<Arg>,
    /// From the name to the closing angle bracket.
    pub span: Span,
}

/// A template argument, by position or by name. Those by position come first.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// The parameter, where it is named: `name = value`.
    pub name: Option<Ident>,
    /// The value.
    pub value: Expr,
}

/// `field? type NAME (= value)?`: a field, or a template parameter.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// Whether it is marked `field`: it may stay without a concrete value.
    pub is_field: bool,
    /// The type.
    pub ty: TypeExpr,
    /// The name.
    pub name: Ident,
    /// The initial value.
    pub value: Option<Expr>,
}

/// An item in the body of a class or def.
#[derive(Clone, Copy, Debug)]
pub enum BodyItem {
    /// A field.
    Field(Id<Declaration>),
    /// `let NAME = value;`
    Let(Id<LetItem>),
    /// `defvar`
    Defvar(Id<Defvar>),
    /// `assert`
    Assert(Id<Assert>),
    /// `dump`
    Dump(Id<Dump>),
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
pub struct LetItem {
    /// What happens to the old value.
    pub mode: LetMode,
    /// The field.
    pub name: Ident,
    /// The bits to set, where not the whole field: `{…}` in a body, `<…>` before `in`.
    pub bits: Option<List<Range>>,
    /// The value.
    pub value: Expr,
}

/// `let items in body`
#[derive(Clone, Copy, Debug)]
pub struct Let {
    /// The fields to set.
    pub items: List<LetItem>,
    /// The statements it acts on.
    pub body: Block,
}

/// `{ statements }`, or a single statement without braces.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Whether there are braces.
    pub braced: bool,
    /// The statements.
    pub statements: List<Statement>,
}

/// `defset type NAME = { statements }`
#[derive(Clone, Copy, Debug)]
pub struct Defset {
    /// The type, which must turn out to be a list.
    pub ty: TypeExpr,
    /// The name.
    pub name: Ident,
    /// The statements whose records are collected.
    pub body: List<Statement>,
}

/// `deftype NAME = type;`
#[derive(Clone, Copy, Debug)]
pub struct Deftype {
    /// The new name.
    pub name: Ident,
    /// The type it stands for.
    pub ty: TypeExpr,
}

/// `defvar NAME = value;`
#[derive(Clone, Copy, Debug)]
pub struct Defvar {
    /// The name.
    pub name: Ident,
    /// The value.
    pub value: Expr,
}

/// `foreach NAME = source in body`
#[derive(Clone, Copy, Debug)]
pub struct Foreach {
    /// Where the `foreach` keyword starts.
    pub keyword: Pos,
    /// The loop variable.
    pub var: Ident,
    /// The list or range that it runs over.
    pub source: ForeachSource,
    /// The statements to repeat.
    pub body: Block,
}

/// What a `foreach` statement runs over.
#[derive(Clone, Copy, Debug)]
pub enum ForeachSource {
    /// `{ ranges }`
    Ranges(List<Range>),
    /// A list, an integer, or a range of integers, depending on the type of the value.
    Value(Range),
}

/// `first`, `first ... last` or `first - last` (the latter also where `-last` is lexed as one
/// negative number; `last` is then positive).
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The first number.
    pub first: Expr,
    /// The last number, included.
    pub last: Option<Expr>,
}

/// `if condition then then_block else else_block`
#[derive(Clone, Copy, Debug)]
pub struct If {
    /// Where the `if` keyword starts.
    pub keyword: Pos,
    /// The condition.
    pub condition: Expr,
    /// The statements for true.
    pub then_block: Block,
    /// The statements for false.
    pub else_block: Option<Block>,
}

/// `assert condition, message;`
#[derive(Clone, Copy, Debug)]
pub struct Assert {
    /// The condition.
    pub condition: Expr,
    /// The message.
    pub message: Expr,
}

/// `dump message;`
#[derive(Clone, Copy, Debug)]
pub struct Dump {
    /// Where the `dump` keyword starts.
    pub keyword: Pos,
    /// The message.
    pub message: Expr,
}

/// A type as written (ProgRef, "Types").
#[derive(Clone, Copy, Debug)]
pub struct TypeExpr {
    /// The kind of the type.
    pub kind: TypeKind,
    /// The span of the whole.
    pub span: Span,
}

/// The kinds of [`TypeExpr`].
#[derive(Clone, Copy, Debug)]
pub enum TypeKind {
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
    List(Id<TypeExpr>),
    /// A class, or a name made by `deftype`.
    Named(Name),
}

/// A value as written (ProgRef, "Values and Expressions").
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    /// The kind of the value.
    pub kind: ExprKind,
    /// The span of the whole.
    pub span: Span,
}

/// The kinds of [`Expr`].
#[derive(Clone, Copy, Debug)]
pub enum ExprKind {
    /// A decimal or hexadecimal number, `true` or `false`.
    Int(Id<i64>),
    /// A binary number, which knows its width: `0b0101`.
    BinaryInt(Id<BinaryInt>),
    /// A string literal, or several adjacent ones joined.
    Str(Name),
    /// A long string literal without escapes, which stays in its file: long texts are seldom equal, so the parser
    /// would only copy them for the evaluator, which copies them too.
    LongStr(Id<SourceText>),
    /// `[{ … }]`
    Code(Name),
    /// A long `[{ … }]`, which stays in its file.
    LongCode(Id<SourceText>),
    /// `?`
    Unset,
    /// An identifier.
    Name(Name),
    /// `{ bits }`, the highest bit first, as written.
    BitsInit(Id<BitsExpr>),
    /// `[ elements ]<type>`
    List(Id<ListExpr>),
    /// `( operator:$name args )`
    Dag(Id<DagExpr>),
    /// `CLASS<args>`
    Instance(Id<InstanceExpr>),
    /// `!op<type>(args)` of the regular form.
    Bang(Id<BangExpr>),
    /// `!cond(condition: value, …)`
    Cond(Id<CondExpr>),
    /// `!switch(key, case: value, …, default)`
    Switch(Id<SwitchExpr>),
    /// `!foreach`, `!filter` and `!sort`
    Comprehension(Id<ComprehensionExpr>),
    /// `!foldl`
    Foldl(Id<FoldlExpr>),
    /// `value{ranges}`
    BitRange(Id<BitRangeExpr>),
    /// `value[elements]`
    Subscript(Id<SubscriptExpr>),
    /// `value.field`
    Field(Id<FieldExpr>),
    /// `left # right`
    Paste(Id<PasteExpr>),
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
pub struct BitsExpr {
    /// The bits, the highest first, as written.
    pub bits: List<Expr>,
}

/// `[ elements ]<type>`
#[derive(Clone, Copy, Debug)]
pub struct ListExpr {
    /// The elements.
    pub elements: List<Expr>,
    /// The type of the elements, where it is written.
    pub element_type: Option<TypeExpr>,
}

/// `( operator:$name args )`
#[derive(Clone, Copy, Debug)]
pub struct DagExpr {
    /// The operator.
    pub operator: Expr,
    /// The name of the operator, without `$`.
    pub operator_name: Option<Name>,
    /// The arguments.
    pub args: List<DagArg>,
}

/// `value`, `value:$name` or `$name` in a dag.
#[derive(Clone, Copy, Debug)]
pub struct DagArg {
    /// The value; `None` stands for `?`.
    pub value: Option<Expr>,
    /// The name, without `$`.
    pub name: Option<Name>,
}

/// `CLASS<args>`: an anonymous record.
#[derive(Clone, Copy, Debug)]
pub struct InstanceExpr {
    /// The class.
    pub class: Ident,
    /// The template arguments.
    pub args: List<Arg>,
}

/// `!op<type>(args)`. The parser has checked the number of arguments against [`BangOp::arity`].
#[derive(Clone, Copy, Debug)]
pub struct BangExpr {
    /// The operator.
    pub op: BangOp,
    /// The type in angle brackets.
    pub ty: Option<TypeExpr>,
    /// The arguments.
    pub args: List<Expr>,
}

/// `when: value` in `!cond` or `!switch`.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The condition, or what is compared with the key.
    pub when: Expr,
    /// The value.
    pub value: Expr,
}

/// `!cond(condition: value, …)`, with at least one case.
#[derive(Clone, Copy, Debug)]
pub struct CondExpr {
    /// Conditions and values, in order.
    pub cases: List<Case>,
}

/// `!switch(key, case: value, …, default)`, with at least one case.
#[derive(Clone, Copy, Debug)]
pub struct SwitchExpr {
    /// The value that is compared with each case.
    pub key: Expr,
    /// Cases and values, in order.
    pub cases: List<Case>,
    /// The value if no case is equal to the key.
    pub default: Expr,
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
pub struct ComprehensionExpr {
    /// The operator.
    pub op: ComprehensionOp,
    /// The variable.
    pub var: Ident,
    /// The list or dag it runs over.
    pub sequence: Expr,
    /// The expression that is evaluated for each element.
    pub body: Expr,
}

/// `!foldl(start, list, accumulator, item, body)`
#[derive(Clone, Copy, Debug)]
pub struct FoldlExpr {
    /// The first value of the accumulator.
    pub start: Expr,
    /// The list it runs over.
    pub list: Expr,
    /// The variable that holds the result so far.
    pub accumulator: Ident,
    /// The variable that holds the element.
    pub item: Ident,
    /// The next value of the accumulator.
    pub body: Expr,
}

/// `value{ranges}`
#[derive(Clone, Copy, Debug)]
pub struct BitRangeExpr {
    /// The value.
    pub value: Expr,
    /// The opening brace.
    pub brace: Pos,
    /// The bits, the highest first, as written.
    pub ranges: List<Range>,
}

/// `value[elements]`
#[derive(Clone, Copy, Debug)]
pub struct SubscriptExpr {
    /// The value.
    pub value: Expr,
    /// The subscripts: integers, ranges, lists of integers.
    pub elements: List<Range>,
    /// Whether a comma follows the last one, which makes a slice of a single subscript.
    pub trailing_comma: bool,
}

/// `value.field`
#[derive(Clone, Copy, Debug)]
pub struct FieldExpr {
    /// The value.
    pub value: Expr,
    /// The field.
    pub field: Ident,
}

/// `left # right`; strings bind to the right: `a # b # c` is `a # (b # c)`.
#[derive(Clone, Copy, Debug)]
pub struct PasteExpr {
    /// The left operand.
    pub left: Expr,
    /// The `#`.
    pub operator: Pos,
    /// The right operand; `None` where the `#` ends the value, as in `def foo# : …`.
    pub right: Option<Expr>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_stay_small() {
        assert_eq!(size_of::<ExprKind>(), 8);
        assert_eq!((size_of::<Expr>(), size_of::<Option<Expr>>()), (16, 16));
        assert_eq!(size_of::<Statement>(), 8);
    }
}
