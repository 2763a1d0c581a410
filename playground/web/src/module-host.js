// The host of the WebAssembly module: messages in, messages out. It needs no browser, so that tests run it in Node.

/** A running module: a language server that takes and returns messages as texts of JSON. */
export class ModuleHost {
  #exports;
  #panic = null;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const imports = {
      host: {
        now: () => performance.now(),
        panicked: (address, length) => {
          this.#panic = this.#text(address >>> 0, length >>> 0);
        },
      },
    };
    this.#exports = new WebAssembly.Instance(module, imports).exports;
  }

  /**
   * Passes a message to the server.
   * @param {string} message
   * @returns {object[]} the messages for the client
   */
  handle(message) {
    const bytes = new TextEncoder().encode(message);
    return this.#call(() => {
      const address = this.#exports.input(bytes.length) >>> 0;
      new Uint8Array(this.#exports.memory.buffer, address, bytes.length).set(bytes);
      return this.#exports.handle();
    });
  }

  /** Runs an evaluation, or lints, if that is due. @returns {object[]} the messages for the client */
  runDue() {
    return this.#call(() => this.#exports.run_due());
  }

  /** In how many milliseconds there is something to run; null where that is not before the next message. */
  nextDue() {
    const due = this.#exports.next_due();
    return due < 0 ? null : due;
  }

  /** What a failed call reports: the message of a panic, or of the engine, such as that of a stack that is full. */
  reason(error) {
    return this.#panic ?? String(error?.message ?? error);
  }

  #call(run) {
    const length = run() >>> 0;
    return JSON.parse(this.#text(this.#exports.output() >>> 0, length));
  }

  #text(address, length) {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, address, length));
  }
}
