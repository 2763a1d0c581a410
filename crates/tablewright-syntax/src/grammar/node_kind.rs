//! Kinds of nodes.

/// The kind of a node in a lossless tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum NodeKind {
    /// The whole file, with all tokens.
    File,
    /// Tokens that the grammar does not allow at this point.
    Error,

    /// `include "file"`
    Include,
    /// A preprocessor line.
    Directive,
    /// A conditional whose branches are whole statements or items.
    Conditional,
    /// The statements or items in a branch of a [`NodeKind::Conditional`].
    Branch,
    /// The text after the `#else` in a split conditional.
    SplitBranch,

    /// `class NAME parameters parents body`
    Class,
    /// `def name parents body`
    Def,
    /// `defm name parents ;`
    Defm,
    /// `multiclass NAME parameters parents { statements }`
    Multiclass,
    /// `defset type NAME = { statements }`
    Defset,
    /// `deftype NAME = type;`
    Deftype,
    /// `defvar NAME = value;`
    Defvar,
    /// `foreach NAME = values in block`
    Foreach,
    /// `if condition then block else block`
    If,
    /// `let items in block`
    Let,
    /// `assert condition, message;`
    Assert,
    /// `dump message;`
    Dump,

    /// A field in a body: `field? type NAME = value;`
    Field,
    /// `let NAME{bits} = value;`, in a body.
    BodyLet,

    /// A name.
    Name,
    /// The template parameters, with their angle brackets.
    ParameterList,
    /// A template parameter: `type NAME = value`.
    Parameter,
    /// The parents, with the colon before them.
    ParentList,
    /// A parent with its arguments.
    ParentRef,
    /// Template arguments, with their angle brackets.
    ArgumentList,
    /// A template argument: `value`, or `name = value`.
    Argument,
    /// The body of a class or record, with its braces.
    Body,
    /// Statements in braces, or a single statement without braces.
    Block,
    /// `mode NAME<bits> = value`, between `let` and `in`.
    LetItem,
    /// Ranges in brackets of any kind.
    RangeList,
    /// `first`, `first...last` or `first-last`.
    Range,

    /// A type.
    Type,

    /// A number.
    Integer,
    /// `true` or `false`
    Boolean,
    /// One or several string literals.
    StringValue,
    /// `[{ … }]`
    CodeValue,
    /// `?`
    Unset,
    /// A name used as a value.
    NameValue,
    /// `{ bits }`
    BitsValue,
    /// `[ elements ]<type>`
    ListValue,
    /// `( operator args )`
    DagValue,
    /// A dag's operator or argument: `value:$name`, `value` or `$name`.
    DagArg,
    /// `$name`
    VariableName,
    /// `CLASS<args>`
    InstanceValue,
    /// An operator with the regular syntax: `!op<type>(args)`.
    BangValue,
    /// `!cond(cases)`
    CondValue,
    /// `!switch(key, cases, default)`
    SwitchValue,
    /// `condition: value`, in `!cond` or `!switch`.
    Case,
    /// `!foreach`, `!filter` or `!sort`
    ComprehensionValue,
    /// `!foldl(start, list, accumulator, item, body)`
    FoldlValue,
    /// `value{bits}`
    BitRangeValue,
    /// `value[elements]`
    SubscriptValue,
    /// `value.field`
    FieldValue,
    /// `left # right`
    PasteValue,
}
