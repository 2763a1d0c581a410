//! Selection of processors and instructions to show.

use tablewright_backend::Failure;
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::schedule::coverage::{Coverage, CoveredInstruction, ModelCoverage};
use tablewright_target::schedule::instregex::InstRegex;
use tablewright_target::schedule::{ProcModelId, SchedModels};

use crate::description_command::CommandSubject;
use crate::suggestion::unknown_name;

/// Selected processors, models and instructions. An empty list selects everything.
pub(super) struct ModelSelection {
    pub(super) cpus: Vec<String>,
    pub(super) models: Vec<String>,
    /// Patterns in `instregex` syntax, any of which may match.
    pub(super) instructions: Vec<String>,
    pub(super) unmodelled_only: bool,
    /// Whether instructions that are never scheduled are included.
    pub(super) all: bool,
}

/// A selected processor model.
pub(super) struct SelectedModel {
    pub(super) model: ProcModelId,
    /// Processors with this model.
    pub(super) cpus: Vec<String>,
    pub(super) coverage: ModelCoverage,
    /// Indices of the selected instructions in the coverage.
    pub(super) instructions: Vec<usize>,
}

impl ModelSelection {
    /// Whether nothing restricts or extends the default selection.
    pub(super) fn is_everything(&self) -> bool {
        let has_names = [&self.cpus, &self.models, &self.instructions];
        has_names.iter().all(|names| names.is_empty()) && !self.unmodelled_only && !self.all
    }

    /// Returns the selected models, in model order.
    pub(super) fn collect(
        &self,
        subject: &mut CommandSubject<'_, '_>,
    ) -> Result<Vec<SelectedModel>, Failure> {
        let sched: &SchedModels = subject.analysis()?;
        self.check(sched)?;
        let mut regexes = Vec::new();
        for pattern in &self.instructions {
            // Without the parentheses `^` would apply only to the first alternative in `a|b`.
            let regex = InstRegex::new(&format!("^({pattern})"));
            let ill_formed = |why| error(format!("pattern '{pattern}' is ill-formed: {why}"));
            regexes.push(regex.map_err(ill_formed)?);
        }
        let mut selected_models = Vec::new();
        for (number, model) in sched.proc_models.iter() {
            let of_model = sched.proc_models.processors.iter().filter(|p| p.model == number);
            let cpus: Vec<String> = of_model
                .map(|processor| processor.name.clone())
                .filter(|name| self.cpus.is_empty() || self.cpus.contains(name))
                .collect();
            let is_named = self.models.is_empty() || self.models.contains(&model.name);
            if cpus.is_empty() || !is_named {
                continue;
            }
            let coverage = ModelCoverage::new(subject.store, number)?;
            let all = coverage.instructions.iter().enumerate();
            let is_shown = |i: &CoveredInstruction| self.shows(subject.store, i, &mut regexes);
            let instructions = filtered(all, is_shown);
            selected_models.push(SelectedModel { model: number, cpus, coverage, instructions });
        }
        Ok(selected_models)
    }

    fn shows(
        &self,
        store: &RecordStore,
        instruction: &CoveredInstruction,
        regexes: &mut [InstRegex],
    ) -> bool {
        let name = store.record(instruction.instruction).name();
        let is_selected = match instruction.coverage {
            Coverage::Unmodelled => true,
            Coverage::Unscheduled => self.all && !self.unmodelled_only,
            Coverage::Modelled
            | Coverage::Variant
            | Coverage::Itinerary
            | Coverage::Unsupported => !self.unmodelled_only,
        };
        is_selected && (regexes.is_empty() || regexes.iter_mut().any(|regex| regex.is_match(name)))
    }

    /// Checks that the selected processors and models exist.
    fn check(&self, sched: &SchedModels) -> Result<(), Diagnostic> {
        let cpus = sched.proc_models.processors.iter().map(|processor| &processor.name[..]);
        let models = sched.proc_models.list.iter().map(|model| &model.name[..]);
        expect("CPU", &self.cpus, &cpus.collect::<Vec<_>>())?;
        expect("scheduling model", &self.models, &models.collect::<Vec<_>>())
    }
}

/// Returns the indices of the selected instructions.
fn filtered<'a>(
    all: impl Iterator<Item = (usize, &'a CoveredInstruction)>,
    mut is_shown: impl FnMut(&CoveredInstruction) -> bool,
) -> Vec<usize> {
    all.filter(|(_, instruction)| is_shown(instruction)).map(|(index, _)| index).collect()
}

fn expect(kind: &str, expected: &[String], names: &[&str]) -> Result<(), Diagnostic> {
    let Some(missing) = expected.iter().find(|name| !names.contains(&name.as_str())) else {
        return Ok(());
    };
    Err(unknown_name(kind, missing, names.iter().copied()))
}

fn error(message: String) -> Diagnostic {
    Diagnostic::error_anywhere(Code::UnknownName, message)
}
