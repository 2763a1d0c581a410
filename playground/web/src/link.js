// Links that hold the text: it is compressed into the fragment, which browsers do not send to servers.

/** @param {ReadableStream} stream */
async function bytesOf(stream) {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The bytes as the digits that a fragment holds without escapes. */
function digits(bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromDigits(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

/**
 * The fragment for a state of the page, without `#`.
 * @param {{ text: string, backend: string, release: string }} state
 */
export async function fragmentOf(state) {
  const input = new Blob([JSON.stringify(state)]).stream();
  return `1.${digits(await bytesOf(input.pipeThrough(new CompressionStream("deflate-raw"))))}`;
}

/** The state in a fragment; null where there is none, or one that was cut off. */
export async function stateOf(fragment) {
  const found = /^#?1\.([A-Za-z0-9_-]+)$/.exec(fragment);
  if (!found) return null;
  try {
    const input = new Blob([fromDigits(found[1])]).stream();
    const bytes = await bytesOf(input.pipeThrough(new DecompressionStream("deflate-raw")));
    const state = JSON.parse(new TextDecoder().decode(bytes));
    return typeof state.text === "string" ? state : null;
  } catch {
    return null;
  }
}
