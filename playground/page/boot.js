// The first script of the file: it unpacks the page and the program, and shows the page.

import { unpackLzma } from "./lzma.js";

const packed = document.getElementById("packed"), letters = packed.textContent, length = Number(packed.dataset.page);

// Lets the browser show first that the page is loading.
setTimeout(() => {
  const all = unpackLzma(Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0)));
  globalThis.playgroundProgram = all.subarray(length);
  document.open();
  document.write(new TextDecoder().decode(all.subarray(0, length)));
  document.close();
});
