//! The bang operators: their names, their numbers of arguments, and the release that added each.
//!
//! Source: ProgRef, "Bang Operators" and "Appendix A: Bang Operators", of 19.1.7 and 22.1.

/// A bang operator with the regular syntax `!op<type>(args)`.
///
/// `!cond`, `!foreach`, `!filter` and `!foldl` have their own syntax and tree nodes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum BangOp {
    /// `!add`
    Add,
    /// `!and`
    And,
    /// `!cast`
    Cast,
    /// `!con`
    Con,
    /// `!dag`
    Dag,
    /// `!div`
    Div,
    /// `!empty`
    Empty,
    /// `!eq`
    Eq,
    /// `!exists`
    Exists,
    /// `!find`
    Find,
    /// `!ge`
    Ge,
    /// `!getdagarg`
    GetDagArg,
    /// `!getdagname`
    GetDagName,
    /// `!getdagop`
    GetDagOp,
    /// `!getdagopname` (since 20)
    GetDagOpName,
    /// `!gt`
    Gt,
    /// `!head`
    Head,
    /// `!if`
    If,
    /// `!initialized` (since 20)
    Initialized,
    /// `!instances` (since 21)
    Instances,
    /// `!interleave`
    Interleave,
    /// `!isa`
    IsA,
    /// `!le`
    Le,
    /// `!listconcat`
    ListConcat,
    /// `!listflatten` (since 20)
    ListFlatten,
    /// `!listremove`
    ListRemove,
    /// `!listsplat`
    ListSplat,
    /// `!logtwo`
    LogTwo,
    /// `!lt`
    Lt,
    /// `!match` (since 21)
    Match,
    /// `!mul`
    Mul,
    /// `!ne`
    Ne,
    /// `!not`
    Not,
    /// `!or`
    Or,
    /// `!range`
    Range,
    /// `!repr`
    Repr,
    /// `!setdagarg`
    SetDagArg,
    /// `!setdagname`
    SetDagName,
    /// `!setdagop`
    SetDagOp,
    /// `!setdagopname` (since 20)
    SetDagOpName,
    /// `!shl`
    Shl,
    /// `!size`
    Size,
    /// `!sra`
    Sra,
    /// `!srl`
    Srl,
    /// `!strconcat`
    StrConcat,
    /// `!sub`
    Sub,
    /// `!subst`
    Subst,
    /// `!substr`
    Substr,
    /// `!tail`
    Tail,
    /// `!tolower`
    ToLower,
    /// `!toupper`
    ToUpper,
    /// `!xor`
    Xor,
}

/// Whether a type in angle brackets follows the operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeArg {
    /// No type follows.
    None,
    /// A type may follow.
    Optional,
    /// A type must follow.
    Required,
}

/// The arguments that the parser accepts for an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arity {
    /// Smallest number of arguments.
    pub min: u8,
    /// Greatest number of arguments; `None` if unlimited.
    pub max: Option<u8>,
    /// Whether a type in angle brackets follows.
    pub type_arg: TypeArg,
}

const fn takes(min: u8, max: u8) -> Arity {
    Arity { min, max: Some(max), type_arg: TypeArg::None }
}

const fn takes_any(min: u8) -> Arity {
    Arity { min, max: None, type_arg: TypeArg::None }
}

const fn typed(min: u8, max: u8, type_arg: TypeArg) -> Arity {
    Arity { min, max: Some(max), type_arg }
}

/// Name and arity of each operator. [`BangOp`] has the same order, which is alphabetical.
const TABLE: [(BangOp, &str, Arity); 52] = [
    (BangOp::Add, "add", takes_any(2)),
    (BangOp::And, "and", takes_any(2)),
    (BangOp::Cast, "cast", typed(1, 1, TypeArg::Required)),
    (BangOp::Con, "con", takes_any(2)),
    (BangOp::Dag, "dag", takes(3, 3)),
    (BangOp::Div, "div", takes(2, 2)),
    (BangOp::Empty, "empty", takes(1, 1)),
    (BangOp::Eq, "eq", takes(2, 2)),
    (BangOp::Exists, "exists", typed(1, 1, TypeArg::Required)),
    (BangOp::Find, "find", takes(2, 3)),
    (BangOp::Ge, "ge", takes(2, 2)),
    (BangOp::GetDagArg, "getdagarg", typed(2, 2, TypeArg::Required)),
    (BangOp::GetDagName, "getdagname", takes(2, 2)),
    (BangOp::GetDagOp, "getdagop", typed(1, 1, TypeArg::Optional)),
    (BangOp::GetDagOpName, "getdagopname", takes(1, 1)),
    (BangOp::Gt, "gt", takes(2, 2)),
    (BangOp::Head, "head", takes(1, 1)),
    (BangOp::If, "if", takes(3, 3)),
    (BangOp::Initialized, "initialized", takes(1, 1)),
    (BangOp::Instances, "instances", typed(0, 1, TypeArg::Required)),
    (BangOp::Interleave, "interleave", takes(2, 2)),
    (BangOp::IsA, "isa", typed(1, 1, TypeArg::Required)),
    (BangOp::Le, "le", takes(2, 2)),
    (BangOp::ListConcat, "listconcat", takes_any(2)),
    (BangOp::ListFlatten, "listflatten", takes(1, 1)),
    (BangOp::ListRemove, "listremove", takes(2, 2)),
    (BangOp::ListSplat, "listsplat", takes(2, 2)),
    (BangOp::LogTwo, "logtwo", takes(1, 1)),
    (BangOp::Lt, "lt", takes(2, 2)),
    (BangOp::Match, "match", takes(2, 2)),
    (BangOp::Mul, "mul", takes_any(2)),
    (BangOp::Ne, "ne", takes(2, 2)),
    (BangOp::Not, "not", takes(1, 1)),
    (BangOp::Or, "or", takes_any(2)),
    (BangOp::Range, "range", takes(1, 3)),
    (BangOp::Repr, "repr", takes(1, 1)),
    (BangOp::SetDagArg, "setdagarg", takes(3, 3)),
    (BangOp::SetDagName, "setdagname", takes(3, 3)),
    (BangOp::SetDagOp, "setdagop", takes(2, 2)),
    (BangOp::SetDagOpName, "setdagopname", takes(2, 2)),
    (BangOp::Shl, "shl", takes(2, 2)),
    (BangOp::Size, "size", takes(1, 1)),
    (BangOp::Sra, "sra", takes(2, 2)),
    (BangOp::Srl, "srl", takes(2, 2)),
    (BangOp::StrConcat, "strconcat", takes_any(2)),
    (BangOp::Sub, "sub", takes(2, 2)),
    (BangOp::Subst, "subst", takes(3, 3)),
    (BangOp::Substr, "substr", takes(2, 3)),
    (BangOp::Tail, "tail", takes(1, 1)),
    (BangOp::ToLower, "tolower", takes(1, 1)),
    (BangOp::ToUpper, "toupper", takes(1, 1)),
    (BangOp::Xor, "xor", takes_any(2)),
];

/// An operation on two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "they are named as the operators")]
pub enum ArithmeticOp {
    Add,
    Sub,
    Mul,
    Div,
    And,
    Or,
    Xor,
    Shl,
    Sra,
    Srl,
}

const ARITHMETIC: [(BangOp, ArithmeticOp); 10] = [
    (BangOp::Add, ArithmeticOp::Add),
    (BangOp::Sub, ArithmeticOp::Sub),
    (BangOp::Mul, ArithmeticOp::Mul),
    (BangOp::Div, ArithmeticOp::Div),
    (BangOp::And, ArithmeticOp::And),
    (BangOp::Or, ArithmeticOp::Or),
    (BangOp::Xor, ArithmeticOp::Xor),
    (BangOp::Shl, ArithmeticOp::Shl),
    (BangOp::Sra, ArithmeticOp::Sra),
    (BangOp::Srl, ArithmeticOp::Srl),
];

/// A comparison of two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "they are named as the operators")]
pub enum ComparisonOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

const COMPARISONS: [(BangOp, ComparisonOp); 6] = [
    (BangOp::Eq, ComparisonOp::Eq),
    (BangOp::Ne, ComparisonOp::Ne),
    (BangOp::Lt, ComparisonOp::Lt),
    (BangOp::Le, ComparisonOp::Le),
    (BangOp::Gt, ComparisonOp::Gt),
    (BangOp::Ge, ComparisonOp::Ge),
];

impl BangOp {
    /// Returns the name without the exclamation mark, such as `add`.
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// Returns the number of arguments that the operator accepts.
    pub fn arity(self) -> Arity {
        TABLE[self as usize].2
    }

    /// Returns the operator called `name`, given without its exclamation mark.
    pub fn from_name(name: &str) -> Option<BangOp> {
        TABLE.binary_search_by(|(_, n, _)| (*n).cmp(name)).ok().map(|i| TABLE[i].0)
    }

    /// Returns the operator with the discriminant `code`: `op as u8` reversed.
    pub fn from_code(code: u8) -> Option<BangOp> {
        TABLE.get(code as usize).map(|&(op, _, _)| op)
    }

    /// Returns the result's type in TableGen syntax; `None` if it depends on the arguments. A
    /// result of 0 or 1 for false or true is a `bit`.
    pub fn result_type(self) -> Option<&'static str> {
        match self {
            BangOp::Add
            | BangOp::And
            | BangOp::Div
            | BangOp::Find
            | BangOp::LogTwo
            | BangOp::Mul
            | BangOp::Or
            | BangOp::Shl
            | BangOp::Size
            | BangOp::Sra
            | BangOp::Srl
            | BangOp::Sub
            | BangOp::Xor => Some("int"),
            BangOp::Empty
            | BangOp::Eq
            | BangOp::Exists
            | BangOp::Ge
            | BangOp::Gt
            | BangOp::Initialized
            | BangOp::IsA
            | BangOp::Le
            | BangOp::Lt
            | BangOp::Match
            | BangOp::Ne
            | BangOp::Not => Some("bit"),
            BangOp::GetDagName
            | BangOp::GetDagOpName
            | BangOp::Interleave
            | BangOp::Repr
            | BangOp::StrConcat
            | BangOp::Substr
            | BangOp::ToLower
            | BangOp::ToUpper => Some("string"),
            BangOp::Con
            | BangOp::Dag
            | BangOp::SetDagArg
            | BangOp::SetDagName
            | BangOp::SetDagOp
            | BangOp::SetDagOpName => Some("dag"),
            BangOp::Range => Some("list<int>"),
            BangOp::Cast
            | BangOp::GetDagArg
            | BangOp::GetDagOp
            | BangOp::Head
            | BangOp::If
            | BangOp::Instances
            | BangOp::ListConcat
            | BangOp::ListFlatten
            | BangOp::ListRemove
            | BangOp::ListSplat
            | BangOp::Subst
            | BangOp::Tail => None,
        }
    }

    /// Returns the arithmetic operation; `None` if the operator is not arithmetic.
    #[inline]
    pub fn arithmetic(self) -> Option<ArithmeticOp> {
        ARITHMETIC.iter().find(|(op, _)| *op == self).map(|&(_, arithmetic)| arithmetic)
    }

    /// Returns the comparison; `None` if the operator does not compare.
    #[inline]
    pub fn comparison(self) -> Option<ComparisonOp> {
        COMPARISONS.iter().find(|(op, _)| *op == self).map(|&(_, comparison)| comparison)
    }

    /// Returns all operators in alphabetical order.
    pub fn all() -> impl Iterator<Item = BangOp> {
        TABLE.iter().map(|&(op, _, _)| op)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_operators_and_of_their_names() {
        for (i, op) in BangOp::all().enumerate() {
            assert_eq!(op as usize, i);
            assert_eq!(BangOp::from_name(op.name()), Some(op));
        }
        assert!(TABLE.is_sorted_by_key(|(_, name, _)| *name));
        assert_eq!(BangOp::from_name("frobnicate"), None);
    }
}
