//! `--gen-exegesis`: the performance counters of processors, for `llvm-exegesis`
//! (`TargetPfmCounters.td`).

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::target::target;
use tablewright_text::{CppWriter, line};

use crate::record_views::pfm_counters::{
    PfmCounterRecord, PfmCountersBindingRecord, ProcPfmCountersRecord,
};

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-exegesis", help: "Generate llvm-exegesis tables", options: &[], run };

/// The `EventSelect` of a counter without a raw encoding.
const NO_EVENT_SELECT: i64 = -1;

struct Exegesis<'s> {
    target: &'s str,
    /// The names of counters, in order; tables refer to them by their indices.
    names: Vec<&'s str>,
    processors: Vec<ExegesisCounters<'s>>,
    /// The processors and their counters, by the name of the processor.
    bindings: Vec<(&'s str, &'s str)>,
}

/// A `ProcPfmCounters` record. Counters are name indices.
struct ExegesisCounters<'s> {
    name: &'s str,
    cycles: ProcCounter,
    uops: ProcCounter,
    /// The resource whose use each counts.
    issue: Vec<(usize, &'s str)>,
    /// Index of the first issue counter, among all processors' counters.
    first_issue: usize,
    /// The event that each counts.
    validation: Vec<(&'s str, usize)>,
}

/// A counter for cycles or micro-operations.
struct ProcCounter {
    /// Name. `None` if there is none or a raw encoding replaces it.
    name: Option<usize>,
    /// The raw encoding, in releases that print it.
    raw: RawEncoding,
}

/// The encoding by which the hardware counts an event without libpfm.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RawEncoding {
    /// The release has none.
    Unsupported,
    /// The counter has none.
    None,
    /// The event and the mask that qualifies it.
    Event { select: i64, umask: i64 },
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = collect(job.store)?;
    job.write_cpp(|w| emit(&model, w))
}

fn collect(store: &RecordStore) -> Result<Exegesis<'_>, Failure> {
    let records = ProcPfmCountersRecord::all(store)?;
    let mut names = BTreeMap::new();
    for &record in &records {
        add_names(record, &mut names)?;
    }
    // Numbers follow name order, so all names must be collected first.
    for (index, number) in names.values_mut().enumerate() {
        *number = index;
    }
    let target = target(store)?.name();
    let mut first_issue = 0;
    let mut processors = Vec::with_capacity(records.len());
    for record in records {
        let counters = counters(record, &names, first_issue)?;
        first_issue += counters.issue.len();
        processors.push(counters);
    }
    let mut bindings = Vec::new();
    for binding in PfmCountersBindingRecord::all(store)? {
        bindings.push((binding.cpu_name()?, binding.counters()?.name()));
    }
    bindings.sort_by_key(|&(cpu, _)| cpu);
    Ok(Exegesis { target, names: names.into_keys().collect(), processors, bindings })
}

/// Adds the names of a processor's counters.
fn add_names<'s>(
    record: ProcPfmCountersRecord<'s>,
    names: &mut BTreeMap<&'s str, usize>,
) -> Result<(), FieldError> {
    // Detects repeated resources; it is never iterated.
    let mut resources = FxHashSet::default();
    for (index, counter) in record.issue_counters()?.into_iter().enumerate() {
        let resource = counter.resource_name()?;
        if resource.is_empty() {
            return Err(FieldError::new(Code::Counters, counter, "invalid empty ResourceName")
                .label_field(record, "IssueCounters")
                .at_element(index));
        }
        if !resources.insert(resource) {
            let message = format!("duplicate ResourceName {resource}");
            return Err(FieldError::new(Code::Counters, counter, message)
                .label_field(record, "IssueCounters")
                .at_element(index));
        }
        add_name(*counter, names)?;
    }
    for counter in record.validation_counters()? {
        add_name(*counter, names)?;
    }
    add_name(record.cycle_counter()?, names)?;
    add_name(record.uops_counter()?, names)
}

fn add_name<'s>(
    counter: PfmCounterRecord<'s>,
    names: &mut BTreeMap<&'s str, usize>,
) -> Result<(), FieldError> {
    let name = counter.counter()?;
    if !name.is_empty() {
        names.insert(name, 0);
    }
    Ok(())
}

fn counters<'s>(
    record: ProcPfmCountersRecord<'s>,
    names: &BTreeMap<&'s str, usize>,
    first_issue: usize,
) -> Result<ExegesisCounters<'s>, FieldError> {
    // `add_names` has added all names except the empty name, which means no counter.
    let number = |counter: PfmCounterRecord<'s>| match names.get(counter.counter()?) {
        Some(&number) => Ok(number),
        None => Err(FieldError::new(Code::Counters, counter, "no pfm counter id for ''")),
    };
    let mut issue = Vec::new();
    for counter in record.issue_counters()? {
        issue.push((number(*counter)?, counter.resource_name()?));
    }
    let mut validation = Vec::new();
    for counter in record.validation_counters()? {
        let event = counter.event_type()?;
        validation.push((event.event_number()?, event.name(), number(*counter)?));
    }
    // A stable sort: counters for the same event stay in list order.
    validation.sort_by_key(|&(event, ..)| event);
    Ok(ExegesisCounters {
        name: record.name(),
        cycles: proc_counter(record.cycle_counter()?, names)?,
        uops: proc_counter(record.uops_counter()?, names)?,
        issue,
        first_issue,
        validation: validation.into_iter().map(|(_, name, counter)| (name, counter)).collect(),
    })
}

fn proc_counter(
    counter: PfmCounterRecord<'_>,
    names: &BTreeMap<&str, usize>,
) -> Result<ProcCounter, FieldError> {
    let name = names.get(counter.counter()?).copied();
    if !counter.store().release().has(Feature::PfmCountersHaveRawEncodings) {
        return Ok(ProcCounter { name, raw: RawEncoding::Unsupported });
    }
    let select = counter.event_select()?;
    if select == NO_EVENT_SELECT {
        return Ok(ProcCounter { name, raw: RawEncoding::None });
    }
    // The reference tests for signed numbers of these widths.
    let too_wide = |field: &str, bits: u32| {
        let message = format!("{field} must fit in {bits} bits");
        Err(FieldError::new(Code::Counters, counter, message).label_field(*counter, field))
    };
    if i16::try_from(select).is_err() {
        return too_wide("EventSelect", i16::BITS);
    }
    let umask = counter.umask()?;
    if i8::try_from(umask).is_err() {
        return too_wide("UMask", i8::BITS);
    }
    Ok(ProcCounter { name: None, raw: RawEncoding::Event { select, umask } })
}

fn emit(model: &Exegesis<'_>, w: &mut CppWriter) {
    let target = model.target;
    w.file_header("Exegesis Tables", None);
    line!(w);
    w.block(format_args!("static const char *{target}PfmCounterNames[] ="), ";", |w| {
        for (number, name) in model.names.iter().enumerate() {
            line!(w, "\"{name}\", // {number}");
        }
    });
    line!(w);
    let issue = || model.processors.iter().flat_map(|processor| &processor.issue);
    if issue().next().is_some() {
        let head = format!("static const PfmCountersInfo::IssueCounter {target}PfmIssueCounters[]");
        w.block(format_args!("{head} ="), ";", |w| {
            for (counter, resource) in issue() {
                line!(w, "{{ {target}PfmCounterNames[{counter}], \"{resource}\"}},");
            }
        });
    }
    for counters in &model.processors {
        processor(target, counters, w);
    }
    line!(w);
    line!(w, "// The counters of each CPU, by its name.");
    w.block(format_args!("static const CpuAndPfmCounters {target}CpuPfmCounters[] ="), ";", |w| {
        for (cpu, counters) in &model.bindings {
            line!(w, "{{ \"{cpu}\", &{target}{counters} }},");
        }
    });
    line!(w);
}

fn processor(target: &str, counters: &ExegesisCounters<'_>, w: &mut CppWriter) {
    let name = counters.name;
    if !counters.validation.is_empty() {
        line!(w);
        let head = "static const std::pair<ValidationEvent, const char*>";
        w.block(format_args!("{head} {target}{name}ValidationCounters[] ="), ";", |w| {
            for (event, counter) in &counters.validation {
                line!(w, "{{ {event}, {target}PfmCounterNames[{counter}]}},");
            }
        });
    }
    line!(w);
    w.block(format_args!("static const PfmCountersInfo {target}{name} ="), ";", |w| {
        for (counter, what) in [(&counters.cycles, "Cycle"), (&counters.uops, "Uops")] {
            match counter.name {
                None if matches!(counter.raw, RawEncoding::Event { .. }) => {
                    line!(w, "nullptr, // {what} counter uses raw encoding below.");
                }
                None => line!(w, "nullptr, // No {} counter", what.to_lowercase()),
                Some(counter) => line!(w, "{target}PfmCounterNames[{counter}], // {what} counter"),
            }
            match counter.raw {
                RawEncoding::Unsupported => {}
                RawEncoding::None => line!(w, "-1, 0, // No raw {} counter", what.to_lowercase()),
                RawEncoding::Event { select, umask } => {
                    line!(
                        w,
                        "0x{select:04x}, 0x{umask:02x}, // Raw {} counter",
                        what.to_lowercase()
                    );
                }
            }
        }
        match counters.issue.len() {
            0 => line!(w, "nullptr, 0, // No issue counters"),
            count => {
                let first = counters.first_issue;
                line!(w, "{target}PfmIssueCounters + {first}, {count}, // Issue counters");
            }
        }
        match counters.validation.len() {
            0 => line!(w, "nullptr, 0 // No validation counters."),
            count => line!(w, "{target}{name}ValidationCounters, {count} // Validation counters"),
        }
    });
}
