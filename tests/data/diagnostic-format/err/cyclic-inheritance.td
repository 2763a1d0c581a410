// ARGS: --diagnostic-format=rich
class Load;
class Store : Load { bit mayStore = true; }
class Load : Store { bit mayLoad = true; }
