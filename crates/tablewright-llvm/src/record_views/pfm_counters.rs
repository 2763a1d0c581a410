//! Performance counters: classes in `TargetPfmCounters.td`.

use tablewright_records::{Record, record_views};

record_views! {
    /// A processor's performance counters.
    pub(crate) struct ProcPfmCountersRecord<'s>("ProcPfmCounters") {
        /// Cycle counter.
        pub(crate) cycle_counter: PfmCounterRecord<'s> = "CycleCounter",
        /// Micro-operation counter.
        pub(crate) uops_counter: PfmCounterRecord<'s> = "UopsCounter",
        /// Resource use counters.
        pub(crate) issue_counters: Vec<PfmIssueCounterRecord<'s>> = "IssueCounters",
        /// Counters for other events.
        pub(crate) validation_counters: Vec<PfmValidationCounterRecord<'s>> = "ValidationCounters",
    }

    /// A counter.
    pub(crate) struct PfmCounterRecord<'s>("PfmCounter") {
        /// libpfm name; empty if a counter is missing.
        pub(crate) counter: &'s str = "Counter",
        /// Hardware event code; -1 if libpfm finds the counter by name.
        pub(crate) event_select: i64 = "EventSelect" else -1,
        /// The mask that qualifies the event, as the hardware encodes it.
        pub(crate) umask: i64 = "UMask" else 0,
    }

    /// A resource use counter.
    pub(crate) struct PfmIssueCounterRecord<'s>("PfmIssueCounter"): PfmCounterRecord {
        /// Resource name.
        pub(crate) resource_name: &'s str = "ResourceName",
    }

    /// An event counter.
    pub(crate) struct PfmValidationCounterRecord<'s>("PfmValidationCounter"): PfmCounterRecord {
        /// The event.
        pub(crate) event_type: ValidationEventRecord<'s> = "EventType",
    }

    /// An event. The name of the record is the enumerator.
    pub(crate) struct ValidationEventRecord<'s>("ValidationEvent") {
        /// The number by which events are ordered.
        pub(crate) event_number: i64 = "EventNumber",
    }

    /// The processor that has certain counters.
    pub(crate) struct PfmCountersBindingRecord<'s>("PfmCountersBinding") {
        /// Processor name; empty for the target's default.
        pub(crate) cpu_name: &'s str = "CpuName",
        /// Counters: a `ProcPfmCounters` record.
        pub(crate) counters: Record<'s> = "Counters",
    }
}
