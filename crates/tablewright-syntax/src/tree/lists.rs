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
        /// Elements that an error left unfinished are removed by [`Self::keep`].
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
    /// Removes the lists inside a statement or body item after an error in it. The first `statements`
    /// statements and all body items belong to the lists around it.
    pub(crate) fn keep(&mut self, statements: usize) {
        self.statements.truncate(statements);
        self.parents.clear();
        self.args.clear();
        self.parameters.clear();
        self.let_items.clear();
        self.ranges.clear();
        self.exprs.clear();
        self.dag_args.clear();
        self.cases.clear();
    }
}
