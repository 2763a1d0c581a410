//! After an error every part of the evaluator is as it was.

use tablewright_syntax::tree::LetMode;

use crate::eval::Evaluator;
use crate::eval::context::{ContextLoop, LetBinding, OpenDefset};
use crate::eval::definitions::MulticlassId;
use crate::eval::reports::{Eval, Reported};
use crate::eval::scopes::Scope;
use crate::ids::TypeId;
use crate::options::LoadOptions;
use crate::release::SelectedRelease;
use crate::rewind::Rewind;
use crate::value::ValueId;

/// Begins work in every part of the evaluator whose work can be suspended.
fn begin_everything(evaluator: &mut Evaluator) -> Eval<()> {
    let name = evaluator.heap.intern("x");
    let sources = std::sync::Arc::make_mut(&mut evaluator.heap.store.sources);
    let file = sources.add("test.td".into(), "x".into(), None).expect("it is small");
    let pos = sources.file(file).pos(0);
    let prototype = evaluator.construction.new_prototype(ValueId::UNSET, pos, 1);
    evaluator.construction.push(prototype);
    evaluator.scopes.push(Scope::block());
    evaluator.resolver.push_bindings(&evaluator.heap.store.values, [(name, ValueId::TRUE)]);
    evaluator.machine.scratch.push(ValueId::TRUE);
    evaluator.context.lets.push(LetBinding {
        mode: LetMode::Replace,
        name,
        bits: [].into(),
        value: ValueId::TRUE,
        span: pos.into(),
        site: None,
    });
    evaluator.context.loops.push(ContextLoop::default());
    let elements = Vec::new();
    evaluator.context.defsets.push(OpenDefset { pos, element_type: TypeId::INT, elements });
    evaluator.context.multiclass = Some(MulticlassId::from_index(0));
    evaluator.enter()?;
    Err(Reported)
}

/// Everything that can be begun, as far as it is.
fn state(evaluator: &Evaluator) -> String {
    format!(
        "{:?} {} {} {} {:?} {} {} {:?} {:?}",
        evaluator.construction.point(),
        evaluator.scopes.depth(),
        evaluator.machine.scratch.len(),
        evaluator.context.lets.len(),
        evaluator.resolver.point(),
        evaluator.context.loops.len(),
        evaluator.context.defsets.len(),
        evaluator.context.multiclass,
        evaluator.depth,
    )
}

/// A failed `attempt` restores every part of the state, even in the middle of other work.
#[test]
fn an_attempt_that_fails_leaves_every_part_as_it_was() {
    let mut evaluator = Evaluator::new(&LoadOptions::default(), SelectedRelease::new(None, None));
    let before = state(&evaluator);
    assert!(evaluator.attempt(begin_everything).is_none());
    assert_eq!(state(&evaluator), before);
}

/// An attempt keeps the work begun before it.
#[test]
fn an_attempt_keeps_what_was_begun_before() {
    let mut evaluator = Evaluator::new(&LoadOptions::default(), SelectedRelease::new(None, None));
    assert!(begin_everything(&mut evaluator).is_err());
    let before = state(&evaluator);
    assert!(evaluator.attempt(begin_everything).is_none());
    assert_eq!(state(&evaluator), before);
}
