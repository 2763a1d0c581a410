//! `tablewright sched-coverage`.

use crate::Dir;

/// Where the classes are that scheduling is described with.
const CLASSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/subtarget");

/// Two CPUs with a model, one with itineraries, one with nothing.
const TARGET: &str = r#"include "toy.inc"
def HasMul : Predicate<"hasMul()">;
def WriteMul : SchedWrite;
def MUL : ToyInst<[WriteMul, ReadALU]> { let Predicates = [HasMul]; }
def DIV : ToyInst<[WriteMul, ReadALU]>;
def IIC_nop : InstrItinClass;
def NOP : ToyInst { let Itinerary = IIC_nop; }
def HINT : ToyInst { let hasNoSchedulingInfo = true; }
def IsImm : MCSchedPredicate<CheckIsImmOperand<1>>;
let SchedModel = ToyModel in {
def P0 : ProcResource<1>;
def P1 : ProcResource<1>;
def P01 : ProcResGroup<[P0, P1]>;
def : WriteRes<WriteALU, [P01]>;
def : WriteRes<WriteLoad, [P1]> { let Latency = 4; let NumMicroOps = 2; }
def : WriteRes<WriteMul, []> { let Unsupported = true; }
def : ReadAdvance<ReadALU, 0>;
def Moved : SchedWriteRes<[]> { let Latency = 0; }
def Add : SchedWriteVariant<[SchedVar<IsImm, [Moved]>, SchedVar<NoSchedPred, [WriteALU]>]>;
def : InstRW<[Add, ReadALU], (instrs ADDI)>;
}
def : ProcessorModel<"toy1s", ToyModel, []>;
def Unit : FuncUnit;
def Itins : ProcessorItineraries<[Unit], [], [
  InstrItinData<IIC_nop, [InstrStage<1, [Unit], 0>, InstrStage<3, [Unit]>]>
]>;
def Staged : SchedMachineModel {
  let CompleteModel = false;
  let Itineraries = Itins;
  let UnsupportedFeatures = [HasMul];
}
def : ProcessorModel<"staged", Staged, []>;
def : Processor<"bare", NoItineraries, []>;
"#;

fn sched_coverage(options: &str) -> crate::Ran {
    Dir::with(TARGET).run(&format!("sched-coverage -I {CLASSES} {options} a.td"))
}

#[test]
fn each_model_has_a_table() {
    let text = sched_coverage("--cpu toy1 --cpu toy1s --cpu staged").ok();
    assert_eq!(
        text,
        "\
Staged (staged)
10 instructions: 1 itinerary, 1 unsupported, 5 unmodelled, 3 unscheduled
INSTRUCTION  CLASS                      COVERAGE     LATENCY  MICRO-OPS
ADD          WriteALU_ReadALU_ReadALU   unmodelled
ADDI         ADDI                       unmodelled
DIV          WriteMul_ReadALU           unmodelled
LOAD         WriteLoad_ReadALU          unmodelled
LOADX        WriteLoad_ReadALU_ReadALU  unmodelled
MUL          WriteMul_ReadALU           unsupported
NOP          IIC_nop                    itinerary    3        1

ToyModel (toy1, toy1s)
10 instructions: 3 modelled, 1 variant, 2 unsupported, 1 unmodelled, 3 unscheduled
INSTRUCTION  CLASS                      COVERAGE     LATENCY  MICRO-OPS  WRITES       READS            RESOURCES   BECOMES
ADD          WriteALU_ReadALU_ReadALU   modelled     1        1          WriteALU=1   ReadALU ReadALU  P01=1
ADDI         ADDI                       variant      0-1      1          Add          ReadALU                      Moved_ReadALU WriteALU_ReadALU
DIV          WriteMul_ReadALU           unsupported                      WriteMul     ReadALU
LOAD         WriteLoad_ReadALU          modelled     4        2          WriteLoad=4  ReadALU          P1=1 P01=1
LOADX        WriteLoad_ReadALU_ReadALU  modelled     4        2          WriteLoad=4  ReadALU ReadALU  P1=1 P01=1
MUL          WriteMul_ReadALU           unsupported                      WriteMul     ReadALU
NOP          IIC_nop                    unmodelled
"
    );
}

#[test]
fn programs_read_comma_separated_values() {
    let text = sched_coverage("--format csv --model ToyModel").ok();
    assert_eq!(
        text,
        "\
model,instruction,class,coverage,latency,micro_ops,writes,reads,resources,becomes,missing
ToyModel,ADD,WriteALU_ReadALU_ReadALU,modelled,1,1,WriteALU=1,ReadALU ReadALU,P01=1,,
ToyModel,ADDI,ADDI,variant,0-1,1,Add,ReadALU,,Moved_ReadALU WriteALU_ReadALU,
ToyModel,DIV,WriteMul_ReadALU,unsupported,,,WriteMul,ReadALU,,,
ToyModel,LOAD,WriteLoad_ReadALU,modelled,4,2,WriteLoad=4,ReadALU,P1=1 P01=1,,
ToyModel,LOADX,WriteLoad_ReadALU_ReadALU,modelled,4,2,WriteLoad=4,ReadALU ReadALU,P1=1 P01=1,,
ToyModel,MUL,WriteMul_ReadALU,unsupported,,,WriteMul,ReadALU,,,
ToyModel,NOP,IIC_nop,unmodelled,,,,,,,
"
    );
}

#[test]
fn instructions_are_chosen_by_name_and_coverage() {
    let text = sched_coverage("--format csv --cpu toy1 --instruction ADD --instruction L.*X").ok();
    assert_eq!(
        text,
        "\
model,instruction,class,coverage,latency,micro_ops,writes,reads,resources,becomes,missing
ToyModel,ADD,WriteALU_ReadALU_ReadALU,modelled,1,1,WriteALU=1,ReadALU ReadALU,P01=1,,
ToyModel,ADDI,ADDI,variant,0-1,1,Add,ReadALU,,Moved_ReadALU WriteALU_ReadALU,
ToyModel,LOADX,WriteLoad_ReadALU_ReadALU,modelled,4,2,WriteLoad=4,ReadALU ReadALU,P1=1 P01=1,,
"
    );
    let text = sched_coverage("--format csv --unmodelled --cpu staged").ok();
    assert_eq!(
        text,
        "\
model,instruction,class,coverage,latency,micro_ops,writes,reads,resources,becomes,missing
Staged,ADD,WriteALU_ReadALU_ReadALU,unmodelled,,,,,,,
Staged,ADDI,ADDI,unmodelled,,,,,,,
Staged,DIV,WriteMul_ReadALU,unmodelled,,,,,,,
Staged,LOAD,WriteLoad_ReadALU,unmodelled,,,,,,,
Staged,LOADX,WriteLoad_ReadALU_ReadALU,unmodelled,,,,,,,
"
    );
    let text = sched_coverage("--format csv --all --cpu toy1 --instruction HINT").ok();
    assert_eq!(
        text,
        "\
model,instruction,class,coverage,latency,micro_ops,writes,reads,resources,becomes,missing
ToyModel,HINT,NoInstrModel,unscheduled,,,,,,,
"
    );
}

#[test]
fn cpus_are_summed_up() {
    assert_eq!(sched_coverage("").ok(), sched_coverage("--summary").ok());
    assert_eq!(
        sched_coverage("--summary").ok(),
        "\
CPU     MODEL         INSTRUCTIONS  MODELLED  VARIANT  ITINERARY  UNSUPPORTED  UNMODELLED  UNSCHEDULED  COVERED %
bare    NoSchedModel            10         0        0          0            0           7            3          0
staged  Staged                  10         0        0          1            1           5            3         16
toy1    ToyModel                10         3        1          0            2           1            3         80
toy1s   ToyModel                10         3        1          0            2           1            3         80
"
    );
    assert_eq!(
        sched_coverage("--summary --format csv --cpu staged").ok(),
        "\
cpu,model,instructions,modelled,variant,itinerary,unsupported,unmodelled,unscheduled,covered
staged,Staged,10,0,0,1,1,5,3,16
"
    );
}

#[test]
fn json_has_numbers_and_lists() {
    let json = |options: &str| -> serde_json::Value {
        serde_json::from_str(&sched_coverage(options).ok()).expect("JSON")
    };
    let report = json("--format json --cpu toy1 --instruction LOAD");
    assert_eq!(report["models"][0]["counts"]["modelled"], 3);
    let load = &report["instructions"][0];
    assert_eq!(load["latency"], serde_json::json!([4, 4]));
    assert_eq!(load["resources"][1], serde_json::json!({"name": "P01", "cycles": 1}));
    let summary = json("--format json --summary --cpu staged");
    assert_eq!(summary["cpus"][0]["covered"], 16);
    assert_eq!(sched_coverage("--format jsonl").ok().lines().count(), 21);
}

#[test]
fn the_table_can_go_to_a_file() {
    let dir = Dir::with(TARGET);
    dir.run(&format!("sched-coverage -I {CLASSES} --summary --cpu bare -o sum.txt a.td")).ok();
    assert!(dir.read("sum.txt").starts_with("CPU   MODEL"), "{}", dir.read("sum.txt"));
}

#[test]
fn what_is_not_there_is_named() {
    let unknown = sched_coverage("--cpu toy2").failed();
    assert_eq!(unknown, "error: unknown CPU 'toy2'\nnote: did you mean 'toy1'?\n");
    let unknown = sched_coverage("--model Toy").failed();
    assert!(unknown.starts_with("error: unknown scheduling model 'Toy'\n"), "{unknown}");
    let pattern = sched_coverage("--instruction ADD(").failed();
    assert_eq!(pattern, "error: pattern 'ADD(' is ill-formed: unclosed group\n");
    let faulty = Dir::with("include \"toy.inc\"\ndef : ProcessorModel<\"toy1\", ToyModel, []>;\n");
    let faulty = faulty.run(&format!("sched-coverage -I {CLASSES} a.td")).failed();
    assert!(faulty.contains("error: Duplicate processor name toy1\n"), "{faulty}");
    let help = Dir::new().run("sched-coverage --help").ok();
    for option in ["--cpu", "--model", "--instruction", "--unmodelled", "--all", "--summary"] {
        assert!(help.contains(option), "{help}");
    }
}

#[test]
fn incomplete_models_are_shown_with_what_is_missing() {
    let target = "include \"toy.inc\"\n\
                  def WriteMul : SchedWrite;\n\
                  def MUL : ToyInst<[WriteMul, ReadALU]>;\n\
                  def NOP : ToyInst;\n\
                  let SchedModel = ToyModel in {\n\
                  def : WriteRes<WriteALU, []>;\n\
                  def : WriteRes<WriteLoad, []>;\n\
                  }\n\
                  def Full : SchedMachineModel;\n\
                  def : ProcessorModel<\"full\", Full, []>;\n";
    let dir = Dir::with(target);
    let text = dir.run(&format!(
        "sched-coverage -I {CLASSES} --unmodelled --cpu toy1 --cpu full --instruction MUL|NOP a.td"
    ));
    assert_eq!(
        text.ok(),
        "\
Full (full)
8 instructions: 6 unmodelled, 2 unscheduled
INSTRUCTION  CLASS             COVERAGE
MUL          WriteMul_ReadALU  unmodelled
NOP          NoInstrModel      unmodelled

ToyModel (toy1)
8 instructions: 6 unmodelled, 2 unscheduled
INSTRUCTION  CLASS             COVERAGE    WRITES    READS    MISSING
MUL          WriteMul_ReadALU  unmodelled  WriteMul  ReadALU  WriteMul ReadALU
NOP          NoInstrModel      unmodelled
"
    );
    let none = dir.run(&format!("sched-coverage -I {CLASSES} --instruction ZZZ --model Full a.td"));
    assert_eq!((none.code, none.err.as_str()), (Some(0), "note: no instruction is selected\n"));
}
