// The whole state in the link: text, tree, scripts, seed, frame and moment, compressed. A version comes first.

const VERSION = "v1";
/** Some programs cut links that are longer. */
export const LONGEST = 8000;

/** The most bytes of a state: a short link may unpack to a very long text. */
const MOST_BYTES = 1 << 20;

/** Bytes through a stream that changes them. */
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(), parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > MOST_BYTES) throw new Error("the link contains too much data");
    parts.push(value);
  }
}

/** The part of a link after the `#`. */
export async function pack(state) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"));
  let letters = "";
  for (let at = 0; at < bytes.length; at += 32768) letters += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return `${VERSION}=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The state in a link; `null` if there is none. */
export async function unpack(hash) {
  const [version, data] = hash.replace(/^#/, "").split("=");
  if (version !== VERSION || !data) return null;
  const bytes = Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const state = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  return typeof state.text === "string" ? state : null;
}
