//! Prints the selector: the sections of the file, and the functions that only this action has.

use tablewright_text::{CppWriter, text_block};

use super::model::{GlobalIselPatternComments, Selector};
use crate::support::match_table::{ActionCode, ExecutorGuards, MatchTable};

const GUARDS: ExecutorGuards = ExecutorGuards {
    predicate_bitset: "GET_GLOBALISEL_PREDICATE_BITSET",
    temporaries_decl: "GET_GLOBALISEL_TEMPORARIES_DECL",
    temporaries_init: "GET_GLOBALISEL_TEMPORARIES_INIT",
    implementation: "GET_GLOBALISEL_IMPL",
    predicates_decl: "GET_GLOBALISEL_PREDICATES_DECL",
    predicates_init: "GET_GLOBALISEL_PREDICATES_INIT",
};

pub(super) fn emit(
    selector: &Selector<'_>,
    table: &MatchTable,
    comments: &GlobalIselPatternComments<'_>,
    w: &mut CppWriter<'_>,
) {
    let (target, class) = (selector.names.target, &selector.names.class);
    w.file_header(&format!("Global Instruction Selector for the {target} target"), None);
    let executor = &selector.executor;
    executor.emit_predicate_bitset(&GUARDS, w);
    executor.emit_temporaries_decl(&GUARDS, w);
    executor.emit_temporaries_init(&GUARDS, w);
    let code = ActionCode {
        simple_predicates: &|w| simple_predicates(class, w),
        run: &|w| select(class, w),
        custom_action: &|w| custom_action(class, w),
        rule_comment: &|number, w| comments.write(number, w),
    };
    executor.emit_impl(&GUARDS, table, &code, w);
    executor.emit_predicates_decl(&GUARDS, w);
    executor.emit_predicates_init(&GUARDS, w);
}

/// Writes the executor's simple conditions. Patterns have none.
fn simple_predicates(class: &str, w: &mut CppWriter<'_>) {
    text_block!(
        w,
        "
        bool {class}::testSimplePredicate(unsigned) const {{
            llvm_unreachable(\"{class} does not support simple predicates!\");
          return false;
        }}
        "
    );
}

/// Writes the function that selects an instruction.
fn select(class: &str, w: &mut CppWriter<'_>) {
    text_block!(
        w,
        "
        bool {class}::selectImpl(MachineInstr &I, CodeGenCoverage &CoverageInfo) const {{
          const PredicateBitset AvailableFeatures = getAvailableFeatures();
          MachineIRBuilder B(I);
          State.MIs.clear();
          State.MIs.push_back(&I);

          if (executeMatchTable(*this, State, ExecInfo, B, getMatchTable(), TII, MF->getRegInfo(), TRI, RBI, AvailableFeatures, &CoverageInfo)) {{
            return true;
          }}

          return false;
        }}
        "
    );
    w.raw("\n");
}

/// Writes the C++ actions. Patterns have none.
fn custom_action(class: &str, w: &mut CppWriter<'_>) {
    text_block!(
        w,
        "
        bool {class}::runCustomAction(unsigned, const MatcherState&, NewMIVector &) const {{
            llvm_unreachable(\"{class} does not support custom C++ actions!\");
        }}
        "
    );
}
