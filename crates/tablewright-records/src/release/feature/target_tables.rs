//! Differences between releases: encodings, subtargets, intrinsics and options.

features_of! { $ target_tables {
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
        "An X86 instruction with EVEX that keeps flags is not paired with a shorter encoding. Before, it was paired with \
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
        "`-gen-attrs` lacks a list of attributes with any string, and a macro for all lists. Before, it had both.";
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
    RuntimeLibrariesHaveNames, since(Release::new(24)),
        "`-gen-runtime-libcalls` has a function for each named library that makes its functions available on a target, the \
         default libraries of targets, signatures of library calls, and the library calls of intrinsics; conditions are dags. \
         Before, it had a function that makes all functions of a target available, and conditions were C++.";

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
}}
