// Where the live page gets its data: from the program that serves it, or from a source that was set before.

/** The token of the page, if it has one, which each request repeats. */
const TOKEN = new URLSearchParams(location.search).get("token");

/** The program that serves the page. */
const server = {
  /** Calls functions when something happens: `open`, `part`, `viewer`, `files`, `end` and `error`. */
  listen(on) {
    const events = new EventSource(`events${location.search}`);
    events.onopen = on.open;
    events.onerror = on.error;
    events.onmessage = ({ data }) => on.part(data);
    events.addEventListener("viewer", ({ data }) => on.viewer(data));
    events.addEventListener("files", ({ data }) => on.files(data));
    events.addEventListener("end", () => { events.close(); on.end(); });
    return events;
  },

  /** Asks for something: a promise of an answer, as `fetch` gives it. */
  ask(path, query = {}, request = {}) {
    const all = new URLSearchParams({ ...query, ...(TOKEN === null ? {} : { token: TOKEN }) });
    return fetch(`${path}?${all}`, request);
  },
};

const source = globalThis.pageSource ?? server;
