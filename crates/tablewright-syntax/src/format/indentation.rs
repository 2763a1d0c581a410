//! Indentation: the columns in which lines start.

use super::lines::{FormatLine, Layout, Part, PartKind, Permissions};
use super::{LayoutOptions, LetBlocks};
use crate::lossless::{Node, NodeKind, TokenId, TokenKind};

/// A token's role, which decides the indentation if it starts a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// The first token of an item in the block with this index.
    Item(usize),
    /// The closing brace of the block with this index.
    Close(usize),
    /// An `else` or opening brace, which starts in the same column as its item. The number is the
    /// item's first token.
    Level(usize),
    /// Another token of an item. The number is the item's first token.
    Continuation(usize),
    /// A token that keeps its column.
    Free,
}

/// Statements in a block, or items in a body.
struct FormatBlock {
    /// First token of the statement with the block; `None` for the file.
    owner: Option<usize>,
    kind: FormatBlockKind,
    /// Number of lines that start with an item in the owner's column, and of those one step to the
    /// right.
    flat: usize,
    indented: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FormatBlockKind {
    File,
    Body,
    Let,
    /// The block of another statement.
    Other,
}

/// The roles of all tokens.
pub(super) struct Roles {
    /// Indexed by token.
    roles: Vec<Role>,
    blocks: Vec<FormatBlock>,
    /// Columns by which items are indented.
    step: usize,
    /// Whether body items start in their owner's column, as in most bodies of a few files.
    has_flat_bodies: bool,
}

/// Step for files without indented items.
const STEP: usize = 2;
/// Maximum step that is recognized in a file.
const MAX_STEP: usize = 8;

/// Sets each line's indentation.
pub(super) fn indent(
    layout: &mut Layout<'_>,
    permissions: &Permissions,
    options: &LayoutOptions,
) -> Roles {
    let roles = Roles::new(layout, options);
    let stray = roles.stray_items(layout);
    for (index, is_stray) in stray.into_iter().enumerate() {
        let first = layout.lines[index].first;
        // A comment moves with the line below it, whose column is decided later.
        let PartKind::Token(id, _) = layout.parts[first].kind else { continue };
        if permissions.before[first]
            && !is_stray
            && let Some(new) = roles.column(layout, options, index, id.index())
        {
            layout.lines[index].new_indent = new;
        }
    }
    indent_comments(layout, permissions, &roles, options);
    roles
}

/// Moves continuation lines along with the parts they are aligned below, since those parts may have
/// moved within their lines, or onto lines of their own.
#[derive(Default)]
pub(super) struct Follower {
    /// The item's first line, then lines that each start to the right of the previous one.
    above: Vec<usize>,
}

impl Follower {
    /// Sets the column of the line at `index`. Requires that the lines above are decided and
    /// divided, and calls in the order of the lines.
    pub(super) fn follow(
        &mut self,
        layout: &mut Layout<'_>,
        permissions: &Permissions,
        roles: &Roles,
        index: usize,
    ) {
        let line = &layout.lines[index];
        let Some(item) = roles.continued_line(layout, index) else { return };
        if self.above.first() != Some(&item) {
            self.above = vec![item];
        }
        // The line with the aligned part is the nearest line that starts farther to the left.
        while self.above.last().is_some_and(|&it| layout.lines[it].old_indent >= line.old_indent) {
            self.above.pop();
        }
        let nearest = self.above.last().copied();
        self.above.push(index);
        let Some(above) = nearest.filter(|_| permissions.before[line.first]) else { return };
        if let Some(column) = column_below(layout, above, line.old_indent) {
            layout.lines[index].new_indent = column;
        }
    }
}

/// Returns the new column of a line that starts in the column `old` below the line at `above`;
/// `None` if it is aligned with nothing there.
fn column_below(layout: &Layout<'_>, above: usize, old: usize) -> Option<usize> {
    let above = &layout.lines[above];
    let parts = layout.parts_of(above);
    if layout.ends_with_open_bracket(above) {
        // The bracket's contents are indented below the line, not aligned with a part in it.
        return Some((old + above.new_indent).saturating_sub(above.old_indent));
    }
    let part = parts.iter().position(|part| part.column == old)?;
    // Columns after a multi-line part count from its last line.
    let is_single = parts[..part].iter().all(|part| part.line == part.last_line);
    is_single.then(|| layout.divided_columns(above)[part])
}

impl Roles {
    fn new(layout: &Layout<'_>, options: &LayoutOptions) -> Roles {
        let file = FormatBlock { owner: None, kind: FormatBlockKind::File, flat: 0, indented: 0 };
        let tokens = layout.tree.tokens().len();
        let roles = vec![Role::Free; tokens];
        let mut roles = Roles { roles, blocks: vec![file], step: STEP, has_flat_bodies: false };
        roles.items(layout.tree.root(), 0);
        roles.align_items(layout);
        roles.find_step(layout, options);
        roles.count(layout);
        roles
    }

    /// Assigns roles to the children of `node`, which are items in a block.
    fn items(&mut self, node: Node<'_>, block: usize) {
        for child in node.children() {
            match child.kind() {
                NodeKind::Conditional | NodeKind::Branch => self.items(child, block),
                NodeKind::Directive | NodeKind::SplitBranch | NodeKind::Error => {}
                _ => self.item(child, block),
            }
        }
    }

    /// Lets items stay below the first item of their block if that follows the brace:
    ///
    /// ```text
    /// def : Write<Alu> { let Latency = 5;
    ///                    let Cycles = [5]; }
    /// ```
    fn align_items(&mut self, layout: &Layout<'_>) {
        let mut has_items = vec![false; self.blocks.len()];
        let mut columns = vec![None; self.blocks.len()];
        for line in &layout.lines {
            for (place, part) in layout.parts_of(line).iter().enumerate() {
                let Some(Role::Item(block)) = self.role(part) else { continue };
                let (Some(owner), PartKind::Token(id, _)) = (self.blocks[block].owner, part.kind)
                else {
                    continue;
                };
                if !has_items[block] {
                    columns[block] = (place > 0).then_some(part.column);
                } else if place == 0 && columns[block] == Some(line.old_indent) {
                    self.roles[id.index()] = Role::Continuation(owner);
                }
                has_items[block] = true;
            }
        }
    }

    fn item(&mut self, node: Node<'_>, block: usize) {
        let Some(first) = node.first_token() else { return };
        let first = first.id().index();
        for token in node.tokens() {
            let is_directive = matches!(token.kind(), TokenKind::Directive(_));
            self.roles[token.id().index()] =
                if is_directive { Role::Free } else { Role::Continuation(first) };
        }
        self.roles[first] = Role::Item(block);
        for token in node.own_tokens().filter(|token| token.kind() == TokenKind::KwElse) {
            self.roles[token.id().index()] = Role::Level(first);
        }
        for child in node.children() {
            let kind = match (child.kind(), node.kind()) {
                (NodeKind::Body, _) => FormatBlockKind::Body,
                (NodeKind::Block, NodeKind::Let) => FormatBlockKind::Let,
                (NodeKind::Block, _) => FormatBlockKind::Other,
                (NodeKind::SplitBranch, _) => {
                    self.free(child);
                    continue;
                }
                _ => continue,
            };
            self.block(
                child,
                FormatBlock { owner: Some(first), kind, flat: 0, indented: 0 },
                first,
            );
        }
    }

    /// Lets a node's tokens keep their columns.
    fn free(&mut self, node: Node<'_>) {
        for token in node.tokens() {
            self.roles[token.id().index()] = Role::Free;
        }
    }

    fn block(&mut self, node: Node<'_>, block: FormatBlock, owner: usize) {
        let index = self.blocks.len();
        self.blocks.push(block);
        for token in node.own_tokens() {
            let role = match token.kind() {
                TokenKind::LBrace => Role::Level(owner),
                TokenKind::RBrace => Role::Close(index),
                _ => continue,
            };
            self.roles[token.id().index()] = role;
        }
        self.items(node, index);
    }

    /// Returns, for each item that starts a line: its block, its column, and the column of the line
    /// with the block's owner.
    fn items_of_lines(&self, layout: &Layout<'_>) -> Vec<(usize, usize, usize)> {
        let item = |line: &FormatLine| {
            let PartKind::Token(id, _) = layout.parts[line.first].kind else { return None };
            let Role::Item(block) = self.roles[id.index()] else { return None };
            let owner = self.blocks[block].owner?;
            let base = layout.lines[layout.line_of[owner]].old_indent;
            Some((block, line.old_indent, base))
        };
        layout.lines.iter().filter_map(item).collect()
    }

    /// Finds the most frequent step, unless the options set it.
    fn find_step(&mut self, layout: &Layout<'_>, options: &LayoutOptions) {
        let (mut counts, mut bodies, mut flat_bodies) = ([0; MAX_STEP + 1], 0, 0);
        for (block, column, base) in self.items_of_lines(layout) {
            if let Some(count) = column.checked_sub(base).and_then(|step| counts.get_mut(step)) {
                *count += 1;
            }
            if self.blocks[block].kind == FormatBlockKind::Body {
                bodies += 1;
                flat_bodies += usize::from(column == base);
            }
        }
        self.has_flat_bodies = flat_bodies * 2 > bodies;
        // The smallest of the most frequent steps. A step of one column is a typing error.
        let most = (2..=MAX_STEP).rev().max_by_key(|&step| counts[step]);
        let common_step = most.filter(|&step| counts[step] > 0).unwrap_or(STEP);
        self.step = options.indent.unwrap_or(common_step);
        self.has_flat_bodies &= options.indent.is_none();
    }

    /// Counts, for each block, the items with and without indentation.
    fn count(&mut self, layout: &Layout<'_>) {
        for (block, column, base) in self.items_of_lines(layout) {
            let block = &mut self.blocks[block];
            block.flat += usize::from(column == base);
            block.indented += usize::from(column == base + self.step);
        }
    }

    /// Returns the role of a part; `None` for a comment.
    pub(super) fn role(&self, part: &Part) -> Option<Role> {
        let PartKind::Token(id, _) = part.kind else { return None };
        Some(self.roles[id.index()])
    }

    /// Returns the depth of a block's items in a line: zero if the block's owner precedes `first`, the
    /// line's first token.
    pub(super) fn depth(&self, block: usize, first: TokenId) -> usize {
        let owner = self.blocks[block].owner.filter(|&owner| owner >= first.index());
        owner.map_or(0, |owner| 1 + self.depth_of_else(owner, first))
    }

    /// Returns the depth of an item's `else` in a line: between the item and the items in its blocks.
    /// It is zero if the item begins before the line or is the first in it.
    pub(super) fn depth_of_else(&self, item: usize, first: TokenId) -> usize {
        match self.roles[item] {
            Role::Item(block) if item > first.index() => 1 + self.depth(block, first),
            Role::Item(_)
            | Role::Close(_)
            | Role::Level(_)
            | Role::Continuation(_)
            | Role::Free => 0,
        }
    }

    /// Returns the first line of the item that the line at `index` continues.
    fn continued_line(&self, layout: &Layout<'_>, index: usize) -> Option<usize> {
        match self.role(&layout.parts[layout.lines[index].first])? {
            Role::Continuation(item) => Some(layout.line_of[item]),
            Role::Item(_) | Role::Close(_) | Role::Level(_) | Role::Free => None,
        }
    }

    /// Returns for each line whether it belongs to an indented top-level item with a continuation line
    /// in the same column or farther to the left. Such an item was indented by mistake. It keeps its
    /// columns: if all its lines moved, the continuation line would not be indented.
    fn stray_items(&self, layout: &Layout<'_>) -> Vec<bool> {
        const FILE: usize = 0;
        let mut is_stray = vec![false; layout.lines.len()];
        for index in 0..layout.lines.len() {
            let Some(item) = self.continued_line(layout, index) else { continue };
            let first = &layout.lines[item];
            let is_of_file = self.role(&layout.parts[first.first]) == Some(Role::Item(FILE));
            is_stray[item] |= is_of_file
                && first.old_indent > 0
                && layout.lines[index].old_indent <= first.old_indent
                && !layout.starts_with_closing_bracket(&layout.lines[index]);
        }
        for index in 0..layout.lines.len() {
            if let Some(item) = self.continued_line(layout, index) {
                is_stray[index] = is_stray[item];
            }
        }
        is_stray
    }

    /// Returns the columns by which a block's items are indented.
    pub(super) fn step(&self, block: usize, options: &LayoutOptions) -> usize {
        let block = &self.blocks[block];
        let is_flat = match block.kind {
            FormatBlockKind::File => true,
            FormatBlockKind::Body => self.has_flat_bodies,
            FormatBlockKind::Let => match options.let_blocks {
                LetBlocks::Keep => block.flat >= block.indented,
                LetBlocks::Flat => true,
                LetBlocks::Indent => false,
            },
            FormatBlockKind::Other => block.flat > block.indented,
        };
        if is_flat { 0 } else { self.step }
    }

    /// Returns the column in which the line at `index` has to start; `None` if it keeps its column.
    /// Requires that the lines above are already decided.
    fn column(
        &self,
        layout: &Layout<'_>,
        options: &LayoutOptions,
        index: usize,
        token: usize,
    ) -> Option<usize> {
        let line_of = |token: usize| layout.line_of[token];
        let base =
            |owner: Option<usize>| owner.map_or(0, |it| layout.lines[line_of(it)].new_indent);
        match self.roles[token] {
            Role::Free => None,
            Role::Item(block) => Some(base(self.blocks[block].owner) + self.step(block, options)),
            Role::Close(block) => Some(base(self.blocks[block].owner)),
            Role::Level(item) => Some(base(Some(item))),
            Role::Continuation(item) => {
                let first = &layout.lines[line_of(item)];
                let old = layout.lines[index].old_indent;
                Some((old + first.new_indent).saturating_sub(first.old_indent))
            }
        }
    }
}

/// Moves comments on separate lines together with the code they describe.
fn indent_comments(
    layout: &mut Layout<'_>,
    permissions: &Permissions,
    roles: &Roles,
    options: &LayoutOptions,
) {
    for index in (0..layout.lines.len()).rev() {
        let line = &layout.lines[index];
        let first = &layout.parts[line.first];
        if first.kind.token().is_some() || !permissions.before[line.first] {
            continue;
        }
        if let Some(shift) = comment_shift(layout, roles, options, index) {
            let line = &mut layout.lines[index];
            line.new_indent = line.old_indent.saturating_add_signed(shift);
        }
    }
}

/// Returns the columns by which a comment at the start of a line moves. Requires that the lines
/// below are already decided.
fn comment_shift(
    layout: &Layout<'_>,
    roles: &Roles,
    options: &LayoutOptions,
    index: usize,
) -> Option<isize> {
    let line = &layout.lines[index];
    let shift = |old: usize, new: usize| new as isize - old as isize;
    // The comment continues a trailing comment in the line above.
    let before = index.checked_sub(1).map(|before| &layout.lines[before]);
    if let Some(before) = before
        && let parts @ [_, .., last] = layout.parts_of(before)
        && last.kind == PartKind::LineComment
        && last.column == line.old_indent
        && parts.len() > 1
    {
        return Some(shift(before.old_indent, before.new_indent));
    }
    let next = layout.lines.get(index + 1)?;
    let next_shift = shift(next.old_indent, next.new_indent);
    if next.old_indent == line.old_indent {
        return Some(next_shift);
    }
    let PartKind::Token(id, _) = layout.parts[next.first].kind else { return None };
    match roles.roles[id.index()] {
        // A comment at the end of a block.
        Role::Close(block) => {
            let step = roles.step(block, options);
            (line.old_indent == next.old_indent + step).then_some(next_shift)
        }
        Role::Continuation(_) => Some(next_shift),
        Role::Item(_) | Role::Level(_) | Role::Free => None,
    }
}
