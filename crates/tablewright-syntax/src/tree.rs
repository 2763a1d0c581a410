//! The syntax tree: the input as written, with positions.
//!
//! A file's tree comes in parts ([`TreePart`]), which own their nodes. A node contains other nodes'
//! ids, names as numbers in the file's name table, and long texts as positions in the file. Names
//! are not resolved and types not checked: evaluation decides whether `x{3-0}` suits the type of
//! `x`.
//!
//! Positions belong to the source map that the file was read into. In another map the file may
//! start elsewhere, and all its positions are [moved](TreePart::get_shifted).

mod lists;
mod part;
mod shift;

pub(crate) use lists::{ListNode, Lists};
pub use part::{Id, Ids, PartList, PartNode, TreePart};
pub use shift::Shifted;

use crate::bang::BangOp;
use crate::source::{Pos, Span};
use crate::symbol::Symbol;

/// A name or text as written: a symbol in the parser's interner.
///
/// It is a separate type, because an evaluator that runs while parsing continues cannot share the
/// parser's interner. The evaluator has its own interner, and so its own [`Symbol`]s.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NameSyntax(Symbol);

impl NameSyntax {
    /// Creates the name for `symbol`, which belongs to the parser's interner.
    pub fn new(symbol: Symbol) -> NameSyntax {
        NameSyntax(symbol)
    }

    /// Returns the symbol in the parser's interner.
    pub fn symbol(self) -> Symbol {
        self.0
    }
}

/// A byte range in a source file, which [`SourceMap::text`](crate::source::SourceMap::text) reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceText {
    /// Position of the first byte.
    pub start: Pos,
    /// Number of bytes.
    pub len: u32,
}

/// A name with its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident {
    /// The name.
    pub name: NameSyntax,
    /// The span of the name.
    pub span: Span,
}

/// A statement (ProgRef, "Statements").
#[derive(Clone, Copy, Debug)]
pub enum Statement {
    /// `class`
    Class(Id<ClassStatement>),
    /// `def`
    Def(Id<DefStatement>),
    /// `defm`
    Defm(Id<Defm>),
    /// `multiclass`
    Multiclass(Id<MulticlassStatement>),
    /// `defset`
    Defset(Id<Defset>),
    /// `deftype`
    Deftype(Id<Deftype>),
    /// `defvar`
    Defvar(Id<Defvar>),
    /// `foreach`
    Foreach(Id<Foreach>),
    /// `if`
    If(Id<IfStatement>),
    /// `let … in`
    Let(Id<Let>),
    /// `assert`
    Assert(Id<Assert>),
    /// `dump`
    Dump(Id<DumpStatement>),
}

/// An item that the parser passes on, in the order of the statements.
#[derive(Clone, Copy, Debug)]
pub enum StatementEvent {
    /// A whole statement.
    Statement(Statement),
    /// A `class` or `def` whose body has the first error in the input, with the body items before
    /// the error.
    Broken(Statement),
    /// A `let … in` starts. All parts up to its [`StatementEvent::LetEnd`] belong to its body. If
    /// there are errors, the end may be missing.
    LetStart {
        /// The fields to set.
        items: PartList<LetItem>,
        /// Whether its statements are in braces.
        braced: bool,
    },
    /// The innermost `let` ends.
    LetEnd,
}

/// `class NAME<params> : parents body`
#[derive(Clone, Copy, Debug)]
pub struct ClassStatement {
    /// The name.
    pub name: Ident,
    /// The template parameters; `None` without angle brackets.
    pub params: Option<PartList<ParameterDecl>>,
    /// The parent classes in order.
    pub parents: PartList<ParentRef>,
    /// The items of the body.
    pub body: PartList<BodyItem>,
}

/// `def NAME : parents body`
#[derive(Clone, Copy, Debug)]
pub struct DefStatement {
    /// Position of the `def` keyword.
    pub keyword: Pos,
    /// The name; `None` for an anonymous record.
    pub name: Option<Expr>,
    /// The record's position in messages: the name if its first token is an identifier, otherwise
    /// the keyword.
    pub pos: Pos,
    /// The parent classes in order.
    pub parents: PartList<ParentRef>,
    /// The items of the body.
    pub body: PartList<BodyItem>,
}

/// `defm NAME : parents ;`
#[derive(Clone, Copy, Debug)]
pub struct Defm {
    /// Position of the `defm` keyword.
    pub keyword: Pos,
    /// The name; `None` for an anonymous instantiation.
    pub name: Option<Expr>,
    /// Multiclasses, then classes. The parser does not know the index of the first class.
    pub parents: PartList<ParentRef>,
}

/// `multiclass NAME<params> : parents { statements }`
#[derive(Clone, Copy, Debug)]
pub struct MulticlassStatement {
    /// The name.
    pub name: Ident,
    /// The template parameters; `None` without angle brackets.
    pub params: Option<PartList<ParameterDecl>>,
    /// The parent multiclasses in order.
    pub parents: PartList<ParentRef>,
    /// The statements in the body.
    pub body: PartList<Statement>,
}

/// `NAME` or `NAME<args>` in a list of parents.
#[doc(alias("SubClassReference", "SubMultiClassReference"))]
#[derive(Clone, Copy, Debug)]
pub struct ParentRef {
    /// The class or multiclass.
    pub name: Ident,
    /// The template arguments; empty without angle brackets.
    pub args: PartList<TemplateArg>,
    /// Span from the name to the closing angle bracket.
    pub span: Span,
}

/// A template argument, by position or by name. Positional arguments come first.
#[derive(Clone, Copy, Debug)]
pub struct TemplateArg {
    /// The parameter in `name = value`; `None` for a positional argument.
    pub name: Option<Ident>,
    /// The value.
    pub value: Expr,
}

/// `field? type NAME (= value)?`: a field, or a template parameter.
#[derive(Clone, Copy, Debug)]
pub struct ParameterDecl {
    /// Whether it is marked `field`, so that its value may stay unset.
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
    Field(Id<ParameterDecl>),
    /// `let NAME = value;`
    Let(Id<LetItem>),
    /// `defvar`
    Defvar(Id<Defvar>),
    /// `assert`
    Assert(Id<Assert>),
    /// `dump`
    Dump(Id<DumpStatement>),
}

/// The effect of a `let` on the field's old value.
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
    /// The effect on the old value.
    pub mode: LetMode,
    /// The field.
    pub name: Ident,
    /// The bits to set; `None` for the whole field. `{…}` in a body, `<…>` before `in`.
    pub bits: Option<PartList<RangePiece>>,
    /// The value.
    pub value: Expr,
}

/// `let items in body`
#[derive(Clone, Copy, Debug)]
pub struct Let {
    /// The fields to set.
    pub items: PartList<LetItem>,
    /// The statements that it affects.
    pub body: StatementBlock,
}

/// `{ statements }`, or a single statement without braces.
#[derive(Clone, Copy, Debug)]
pub struct StatementBlock {
    /// Whether there are braces.
    pub braced: bool,
    /// The statements.
    pub statements: PartList<Statement>,
}

/// `defset type NAME = { statements }`
#[derive(Clone, Copy, Debug)]
pub struct Defset {
    /// The type, which must be a list type.
    pub ty: TypeExpr,
    /// The name.
    pub name: Ident,
    /// The statements whose records are collected.
    pub body: PartList<Statement>,
}

/// `deftype NAME = type;`
#[derive(Clone, Copy, Debug)]
pub struct Deftype {
    /// The new name.
    pub name: Ident,
    /// The type that it names.
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
    /// Position of the `foreach` keyword.
    pub keyword: Pos,
    /// The loop variable.
    pub var: Ident,
    /// The list or range to iterate over.
    pub source: ForeachSource,
    /// The statements to repeat.
    pub body: StatementBlock,
}

/// The source of a `foreach` statement's values.
#[derive(Clone, Copy, Debug)]
pub enum ForeachSource {
    /// `{ ranges }`
    Ranges(PartList<RangePiece>),
    /// A list, an integer, or a range of integers, depending on the type of the value.
    Value(RangePiece),
}

/// `first`, `first ... last` or `first - last`. In the last form the lexer may read `-last` as one
/// negative number; the field `last` is then positive.
#[derive(Clone, Copy, Debug)]
pub struct RangePiece {
    /// The first number.
    pub first: Expr,
    /// The last number, inclusive.
    pub last: Option<Expr>,
}

/// `if condition then then_block else else_block`
#[derive(Clone, Copy, Debug)]
pub struct IfStatement {
    /// Position of the `if` keyword.
    pub keyword: Pos,
    /// The condition.
    pub condition: Expr,
    /// The statements for a true condition.
    pub then_block: StatementBlock,
    /// The statements for a false condition.
    pub else_block: Option<StatementBlock>,
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
pub struct DumpStatement {
    /// Position of the `dump` keyword.
    pub keyword: Pos,
    /// The message.
    pub message: Expr,
}

/// A type as written (ProgRef, "Types").
#[derive(Clone, Copy, Debug)]
pub struct TypeExpr {
    /// The kind of the type.
    pub kind: TypeSyntax,
    /// Span of the whole type.
    pub span: Span,
}

/// The kinds of [`TypeExpr`].
#[derive(Clone, Copy, Debug)]
pub enum TypeSyntax {
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
    Named(NameSyntax),
}

/// A value as written (ProgRef, "Values and Expressions").
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    /// The kind of the value.
    pub kind: ExprKind,
    /// Span of the whole value.
    pub span: Span,
}

/// The kinds of [`Expr`].
#[derive(Clone, Copy, Debug)]
pub enum ExprKind {
    /// A decimal or hexadecimal number, `true` or `false`.
    Int(Id<i64>),
    /// A binary number, which has a width: `0b0101`.
    BinaryInt(Id<BinaryInt>),
    /// A string literal, or several adjacent literals joined.
    Str(NameSyntax),
    /// A long string literal without escapes, whose text stays in its file. Long texts are seldom
    /// equal, so interning them would only add a copy to the evaluator's copy.
    LongStr(Id<SourceText>),
    /// `[{ … }]`
    Code(NameSyntax),
    /// A long `[{ … }]`, whose text stays in its file.
    LongCode(Id<SourceText>),
    /// `?`
    Unset,
    /// An identifier.
    Name(NameSyntax),
    /// `{ bits }`, the highest bit first, as written.
    BitsInit(Id<BitsExpr>),
    /// `[ elements ]<type>`
    List(Id<ListExpr>),
    /// `( operator:$name args )`
    Dag(Id<DagExpr>),
    /// `CLASS<args>`
    Instance(Id<InstanceExpr>),
    /// `!op<type>(args)`, an operator with the regular syntax.
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
    /// Number of written digits.
    pub width: u32,
}

/// `{ bits }`
#[derive(Clone, Copy, Debug)]
pub struct BitsExpr {
    /// The bits, the highest first, as written.
    pub bits: PartList<Expr>,
}

/// `[ elements ]<type>`
#[derive(Clone, Copy, Debug)]
pub struct ListExpr {
    /// The elements.
    pub elements: PartList<Expr>,
    /// The elements' type, if it is written.
    pub element_type: Option<TypeExpr>,
}

/// `( operator:$name args )`
#[derive(Clone, Copy, Debug)]
pub struct DagExpr {
    /// The operator.
    pub operator: Expr,
    /// The operator's name, without `$`.
    pub operator_name: Option<NameSyntax>,
    /// The arguments.
    pub args: PartList<DagArgSyntax>,
}

/// `value`, `value:$name` or `$name` in a dag.
#[derive(Clone, Copy, Debug)]
pub struct DagArgSyntax {
    /// The value; `None` means `?`.
    pub value: Option<Expr>,
    /// The name, without `$`.
    pub name: Option<NameSyntax>,
}

/// `CLASS<args>`: an anonymous record.
#[derive(Clone, Copy, Debug)]
pub struct InstanceExpr {
    /// The class.
    pub class: Ident,
    /// The template arguments.
    pub args: PartList<TemplateArg>,
}

/// `!op<type>(args)`. The parser has checked the number of arguments against [`BangOp::arity`].
#[derive(Clone, Copy, Debug)]
pub struct BangExpr {
    /// The operator.
    pub op: BangOp,
    /// The type in angle brackets.
    pub ty: Option<TypeExpr>,
    /// The arguments.
    pub args: PartList<Expr>,
}

/// `when: value`, in `!cond` or `!switch`.
#[derive(Clone, Copy, Debug)]
pub struct CondClause {
    /// The condition, or the value that is compared with the key.
    pub when: Expr,
    /// The value.
    pub value: Expr,
}

/// `!cond(condition: value, …)`, with at least one case.
#[derive(Clone, Copy, Debug)]
pub struct CondExpr {
    /// Conditions and values, in order.
    pub cases: PartList<CondClause>,
}

/// `!switch(key, case: value, …, default)`, with at least one case.
#[derive(Clone, Copy, Debug)]
pub struct SwitchExpr {
    /// The value that is compared with each case.
    pub key: Expr,
    /// Cases and values, in order.
    pub cases: PartList<CondClause>,
    /// The value if no case equals the key.
    pub default: Expr,
}

/// The operators that evaluate an expression for each element in a sequence.
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
    /// Returns the name without the exclamation mark.
    pub fn name(self) -> &'static str {
        match self {
            ComprehensionOp::Foreach => "foreach",
            ComprehensionOp::Filter => "filter",
            ComprehensionOp::Sort => "sort",
        }
    }
}

/// `!foreach(var, sequence, body)`, or `!filter` or `!sort` with the same syntax.
#[derive(Clone, Copy, Debug)]
pub struct ComprehensionExpr {
    /// The operator.
    pub op: ComprehensionOp,
    /// The variable.
    pub var: Ident,
    /// The list or dag to iterate over.
    pub sequence: Expr,
    /// The expression to evaluate for each element.
    pub body: Expr,
}

/// `!foldl(start, list, accumulator, item, body)`
#[derive(Clone, Copy, Debug)]
pub struct FoldlExpr {
    /// The accumulator's first value.
    pub start: Expr,
    /// The list to iterate over.
    pub list: Expr,
    /// The variable that holds the result so far.
    pub accumulator: Ident,
    /// The variable that holds the element.
    pub item: Ident,
    /// The accumulator's next value.
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
    pub ranges: PartList<RangePiece>,
}

/// `value[elements]`
#[derive(Clone, Copy, Debug)]
pub struct SubscriptExpr {
    /// The value.
    pub value: Expr,
    /// The subscripts: integers, ranges, lists of integers.
    pub elements: PartList<RangePiece>,
    /// Whether a comma follows the last subscript, which makes a single subscript a slice.
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
    /// Position of the `#`.
    pub operator: Pos,
    /// The right operand; `None` if the `#` ends the value, as in `def foo# : …`.
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
