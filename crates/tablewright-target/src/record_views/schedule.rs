//! Machine models: the classes of `TargetSchedule.td`, and `Processor` (`Target.td`), which names them.

use tablewright_records::{Record, RecordId, ValueId, record_views};

use super::itinerary::ProcessorItinerariesRecord;
use super::subtarget_feature::SubtargetFeatureRecord;

record_views! {
    /// A processor.
    pub struct ProcessorRecord<'s>("Processor") {
        /// The name by which it is chosen, as in `-mcpu`.
        pub cpu_name: &'s str = "Name",
        /// The machine model; `NoSchedModel` where there is none.
        pub sched_model: SchedMachineModelRecord<'s> = "SchedModel",
        /// The itineraries; `NoItineraries` where there are none.
        pub proc_itin: ProcessorItinerariesRecord<'s> = "ProcItin",
        /// The features that it has.
        pub features: Vec<SubtargetFeatureRecord<'s>> = "Features" else Vec::new(),
        /// The features that it is tuned for.
        pub tune_features: Vec<SubtargetFeatureRecord<'s>> = "TuneFeatures" else Vec::new(),
    }

    /// Another name of a processor.
    pub struct ProcessorAliasRecord<'s>("ProcessorAlias") {
        /// The name.
        pub alias_name: &'s str = "Name",
        /// The name of the processor.
        pub alias: &'s str = "Alias",
    }

    /// The properties of a processor that scheduling depends on. A negative number stands for the default of
    /// `MCSchedModel`.
    pub struct SchedMachineModelRecord<'s>("SchedMachineModel") {
        /// How many micro-operations can be issued in a cycle.
        pub issue_width: i64 = "IssueWidth" else -1,
        /// How many micro-operations can wait to be executed out of order.
        pub micro_op_buffer_size: i64 = "MicroOpBufferSize" else -1,
        /// How many micro-operations the buffer for loops holds.
        pub loop_micro_op_buffer_size: i64 = "LoopMicroOpBufferSize" else -1,
        /// After how many cycles a loaded value is there, unless said otherwise.
        pub load_latency: i64 = "LoadLatency" else -1,
        /// How many cycles an instruction of high latency takes, unless said otherwise.
        pub high_latency: i64 = "HighLatency" else -1,
        /// How many cycles a branch that was predicted wrongly costs.
        pub mispredict_penalty: i64 = "MispredictPenalty" else -1,
        /// Whether instructions are scheduled after register allocation, too.
        pub post_ra_scheduler: bool = "PostRAScheduler" else false,
        /// Whether every instruction has to have scheduling information.
        pub complete_model: bool = "CompleteModel" else false,
        /// Whether resources are tracked by the cycles in which they are taken.
        pub enable_intervals: bool = "EnableIntervals" else false,
        /// Whether two `InstRW`s of the model may never be for the same instruction. Releases without the
        /// field let one replace another that is for just the same instructions.
        pub full_inst_rw_overlap_check: bool = "FullInstRWOverlapCheck" else false,
        /// The predicates of instructions that the processors lack.
        pub unsupported_features: Vec<RecordId> = "UnsupportedFeatures" else Vec::new(),
        /// The itineraries; `NoItineraries` where there are none.
        pub itineraries: ProcessorItinerariesRecord<'s> = "Itineraries",
    }

    /// What an operand does: a `SchedWrite` or a `SchedRead`.
    pub struct SchedReadWriteRecord<'s>("SchedReadWrite") {
        /// The model that it is for; any model where it is `?`. Some subclasses have the field.
        pub sched_model: Option<Record<'s>> = "SchedModel" else None,
    }

    /// Writes one after the other.
    pub struct WriteSequenceRecord<'s>("WriteSequence"): SchedReadWriteRecord {
        /// The writes.
        pub writes: Vec<SchedReadWriteRecord<'s>> = "Writes",
        /// How often the writes are repeated.
        pub repeat: i64 = "Repeat",
    }

    /// A write or read that depends on the instruction.
    pub struct SchedVariantRecord<'s>("SchedVariant"): SchedReadWriteRecord {
        /// The choices; the first whose predicate holds is taken.
        pub variants: Vec<SchedVarRecord<'s>> = "Variants",
        /// Whether the writes of the choice are for the variadic operands of the instruction, too.
        pub variadic: bool = "Variadic",
    }

    /// A choice of a `SchedVariant`.
    pub struct SchedVarRecord<'s>("SchedVar") {
        /// The condition on the instruction: a record of class `SchedPredicateBase`.
        pub predicate: RecordId = "Predicate",
        /// The writes or reads that stand for the variant where the condition holds.
        pub selected: Vec<SchedReadWriteRecord<'s>> = "Selected",
    }

    /// A write or read in the place of another.
    pub struct SchedAliasRecord<'s>("SchedAlias") {
        /// The one that is replaced.
        pub match_rw: SchedReadWriteRecord<'s> = "MatchRW",
        /// The one in its place.
        pub alias_rw: SchedReadWriteRecord<'s> = "AliasRW",
        /// The model that this holds for; that of `AliasRW` where it is `?`.
        pub sched_model: Option<Record<'s>> = "SchedModel" else None,
    }

    /// The writes and reads of certain instructions on processors of a model.
    pub struct InstRwRecord<'s>("InstRW") {
        /// What operands do, writes and reads in any order.
        pub operand_read_writes: Vec<SchedReadWriteRecord<'s>> = "OperandReadWrites",
        /// The model that this is for.
        pub sched_model: Record<'s> = "SchedModel",
        /// The dag that selects the instructions.
        pub instrs: ValueId = "Instrs",
    }

    /// The writes and reads of instructions of certain itinerary classes.
    pub struct ItinRwRecord<'s>("ItinRW") {
        /// The itinerary classes.
        pub matched_itin_classes: Vec<RecordId> = "MatchedItinClasses" else Vec::new(),
        /// What operands do, writes and reads in any order.
        pub operand_read_writes: Vec<SchedReadWriteRecord<'s>> = "OperandReadWrites",
        /// The model that this is for, which has to be there.
        pub sched_model: Option<Record<'s>> = "SchedModel" else None,
    }

    /// The resources and the latency of a write: a `WriteRes` or a `SchedWriteRes`.
    pub struct ProcWriteResourcesRecord<'s>("ProcWriteResources") {
        /// The resources that are taken, each a `ProcResourceUnits`, a group or a kind.
        pub proc_resources: Vec<Record<'s>> = "ProcResources",
        /// From which cycle on each resource is free again; `None` in releases before 18.
        pub release_at_cycles: Option<Vec<i64>> = "ReleaseAtCycles" else None,
        /// The name of `ReleaseAtCycles` in releases before 18.
        pub resource_cycles: Vec<i64> = "ResourceCycles" else Vec::new(),
        /// From which cycle on each resource is taken.
        pub acquire_at_cycles: Vec<i64> = "AcquireAtCycles" else Vec::new(),
        /// After how many cycles the result is there.
        pub latency: i64 = "Latency",
        /// How many micro-operations there are.
        pub num_micro_ops: i64 = "NumMicroOps",
        /// Whether the instruction is the first that is issued in a cycle.
        pub begin_group: bool = "BeginGroup" else false,
        /// Whether the instruction is the last that is issued in a cycle.
        pub end_group: bool = "EndGroup" else false,
        /// Whether the instruction retires out of order.
        pub retire_ooo: bool = "RetireOOO" else false,
        /// Whether the instruction is the only one that is issued in a cycle.
        pub single_issue: bool = "SingleIssue" else false,
        /// Whether the processor lacks the instructions.
        pub unsupported: bool = "Unsupported" else false,
        /// The model that this is for.
        pub sched_model: Record<'s> = "SchedModel",
    }

    /// The resources of a write that is declared for all models.
    pub struct WriteResRecord<'s>("WriteRes"): ProcWriteResourcesRecord {
        /// The write.
        pub write_type: RecordId = "WriteType",
    }

    /// How late a read is: a `ReadAdvance` or a `SchedReadAdvance`.
    pub struct ProcReadAdvanceRecord<'s>("ProcReadAdvance") {
        /// How many cycles after the instruction has begun the operand is read.
        pub cycles: i64 = "Cycles",
        /// The writes after which this holds; all of them where the list is empty.
        pub valid_writes: Vec<Record<'s>> = "ValidWrites",
        /// How many cycles are added after each of the writes; none after those beyond the list.
        pub cycle_tunables: Vec<i64> = "CycleTunables" else Vec::new(),
        /// Whether the processor lacks the instructions.
        pub unsupported: bool = "Unsupported" else false,
        /// The model that this is for.
        pub sched_model: Option<Record<'s>> = "SchedModel" else None,
    }

    /// How late a read is that is declared for all models.
    pub struct ReadAdvanceRecord<'s>("ReadAdvance"): ProcReadAdvanceRecord {
        /// The read.
        pub read_type: RecordId = "ReadType",
        /// The model that this is for, which a `ReadAdvance` has to say.
        pub required_sched_model: Record<'s> = "SchedModel",
    }

    /// A resource, or a kind of resource that models have different units of.
    pub struct ProcResourceKindRecord<'s>("ProcResourceKind") {
        /// How many micro-operations can wait for the resource; -1 for those of the whole processor.
        pub buffer_size: i64 = "BufferSize" else -1,
        /// The model that has the resource; only models whose writes take it where it is `?`.
        pub sched_model: Option<Record<'s>> = "SchedModel" else None,
        /// The model that has the resource, where it stands for a kind.
        pub required_sched_model: Record<'s> = "SchedModel",
    }

    /// Equal units of a processor.
    pub struct ProcResourceUnitsRecord<'s>("ProcResourceUnits"): ProcResourceKindRecord {
        /// The kind of resource that they are; themselves unless there are models with others.
        pub kind: RecordId = "Kind",
        /// How many units there are.
        pub num_units: i64 = "NumUnits",
        /// The resource that they are a part of.
        pub containing: Option<Record<'s>> = "Super",
    }

    /// Resources of which an instruction takes any one.
    pub struct ProcResGroupRecord<'s>("ProcResGroup"): ProcResourceKindRecord {
        /// The resources.
        pub resources: Vec<Record<'s>> = "Resources",
    }

    /// Registers that others are renamed to.
    pub struct RegisterFileRecord<'s>("RegisterFile") {
        /// How many registers there are.
        pub num_phys_regs: i64 = "NumPhysRegs",
        /// The classes of registers that are renamed; all of them where the list is empty.
        pub reg_classes: Vec<RecordId> = "RegClasses",
        /// How many registers of the file each register of a class takes.
        pub reg_costs: Vec<i64> = "RegCosts",
        /// Whether moves between registers of a class can be eliminated: bits.
        pub allow_move_elimination: &'s [ValueId] = "AllowMoveElimination" else &[],
        /// How many moves can be eliminated in a cycle; 0 for any number.
        pub max_moves_eliminated_per_cycle: i64 = "MaxMovesEliminatedPerCycle" else 0,
        /// Whether only moves of zero can be eliminated.
        pub allow_zero_move_elimination_only: bool = "AllowZeroMoveEliminationOnly" else false,
        /// The model that this is for.
        pub sched_model: Record<'s> = "SchedModel",
    }

    /// The unit that retires instructions.
    pub struct RetireControlUnitRecord<'s>("RetireControlUnit") {
        /// How many instructions wait to be retired at most.
        pub reorder_buffer_size: i64 = "ReorderBufferSize",
        /// How many instructions retire in a cycle.
        pub max_retire_per_cycle: i64 = "MaxRetirePerCycle",
        /// The model that this is for.
        pub sched_model: Record<'s> = "SchedModel",
    }

    /// A queue of memory operations: a `LoadQueue` or a `StoreQueue`.
    pub struct MemoryQueueRecord<'s>("MemoryQueue") {
        /// The resource that describes the queue.
        pub queue_descriptor: RecordId = "QueueDescriptor",
        /// The model that this is for.
        pub sched_model: Record<'s> = "SchedModel",
    }

    /// C++ at the start of the functions that ask the predicates of variants.
    pub struct PredicatePrologRecord<'s>("PredicateProlog") {
        /// The code.
        pub code: &'s str = "Code",
    }

    /// A condition on an instruction, in C++.
    pub struct SchedPredicateRecord<'s>("SchedPredicate") {
        /// The expression.
        pub predicate: &'s str = "Predicate",
    }

    /// A condition on the subtarget: a feature (LLVM 22 and later).
    pub struct FeatureSchedPredicateRecord<'s>("FeatureSchedPredicate") {
        /// The feature.
        pub feature: Record<'s> = "Feature",
    }

    /// A condition that consists of others (LLVM 22 and later). A subclass says how they are joined.
    pub struct SchedPredicateCombinerRecord<'s>("SchedPredicateCombiner") {
        /// The others, at least one.
        pub predicates: Vec<Record<'s>> = "Predicates",
    }

    /// A condition on an instruction, as a tree.
    pub struct McSchedPredicateRecord<'s>("MCSchedPredicate") {
        /// The condition, of class `MCInstPredicate`.
        pub pred: Record<'s> = "Pred",
    }
}
