// The server in a worker of the page. It fetches the module that lies beside it.

import { ServerLoop } from "./server-loop.js";

const waiting = [];
let loop = null;

onmessage = (event) => {
  if (loop) loop.receive(event.data);
  else waiting.push(event.data);
};

async function start() {
  const response = await fetch(new URL("tablewright.wasm", self.location.href));
  if (!response.ok) throw new Error(`tablewright.wasm: ${response.status} ${response.statusText}`);
  // Servers that do not know the type of .wasm files are common, and streaming insists on it.
  const module = await WebAssembly.compile(await response.arrayBuffer());
  loop = new ServerLoop(module, (message) => postMessage(message));
  for (const message of waiting.splice(0)) loop.receive(message);
}

start().catch((error) => {
  postMessage(JSON.stringify({ jsonrpc: "2.0", method: "playground/notStarted", params: { reason: String(error) } }));
});
