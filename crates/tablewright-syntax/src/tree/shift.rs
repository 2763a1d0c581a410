//! Nodes with moved positions: a file has other positions in each source map that contains it.

use super::{
    Assert, BangExpr, BinaryInt, BitRangeExpr, BitsExpr, BodyItem, ClassStatement,
    ComprehensionExpr, CondClause, CondExpr, DagArgSyntax, DagExpr, DefStatement, Defm, Defset,
    Deftype, Defvar, DumpStatement, Expr, FieldExpr, FoldlExpr, Foreach, ForeachSource, Ident,
    IfStatement, InstanceExpr, Let, LetItem, ListExpr, MulticlassStatement, ParameterDecl,
    ParentRef, PasteExpr, RangePiece, SourceText, Statement, SubscriptExpr, SwitchExpr,
    TemplateArg, TypeExpr,
};
use crate::source::{Pos, Shift, Span};

/// A value that may contain positions.
pub trait Shifted: Copy {
    /// Returns the value with all positions moved.
    #[must_use]
    fn shifted(self, shift: Shift) -> Self;
}

impl Shifted for Pos {
    #[inline]
    fn shifted(self, shift: Shift) -> Pos {
        self.moved(shift)
    }
}

impl Shifted for Span {
    #[inline]
    fn shifted(self, shift: Shift) -> Span {
        Span { lo: self.lo.moved(shift), hi: self.hi.moved(shift) }
    }
}

impl<T: Shifted> Shifted for Option<T> {
    #[inline]
    fn shifted(self, shift: Shift) -> Option<T> {
        self.map(|node| node.shifted(shift))
    }
}

impl Shifted for ForeachSource {
    #[inline]
    fn shifted(self, shift: Shift) -> ForeachSource {
        match self {
            ForeachSource::Ranges(ranges) => ForeachSource::Ranges(ranges),
            ForeachSource::Value(range) => ForeachSource::Value(range.shifted(shift)),
        }
    }
}

/// Nodes, each with the fields that contain positions.
macro_rules! shift_fields {
    ($($node:ident { $($field:ident),+ })*) => {
        $(impl Shifted for $node {
            #[inline]
            fn shifted(self, shift: Shift) -> $node {
                #[allow(
                    clippy::needless_update,
                    reason = "where all fields have positions, none is left for the base"
                )]
                $node { $($field: self.$field.shifted(shift),)+ ..self }
            }
        })*
    };
}

shift_fields! {
    Ident { span }
    Expr { span }
    TypeExpr { span }
    SourceText { start }
    ClassStatement { name }
    DefStatement { keyword, name, pos }
    Defm { keyword, name }
    MulticlassStatement { name }
    Defset { ty, name }
    Deftype { name, ty }
    Defvar { name, value }
    Foreach { keyword, var, source }
    IfStatement { keyword, condition }
    Assert { condition, message }
    DumpStatement { keyword, message }
    ParentRef { name, span }
    TemplateArg { name, value }
    ParameterDecl { ty, name, value }
    LetItem { name, value }
    RangePiece { first, last }
    CondClause { when, value }
    ListExpr { element_type }
    DagExpr { operator }
    DagArgSyntax { value }
    InstanceExpr { class }
    BangExpr { ty }
    SwitchExpr { key, default }
    ComprehensionExpr { var, sequence, body }
    FoldlExpr { start, list, accumulator, item, body }
    BitRangeExpr { value, brace }
    SubscriptExpr { value }
    FieldExpr { value, field }
    PasteExpr { left, operator, right }
}

/// Nodes whose positions are all in other nodes.
macro_rules! shift_nothing {
    ($($node:ident)*) => {
        $(impl Shifted for $node {
            #[inline]
            fn shifted(self, _: Shift) -> $node {
                self
            }
        })*
    };
}

shift_nothing! { Statement BodyItem Let BitsExpr CondExpr BinaryInt i64 }
