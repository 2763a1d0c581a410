//! Performance counters: the classes of `TargetPfmCounters.td`.

use tablewright_records::{Record, record_views};

record_views! {
    /// The performance counters of a processor.
    pub(crate) struct ProcPfmCountersRecord<'s>("ProcPfmCounters") {
        /// The counter of cycles.
        pub(crate) cycle_counter: PfmCounterRecord<'s> = "CycleCounter",
        /// The counter of micro-operations.
        pub(crate) uops_counter: PfmCounterRecord<'s> = "UopsCounter",
        /// The counters of the use of resources.
        pub(crate) issue_counters: Vec<PfmIssueCounterRecord<'s>> = "IssueCounters",
        /// The counters of other events.
        pub(crate) validation_counters: Vec<PfmValidationCounterRecord<'s>> = "ValidationCounters",
    }

    /// A counter.
    pub(crate) struct PfmCounterRecord<'s>("PfmCounter") {
        /// The name by which libpfm finds it; empty where there is none.
        pub(crate) counter: &'s str = "Counter",
        /// The event, as the hardware encodes it; -1 where libpfm finds the counter by its name.
        pub(crate) event_select: i64 = "EventSelect" else -1,
        /// The mask that qualifies the event, as the hardware encodes it.
        pub(crate) umask: i64 = "UMask" else 0,
    }

    /// A counter of the use of a resource.
    pub(crate) struct PfmIssueCounterRecord<'s>("PfmIssueCounter"): PfmCounterRecord {
        /// The name of the resource.
        pub(crate) resource_name: &'s str = "ResourceName",
    }

    /// A counter of an event.
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
        /// The name of the processor; empty for the default of the target.
        pub(crate) cpu_name: &'s str = "CpuName",
        /// The counters: a record of class `ProcPfmCounters`.
        pub(crate) counters: Record<'s> = "Counters",
    }
}
