//! Itineraries: the classes of `TargetItinerary.td`.

use tablewright_records::{Record, RecordId, record_views};

record_views! {
    /// The itineraries of a processor.
    pub struct ProcessorItinerariesRecord<'s>("ProcessorItineraries") {
        /// The functional units.
        pub functional_units: Vec<Record<'s>> = "FU",
        /// The bypasses, by which a result is forwarded before it is written.
        pub bypasses: Vec<RecordId> = "BP",
        /// The itineraries of itinerary classes.
        pub itin_data: Vec<InstrItinDataRecord<'s>> = "IID",
        /// The name of the packetizer that the itineraries belong to.
        pub packetizer_namespace: Option<&'s str> = "PacketizerNamespace",
    }

    /// The itinerary of an itinerary class.
    pub struct InstrItinDataRecord<'s>("InstrItinData") {
        /// The itinerary class.
        pub class: RecordId = "TheClass",
        /// How many micro-operations there are.
        pub num_micro_ops: i64 = "NumMicroOps" else 1,
        /// The stages, one after the other.
        pub stages: Vec<InstrStageRecord<'s>> = "Stages",
        /// The cycle in which each operand is written or read.
        pub operand_cycles: Vec<i64> = "OperandCycles",
        /// The bypass of each of the first operands.
        pub bypasses: Vec<RecordId> = "Bypasses",
    }

    /// A stage of the pipeline.
    pub struct InstrStageRecord<'s>("InstrStage") {
        /// How many cycles it takes.
        pub cycles: i64 = "Cycles",
        /// The functional units, of which it takes one.
        pub units: Vec<Record<'s>> = "Units",
        /// When the next stage begins, from the start of this one; -1 for its end.
        pub time_inc: i64 = "TimeInc",
        /// How the units are taken: a number of the enumeration `InstrStage::ReservationKinds`.
        pub kind: i64 = "Kind" else 0,
    }

    /// Functional units that take others, for all itineraries.
    pub struct ComboFuncUnitsRecord<'s>("ComboFuncUnits") {
        /// The functional units.
        pub combo_funcs: Vec<ComboFuncDataRecord<'s>> = "CFD",
    }

    /// A functional unit that takes others.
    pub struct ComboFuncDataRecord<'s>("ComboFuncData") {
        /// The functional unit.
        pub combo_func: Record<'s> = "TheComboFunc",
        /// The units that are taken with it.
        pub func_list: Vec<Record<'s>> = "FuncList",
    }
}
