//! Lists of nodes under construction.

use super::{
    BodyItem, CondClause, DagArgSyntax, Expr, LetItem, ParameterDecl, ParentRef, PartNode,
    RangePiece, Statement, TemplateArg,
};

/// A kind of node that occurs in lists.
pub(crate) trait ListNode: PartNode {
    #[doc(hidden)]
    fn stack(lists: &mut Lists) -> &mut Vec<Self>;
}

/// Defines the stacks by their names and node types.
macro_rules! define_lists {
    ($($stack:ident: $node:ty,)*) => {
        /// Lists under construction, as stacks: an inner list's elements lie above the outer lists'
        /// elements. A finished list is copied to the tree, so that no list needs its own vector.
        ///
        /// Elements that an error left unfinished are removed by [`Self::keep_statements`] and [`Self::clear_inner`].
        #[derive(Default)]
        pub(crate) struct Lists {
            $($stack: Vec<$node>,)*
        }

        $(impl ListNode for $node {
            #[inline(always)]
            fn stack(lists: &mut Lists) -> &mut Vec<$node> {
                &mut lists.$stack
            }
        })*
    };
}

define_lists! {
    statements: Statement,
    items: BodyItem,
    parents: ParentRef,
    args: TemplateArg,
    parameters: ParameterDecl,
    let_items: LetItem,
    ranges: RangePiece,
    exprs: Expr,
    dag_args: DagArgSyntax,
    cases: CondClause,
}

impl Lists {
    /// Removes the statements of a wrong statement. The first `count` statements belong to the lists around it.
    pub(crate) fn keep_statements(&mut self, count: usize) {
        self.statements.truncate(count);
    }

    /// Removes the lists inside a wrong statement or body item. All statements and body items belong to the lists around
    /// it.
    pub(crate) fn clear_inner(&mut self) {
        let Lists {
            statements: _,
            items: _,
            parents,
            args,
            parameters,
            let_items,
            ranges,
            exprs,
            dag_args,
            cases,
        } = self;
        parents.clear();
        args.clear();
        parameters.clear();
        let_items.clear();
        ranges.clear();
        exprs.clear();
        dag_args.clear();
        cases.clear();
    }
}
