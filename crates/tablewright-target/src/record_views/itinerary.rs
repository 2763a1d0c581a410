//! Itineraries: the classes in `TargetItinerary.td`.

use tablewright_records::{Record, RecordId, record_views};

record_views! {
    /// The itineraries for a processor.
    pub struct ProcessorItinerariesRecord<'s>("ProcessorItineraries") {
        /// Functional units.
        pub functional_units: Vec<Record<'s>> = "FU",
        /// Bypasses, which forward a result before it is written.
        pub bypasses: Vec<RecordId> = "BP",
        /// Itinerary for each itinerary class.
        pub itin_data: Vec<InstrItinDataRecord<'s>> = "IID",
        /// Packetizer name.
        pub packetizer_namespace: Option<&'s str> = "PacketizerNamespace",
    }

    /// The itinerary for an itinerary class.
    pub struct InstrItinDataRecord<'s>("InstrItinData") {
        /// The itinerary class.
        pub class: RecordId = "TheClass",
        /// Number of micro-operations.
        pub num_micro_ops: i64 = "NumMicroOps" else 1,
        /// Pipeline stages, in order.
        pub stages: Vec<InstrStageRecord<'s>> = "Stages",
        /// Cycle in which each operand is written or read.
        pub operand_cycles: Vec<i64> = "OperandCycles",
        /// Bypass for each operand, from the first operand on; may be shorter than the operand list.
        pub bypasses: Vec<RecordId> = "Bypasses",
    }

    /// A pipeline stage.
    pub struct InstrStageRecord<'s>("InstrStage") {
        /// Length in cycles.
        pub cycles: i64 = "Cycles",
        /// Functional units; the stage uses any one.
        pub units: Vec<Record<'s>> = "Units",
        /// Number of cycles from the start until the next stage starts; -1 if the next stage starts when this
        /// stage ends.
        pub time_inc: i64 = "TimeInc",
        /// Reservation kind: a number in the enumeration `InstrStage::ReservationKinds`.
        pub kind: i64 = "Kind" else 0,
    }

    /// Combined functional units, for all itineraries.
    pub struct ComboFuncUnitsRecord<'s>("ComboFuncUnits") {
        /// The combined functional units.
        pub combo_funcs: Vec<ComboFuncDataRecord<'s>> = "CFD",
    }

    /// A functional unit that reserves other units.
    pub struct ComboFuncDataRecord<'s>("ComboFuncData") {
        /// The functional unit.
        pub combo_func: Record<'s> = "TheComboFunc",
        /// The units that are reserved with it.
        pub func_list: Vec<Record<'s>> = "FuncList",
    }
}
