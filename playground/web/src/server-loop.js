// The loop of the server: messages first, evaluations between them, and a new module after one that failed.

import { ModuleHost } from "./module-host.js";

/** What is sent to the client after the module failed: the client has to initialize the new one. */
export const FAILED = "playground/failed";

/** Drives a module. Messages of the client come by `receive`; those for it go to `send`, as texts. */
export class ServerLoop {
  #module;
  #send;
  #host;
  #timer = null;

  /**
   * @param {WebAssembly.Module} module
   * @param {(message: string) => void} send
   */
  constructor(module, send) {
    this.#module = module;
    this.#send = send;
    this.#host = new ModuleHost(module);
  }

  /** Takes a message of the client. @param {string} message */
  receive(message) {
    this.#attempt(() => this.#host.handle(message));
  }

  #attempt(run) {
    try {
      for (const message of run()) this.#send(JSON.stringify({ jsonrpc: "2.0", ...message }));
    } catch (error) {
      const reason = this.#host.reason(error);
      this.#host = new ModuleHost(this.#module);
      this.#send(JSON.stringify({ jsonrpc: "2.0", method: FAILED, params: { reason } }));
    }
    this.#schedule();
  }

  /** Lets what is due run after the messages that have come by then. */
  #schedule() {
    clearTimeout(this.#timer);
    const due = this.#host.nextDue();
    if (due !== null) this.#timer = setTimeout(() => this.#attempt(() => this.#host.runDue()), due);
  }
}
