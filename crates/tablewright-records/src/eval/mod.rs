//! Evaluation: converts the syntax tree to records.
//!
//! The parser sends statements in order ([`statement_channel`]). Each expression becomes a value at once ([`lower`]). A
//! value that depends on a template parameter, a loop variable or a field stays *open*. It is resolved when these names
//! have values ([`resolve`], [`bytecode`]): when a class is inherited, when a multiclass or anonymous class is
//! instantiated, when a loop runs, and finally when the record is complete ([`instantiate`]). The language defines
//! these times: they determine which anonymous records exist and how they are numbered.
//!
//! The [`Evaluator`] owns the parts of the state, each in its own module. A function that needs one or two parts is a
//! method of a part. The evaluator's own methods need most parts.

mod budget;
mod bytecode;
mod construction;
mod context;
mod definitions;
mod given_up;
mod heap;
mod instantiate;
mod limits;
mod lower;
mod operators;
mod reports;
mod resolve;
mod resumable;
mod rewind;
mod scopes;
mod statement_channel;
mod suggestions;
mod template;
mod trace;

#[cfg(test)]
mod tests;

use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::tree::{Id, PartNode};

use crate::options::LoadOptions;
use crate::release::SelectedRelease;

pub(crate) use budget::MAX_VALUE;
use budget::{Budget, Held};
use bytecode::BytecodeMachine;
use construction::Construction;
use context::EvalContext;
use definitions::Definitions;
use given_up::{Damage, GivenUp};
use heap::Heap;
use limits::{Depth, MAX_DEPTH};
use reports::{Eval, Reported, Reports};
use resolve::Resolver;
pub(crate) use resumable::{KeptEvaluation, Milestone};
use scopes::Scopes;
pub(crate) use statement_channel::PartSender;
use trace::Tracer;

/// The state of evaluation, in parts.
#[doc(alias = "TGParser")]
pub(crate) struct Evaluator {
    heap: Heap,
    scopes: Scopes,
    definitions: Definitions,
    given_up: GivenUp,
    construction: Construction,
    resolver: Resolver,
    machine: BytecodeMachine,
    context: EvalContext,
    depth: Depth,
    budget: Budget,
    reports: Reports,
    tracer: Tracer,
}

impl Evaluator {
    fn new(options: &LoadOptions, release: SelectedRelease) -> Evaluator {
        Evaluator {
            heap: Heap::new(release),
            scopes: Scopes::new(),
            definitions: Definitions::default(),
            given_up: GivenUp::default(),
            construction: Construction::default(),
            resolver: Resolver::default(),
            machine: BytecodeMachine::new(options.compile),
            context: EvalContext::default(),
            depth: Depth::default(),
            budget: Budget::new(options.max_steps, options.max_memory),
            reports: Reports::new(options.warn_unused_template_args, options.monitor.clone()),
            tracer: Tracer::new(options.trace),
        }
    }

    /// Returns a node of the current tree.
    #[inline]
    fn node<T: PartNode>(&self, id: Id<T>) -> T {
        self.heap.trees.get(id)
    }

    /// Runs work that may fail without giving up the enclosing statement: an error restores the previous state.
    fn attempt<T>(&mut self, work: impl FnOnce(&mut Evaluator) -> Eval<T>) -> Option<T> {
        let point = self.work_point();
        match work(self) {
            Ok(result) => Some(result),
            Err(Reported) => {
                self.give_up_work(&point);
                None
            }
        }
    }

    /// Reports an error at the record under construction, with the `defm`s that create it.
    fn error_here(&mut self, code: Code, message: impl Into<String>) -> Reported {
        let positions = self.construction.last().map_or(&[][..], |prototype| &prototype.positions);
        self.reports.error_at(code, positions, message);
        self.reports.lacks_context = true;
        Reported
    }

    /// Counts a nesting level, which [`Self::leave`] ends. After an error no call is needed: the rollback restores the
    /// depth.
    #[inline]
    fn enter(&mut self) -> Eval<()> {
        self.enter_levels(1)
    }

    #[inline]
    fn enter_levels(&mut self, levels: u32) -> Eval<()> {
        self.spend(1)?;
        if self.depth.enter(levels) { Ok(()) } else { Err(self.too_deep()) }
    }

    // A separate function, so that only the check is inlined into callers.
    #[cold]
    #[inline(never)]
    fn too_deep(&mut self) -> Reported {
        let message = format!("evaluation nests deeper than {MAX_DEPTH} levels");
        self.error_here(Code::EvaluationLimit, message)
    }

    /// Counts steps in the [`Budget`].
    #[inline]
    fn spend(&mut self, steps: u64) -> Eval<()> {
        let is_too_large = self.heap.store.values.largest() > MAX_VALUE;
        if !is_too_large && self.budget.spend(steps) { Ok(()) } else { self.spend_later(steps) }
    }

    /// Begins the next slice of the budget, or ends evaluation.
    #[cold]
    #[inline(never)]
    fn spend_later(&mut self, steps: u64) -> Eval<()> {
        if self.budget.is_exhausted() {
            return Err(Reported);
        }
        let store = &self.heap.store;
        let held = Held {
            memory: (store.bytes() + self.heap.shapes.bytes + self.resolver.bytes()) as u64,
            text: store.symbols.text_bytes() as u64,
            parts: store.values.part_count() as u64,
            largest_value: store.values.largest(),
        };
        self.budget.spend_later(steps, held).map_err(|message| {
            self.budget.exhaust();
            let reported = self.error_here(Code::EvaluationLimit, message);
            self.reports.has_stopped = true;
            reported
        })
    }

    #[inline]
    fn leave(&mut self) {
        self.depth.leave(1);
    }
}
