//! Differences between releases: instruction selection patterns and GlobalISel.

features_of! { $ patterns {
    // Instruction selection patterns, and the combiner.
    AllOutputsAreResults, since(Release::with_minor(3, 9)),
        "All outputs of an instruction are results of its node in a pattern. Before, only the first \
         was, and patterns gave values for the others.";
    OperandTypesFirst, since(Release::new(6)),
        "Type inference of patterns looks at the operands of a node before the node itself, and \
         constants and complex patterns have a type wherever they stand. Before, the node came first, \
         and its constants could have types that no register holds.";
    AtomicLoadsExtend, since(Release::new(22)),
        "Fragments of atomic loads say how the value is extended, as those of other loads do, and \
         GlobalISel checks the size in memory. Before, the selection DAG had no atomic loads that extend.";
    PatternRecordsHaveNoSet, since(Release::new(22)),
        "`set` in a `Pat` or a fragment is an unknown node. Before, it was taken for a transformation, which may have one \
         operand.";
    OperandNumberErrorsHaveNoBlank, since(Release::new(22)),
        "The error about a type constraint on an operand that a node does not have has no blank between the number of the \
         operand and the pattern. Before, it had one.";
    SelectorNumbersAreSleb128, since(Release::new(22)),
        "The table of `-gen-dag-isel` has numbers with sign as SLEB128, types in one or two bytes and indices \
         of coverage in four; predicates of nodes take an `SDValue`. Before, the sign was the lowest bit of a \
         number, types took one byte and indices two, and predicates took the `SDNode`.";
    SelectorLacksShortOpcodesWithoutResult, since(Release::new(22)),
        "In the table of `-gen-dag-isel` the opcode of a node without results says of chain and glue only that \
         there is a chain. Before, it could say that there is neither, or only glue, as for nodes with results.";
    ImmediatesOf32BitsAreChecked, since(Release::new(22)),
        "A constant of a pattern has to fit into a type of 32 bits, too. Before, only smaller types were checked.";
    PointerClassesAreUntyped, since(Release::new(22)),
        "A record of class `PointerLikeRegClass` is untyped in patterns, so that it is refused there, also as an \
         operand of an instruction in a result. Before, it had the type of pointers.";
    WideEncodingsAreShared, since(Release::new(24)),
        "`-gen-emitter` has each encoding of over 64 bits once, and a table of indices for the opcodes of each mode. Before, \
         each instruction had its words in the table of each mode.";
    UndefinedNodesHaveCheck, since(Release::new(24)),
        "The table of `-gen-dag-isel` has a step for `undef`. Before, it checked the opcode of the node.";
    FixedVectorsArePartsOfScalable, since(Release::new(24)),
        "Type inference of patterns lets a fixed vector be part of a scalable one with at least as many elements. Before, both \
         had to be fixed or scalable.";
    FastIselNeedsResult, since(Release::new(24)),
        "`-gen-fast-isel` has functions for instructions with a result only. Before, it also had functions for \
         branches and for comparisons that only set flags.";
    FastIselReturnsRegister, since(Release::new(22)),
        "The functions of `-gen-fast-isel` take and return a `Register`. Before, they took and returned an \
         `unsigned`.";
    SelectorTypesByHwMode, since(Release::new(23)),
        "The table of `-gen-dag-isel` has steps for types that depend on the mode of the hardware, and a \
         function that returns them. Before, it had a pattern for each mode.";
    SelectorSharesOperandLists, since(Release::new(23)),
        "In the table of `-gen-dag-isel` the operands of a node that is made are a list in a second table, which \
         nodes share; integers are as the pattern has them, and no register is `MCRegister::NoRegister`. \
         Before, each node had its operands, and release 22 extended integers by their sign.";
    ValueTypesAreCounted, since(Release::new(22)),
        "The types of `MVT` have the numbers of the order in which they are defined, and `-gen-vt` says which \
         are tuples of vectors. Before, each type stated its number.";

    VectorTypesLackSection, since(Release::new(24)),
        "`-gen-vt` has the elements of vectors in the rows of types only. Before, it also had a section for them.";

    // Output order.
    StringMapsProbeLinearly, since(Release::new(23)),
        "Outputs in the order of a hash table of strings have that of linear probing. Before, probing was \
         quadratic.";
    ResultClassesAreInferred, since(Release::new(22)),
        "GlobalISel infers the class of the result that replaces the root of a pattern as it does for nested \
         instructions; that of an `EXTRACT_SUBREG` is the class of the part. Before, the root had rules of its own, and \
         the class of an `EXTRACT_SUBREG` was that of the whole register.";
    TempRegistersAreMadeLate, since(Release::new(22)),
        "A match table of GlobalISel makes the temporary register for a nested instruction right before it builds \
         that instruction. Before, it did so before building the instruction's own operands.";
    GlobalIselLacksBf16, since(Release::new(22)),
        "GlobalISel lacks a type for `bf16` and skips patterns with it. Before, it was the same as `f16`.";
    ExtensionWidthIsChecked, since(Release::new(22)),
        "GlobalISel checks the width of a `sext_inreg`. Before, it took any.";
    FrameIndexIsNamedOnce, since(Release::new(22)),
        "GlobalISel gives the name of a `frameindex` to the register that it defines. Before, it gave it to the \
         operand of the instruction, too, and demanded that the two are the same.";
    OrderingIsCheckedFirst, since(Release::new(22)),
        "GlobalISel checks whether an access to memory is atomic before the predicates of fragments. Before, it did so \
         after them.";
    UndefinedInputsAreDefined, since(Release::new(22)),
        "GlobalISel marks the register of an `IMPLICIT_DEF` for an operand that is undefined by default as defined. \
         Before, it was not marked.";
    StoredTypeIsChecked, since(Release::new(22)),
        "A fragment of stores that states only the type in memory is checked by it. Before, GlobalISel skipped it.";
    NestedCopiesStateTheirClass, since(Release::new(22)),
        "GlobalISel constrains the result of a nested `COPY_TO_REGCLASS` to the class. Before, it constrained operands \
         as for other instructions.";
    CastsListTypes, since(Release::new(22)),
        "A pattern can state the types of all results of a node, `([i32, i16] (node))`. Before, it could state that of \
         the first.";
    ResultsAreRenderedByName, since(Release::new(22)),
        "GlobalISel renders an operand of a result that has a name as what was matched by that name, and others as what \
         they are. Before, the name was looked up for some kinds of operands only: `?` stood for operands of the root, \
         and operands of a type that GlobalISel lacks were not copied.";
    BlockAddressesAreOperands, since(Release::new(23)),
        "The name of a `blockaddress` stands for the operand of its instruction. Before, it could not be used.";
    MetadataHasNoType, since(Release::new(23)),
        "GlobalISel does not check the type of metadata. Before, it skipped patterns with metadata.";
    NestedRegistersAreCopied, since(Release::new(22)),
        "GlobalISel copies the physical registers that a pattern matches, each once, to the registers that the result \
         reads. Before, it did so for the operands of the root only, also twice.";
    ImplicitResultsAreResults, since(Release::new(22)),
        "GlobalISel imports a pattern with a result for an instruction whose only result is a register that it defines \
         implicitly. Before, it skipped the pattern.";
    ImplicitDefsAreDead, since(Release::new(22)),
        "GlobalISel marks registers that an instruction defines implicitly as dead, whether or not the instructions that \
         a rule builds read them. Before, it did not mark those that they read.";
    OptionalDefsAreDefaults, since(Release::new(22)),
        "Outputs of class `OptionalDefOperand` that a pattern does not state are the registers that they are by default. \
         Before, GlobalISel skipped the pattern.";
    CombinersHaveVariadics, since(Release::new(22)),
        "Messages of the combiner call `GITypeOf` by its name, since `GIVariadic` is a special type, too, and the log of \
         inference lists groups of operands in the order in which they were begun. Before, messages named \
         `GISpecialType`, and groups were sorted by name.";
    MoreChecksComeFirst, since(Release::new(23)),
        "Of two rules of GlobalISel that are otherwise equal, the one that checks more at an instruction is tried first. \
         Before, they stayed in order.";
    MoreChecksPrecedeOperands, since(Release::new(24)),
        "Of two rules of GlobalISel with as many operands of an instruction, the one with more checks of the instruction is tried \
         first. Before, the checks and operands were compared first.";
    CombinersKnowTheirOpcodes, since(Release::new(23)),
        "A combiner leaves instructions that none of its rules begins with, and gets what its table needs from the helper. \
         Before, the table was run for all instructions, and what it needs was from the function.";
    CombinersAreAskedForOpcodes, since(Release::new(24)),
        "A combiner has a member that checks whether any rule begins with an opcode, and a member for the flags of the root \
         that are dropped. Before, the function was static, and the combiner called it.";
    CombinersCheckUses, since(Release::new(24)),
        "`GIHasOneUse` in a match list of a combiner checks that a register has a single use. Before, the builtin was unknown.";
    MatchTablesTestLeaves, since(Release::new(22)),
        "GlobalISel runs `GISelLeafPredicateCode`, C++ code about an operand, in a function of its own; the macros \
         of match tables cast no argument, and their bytes have no sign; lines of tables begin with their offsets. \
         Before, leaves had no predicates.";
    MatchTablesTryFeatures, since(Release::new(23)),
        "The operation that begins a rule in a match table of GlobalISel checks the features that the rule needs, and \
         C++ casts flags of registers to numbers. Before, another operation checked features, and flags were numbers.";
    MatchTableSectionsAreSpaced, since(Release::new(23)),
        "The sections of a file with a match table begin and end with an empty line. Before, an empty line followed \
         most of them.";
    MatchTablesNestGroups, since(Release::new(23)),
        "Groups of rules in a match table of GlobalISel are nested as deep as rules have checks in common, but share no \
         C++ and no comparisons of operands. Before, there were two levels, and all checks could be shared.";
    SaturatingConversionsHaveOneOperand, since(Release::new(23)),
        "GlobalISel drops the type that `fp_to_sint_sat` and `fp_to_uint_sat` have as an operand, and skips patterns \
         where it is not that of the result. Before, they had nodes without it.";
    LowLevelTypesHaveKinds, since(Release::new(23)),
        "Types of GlobalISel can tell integers from floating-point numbers, and are in the order of scalars, pointers and \
         vectors by their elements. Before, types stated only sizes, and pointers came first.";
}}
