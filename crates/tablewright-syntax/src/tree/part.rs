//! Storage for tree nodes: a vector for each kind, and ids that connect the nodes.

use std::fmt;
use std::marker::PhantomData;

use super::shift::Shifted;
use super::{
    Assert, BangExpr, BinaryInt, BitRangeExpr, BitsExpr, BodyItem, ClassStatement,
    ComprehensionExpr, CondClause, CondExpr, DagArgSyntax, DagExpr, DefStatement, Defm, Defset,
    Deftype, Defvar, DumpStatement, Expr, FieldExpr, FoldlExpr, Foreach, IfStatement, InstanceExpr,
    Let, LetItem, ListExpr, MulticlassStatement, ParameterDecl, ParentRef, PasteExpr, RangePiece,
    SourceText, Statement, StatementEvent, SubscriptExpr, SwitchExpr, TemplateArg, TypeExpr,
};
use crate::source::{Pos, Shift};
use crate::symbol::Strings;

/// A node in a [`TreePart`], by its index among the nodes with the same kind.
pub struct Id<T> {
    index: u32,
    kind: PhantomData<fn() -> T>,
}

/// Consecutive nodes with the same kind in their [`TreePart`].
pub struct PartList<T> {
    start: u32,
    len: u32,
    kind: PhantomData<fn() -> T>,
}

// If derived, these would require the same trait from `T`.
impl<T> Clone for Id<T> {
    fn clone(&self) -> Id<T> {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.index.fmt(f)
    }
}

impl<T> Clone for PartList<T> {
    fn clone(&self) -> PartList<T> {
        *self
    }
}

impl<T> Copy for PartList<T> {}

impl<T> fmt::Debug for PartList<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.start..self.start + self.len).fmt(f)
    }
}

impl<T> Default for PartList<T> {
    fn default() -> PartList<T> {
        PartList { start: 0, len: 0, kind: PhantomData }
    }
}

impl<T> Id<T> {
    #[inline]
    fn new(index: u32) -> Id<T> {
        Id { index, kind: PhantomData }
    }

    /// Returns an id for a node that is not stored.
    pub(crate) fn placeholder() -> Id<T> {
        Id::new(0)
    }
}

impl<T> PartList<T> {
    /// Returns the number of nodes.
    #[inline]
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Returns whether the list is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Returns the node at `index`.
    #[inline]
    pub fn get(self, index: usize) -> Option<Id<T>> {
        // An index below a 32-bit length has 32 bits.
        (index < self.len()).then(|| Id::new(self.start + index as u32))
    }

    /// Returns the first node.
    pub fn first(self) -> Option<Id<T>> {
        self.get(0)
    }

    /// Returns the last node.
    pub fn last(self) -> Option<Id<T>> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Returns the nodes in order.
    #[inline]
    pub fn iter(self) -> Ids<T> {
        Ids { next: self.start, end: self.start + self.len, kind: PhantomData }
    }
}

impl<T> IntoIterator for PartList<T> {
    type Item = Id<T>;
    type IntoIter = Ids<T>;

    #[inline]
    fn into_iter(self) -> Ids<T> {
        self.iter()
    }
}

/// The nodes in a [`PartList`].
pub struct Ids<T> {
    next: u32,
    end: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Iterator for Ids<T> {
    type Item = Id<T>;

    #[inline]
    fn next(&mut self) -> Option<Id<T>> {
        let id = Id::new(self.next);
        (self.next < self.end).then(|| {
            self.next += 1;
            id
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.end - self.next) as usize;
        (left, Some(left))
    }
}

impl<T> ExactSizeIterator for Ids<T> {}

/// A kind of node.
pub trait PartNode: Shifted {
    #[doc(hidden)]
    fn nodes(part: &TreePart) -> &Vec<Self>;
    #[doc(hidden)]
    fn nodes_mut(part: &mut TreePart) -> &mut Vec<Self>;
}

/// Groups of vectors: the name of each group's type, and its fields with their node types.
macro_rules! define_nodes {
    ($($group:ident, $groups:ident { $($nodes:ident: $node:ty,)* })*) => {
        $(
            #[derive(Clone, Default, Debug)]
            struct $groups {
                $($nodes: Vec<$node>,)*
            }

            $(impl PartNode for $node {
                #[inline]
                fn nodes(part: &TreePart) -> &Vec<$node> {
                    &part.$group.$nodes
                }

                #[inline]
                fn nodes_mut(part: &mut TreePart) -> &mut Vec<$node> {
                    &mut part.$group.$nodes
                }
            })*
        )*

        impl TreePart {
            /// Removes all nodes, and keeps their memory.
            fn clear_nodes(&mut self) {
                $($(self.$group.$nodes.clear();)*)*
            }

            /// Returns the size of the nodes in bytes.
            fn node_bytes(&self) -> usize {
                0 $($(+ size_of_val(&self.$group.$nodes[..]))*)*
            }
        }
    };
}

define_nodes! {
    statements, Statements {
        classes: ClassStatement,
        defs: DefStatement,
        defms: Defm,
        multiclasses: MulticlassStatement,
        defsets: Defset,
        deftypes: Deftype,
        defvars: Defvar,
        foreaches: Foreach,
        ifs: IfStatement,
        lets: Let,
        asserts: Assert,
        dumps: DumpStatement,
    }
    parts, PartsOfStatements {
        statements: Statement,
        items: BodyItem,
        parents: ParentRef,
        args: TemplateArg,
        declarations: ParameterDecl,
        let_items: LetItem,
        ranges: RangePiece,
        types: TypeExpr,
    }
    values, Values {
        exprs: Expr,
        ints: i64,
        binary_ints: BinaryInt,
        texts: SourceText,
        dag_args: DagArgSyntax,
        cases: CondClause,
    }
    operations, Operations {
        bits: BitsExpr,
        lists: ListExpr,
        dags: DagExpr,
        instances: InstanceExpr,
        bangs: BangExpr,
        bit_ranges: BitRangeExpr,
        subscripts: SubscriptExpr,
        fields: FieldExpr,
        pastes: PasteExpr,
    }
    special_operators, SpecialOperators {
        conds: CondExpr,
        switches: SwitchExpr,
        comprehensions: ComprehensionExpr,
        foldls: FoldlExpr,
    }
}

/// Consecutive statements in a file, with their nodes.
///
/// A file is read in several parts, so that evaluation can start before the whole file was read. A
/// part contains no references to other parts.
#[derive(Clone, Default)]
pub struct TreePart {
    /// The statements in order.
    pub events: Vec<StatementEvent>,
    /// The names that earlier parts of the file do not have.
    pub names: Strings,
    statements: Statements,
    parts: PartsOfStatements,
    values: Values,
    operations: Operations,
    special_operators: SpecialOperators,
}

impl TreePart {
    /// Adds a node.
    #[inline]
    pub(crate) fn add<T: PartNode>(&mut self, node: T) -> Id<T> {
        let nodes = T::nodes_mut(self);
        let id = Id::new(nodes.len() as u32);
        nodes.push(node);
        id
    }

    /// Adds nodes.
    #[inline]
    pub(crate) fn add_all<T: PartNode>(&mut self, added: &[T]) -> PartList<T> {
        let nodes = T::nodes_mut(self);
        // A text of one gibibyte has fewer than 2^32 nodes.
        let list =
            PartList { start: nodes.len() as u32, len: added.len() as u32, kind: PhantomData };
        nodes.extend_from_slice(added);
        list
    }

    /// Moves the nodes from index `base` on from a list under construction to the tree.
    #[inline]
    pub(crate) fn take<T: PartNode>(&mut self, list: &mut Vec<T>, base: usize) -> PartList<T> {
        let taken = self.add_all(&list[base..]);
        list.truncate(base);
        taken
    }

    /// Returns the added nodes in vectors without spare capacity. This part is empty afterwards,
    /// and keeps its memory for the next part.
    pub(crate) fn split_off(&mut self) -> TreePart {
        let names = std::mem::take(&mut self.names);
        let part = TreePart { names, ..self.clone() };
        self.clear_nodes();
        self.events.clear();
        part
    }

    /// Returns the node with its original positions.
    #[inline]
    pub fn get<T: PartNode>(&self, id: Id<T>) -> T {
        T::nodes(self)[id.index as usize]
    }

    /// Returns the nodes in a list with their original positions.
    pub fn list<T: PartNode>(&self, list: PartList<T>) -> &[T] {
        &T::nodes(self)[list.start as usize..][..list.len()]
    }

    /// Returns the node with its positions moved.
    #[inline]
    pub fn get_shifted<T: PartNode>(&self, id: Id<T>, shift: Shift) -> T {
        self.get(id).shifted(shift)
    }

    /// Returns the position at which messages about a statement point: its keyword, or another part
    /// if the tree does not have the keyword's position. `None` for a `let` without items, which no
    /// parser returns.
    pub fn statement_pos(&self, statement: Statement) -> Option<Pos> {
        Some(match statement {
            Statement::Class(id) => self.get(id).name.span.lo,
            Statement::Def(id) => self.get(id).pos,
            Statement::Defm(id) => self.get(id).keyword,
            Statement::Multiclass(id) => self.get(id).name.span.lo,
            Statement::Defset(id) => self.get(id).name.span.lo,
            Statement::Deftype(id) => self.get(id).name.span.lo,
            Statement::Defvar(id) => self.get(id).name.span.lo,
            Statement::Foreach(id) => self.get(id).keyword,
            Statement::If(id) => self.get(id).keyword,
            Statement::Let(id) => self.get(self.get(id).items.first()?).name.span.lo,
            Statement::Assert(id) => self.get(id).condition.span.lo,
            Statement::Dump(id) => self.get(id).keyword,
        })
    }

    /// Returns the approximate memory of the part in bytes.
    pub fn memory_bytes(&self) -> usize {
        self.node_bytes() + size_of_val(&self.events[..]) + self.names.memory_bytes()
    }
}
