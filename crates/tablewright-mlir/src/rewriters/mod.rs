//! `--gen-rewriters`: a class for each rewrite pattern, and a function that adds them all to a set.

mod bound_symbols;
mod child_nodes;
mod context;
mod creation;
mod leaf_functions;
mod matching;
mod operand_groups;
mod rewriting;
mod statement;
mod symbol_order;
mod symbols;
mod template;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore, ValueId};
use tablewright_text::{CppWriter, line};

use crate::model::{PatternNode, PatternNodeKind, PatternSet, PatternValue, RewritePattern};
use bound_symbols::{RewriterSide, collect};
use context::{PatternContext, matcher_name};
use leaf_functions::LeafFunctions;
use matching::NodeMatcher;
use rewriting::Rewriter;
use statement::RewriterStatement;
use symbols::SymbolTable;

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-rewriters", help: "Generate pattern rewriters", options: &[], run };

/// A pattern in printed form.
struct RewriterPatternClass {
    name: String,
    /// The root operation, and the built operations, separated by commas.
    root: String,
    built: String,
    benefit: i64,
    variables: Vec<String>,
    matching: Vec<RewriterStatement>,
    rewriting: Vec<RewriterStatement>,
}

/// The function that matches a node of several patterns.
struct SharedMatcher {
    name: String,
    parameters: String,
    body: Vec<RewriterStatement>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let set = PatternSet::read(job.store)?;
    let source = job.store.input_name();
    let census = Census::new(&set, source);
    let matchers = shared_matchers(job.store, &set, &census)?;
    let mut classes = Vec::with_capacity(set.patterns.len());
    let mut unnamed = 0;
    for pattern in &set.patterns {
        let name = match pattern.definition {
            Some(name) => name.to_owned(),
            None => {
                unnamed += 1;
                format!("GeneratedConvert{}", unnamed - 1)
            }
        };
        let context = census.context(job.store, &set, pattern);
        classes.push(class_of(&context, name)?);
    }
    job.write_cpp(|w| {
        w.file_header("Rewriters", Some(source));
        census.functions.emit(w);
        for matcher in &matchers {
            emit_matcher(matcher, w);
        }
        for class in &classes {
            emit_class(class, w);
        }
        emit_population(&classes, w);
    })
}

/// The nodes of all source patterns.
struct Census {
    functions: LeafFunctions,
    /// Nodes that occur several times, each after its descendants.
    shared: Vec<ValueId>,
    /// For each shared node, the first pattern that contains it.
    owners: Vec<usize>,
}

/// Node occurrence counts, and the order in which nodes are first left.
#[derive(Default)]
struct RewriterVisits {
    counts: FxHashMap<ValueId, usize>,
    order: Vec<(ValueId, usize)>,
}

impl Census {
    fn new(set: &PatternSet<'_>, source: &str) -> Census {
        let mut functions = LeafFunctions::new(crate::support::cpp::file_label(source));
        let mut visits = RewriterVisits::default();
        for (index, pattern) in set.patterns.iter().enumerate() {
            visit(&pattern.source, index, &mut functions, &mut visits);
        }
        let shared = visits.order.iter().filter(|(value, _)| visits.counts[value] > 1);
        let (shared, owners) = shared.copied().unzip();
        Census { functions, shared, owners }
    }

    fn context<'a, 's>(
        &'a self,
        store: &'s RecordStore,
        set: &'a PatternSet<'s>,
        pattern: &'a RewritePattern<'s>,
    ) -> PatternContext<'a, 's> {
        PatternContext {
            store,
            set,
            pattern,
            functions: &self.functions,
            shared_nodes: &self.shared,
        }
    }
}

fn visit(
    node: &PatternNode<'_>,
    pattern: usize,
    functions: &mut LeafFunctions,
    visits: &mut RewriterVisits,
) {
    let count = visits.counts.entry(node.value).or_default();
    *count += 1;
    if *count > 1 {
        return;
    }
    for argument in &node.arguments {
        match &argument.value {
            PatternValue::Node(node) => visit(node, pattern, functions, visits),
            PatternValue::Leaf(leaf) => functions.add(leaf),
        }
    }
    if matches!(node.kind, PatternNodeKind::Operation(_) | PatternNodeKind::Native { .. }) {
        visits.order.push((node.value, pattern));
    }
}

/// Returns a value's node, in or below another node.
fn find<'n, 's>(node: &'n PatternNode<'s>, value: ValueId) -> Option<&'n PatternNode<'s>> {
    if node.value == value {
        return Some(node);
    }
    node.nodes().find_map(|child| find(child, value))
}

fn shared_matchers(
    store: &RecordStore,
    set: &PatternSet<'_>,
    census: &Census,
) -> Result<Vec<SharedMatcher>, FieldError> {
    let mut matchers = Vec::with_capacity(census.shared.len());
    for (index, (&value, &owner)) in census.shared.iter().zip(&census.owners).enumerate() {
        let pattern = &set.patterns[owner];
        let Some(node) = find(&pattern.source, value) else { continue };
        let context = census.context(store, set, pattern);
        let mut symbols = SymbolTable::default();
        collect(&context, node, RewriterSide::Source, &mut symbols)?;
        symbols.name_variables();
        let mut body = Vec::new();
        let matcher = NodeMatcher { context: &context, symbols: &symbols };
        matcher.match_body(node, "op0", 1, &mut body)?;
        let parameters = symbols.parameters();
        matchers.push(SharedMatcher { name: matcher_name(index), parameters, body });
    }
    Ok(matchers)
}

fn class_of(
    context: &PatternContext<'_, '_>,
    name: String,
) -> Result<RewriterPatternClass, FieldError> {
    let pattern = context.pattern;
    let mut symbols = SymbolTable::default();
    collect(context, &pattern.source, RewriterSide::Source, &mut symbols)?;
    symbols.name_variables();
    let variables = symbols.declarations();
    let mut matching = Vec::new();
    NodeMatcher { context, symbols: &symbols }.match_root(&mut matching)?;
    let mut rewriting = Vec::new();
    Rewriter::new(context, symbols).rewrite_root(&mut rewriting)?;
    let mut built = BTreeSet::new();
    for node in &pattern.results {
        add_operations(context, node, &mut built);
    }
    let built: Vec<String> = built.into_iter().map(|name| format!("\"{name}\"")).collect();
    let root = if let PatternNodeKind::Operation(index) = pattern.source.kind {
        context.operation(index).operation.names.full.clone()
    } else {
        String::new()
    };
    let (built, benefit) = (built.join(", "), pattern.benefit);
    Ok(RewriterPatternClass { name, root, built, benefit, variables, matching, rewriting })
}

/// Adds the names of the operations in and below a node.
fn add_operations<'a>(
    context: &PatternContext<'a, '_>,
    node: &PatternNode<'_>,
    names: &mut BTreeSet<&'a str>,
) {
    if let PatternNodeKind::Operation(index) = node.kind {
        names.insert(&context.operation(index).operation.names.full);
    }
    for child in node.nodes() {
        add_operations(context, child, names);
    }
}

fn emit_matcher(matcher: &SharedMatcher, w: &mut CppWriter) {
    let SharedMatcher { name, parameters, body } = matcher;
    let head = format_args!(
        "static ::llvm::LogicalResult {name}(::mlir::PatternRewriter &rewriter, \
         ::mlir::Operation *op0, ::llvm::SmallVector<::mlir::Operation *, 4> \
         &tblgen_ops{parameters})"
    );
    w.block(head, "", |w| {
        line!(w, "(void)tblgen_ops;");
        statement::emit(body, w);
        line!(w, "return ::mlir::success();");
    });
    line!(w);
}

fn emit_class(class: &RewriterPatternClass, w: &mut CppWriter) {
    let RewriterPatternClass { name, root, built, benefit, .. } = class;
    w.block(format_args!("struct {name} : public ::mlir::RewritePattern"), ";", |w| {
        line!(w, "{name}(::mlir::MLIRContext *context)");
        line!(w, "    : ::mlir::RewritePattern(\"{root}\", {benefit}, context, {{{built}}}) {{}}");
        line!(w, "::llvm::LogicalResult matchAndRewrite(::mlir::Operation *op0,");
        let head = "    ::mlir::PatternRewriter &rewriter) const override";
        w.block(head, "", |w| {
            for variable in &class.variables {
                line!(w, "{variable}");
            }
            line!(w, "::llvm::SmallVector<::mlir::Operation *, 4> tblgen_ops;");
            line!(w);
            line!(w, "tblgen_ops.push_back(op0);");
            statement::emit(&class.matching, w);
            line!(w);
            statement::emit(&class.rewriting, w);
            line!(w, "return ::mlir::success();");
        });
    });
    line!(w);
}

fn emit_population(classes: &[RewriterPatternClass], w: &mut CppWriter) {
    let head = "[[maybe_unused]] void populateWithGenerated(::mlir::RewritePatternSet &patterns)";
    w.block(head, "", |w| {
        for class in classes {
            line!(w, "patterns.add<{}>(patterns.getContext());", class.name);
        }
    });
}
