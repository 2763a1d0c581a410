//! How the nodes of a tree are kept: each kind in a vector of its own, and ids between them.

use std::fmt;
use std::marker::PhantomData;

use super::shift::Shifted;
use super::{
    Arg, Assert, BangExpr, BinaryInt, BitRangeExpr, BitsExpr, BodyItem, Case, Class,
    ComprehensionExpr, CondExpr, DagArg, DagExpr, Declaration, Def, Defm, Defset, Deftype, Defvar,
    Dump, Expr, FieldExpr, FoldlExpr, Foreach, If, InstanceExpr, Let, LetItem, ListExpr,
    Multiclass, ParentRef, PasteExpr, Range, SourceText, Statement, StatementEvent, SubscriptExpr,
    SwitchExpr, TypeExpr,
};
use crate::source::{Pos, Shift};
use crate::symbol::Strings;

/// A node of a [`TreePart`], by its index among the nodes of its kind.
pub struct Id<T> {
    index: u32,
    kind: PhantomData<fn() -> T>,
}

/// Some nodes of a kind, one after the other in their [`TreePart`].
pub struct List<T> {
    start: u32,
    len: u32,
    kind: PhantomData<fn() -> T>,
}

// Derived, these would ask the same of `T`.
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

impl<T> Clone for List<T> {
    fn clone(&self) -> List<T> {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.start..self.start + self.len).fmt(f)
    }
}

impl<T> Default for List<T> {
    fn default() -> List<T> {
        List { start: 0, len: 0, kind: PhantomData }
    }
}

impl<T> Id<T> {
    #[inline]
    fn new(index: u32) -> Id<T> {
        Id { index, kind: PhantomData }
    }
}

impl<T> List<T> {
    /// How many nodes there are.
    #[inline]
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The node of that index.
    #[inline]
    pub fn get(self, index: usize) -> Option<Id<T>> {
        // An index below a length of 32 bits has 32 bits.
        (index < self.len()).then(|| Id::new(self.start + index as u32))
    }

    /// The first node.
    pub fn first(self) -> Option<Id<T>> {
        self.get(0)
    }

    /// The last node.
    pub fn last(self) -> Option<Id<T>> {
        self.get(self.len().checked_sub(1)?)
    }

    /// The nodes in order.
    #[inline]
    pub fn iter(self) -> Ids<T> {
        Ids { next: self.start, end: self.start + self.len, kind: PhantomData }
    }
}

impl<T> IntoIterator for List<T> {
    type Item = Id<T>;
    type IntoIter = Ids<T>;

    #[inline]
    fn into_iter(self) -> Ids<T> {
        self.iter()
    }
}

/// The nodes of a [`List`].
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
pub trait Node: Shifted {
    #[doc(hidden)]
    fn nodes(part: &TreePart) -> &Vec<Self>;
    #[doc(hidden)]
    fn nodes_mut(part: &mut TreePart) -> &mut Vec<Self>;
}

/// Groups of vectors: of each the name of its type, and its fields with what they hold.
macro_rules! define_nodes {
    ($($group:ident, $groups:ident { $($nodes:ident: $node:ty,)* })*) => {
        $(
            #[derive(Clone, Default, Debug)]
            struct $groups {
                $($nodes: Vec<$node>,)*
            }

            $(impl Node for $node {
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

            /// How many bytes the nodes take.
            fn node_bytes(&self) -> usize {
                0 $($(+ size_of_val(&self.$group.$nodes[..]))*)*
            }
        }
    };
}

define_nodes! {
    statements, Statements {
        classes: Class,
        defs: Def,
        defms: Defm,
        multiclasses: Multiclass,
        defsets: Defset,
        deftypes: Deftype,
        defvars: Defvar,
        foreaches: Foreach,
        ifs: If,
        lets: Let,
        asserts: Assert,
        dumps: Dump,
    }
    parts, PartsOfStatements {
        statements: Statement,
        items: BodyItem,
        parents: ParentRef,
        args: Arg,
        declarations: Declaration,
        let_items: LetItem,
        ranges: Range,
        types: TypeExpr,
    }
    values, Values {
        exprs: Expr,
        ints: i64,
        binary_ints: BinaryInt,
        texts: SourceText,
        dag_args: DagArg,
        cases: Case,
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

/// A part of the tree of a file: some of its statements in order, with the nodes in them.
///
/// A file is read in several parts, so that those who walk the tree need not wait until the file was read to its
/// end. Nothing in it refers to another part.
#[derive(Clone, Default)]
pub struct TreePart {
    /// The statements, in order.
    pub events: Vec<StatementEvent>,
    /// The names that are new since the parts of the file before this one.
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
    pub(crate) fn add<T: Node>(&mut self, node: T) -> Id<T> {
        let nodes = T::nodes_mut(self);
        let id = Id::new(nodes.len() as u32);
        nodes.push(node);
        id
    }

    /// Adds nodes.
    #[inline]
    pub(crate) fn add_all<T: Node>(&mut self, added: &[T]) -> List<T> {
        let nodes = T::nodes_mut(self);
        // A text of one gibibyte has fewer than 2^32 nodes.
        let list = List { start: nodes.len() as u32, len: added.len() as u32, kind: PhantomData };
        nodes.extend_from_slice(added);
        list
    }

    /// Moves the nodes of a list under construction from `base` on to the tree.
    #[inline]
    pub(crate) fn take<T: Node>(&mut self, list: &mut Vec<T>, base: usize) -> List<T> {
        let taken = self.add_all(&list[base..]);
        list.truncate(base);
        taken
    }

    /// What was added, in vectors that are no larger than that. This part is empty then, and has its memory for
    /// the next one.
    pub(crate) fn split_off(&mut self) -> TreePart {
        let names = std::mem::take(&mut self.names);
        let part = TreePart { names, ..self.clone() };
        self.clear_nodes();
        self.events.clear();
        part
    }

    /// The node of that id, with the positions that it had when it was read.
    #[inline]
    pub fn get<T: Node>(&self, id: Id<T>) -> T {
        T::nodes(self)[id.index as usize]
    }

    /// The nodes of a list, with the positions that they had when they were read.
    pub fn list<T: Node>(&self, list: List<T>) -> &[T] {
        &T::nodes(self)[list.start as usize..][..list.len()]
    }

    /// The node of that id, with its positions moved.
    #[inline]
    pub fn get_shifted<T: Node>(&self, id: Id<T>, shift: Shift) -> T {
        self.get(id).shifted(shift)
    }

    /// A position that stands for a statement in messages: its keyword, or its first part where the tree does not
    /// have that. A `let` without items, which no parser returns, has none.
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

    /// How many bytes of memory the part takes, about.
    pub fn memory_bytes(&self) -> usize {
        self.node_bytes() + size_of_val(&self.events[..]) + self.names.memory_bytes()
    }
}
