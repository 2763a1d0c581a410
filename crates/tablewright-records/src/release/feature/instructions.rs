//! Differences between releases: registers, instructions and assembly.

features_of! { $ instructions {
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
}}
