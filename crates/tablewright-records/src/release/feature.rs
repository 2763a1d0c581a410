//! Table of the differences between releases.

use super::{Release, ReleaseRange};

// Sorted by area, then by the first release with or without the feature.
features! {
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
        "A record of class `PointerLikeRegClass` has no type in patterns, so that it is refused there, also as an \
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
        "`-gen-fast-isel` has functions for nodes and instructions with a result only. Before, it also had functions for \
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
        "GlobalISel has no type for `bf16` and skips patterns with it. Before, it was the same as `f16`.";
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

    // The language.
    InitializedIsOperator, since(Release::new(20)),
        "`!getdagopname`, `!setdagopname`, `!initialized` and `!listflatten` are operators. Before, they were \
         unknown.";
    MatchIsOperator, since(Release::new(21)),
        "`!match` and `!instances` are operators. Before, they were unknown.";
    DagOperatorNamesAreKept, since(Release::new(22)),
        "The name of a dag's operator is printed as those of arguments, `(op:$name …)`, and `!con` and \
         `!foreach` keep it. Before, it was printed without `$`, and both operators dropped it.";
    AnonymousRecordsAreAtTheirUse, since(Release::new(22)),
        "An anonymous record has the position of the `CLASS<…>` that created it. Before, it had the \
         position of its class.";
    DefmSequenceNamesTheRecord, since(Release::new(22)),
        "The line of `defm`s that a detailed record comes from ends in the position of the record. \
         Before, it named the `defm`s only.";
    LogicStopsEarly, since(Release::new(22)),
        "`!and` does not look at its second operand if the first is 0, nor `!or` if the first is -1. \
         Before, both were computed first.";
    IsaWaitsForValues, since(Release::new(22)),
        "`!isa` of a class waits until its operand is known, unless the type of the operand is enough \
         for yes. Before, the type was enough for no, too.";
    DiamondInheritance, since(Release::new(22)),
        "A record may inherit from a class through several others. Before, that was an error.";
    ShiftsAreBounded, since(Release::new(22)),
        "A shift by less than 0 or by more than 63 is an error. Before, the lowest six bits counted.";
    RevisedMessages, since(Release::new(22)),
        "Messages of the lexer begin with a small letter, a failed assertion is one message and names \
         its record in another, and errors are placed at the argument or field that they are about. \
         Before, arguments and `let`s had their errors at the class or at the value.";
    ErrorsStopBeforeOutput, since(Release::new(22)),
        "Nothing is printed if the input has errors. Before, records with values that are not resolved \
         were printed.";
    UnsetTextsAreFields, since(Release::new(22)),
        "A field that should hold text and is `?` is reported as one without a string value. Before, it was reported as \
         a field that is missing.";
    MacrosAreNames, since(Release::new(22)),
        "What `-D` defines has to be a name. Before, any text was accepted.";
    GetopAndSetopAreGone, since(Release::new(22)),
        "`!getop` and `!setop` are no operators. Before, they were other names of `!getdagop` and \
         `!setdagop`.";
    SwitchIsOperator, since(Release::new(23)),
        "`!sort` and `!switch` are operators. Before, they were unknown.";
    LetAppends, since(Release::new(23)),
        "`let append` and `let prepend` add to the value of a field. Before, a `let` only replaced it.";
    CondStopsEarly, since(Release::new(24)),
        "`!cond` and `!switch` do not resolve the arms behind the first condition that is known to be true. Before, all arms \
         were resolved, which could create records and raise errors.";
    ParentMulticlassArgsAreCast, since(Release::new(23)),
        "Arguments of parent multiclasses are checked and converted to the types of their parameters. \
         Before, only those of classes and `defm`s were.";
    BitsAreTheirOwnBit, since(Release::new(23)),
        "Bit 0 of a `!cond` or `!foldl` of type `bit` is the operation itself. Before, it was printed \
         with `{0}`.";
    OuterLetBitsInBraces, since(Release::new(23)),
        "A `let … in` selects bits with braces, as a `let` in a body does. Before, it had angle \
         brackets.";
    DepfileNamesMainFile, since(Release::new(23)),
        "A depfile names the main file, too. Before, it named the included files only.";

    // Registers and instructions.
    RegisterSizesAreExplicit, since(Release::new(22)),
        "A register class whose first type depends on the mode has to state a size, and the cost of copying its \
         registers is at most 255. Before, the size was that of the type's first mode, and any cost was taken.";
    PseudoInstructionsFirst, since(Release::new(6)),
        "A target's pseudo-instructions are numbered before its other instructions. Before, names \
         alone decided the order.";
    InstrTableStartsWithImplicitOps, since(Release::new(22)),
        "In instruction information implicit operands come before the information on operands, the \
         constructor takes the subtarget and the registers, register classes depend on the mode where \
         pointers are meant, and names of operands are an `enum class`. Tables that a target does not \
         ask for are left out.";
    InstrMappingHas32Bits, since(Release::new(23)),
        "Functions that relate instructions take and return 32 bits. Before, opcodes had 16.";
    DeprecationIsOneFunction, since(Release::new(23)),
        "One function says whether instructions with a `ComplexDeprecationPredicate` are deprecated. \
         Before, a table had a pointer to a function for each instruction.";
    OpcodeListsAreSearched, since(Release::new(22)),
        "A predicate that lists several opcodes becomes a search in a list. Before, it became a comparison \
         for each.";
    BanksOfRegClasses, since(Release::new(22)),
        "`-gen-register-bank` writes the function from a register class to its bank. Before, targets \
         wrote it.";
    RegBankNamespacesAreJoined, since(Release::new(23)),
        "`-gen-register-bank` writes namespaces in each other as one, and refuses a target without banks.";
    CompressPatsCheckBothTypes, since(Release::new(22)),
        "Patterns of compressed instructions have an argument for each part of an operand, and the \
         operands of both instructions may have other types than the arguments, which are checked, too. \
         Before, an argument stood for a whole operand and had its type in the short instruction.";
    RegistersFitClassesByHwMode, since(Release::new(23)),
        "A register in a pattern of compressed instructions fits a register class that depends on the \
         hardware mode if the classes of all modes have it. Before, the mode could not be resolved.";
    PseudosAreLowered, since(Release::new(22)),
        "`-gen-pseudo-lowering` writes a function that makes the instruction. Before, the function printed \
         it, too.";
    AliasedLeavesHaveUnits, since(Release::new(22)),
        "A register without sub-registers has a register unit of its own. Before, it had only those that it \
         shares with its aliases if it had some.";
    ClassesHaveArtificialParts, since(Release::new(22)),
        "A register class has the lanes and sub-registers of an artificial index if all members have these. \
         Before, no class had them.";
    AllocatableClassesAreInherited, since(Release::new(22)),
        "An inferred register class has the properties of the last super-class whose registers are allocated. \
         Before, it had those of the last super-class.";
    LargeSubRegsInferClasses, since(Release::new(22)),
        "Register classes are inferred from the largest sub-registers of a class first. Where these are all in \
         one class, their parts are left to that class, and names of classes say the smallest part that \
         decides. Before, sub-registers of all indices were looked at in the order of the indices.";
    NoConcatenationsOfArtificialParts, since(Release::new(22)),
        "A sub-register index is no other name for a row of parts if one of them is artificial. Before, it was \
         one for the other parts.";
    ShortClassNamesAreUnique, since(Release::new(23)),
        "An inferred register class has the shorter of its two names only if no other class has it. Before, \
         two classes could have one name.";
    ArtificialMembersInferNoClasses, since(Release::new(23)),
        "No register class is inferred that has only artificial registers, or that lacks only artificial \
         registers of another class, and none says what registers of a class weigh. Before, artificial \
         registers counted as others do.";
    CommentsSayDefaultMode, since(Release::new(23)),
        "Comments and `-register-info-debug` call the default mode `DefaultMode`. Before, they called it \
         `Default`.";
    SubRegRangesHave32Bits, since(Release::new(23)),
        "Sizes and offsets of parts of registers have 32 bits. Before, they had 16.";
    ArtificialRegistersAreNotWeighed, since(Release::new(23)),
        "Artificial registers weigh nothing for register pressure, and classes that only share such registers \
         need not weigh the same. Before, all registers of a class that is allocated were weighed.";
    RegisterDumpShowsUnits, since(Release::new(22)),
        "`-register-info-debug` also prints the units of registers.";
    RegisterDumpShowsWeights, since(Release::new(23)),
        "`-register-info-debug` also prints the weights of classes and what is artificial, and one number where \
         all modes have the same.";
    UncoveredLanesBelongToUnits, since(Release::new(24)),
        "A unit of a register also has the lanes of the register that no leaf has, if its sub-registers do not cover it. Before, \
         units had only the lanes of leaves.";
    RegisterClassesShareMasks, since(Release::new(24)),
        "The storage of register classes has equal masks of super-register classes once, sets of bits begin at the smallest \
         register of a class, and a function finds the largest class of a pressure set. Before, each class had its masks, \
         and sets began at register 0.";
    RegisterClassesInOneStorage, since(Release::new(23)),
        "One object holds all tables of register classes, and a function finds the minimal class of a \
         register. Before, each class had its own tables.";
    RegisterInfoInFiveFiles, since(Release::new(22)),
        "`-gen-register-info` writes a file for enumerators, one for the tables of the machine code \
         layer, one for the header and one for the tables of code generation; the main file includes \
         them. Lists of lanes and indices have no terminators, and indices can be decomposed. Before, \
         there was one file.";

    // Assembly.
    AliasPartsAreNested, since(Release::new(22)),
        "The result of an alias has one argument for each operand of the instruction; the parts of an \
         operand are a dag. Before, each part could be an argument.";
    AliasesOfAllVariantsAreOnce, since(Release::new(22)),
        "Aliases of mnemonics that name no variant of the assembly language are listed once. Before, a \
         variant without a name listed them, too.";
    MatchClassesAreTables, since(Release::new(22)),
        "The matcher of assembly looks up in tables which class of operands a register has and which \
         classes contain others. Before, it had switches.";
    OmittedOperandsHaveTheirNumbers, since(Release::new(23)),
        "The matcher of assembly marks operands that were left out by their number, which counts a mnemonic \
         before them. Before, the mnemonic did not count, and parsers whose rows may begin with an operand \
         looked at the wrong mark.";
    CustomConversionsHaveWidth, since(Release::new(23)),
        "Rows of the matcher's table of conversions have room for a method that converts a whole instruction. Before, \
         only conversions of single operands counted.";
    WideOpcodesInMatcher, since(Release::new(23)),
        "Rows of the matcher of assembly hold opcodes of 32 bits. Before, they had 16 bits.";
    PrintersHaveWideTables, since(Release::new(24)),
        "The table of `-gen-asm-writer` that tells how instructions are printed has 64 bits if more than 56 are needed. Before, \
         it was split into two tables of 32 bits.";
    CompressedSizesAreReturned, since(Release::new(24)),
        "`-gen-compress-inst-emitter` has a function `getCompressedSize`, which returns the size of the short instruction or 0, \
         reads the hardware mode only if a condition needs it, and sorts features by name. Before, the function returned whether \
         there is a short instruction, and features that must be absent came last.";
    PredicatesCheckOperandKinds, since(Release::new(24)),
        "A condition on a register or an immediate of an instruction checks first that the operand is one. Before, it was taken \
         for one.";
    ModeTablesAreDeclaredForMc, since(Release::new(24)),
        "`-gen-instr-info` declares the table of register classes by mode beside the functions about an `MCInst`, too. Before, it \
         did not.";
    MatchersRemapClasses, since(Release::new(24)),
        "The matcher of assembly has a function from a class of operands to its register class and, if classes depend on the \
         mode, one that replaces a class by the one of the mode. Before, classes of modes were replaced where operands are \
         checked.";
    EmptyClassesByHwModeAreIgnored, since(Release::new(24)),
        "A record of class `RegClassByHwMode` without modes stands for an operand that each target replaces, and no table \
         has it. Before, it was listed with others.";
    X86MnemonicsHaveNamespacePerPart, since(Release::new(23)),
        "Each part of the tables of X86's mnemonics opens the namespace. Before, it was opened once, around \
         both parts.";
    ConstGetMnemonic, since(Release::new(22)),
        "`getMnemonic` of an assembly printer takes a reference and is `const`. Before, it took a pointer.";
    CallingConvsTakeOrigType, since(Release::new(22)),
        "Functions of calling conventions take the type that an argument has in LLVM IR, and their \
         registers are of type `MCRegister`. Before, they took no such type, and registers were numbers.";
    CallingConvsHaveGuardPerPart, since(Release::new(23)),
        "The functions of calling conventions and the lists of their registers have a guard each. \
         Before, one guard chose between the two.";
    PfmCountersHaveRawEncodings, since(Release::new(23)),
        "The tables for `llvm-exegesis` have the raw encodings of counters. Before, counters had names only.";

    // Encodings and decoding.
    EncodersReportUnsupported, since(Release::new(22)),
        "Encoders leave it to the target to report an instruction or operand that has no encoding, \
         tables begin at the first instruction that has one, and one statement merges each slice of an \
         operand. Before, tables covered all instructions, and encoders built the message themselves.";
    DecoderTablesHaveScopes, since(Release::new(22)),
        "Tables of decoders are nested: switches on bits, and scopes of alternatives with their sizes. Each \
         operand has to have bits in the encoding, encodings of nothing but operands match every word, and \
         encodings that no bits tell apart are an error. Before, operations said how many bytes are skipped \
         where they do not hold, operands without bits and encodings of nothing but operands were left out, and \
         of encodings in conflict none was found.";
    PredicatesWithoutConditionAreIgnored, since(Release::new(22)),
        "The condition of a decoder's table has parentheses round a part only where it has several parts. \
         Before, predicates without a condition counted as parts.";
    X86OpcodeMap4, since(Release::new(18)),
        "`T_MAP4` of X86 is opcode table 8. Before, it was not there, and the tables after it had numbers lower by one.";
    X86DecoderReadsEvexU, since(Release::new(22)),
        "The decoder of X86 tells instructions apart by the bit U of EVEX and by W in REX2, and in any \
         context with REX2 it finds the instructions of 64 bits.";
    X86KeepFlagsTableIsByPlainInstruction, since(Release::new(22)),
        "The table of X86 instructions that keep flags is in the order of the instructions that set them, \
         by which it is searched. Before, it was in the order of those that keep flags.";
    X86ZeroUpperStoresAreCompressed, since(Release::new(22)),
        "X86's SETZUCCm, which stores a condition, is replaced with SETCCm. Before, it had no shorter \
         encoding.";
    X86OpcodeTablesAreSparse, since(Release::new(23)),
        "The decoder of X86 has one list for the opcodes of its last eight tables, where equal lists for \
         contexts are stored once. Before, each had a table of all contexts.";
    X86CompressionKeepsFlags, since(Release::new(23)),
        "An X86 instruction with EVEX that keeps flags has no shorter encoding. Before, it was paired with \
         one that sets them.";
    X86FoldTablesListMaskedExceptions, since(Release::new(23)),
        "The fold tables of X86 list the masked instructions that cannot be folded with the mask of their \
         user, since they move elements. Before, there was no list.";
    WebAssemblyTablesAreConstant, since(Release::new(22)),
        "The tables of WebAssembly's decoder are constant, and outside of any namespace.";

    // Subtargets, scheduling, calling conventions and tables.
    FeatureBitsetsHaveSevenWords, since(Release::new(24)),
        "A set of subtarget features has room for 448 of them. Before, it had room for 384.";
    VariantTargetsAreListed, since(Release::new(24)),
        "A function returns the classes that a scheduling class can become on a processor. Before, there was only the \
         function that finds the class of an instruction.";
    NegatedFeaturesHaveParentheses, since(Release::new(24)),
        "A condition that a feature is absent has parentheses round the feature. Before, it had none.";
    CpuAliasesAreTable, since(Release::new(24)),
        "The storage of a subtarget's processors has a table of the names that stand for other processors, and counts of \
         resources and latencies are bytes that come last in a row. Before, AArch64 looked up such names in a function.";
    FeatureBitsetsHaveSixWords, since(Release::new(22)),
        "A set of subtarget features has room for 384 of them. Before, it had room for 320.";
    RepeatedNamesAreReported, since(Release::new(22)),
        "A feature or processor whose name another one has is said to be defined already, a second `WriteRes` of a \
         write or `ReadAdvance` of a read on one processor model is an error, and a processor that lists a feature \
         twice gets a warning; a resource may be acquired in the cycle of its release. Before, names were duplicate \
         keys, the first `WriteRes` or `ReadAdvance` was used, lists were not checked, and the message on resources \
         demanded an earlier cycle.";
    SubtargetsListNames, since(Release::new(22)),
        "The names of scheduling classes are offsets in a string table, a subtarget has a list of its \
         processors' names and aliases, and it decides itself which scheduling class a variant is and \
         which mode of the hardware holds. Before, classes had their names as literals, and modes were \
         tested by strings of features.";
    RegistersSayWhetherValid, since(Release::new(22)),
        "Conditions on instructions call a method of a register to find out whether it is valid. Before, \
         they compared it with zero.";
    StringTablesDivideEscapes, since(Release::new(23)),
        "A literal of a string table ends between an octal escape sequence and a digit, where another \
         begins. Before, the digit followed the sequence.";
    SubtargetsShareStorage, since(Release::new(23)),
        "The features and the processors of a subtarget each lie in one storage with their names behind \
         them, all machine models in one array, and functions return the features that inlining ignores, \
         inverts or compares. Before, rows pointed at names and models.";

    SearchesClampKeys, since(Release::new(22)),
        "A look-up in a searchable table tests by `std::clamp` whether a key is in bounds. Before, it compared \
         the key with both bounds.";
    SearchableStringsAreOffsets, since(Release::new(23)),
        "Strings of a searchable table are offsets in a string table, which a function reads. Before, they \
         were literals.";
    AutomataHaveBracedLists, since(Release::new(22)),
        "Actions with several symbols, and the zeros that end a path, are `{…}` in the tables of an automaton. \
         Before, they were `std::tuple(…)` and `{0ULL, 0ULL}`.";
    PacketizersMapProcessors, since(Release::new(22)),
        "A packetizer has a function that finds the part of its table that belongs to a processor's \
         machine model. Before, models without itineraries shifted the parts.";
    PacketizersOrderByName, since(Release::new(23)),
        "Packetizers are in the order of a hash table of their namespaces, and a functional unit of several \
         itineraries has the number that it has in the last of them by name. Before, the namespace that a \
         processor names last came first, and the last itinerary was that defined last.";
    FunctionVersionsNameExtensions, since(Release::new(22)),
        "A feature for function multiversioning names the bit of its priority and the extension that it \
         enables. Before, it had a number as priority and a list of features.";
    RiscvProcessorsHaveIds, since(Release::new(22)),
        "The row of a RISC-V processor has the numbers of its vendor, architecture and implementation, and \
         bits of extensions are in order of group and bit. Before, rows had no such numbers, and bits were \
         in order of the extensions.";
    RiscvTuneFeatures, since(Release::new(23)),
        "There are tables of the tune features of RISC-V, those they imply, and those that can be changed on \
         a processor.";
    Aarch64StringsAreOffsets, since(Release::new(23)),
        "Extensions, architectures and processors of AArch64 have offsets in a string table, and one array \
         has all architectures. Before, they had literals, and each architecture was a constant.";
    FusionsAreCounted, since(Release::new(24)),
        "A predicate of macro fusion takes the dependency, refuses those that carry no data, and counts the pairs it accepts. \
         Before, it took the two instructions.";
    FusionPredicatesMayIgnoreInst, since(Release::new(23)),
        "Predicates of macro fusion may leave the variable for their instruction unused, and each part \
         of the file has its name after its `#endif`. Before, an unused variable got a warning.";

    // Intrinsics, run-time libraries and directives.
    IntrinsicTablesAreCompact, since(Release::new(22)),
        "The tables of intrinsics have their names in a string table, 16 bits for a type signature, and the \
         attributes of arguments in tables. There are tables of what prints arguments. Before, names were an \
         array, signatures had 32 bits, and attributes were code.";
    IntrinsicNamesAreChecked, since(Release::new(22)),
        "Two intrinsics of one name are an error, so is a name that begins like those of a target or that a function of \
         an overloaded intrinsic has, and a name that says what holds anyway is noted. Before, nothing was said.";
    IntrinsicsHaveDefaultArguments, since(Release::new(23)),
        "The tables of intrinsics say which features of the target they need, which can be done element by \
         element, and which values arguments have that an older file lacks. Each section undefines its macro.";
    IntrinsicsHaveRangeSets, since(Release::new(24)),
        "`-gen-intrinsic-impl` has tables with the ranges that constant arguments must be in, and a function that checks an \
         argument. Before, it had neither.";

    MaskedPrototypesHaveResultMasks, since(Release::new(24)),
        "The rows of RISC-V's vector intrinsics say whether the prototype with a mask has a mask for the result, and Clang has \
         another enumerator after that for masks. Before, both were missing.";
    InteropInfosHavePreferences, since(Release::new(24)),
        "Clang stores, reads and visits the preferences in an argument of class `VariadicOMPInteropInfoArgument`. Before, it had \
         none.";
    OpcodeTextsNeedNoProgram, since(Release::new(24)),
        "`-gen-clang-opcodes` disassembles an argument by the position in the code alone. Before, it also passed the program.";
    FpmScalesAreDeclared, since(Release::new(24)),
        "The header of Arm's vector types declares the functions that set a scale in `fpm_t`. Before, it defined them.";
    ComplexStringAttributesAreGone, since(Release::new(24)),
        "`-gen-attrs` has no list of attributes with any string, and no macro for all lists. Before, it had both.";
    DxilOperationsHaveVersions, since(Release::new(22)),
        "Operations of DXIL have overloads, stages of shaders and attributes by version of DXIL, and several \
         intrinsics. Before, they had types and one intrinsic.";
    DirectivesHaveVersions, since(Release::new(22)),
        "Spellings of directives and clauses belong to versions of the language, functions return them, and \
         the enumerations can be iterated over. Before, a directive had one name, and a clause aliases.";
    DirectivesHaveLoopModifiers, since(Release::new(23)),
        "A language of directives has loop modifiers, and the header has the functions that return what a \
         directive is associated with, its category and its languages. Before, only the other file had them.";

    DirectivesHavePureVersions, since(Release::new(24)),
        "The header of a language of directives has a function with the version since which a directive is pure, and \
         OpenMP's versions have a type of their own. Before, versions were of type `unsigned`.";

    // Options.
    OptionNamesAreOffsets, since(Release::new(22)),
        "Tables of command-line options keep prefixes and names in a string table, and options can \
         belong to subcommands. Before, each option had its name as a literal.";
    OptionBytesAreUnsigned, since(Release::new(22)),
        "Options whose names have bytes beyond ASCII come after the others, and options are sorted by \
         quicksort. Before, they came first, and options were sorted by merging.";
    OptionTablesAreFunction, since(Release::new(24)),
        "A function returns all tables of options, help texts are in the string table, and rows share rare members. \
         Before, each table was a section, and rows had texts.";
    MarshalledOptionsAssign, since(Release::new(23)),
        "The row of an option that sets a field of the program does not name the functions that \
         merge and extract its value. Before, it did.";

    // Clang's attributes, nodes and diagnostics.
    DiagnosticTextDeclaresEnums, since(Release::new(22)),
        "The text of a diagnostic can declare an enumeration with `%enum_select<Name>{%A{a}|%B{b}}0` and \
         print an argument with `%quoted0` and `%human0`, and it may begin with the name Itanium. Before, these modifiers \
         were unknown.";
    DiagnosticGroupNamesAreStringTable, since(Release::new(22)),
        "The names of diagnostic groups are an `llvm::StringTable`. Before, a byte with the length stood \
         before each name.";
    TypesCanBeAlwaysCanonical, since(Release::new(22)),
        "The list of Clang's types says which ones are always canonical. Before, it said which ones have no \
         component types.";
    AttributeNamesHaveSyntax, since(Release::new(22)),
        "What the parser asks about attributes by name is answered by syntax and scope too, and the cases are \
         in the order of the names. Before, a name alone was one case for each attribute that has it.";
    AttributeClassesAreExported, since(Release::new(22)),
        "Classes of attributes are exported with `CLANG_ABI`, and the identifiers in them are constant. \
         Before, they were neither.";
    AttributeListsExpandPacks, since(Release::new(22)),
        "When a template is instantiated, a list of expressions in an attribute gets as many elements as its \
         expansion has. Before, it had as many as before the expansion.";
    AttributesOnParamsOrStatements, since(Release::new(22)),
        "The list of attributes has macros for attributes of parameters or statements, and for HLSL's \
         semantics. Before, they were among those of parameters, and of HLSL's annotations.";
    AttributesShareDocumentation, since(Release::new(22)),
        "Attributes with the same documentation have one section, and the namespace of a pragma is left out of \
         it. Before, each attribute had its own section.";
    DiagnosticsHaveStableIds, since(Release::new(23)),
        "A diagnostic has a stable identifier and those that it had earlier. Before, it had none.";
    DiagnosticTextsAreTable, since(Release::new(24)),
        "`-gen-clang-diags-stable-ids` also has a table with the texts of all diagnostics, and their offsets. Before, it had \
         identifiers only.";
    AttributesCanBeCompared, since(Release::new(23)),
        "Attributes have functions that compare them and add them to a `FoldingSetNodeID`, and functions \
         that set some of their arguments later. Before, they had neither.";

    // Clang's builtins and vector intrinsics.
    BuiltinTables, since(Release::new(22)),
        "Builtins of Clang are enumerators, a string table and rows of offsets into it. Before, they \
         were calls of macros such as `BUILTIN`.";
    BuiltinTypesOfTargets, since(Release::new(22)),
        "Prototypes of builtins may have the types `_Vector`, `__bf16` and `__hlsl_resource_t`, the \
         prefix `signed` and address spaces. Before, they were unknown types.";
    NeonBitCasts, since(Release::new(22)),
        "The functions of `arm_neon.h` take values as other types by `__builtin_bit_cast` and reverse \
         vectors by macros, which know the order of lanes. Before, they had casts and lists of lanes.";
    MFloat8, since(Release::new(22)),
        "The headers of NEON and SVE have vectors of `mfloat8_t`, and functions for `fpm_t`.";
    ImmChecksOfNeon, since(Release::new(22)),
        "Checks of immediate operands of NEON are listed by records, and calls of `emplace_back`, as \
         those of SVE are. Before, flags of records decided, and checks were assignments.";
    SveGuardsImplySve, since(Release::new(22)),
        "The guards of intrinsics of SVE and SME do not name `sve` and `sme`, which are added. Before, \
         they named all features.";
    SveLettersSetKind, since(Release::new(22)),
        "Letters for integers in prototypes of SVE make integers of all elements. Before, some kept \
         floating-point numbers and predicates.";
    StreamingModeIsBuiltin, since(Release::new(22)),
        "`__arm_in_streaming_mode` is a builtin of `arm_sme.td`. Before, `arm_sme.h` defined it.";
    ImmChecksOfArm, since(Release::new(22)),
        "The kinds of immediate checks are a file for NEON and SVE, of `-gen-arm-immcheck-types`. \
         Before, they were a part of `arm_sve_typeflags.inc`.";
    MveCastsParameters, since(Release::new(22)),
        "Code for builtins of MVE and CDE casts the values of its parameters to their types, and \
         the types of pointers in it do not say what they point to.";
    RiscvExtensionsAreNamed, since(Release::new(22)),
        "Intrinsics of RISC-V's vectors name the extensions that they need, code for builtins says the \
         width of a segment's elements, and the header defines no macro for overloading. Before, a mask \
         had a bit for each extension, and code said the number of fields.";
    RiscvVectorsCanDouble, since(Release::new(23)),
        "Prototypes of RISC-V's vector intrinsics have a letter for register groups of twice the size and \
         one for the other format of 8 bits, and the header has vectors of such floats and a macro for \
         each extension.";
    OpcodesAreText, since(Release::new(22)),
        "The disassembler of Clang's constant interpreter makes text of opcodes, positions are passed by \
         value, and opcodes that return have no argument for the result.";
    OpcodesAreFunctions, since(Release::new(23)),
        "Each opcode of Clang's constant interpreter has a function of its own, which calls that of the \
         next. Before, all were cases of a `switch`.";
    OpenclHasVersion31, since(Release::new(23)),
        "The masks of versions of OpenCL in `-gen-clang-opencl-builtins` have a bit for version 3.1.";
    HlslAnnotationsAreLowerCase, since(Release::new(22)),
        "The names of HLSL's annotations in attributes have small letters only.";
    CirPatternsReplaceOperations, since(Release::new(23)),
        "Patterns of CIR replace an operation by the one of LLVM's dialect that its record names, their \
         constructors may have more parameters, and attributes have a visitor and a list of those that \
         the C++ ABI never changes.";
    CirPatternsHaveSymbolTables, since(Release::new(24)),
        "Patterns of CIR have the symbol tables, report a type that cannot be converted, and pass default properties. An \
         operation with a constrained intrinsic is lowered by a function of CIR. Before, a pattern had only the data layout.";
    BuiltinVectorsHaveQualifiers, since(Release::new(23)),
        "A vector in the parameters of a builtin's prototype may have qualifiers or be nested, and \
         there are integers of 8 and 16 bits. Before, the vector ended at its first `>`.";

    // MLIR.
    MlirOutputs, since(Release::new(22)),
        "Actions of `mlir-tblgen` print the outputs of these releases. For earlier ones they end in an error.";
    PropertiesHaveTypeIds, since(Release::new(23)),
        "Properties of operations of MLIR are passed on with the id of their type. Before, they were passed on \
         as a pointer without a type.";
    EnumParsersListTexts, since(Release::new(23)),
        "The function that reads an optional enum of MLIR tries the texts of the enum only. Before, it tried any keyword.";
    EnumKeysReserveNoValues, since(Release::new(23)),
        "Enums of MLIR as keys of C++ maps reserve no values. Before, two stood for empty and for removed entries.";
    ApIntParametersNeedComparators, since(Release::new(20)),
        "A parameter of MLIR's attributes and types that is an `APInt` needs a comparator, since numbers of different \
         widths cannot be compared. Before, it did not.";
    PropertyErrorsNameProperties, since(Release::new(23)),
        "Where a property of MLIR cannot be set from an attribute, the error names the property. Before, it did not.";
    DialectsPrintBlanks, since(Release::new(23)),
        "The blank between the mnemonic of an attribute or a type of MLIR and what its format prints is printed by the \
         dialect. Before, it was printed by the attribute or the type.";
    StructsHaveBrackets, since(Release::new(23)),
        "Arrays in a `struct` of a format of MLIR are written in brackets, except the last one and those with a parser or \
         printer of their own. Before, no array had brackets.";
    EmptyParameterListsAreLeftOut, since(Release::new(23)),
        "Where an attribute or a type of MLIR has no parameters, `params` in its format prints nothing. Before, it printed \
         an empty block.";
    AttributeHelpersAreConst, since(Release::new(23)),
        "The functions of helpers for discardable attributes of MLIR are `const`, and their constructors `explicit`. \
         Before, they were not.";
    OptionalOperandsMayHaveNoType, since(Release::new(23)),
        "The function that reads an operation of MLIR asks for the type of an optional operand only where the operand is \
         there. Before, it asked always.";
    AttributesAreProperties, since(Release::new(23)),
        "Attributes of all operations of MLIR are properties. Before, the dialect could keep attributes of operations without \
         other properties in the attribute dictionary (`usePropertiesForAttributes = 0`).";
    OptionalAttributesNeedGroups, since(Release::new(23)),
        "An optional attribute may stand in an optional group of an operation's format of MLIR only. Before, it could stand \
         anywhere, where the format printed a null attribute if it was missing.";
    CustomPropertiesAreQualified, since(Release::new(23)),
        "A custom directive of an operation's format gets a property of MLIR from the class `Properties` of the named \
         operation. Before, the class was not qualified.";
    OverloadsKeepTheirName, since(Release::new(23)),
        "A fallback model of an interface of MLIR calls an overloaded method by its name, and an external model has methods \
         of that name. Before, the number that tells overloads apart was part of the name.";
    DialectInterfacesHaveCode, since(Release::new(23)),
        "An interface of a dialect of MLIR may have methods without a body and further C++, and its constructor comes last. \
         Before, the constructor came first.";
    BytecodeWritersReturnResults, since(Release::new(23)),
        "Functions of `-gen-bytecode` that write an attribute or a type of MLIR return whether they have a form for it, and one \
         without members is checked when it is read. Before, they returned nothing, and it was not checked.";
    BytecodeListsHaveKnownSizes, since(Release::new(23)),
        "In `-gen-bytecode` a list of class `ArrayWithKnownSize` is written without its length, and a list may have a C++ \
         expression that returns it. Before, all lists were written alike.";
    PythonBindingsHaveTypes, since(Release::new(23)),
        "In bindings of Python for operations of MLIR, parameters, elements of lists and returned results have types. \
         Before, only members for single operands, results and attributes had them.";
    PythonBindingsHaveAdaptors, since(Release::new(23)),
        "Bindings of Python for operations of MLIR have a class for the adaptor of each operation. Before, they had none.";
    PythonBuildersNameDialects, since(Release::new(23)),
        "Bindings of Python look up the builder of an enum that belongs to a dialect of MLIR under the names of dialect and \
         attribute, and builders of other enums may be registered twice. Before, they used the name of the attribute only.";
    OpDocsHaveGroups, since(Release::new(23)),
        "A page about operations of MLIR lists them by name and in groups. Before, it listed them in the order of their \
         definitions' names.";

    InherentAttributesAreWalked, since(Release::new(24)),
        "An operation of MLIR has a function that passes its inherent attributes to a visitor, which may replace them. Before, \
         it had a function that adds them to a list.";
    ResultsHaveIndices, since(Release::new(24)),
        "The class of an operation of MLIR has a constant with the number of each named result. Before, only operands had such \
         constants.";
    OperandRangesAreSlices, since(Release::new(24)),
        "An operation of MLIR returns its operands of one name as a slice of all operands. Before, it built the range from \
         iterators.";
    BuildersSplitAttributes, since(Release::new(24)),
        "A builder of MLIR with a list of attributes is deprecated if the operation has properties, and a function of the \
         class splits the list into properties and discardable attributes. Builders of an operation without results call the \
         builder with a list of result types, and name the properties once. Before, lists were added to the operation and \
         converted, and each builder had its own statements.";
    PropertyConversionsAreShared, since(Release::new(24)),
        "An operation of MLIR converts attributes to properties and back by functions of MLIR. Before, each operation had the \
         statements.";
    PrintersAreSmall, since(Release::new(24)),
        "A printer made of an operation's format of MLIR is compiled for size, and prints a literal with the blank before it. \
         Before, it had no such mark, and printed the blank apart.";
    FormatsHaveStrictProperties, since(Release::new(24)),
        "`attr-dict` in an operation's format of MLIR has only discardable attributes, unless the dialect has \
         `useStrictPropertiesInAssemblyFormat = 0`. Before, it also had the attributes that the format does not write.";
    FormatsHaveEnumDirectives, since(Release::new(24)),
        "`enum($x)` in an operation's format of MLIR writes an enum attribute by its cases, and `oilist<…>(…)` has a literal \
         between clauses. Before, both were unknown.";
    PropertyDictionariesHaveKeys, since(Release::new(24)),
        "`prop-dict` in an operation's format of MLIR is a list of names and values in angle brackets, without the names that \
         follow from other elements, and the function that converts a parsed dictionary reads the sizes of operands and results. \
         Before, it was a dictionary after a blank, and the function refused the sizes.";
    ParsersShareOptionals, since(Release::new(24)),
        "A parser made of an operation's format of MLIR reads optional operands and types by functions of MLIR, and has its \
         lists of operands in an array if there are several. Before, each parser had the statements and a variable for each list.";
    EnumParsersAreDefined, since(Release::new(24)),
        "The functions that read an enum of MLIR are defined beside its other functions, for the class `AsmParser`. Before, \
         they were templates in the header.";
    InterfaceMethodsAreShared, since(Release::new(24)),
        "`$_raw_op` in the body of an interface method is the operation without a cast. A method whose body uses nothing \
         else of the operation is a function of the table, which all models share. Before, the name was unknown.";
    InterfaceModelsAreConstant, since(Release::new(24)),
        "The constructor of an interface's model of MLIR is `constexpr`, and the model has a name for its own class. Before, \
         neither was there.";
    HelpersAccessDiscardableAttributes, since(Release::new(24)),
        "Helpers for discardable attributes of MLIR access discardable attributes. Before, they accessed attributes of any \
         kind.";
    SideEffectsAreMemoryEffects, since(Release::new(24)),
        "An LLVM intrinsic with the property `IntrHasSideEffects` has no `NoMemoryEffect` as an operation of MLIR. Before, \
         `IntrNoMem` alone decided.";

    DocsSelectOneDialect, since(Release::new(23)),
        "The pages about operations, attributes, types and enums of MLIR are about one dialect, which has to be selected \
         if there are several, and read the whole dialect. Before, only `--gen-dialect-doc` did.";

    SpirvAttributesHaveGetters, since(Release::new(24)),
        "`-gen-spirv-serialization` writes an operation's inherent attributes by their getters, and discardable ones as \
         decorations. Before, both were looked up by name among all attributes.";

    VariadicityIsList, since(Release::new(23)),
        "The generic form of IRDL lists how many values elements have as `[single, variadic]`. Before, each word had a blank \
         before it.";
    VariadicityHasBrackets, since(Release::new(24)),
        "The words in such a list are in angle brackets, `[<single>, <variadic>]`. Before, they were not.";
    IrdlNamesHaveDots, since(Release::new(24)),
        "IRDL accepts dots in names. Before, a dialect with such a name was printed in the generic form.";

    // LLDB.
    PropertiesHavePaths, since(Release::new(23)),
        "After the table of a group of LLDB's settings comes a definition with the path of the group. Before, there was \
         only the table.";

    // liboffload.
    OffloadPrintsConstPointers, since(Release::new(23)),
        "Properties that are pointers are printed as pointers to constant values. Before, the values were not constant.";

    // The program.
    HelpBeginsWithLibraries, since(Release::new(22)),
        "`llvm-tblgen --help` lists the actions of which libraries of LLVM are built before all others. Before, they \
         stood among the others.";
}

const fn since(first: Release) -> ReleaseRange {
    ReleaseRange::since(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_has_what_came_with_it_or_before() {
        let [old, new] = [Release::new(5), Release::new(6)];
        assert!(!old.has(Feature::OperandTypesFirst) && new.has(Feature::OperandTypesFirst));
        assert!(old.has(Feature::AllOutputsAreResults) && new.has(Feature::AllOutputsAreResults));
        assert!(!Release::with_minor(3, 8).has(Feature::AllOutputsAreResults));
    }

    #[test]
    fn a_difference_ends_with_the_oldest_release_if_newer_ones_agree() {
        assert!(Feature::RevisedMessages.ends_with_oldest());
        assert!(!Feature::LetAppends.ends_with_oldest());
        assert!(!Feature::OperandTypesFirst.ends_with_oldest());
    }

    #[test]
    fn every_feature_divides_the_releases() {
        for feature in Feature::ALL {
            assert_ne!(feature.releases(), ReleaseRange::ALL, "{}", feature.name());
        }
    }
}
