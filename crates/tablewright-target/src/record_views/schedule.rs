//! Machine models: the classes in `TargetSchedule.td`, and `Processor` (`Target.td`), which refers to a machine
//! model.

use tablewright_records::{Record, RecordId, ValueId, record_views};

use super::itinerary::ProcessorItinerariesRecord;
use super::subtarget_feature::SubtargetFeatureRecord;

record_views! {
    /// A processor.
    pub struct ProcessorRecord<'s>("Processor") {
        /// Processor name for `-mcpu`.
        pub cpu_name: &'s str = "Name",
        /// Machine model; `NoSchedModel` if the processor does not have a model.
        pub sched_model: SchedMachineModelRecord<'s> = "SchedModel",
        /// Itineraries; `NoItineraries` if the processor does not have itineraries.
        pub proc_itin: ProcessorItinerariesRecord<'s> = "ProcItin",
        /// Features that the processor supports.
        pub features: Vec<SubtargetFeatureRecord<'s>> = "Features" else Vec::new(),
        /// Features that only tune code for the processor (`-mtune`).
        pub tune_features: Vec<SubtargetFeatureRecord<'s>> = "TuneFeatures" else Vec::new(),
    }

    /// An additional processor name.
    pub struct ProcessorAliasRecord<'s>("ProcessorAlias") {
        /// The additional name.
        pub alias_name: &'s str = "Name",
        /// The processor's own name.
        pub alias: &'s str = "Alias",
    }

    /// The processor properties that the scheduler uses. A negative number selects the default in
    /// `MCSchedModel`.
    pub struct SchedMachineModelRecord<'s>("SchedMachineModel") {
        /// Maximal number of micro-operations issued per cycle.
        pub issue_width: i64 = "IssueWidth" else -1,
        /// Number of micro-operations that the out-of-order buffer holds.
        pub micro_op_buffer_size: i64 = "MicroOpBufferSize" else -1,
        /// Number of micro-operations that the loop buffer holds.
        pub loop_micro_op_buffer_size: i64 = "LoopMicroOpBufferSize" else -1,
        /// Default load latency, in cycles.
        pub load_latency: i64 = "LoadLatency" else -1,
        /// Default latency for high-latency instructions, in cycles.
        pub high_latency: i64 = "HighLatency" else -1,
        /// Penalty for a mispredicted branch, in cycles.
        pub mispredict_penalty: i64 = "MispredictPenalty" else -1,
        /// Whether instructions are scheduled again after register allocation.
        pub post_ra_scheduler: bool = "PostRAScheduler" else false,
        /// Whether every instruction must have scheduling information.
        pub complete_model: bool = "CompleteModel" else false,
        /// Whether each resource is tracked as an interval of cycles, from acquisition to release.
        pub enable_intervals: bool = "EnableIntervals" else false,
        /// Whether two `InstRW`s in the model must never match the same instruction. In releases without the
        /// field, an `InstRW` may replace another `InstRW` if both match exactly the same instructions.
        pub full_inst_rw_overlap_check: bool = "FullInstRWOverlapCheck" else false,
        /// Predicates for instructions that the processors do not support.
        pub unsupported_features: Vec<RecordId> = "UnsupportedFeatures" else Vec::new(),
        /// Itineraries; `NoItineraries` if the model does not have itineraries.
        pub itineraries: ProcessorItinerariesRecord<'s> = "Itineraries",
    }

    /// Scheduling behavior for an operand: a `SchedWrite` or a `SchedRead`.
    pub struct SchedReadWriteRecord<'s>("SchedReadWrite") {
        /// Machine model; `?` for any model. Only some subclasses have the field.
        pub sched_model: Option<Record<'s>> = "SchedModel" else None,
    }

    /// A sequence of writes.
    pub struct WriteSequenceRecord<'s>("WriteSequence"): SchedReadWriteRecord {
        /// The writes, in order.
        pub writes: Vec<SchedReadWriteRecord<'s>> = "Writes",
        /// Number of times that the writes are repeated.
        pub repeat: i64 = "Repeat",
    }

    /// A write or read that depends on the instruction.
    pub struct SchedVariantRecord<'s>("SchedVariant"): SchedReadWriteRecord {
        /// The choices. The first choice whose predicate holds is selected.
        pub variants: Vec<SchedVarRecord<'s>> = "Variants",
        /// Whether the selected writes also apply to the instruction's variadic operands.
        pub variadic: bool = "Variadic",
    }

    /// A choice in a `SchedVariant`.
    pub struct SchedVarRecord<'s>("SchedVar") {
        /// Condition on the instruction, a `SchedPredicateBase`.
        pub predicate: RecordId = "Predicate",
        /// Writes or reads that replace the variant if the condition holds.
        pub selected: Vec<SchedReadWriteRecord<'s>> = "Selected",
    }

    /// The replacement for a write or read.
    pub struct SchedAliasRecord<'s>("SchedAlias") {
        /// The replaced write or read.
        pub match_rw: SchedReadWriteRecord<'s> = "MatchRW",
        /// The replacement.
        pub alias_rw: SchedReadWriteRecord<'s> = "AliasRW",
        /// Machine model; if `?`, the model in `AliasRW`.
        pub sched_model: Option<Record<'s>> = "SchedModel" else None,
    }

    /// The writes and reads for selected instructions in a machine model.
    pub struct InstRwRecord<'s>("InstRW") {
        /// Writes and reads for the operands, in any order.
        pub operand_read_writes: Vec<SchedReadWriteRecord<'s>> = "OperandReadWrites",
        /// Machine model.
        pub sched_model: Record<'s> = "SchedModel",
        /// Dag that selects the instructions.
        pub instrs: ValueId = "Instrs",
    }

    /// The writes and reads for all instructions in certain itinerary classes.
    pub struct ItinRwRecord<'s>("ItinRW") {
        /// Itinerary classes.
        pub matched_itin_classes: Vec<RecordId> = "MatchedItinClasses" else Vec::new(),
        /// Writes and reads for the operands, in any order.
        pub operand_read_writes: Vec<SchedReadWriteRecord<'s>> = "OperandReadWrites",
        /// Machine model; must be set.
        pub sched_model: Option<Record<'s>> = "SchedModel" else None,
    }

    /// The resources and latency for a write: a `WriteRes` or a `SchedWriteRes`.
    pub struct ProcWriteResourcesRecord<'s>("ProcWriteResources") {
        /// The used resources, each a `ProcResourceUnits`, a group or a kind.
        pub proc_resources: Vec<Record<'s>> = "ProcResources",
        /// Cycle in which each resource is released; `None` in releases before 18.
        pub release_at_cycles: Option<Vec<i64>> = "ReleaseAtCycles" else None,
        /// Same as `ReleaseAtCycles`, in releases before 18.
        pub resource_cycles: Vec<i64> = "ResourceCycles" else Vec::new(),
        /// Cycle in which each resource is acquired.
        pub acquire_at_cycles: Vec<i64> = "AcquireAtCycles" else Vec::new(),
        /// Number of cycles until the result is available.
        pub latency: i64 = "Latency",
        /// Number of micro-operations.
        pub num_micro_ops: i64 = "NumMicroOps",
        /// Whether the instruction must be the first in its issue group.
        pub begin_group: bool = "BeginGroup" else false,
        /// Whether the instruction must be the last in its issue group.
        pub end_group: bool = "EndGroup" else false,
        /// Whether the instruction retires out of order.
        pub retire_ooo: bool = "RetireOOO" else false,
        /// Whether the instruction must be alone in its issue group.
        pub single_issue: bool = "SingleIssue" else false,
        /// Whether the processor does not support instructions with the write.
        pub unsupported: bool = "Unsupported" else false,
        /// Machine model.
        pub sched_model: Record<'s> = "SchedModel",
    }

    /// The resources for a write that all models share.
    pub struct WriteResRecord<'s>("WriteRes"): ProcWriteResourcesRecord {
        /// The write.
        pub write_type: RecordId = "WriteType",
    }

    /// The delay before an operand is read: a `ReadAdvance` or a `SchedReadAdvance`.
    pub struct ProcReadAdvanceRecord<'s>("ProcReadAdvance") {
        /// Number of cycles from issue until the operand is read.
        pub cycles: i64 = "Cycles",
        /// Writes to which the delay applies; empty for all writes.
        pub valid_writes: Vec<Record<'s>> = "ValidWrites",
        /// Additional cycles for each write in `ValidWrites`; 0 for writes beyond the end.
        pub cycle_tunables: Vec<i64> = "CycleTunables" else Vec::new(),
        /// Whether the processor does not support instructions with the read.
        pub unsupported: bool = "Unsupported" else false,
        /// Machine model.
        pub sched_model: Option<Record<'s>> = "SchedModel" else None,
    }

    /// The delay for a read that all models share.
    pub struct ReadAdvanceRecord<'s>("ReadAdvance"): ProcReadAdvanceRecord {
        /// The read.
        pub read_type: RecordId = "ReadType",
        /// Machine model; a `ReadAdvance` must set it.
        pub required_sched_model: Record<'s> = "SchedModel",
    }

    /// A resource, or a resource kind for which each model defines its own units.
    pub struct ProcResourceKindRecord<'s>("ProcResourceKind") {
        /// Number of micro-operations that can wait for the resource; -1 for the processor-wide buffer.
        pub buffer_size: i64 = "BufferSize" else -1,
        /// Machine model; if `?`, the resource belongs to each model whose writes use it.
        pub sched_model: Option<Record<'s>> = "SchedModel" else None,
        /// Machine model, for resources that define the units for a kind.
        pub required_sched_model: Record<'s> = "SchedModel",
    }

    /// Interchangeable units in a processor.
    pub struct ProcResourceUnitsRecord<'s>("ProcResourceUnits"): ProcResourceKindRecord {
        /// Resource kind; the record itself if it does not define the units for another kind.
        pub kind: RecordId = "Kind",
        /// Number of units.
        pub num_units: i64 = "NumUnits",
        /// The resource that contains these units.
        pub containing: Option<Record<'s>> = "Super",
    }

    /// A resource group. An instruction uses any one member.
    pub struct ProcResGroupRecord<'s>("ProcResGroup"): ProcResourceKindRecord {
        /// The members.
        pub resources: Vec<Record<'s>> = "Resources",
    }

    /// A physical register file for register renaming.
    pub struct RegisterFileRecord<'s>("RegisterFile") {
        /// Number of physical registers.
        pub num_phys_regs: i64 = "NumPhysRegs",
        /// Register classes that are renamed; empty for all classes.
        pub reg_classes: Vec<RecordId> = "RegClasses",
        /// Number of physical registers that each register uses, by register class.
        pub reg_costs: Vec<i64> = "RegCosts",
        /// Whether moves can be eliminated, as a bit for each register class.
        pub allow_move_elimination: &'s [ValueId] = "AllowMoveElimination" else &[],
        /// Maximal number of moves eliminated per cycle; 0 for any number.
        pub max_moves_eliminated_per_cycle: i64 = "MaxMovesEliminatedPerCycle" else 0,
        /// Whether only zero moves can be eliminated.
        pub allow_zero_move_elimination_only: bool = "AllowZeroMoveEliminationOnly" else false,
        /// Machine model.
        pub sched_model: Record<'s> = "SchedModel",
    }

    /// The unit that retires instructions.
    pub struct RetireControlUnitRecord<'s>("RetireControlUnit") {
        /// Number of instructions that can wait in the reorder buffer.
        pub reorder_buffer_size: i64 = "ReorderBufferSize",
        /// Maximal number of instructions retired per cycle.
        pub max_retire_per_cycle: i64 = "MaxRetirePerCycle",
        /// Machine model.
        pub sched_model: Record<'s> = "SchedModel",
    }

    /// A memory operation queue: a `LoadQueue` or a `StoreQueue`.
    pub struct MemoryQueueRecord<'s>("MemoryQueue") {
        /// Resource that describes the queue.
        pub queue_descriptor: RecordId = "QueueDescriptor",
        /// Machine model.
        pub sched_model: Record<'s> = "SchedModel",
    }

    /// C++ code at the start of the functions that evaluate variant predicates.
    pub struct PredicatePrologRecord<'s>("PredicateProlog") {
        /// C++ code.
        pub code: &'s str = "Code",
    }

    /// A condition on an instruction, in C++.
    pub struct SchedPredicateRecord<'s>("SchedPredicate") {
        /// C++ expression.
        pub predicate: &'s str = "Predicate",
    }

    /// A condition on a subtarget feature (LLVM 22 and later).
    pub struct FeatureSchedPredicateRecord<'s>("FeatureSchedPredicate") {
        /// The feature.
        pub feature: Record<'s> = "Feature",
    }

    /// A combination of other conditions (LLVM 22 and later). The subclass defines the operator.
    pub struct SchedPredicateCombinerRecord<'s>("SchedPredicateCombiner") {
        /// The conditions, at least one.
        pub predicates: Vec<Record<'s>> = "Predicates",
    }

    /// A condition on an instruction, as a tree.
    pub struct McSchedPredicateRecord<'s>("MCSchedPredicate") {
        /// Condition, an `MCInstPredicate`.
        pub pred: Record<'s> = "Pred",
    }
}
