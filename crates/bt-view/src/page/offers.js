// What can be inserted: a list to choose from at a node, and a panel to drag nodes from into the tree.

const OFFERED = {
  tree: "trees",
  leaf: "leaves",
  condition: "conditions",
  action: "actions",
  node: "nodes of the language",
};

/** Whether all the words are in an offer. What has arguments is a node, and not some words. */
function isOffered({ text, docs, args, sort }, wanted) {
  const all = `${text} ${docs} ${args} ${sort}`.toLowerCase();
  const words = wanted.includes("(") ? [wanted] : wanted.split(/\s+/);
  return words.every((word) => all.includes(word.toLowerCase()));
}

/** The offers with the words, first those whose text begins with them, then those whose text has them. */
function offered(offers, wanted) {
  const text = wanted.toLowerCase(),
    rank = (offer) => (offer.text.startsWith(text) ? 0 : offer.text.toLowerCase().includes(text) ? 1 : 2);
  return offers.filter((offer) => isOffered(offer, wanted)).sort((one, other) => rank(one) - rank(other));
}

class Offers {
  constructor(hand) {
    this.hand = hand;
    // What the dialog offers, and whether it inserts a child; what the panel offers, and for which tree and files.
    [this.offers, this.isChild, this.all, this.key] = [[], false, [], null];
    this.listen();
  }

  row({ text, sort, docs, args, source }, act) {
    const where = source ? `${source.file.split(/[\\/]/).at(-1)}:${source.line}` : "";
    const row = pressable(
      "",
      text,
      act,
      [docs, args && `arguments: ${args}`, source && `${source.file}:${source.line}`].filter(Boolean).join("\n"),
    );
    row.className = "offer";
    row.append(make("span", ` ${[args && `(${args})`, docs || sort, where].filter(Boolean).join(" · ")}`, "why"));
    return row;
  }

  // The dialog.

  async open(isChild) {
    const { hand } = this;
    if (!hand.isReady()) return;
    const offers = await hand.get("offers", { file: hand.place.file, ...hand.place.at });
    [this.offers, this.isChild] = [offers ?? [], isChild];
    const name = hand.shown.label || hand.shown.name;
    element("insert-title").textContent = isChild ? `a child of ${name}` : `after ${name}`;
    element("insert-search").value = "";
    this.showDialog();
    element("insert").showModal();
  }

  showDialog() {
    const wanted = element("insert-search").value.trim();
    const rows = offered(this.offers, wanted)
      .slice(0, MOST_LISTED)
      .map((offer) => this.row(offer, () => this.choose(offer.text)));
    if (rows.length === 0) rows.push(make("div", wanted ? "Enter inserts what you have typed" : "nothing", "why"));
    element("insert-list").replaceChildren(...rows);
  }

  choose(text) {
    element("insert").close();
    return this.hand.change(
      this.isChild ? { what: "insert", index: this.hand.shown.children, text } : { what: "after", text },
    );
  }

  // The panel.

  /** Asks what can be used in the shown tree, if that is not known. Called for each picture. */
  async show() {
    if (element("use").hidden) return;
    const key = `${moment.agent} ${this.hand.place?.file} ${this.hand.place?.at.tree} ${this.hand.version}`;
    if (key === this.key) return;
    this.key = key;
    const places = agent().isPast ? [] : await this.hand.placesOf(moment.agent),
      root = places[0]?.node ?? places[0]?.root;
    const place = this.hand.place ?? root;
    const all = place ? await this.hand.get("offers", { file: place.file, ...place.at }) : null;
    if (key !== this.key) return;
    this.all = all ?? [];
    this.showPanel();
  }

  showPanel() {
    const found = offered(this.all, element("use-search").value.trim()), parts = [];
    for (const sort in OFFERED) {
      const rows = found.filter((offer) => offer.sort === sort);
      if (rows.length === 0) continue;
      parts.push(make("h3", OFFERED[sort]), ...rows.slice(0, MOST_LISTED).map((offer) => this.panelRow(offer)));
    }
    if (parts.length === 0)
      parts.push(
        make("div", this.all.length > 0 ? "nothing matches these words" : "no tree that can be edited is shown", "why"),
      );
    element("use-list").replaceChildren(...parts);
  }

  panelRow(offer) {
    const row = this.row(offer, (event) => this.use(offer.text, event.shiftKey));
    row.addEventListener("pointerdown", (event) => this.hand.takeUp(event, { text: offer.text }));
    return row;
  }

  /** Inserts a node after the selected one, or into it. */
  async use(text, isChild) {
    const { hand } = this;
    if (hand.hasDropped) return;
    if (!hand.isReady()) {
      hand.fail({ message: "select a node first: what you choose is inserted after it", mistakes: [] }, null);
      return;
    }
    await hand.change(isChild ? { what: "insert", index: hand.shown.children, text } : { what: "paste", text });
  }

  search() {
    showTab("use");
    element("use-search").focus();
    element("use-search").select();
  }

  listen() {
    element("insert-search").addEventListener("input", () => this.showDialog());
    element("insert-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const typed = element("insert-search").value.trim(), first = element("insert-list").querySelector("button");
      if (first) first.click(); else if (typed) this.choose(typed);
    });
    element("insert-close").addEventListener("click", () => element("insert").close());
    goThrough(element("insert"), element("insert-search"), element("insert-list"));
    element("use-search").addEventListener("input", () => this.showPanel());
    element("use-search").addEventListener("keydown", (event) => {
      if (event.key === "Enter") element("use-list").querySelector("button")?.click();
    });
    element("use").addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      (tree.elements[moment.node] ?? document.activeElement).focus();
    });
    goThrough(element("use"), element("use-search"), element("use-list"));
  }
}

/** Arrows go from a search to what it has found, and back. */
function goThrough(box, search, list) {
  box.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [search, ...list.querySelectorAll("button")], at = all.indexOf(document.activeElement);
    all[at + by]?.focus();
  });
}
