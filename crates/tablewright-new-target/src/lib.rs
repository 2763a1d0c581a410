//! A new LLVM target: the C++ of a backend, from a description and some answers.
//!
//! In: the records of a target, and a file of answers. Out: a [`NewTarget`] with the text of all files. The crate neither
//! reads files nor writes them.
//!
//! 1. `description`: instructions, registers, encodings and patterns with names.
//! 2. `roles`: the instructions that C++ creates, found from patterns.
//! 3. `answers`: facts that are not in the description.
//! 4. `checks`: assumptions of the C++ that a description may not fulfil.
//! 5. `fixups`, `legality`, `kit`: the generated include. `run_description`: the description for `tablewright run`.
//! 6. [`templates`]: C++ without any fact of a target in it.
#![warn(missing_docs)]
#![allow(missing_docs, reason = "fields of plain data that repeat their names have no comments")]

mod addresses;
mod answers;
mod answers_text;
mod checks;
mod comparisons;
mod conditions;
mod description;
mod fixups;
mod kit;
mod legality;
mod methods;
mod number_range;
mod problem;
mod roles;
mod run_description;
mod styles;
mod templates;

use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostics;

pub use answers::AnswerFile;
pub use methods::{NamedMethod, undefined_methods};
pub use problem::{NewTargetError, Problem};
pub use styles::{ByteOrder, Style, StyledTarget, WordWidth};
pub use templates::{LlvmRelease, TargetFile, templates};

use crate::answers::Answers;
use crate::description::Description;
use crate::fixups::Fixups;
use crate::roles::Roles;

/// The files of a new target.
pub struct NewTarget {
    /// Target name.
    pub name: String,
    /// Files that are written once, and then belong to the user.
    pub own: Vec<TargetFile>,
    /// Files that follow from the description and the answers.
    pub generated: Vec<TargetFile>,
    /// Methods that the description names.
    pub methods: Vec<NamedMethod>,
}

impl NewTarget {
    /// Writes the files of a target as text.
    ///
    /// # Errors
    /// If the description is invalid, or answers or parts of the description are missing.
    pub fn new(
        store: &RecordStore,
        file: AnswerFile,
        diagnostics: &mut Diagnostics,
    ) -> Result<NewTarget, NewTargetError> {
        let description = Description::new(store, diagnostics)?;
        let roles = Roles::find(&description).map_err(NewTargetError::Problems)?;
        let fixups = Fixups::new(&description, &roles);
        let mut problems = checks::problems(&description, &roles, &fixups);
        let answers = match Answers::settle(file, &description, &roles) {
            Ok(answers) if problems.is_empty() => answers,
            Ok(_) => return Err(NewTargetError::Problems(problems)),
            Err(more) => {
                problems.extend(more);
                return Err(NewTargetError::Problems(problems));
            }
        };
        let name = description.name.clone();
        let text = |path: String, text: String| TargetFile { path, text, is_executable: false };
        let kit = kit::kit(&description, &roles, &answers, &fixups)?;
        let run = run_description::run_description(&description, &roles, &answers, &fixups)?;
        let generated =
            vec![text(format!("{name}GenKit.inc"), kit), text(format!("{name}Run.td"), run)];
        let mut own = templates(&name, answers.llvm);
        own.push(text(format!("{name}.toml"), answers_text::answers_text(&answers)));
        own.extend(TOOL_FILES.map(|(path, contents)| text(path.to_owned(), contents.to_owned())));
        Ok(NewTarget { methods: methods::named_methods(&description), name, own, generated })
    }
}

/// Files of Tablewright that a target's folder contains. Links in the folder of templates lead to them.
const TOOL_FILES: [(&str, &str); 4] = [
    ("cmake/Tablewright.cmake", include_str!("../templates/cmake/Tablewright.cmake")),
    ("tablewright/AsmSyntax.td", include_str!("../templates/tablewright/AsmSyntax.td")),
    ("tablewright/Semantics.td", include_str!("../templates/tablewright/Semantics.td")),
    ("tablewright/Simulation.td", include_str!("../templates/tablewright/Simulation.td")),
];
