// Unpacks LZMA, by its specification: the program is a third smaller than in the formats that browsers unpack by
// themselves.

const STATES = 12, MATCH_MIN = 2, FULL_DISTANCES = 128, END_MODEL = 14, ALIGN = 4, TOP = 2 ** 24;
const probabilities = (size) => new Uint16Array(size).fill(1024);

/** The bits of the input, each with a probability that follows what came. */
class Bits {
  constructor(bytes, at) {
    [this.bytes, this.at, this.range, this.code] = [bytes, at + 1, 0xffffffff, 0];
    for (let count = 0; count < 4; count++) this.code = ((this.code << 8) | bytes[this.at++]) >>> 0;
  }

  normalize() {
    if (this.range >= TOP) return;
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.bytes[this.at++]) >>> 0;
  }

  bit(model, index) {
    const bound = (this.range >>> 11) * model[index], isOne = this.code >= bound;
    if (isOne) {
      this.range = (this.range - bound) >>> 0;
      this.code = (this.code - bound) >>> 0;
      model[index] -= model[index] >>> 5;
    } else {
      this.range = bound;
      model[index] += (2048 - model[index]) >>> 5;
    }
    this.normalize();
    return isOne ? 1 : 0;
  }

  /** Bits that are as often 0 as 1. */
  direct(count) {
    let result = 0;
    for (; count > 0; count--) {
      this.range >>>= 1;
      const isOne = this.code >= this.range;
      if (isOne) this.code = (this.code - this.range) >>> 0;
      this.normalize();
      result = result * 2 + (isOne ? 1 : 0);
    }
    return result;
  }

  tree(model, count, offset = 0) {
    let node = 1;
    for (let depth = 0; depth < count; depth++) node = node * 2 + this.bit(model, offset + node);
    return node - 2 ** count;
  }

  reversed(model, count, offset = 0) {
    let node = 1, result = 0;
    for (let depth = 0; depth < count; depth++) {
      const bit = this.bit(model, offset + node);
      node = node * 2 + bit;
      result += bit * 2 ** depth;
    }
    return result;
  }
}

/** The lengths of matches. */
class Lengths {
  constructor(positions) {
    [this.choice, this.high] = [probabilities(2), probabilities(256)];
    [this.low, this.middle] = [0, 1].map(() => Array.from({ length: positions }, () => probabilities(8)));
  }

  read(bits, position) {
    if (bits.bit(this.choice, 0) === 0) return bits.tree(this.low[position], 3);
    if (bits.bit(this.choice, 1) === 0) return 8 + bits.tree(this.middle[position], 3);
    return 16 + bits.tree(this.high, 8);
  }
}

/** Unpacks a file of the format `.lzma`, which tells its size. */
export function unpackLzma(bytes) {
  const properties = bytes[0];
  const lc = properties % 9, lp = Math.floor(properties / 9) % 5, pb = Math.floor(properties / 45);
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(5, true);
  const out = new Uint8Array(size), bits = new Bits(bytes, 13);
  const positions = 2 ** pb, literals = probabilities(0x300 * 2 ** (lc + lp));
  const [isMatch, isLong] = [0, 1].map(() => probabilities(STATES * 16));
  const [isRepeat, isFirst, isSecond, isThird] = [0, 1, 2, 3].map(() => probabilities(STATES));
  const slots = Array.from({ length: 4 }, () => probabilities(64));
  const special = probabilities(1 + FULL_DISTANCES - END_MODEL), align = probabilities(2 ** ALIGN);
  const [lengths, repeatLengths] = [new Lengths(positions), new Lengths(positions)];
  let [state, at, first, second, third, fourth] = [0, 0, 0, 0, 0, 0];

  const literal = () => {
    const before = at > 0 ? out[at - 1] : 0, offset = 0x300 * (((at & (2 ** lp - 1)) << lc) + (before >>> (8 - lc)));
    let symbol = 1;
    if (state >= 7) {
      let match = out[at - first - 1];
      while (symbol < 256) {
        const expected = (match >>> 7) & 1;
        match <<= 1;
        const bit = bits.bit(literals, offset + ((1 + expected) << 8) + symbol);
        symbol = symbol * 2 + bit;
        if (bit !== expected) break;
      }
    }
    while (symbol < 256) symbol = symbol * 2 + bits.bit(literals, offset + symbol);
    out[at++] = symbol & 255;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };
  const distance = (length) => {
    const slot = bits.tree(slots[Math.min(length, 3)], 6);
    if (slot < 4) return slot;
    const count = (slot >>> 1) - 1, base = (2 | (slot & 1)) * 2 ** count;
    if (slot < END_MODEL) return base + bits.reversed(special, count, base - slot);
    return base + bits.direct(count - ALIGN) * 2 ** ALIGN + bits.reversed(align, ALIGN);
  };

  while (at < size) {
    const position = at & (positions - 1), long = state * 16 + position;
    if (bits.bit(isMatch, long) === 0) {
      literal();
      continue;
    }
    let length;
    if (bits.bit(isRepeat, state) === 0) {
      [second, third, fourth] = [first, second, third];
      length = lengths.read(bits, position);
      first = distance(length);
      state = state < 7 ? 7 : 10;
    } else {
      let isShort = false;
      if (bits.bit(isFirst, state) === 0) {
        isShort = bits.bit(isLong, long) === 0;
      } else if (bits.bit(isSecond, state) === 0) {
        [first, second] = [second, first];
      } else if (bits.bit(isThird, state) === 0) {
        [first, second, third] = [third, first, second];
      } else {
        [first, second, third, fourth] = [fourth, first, second, third];
      }
      length = isShort ? 1 - MATCH_MIN : repeatLengths.read(bits, position);
      state = isShort ? (state < 7 ? 9 : 11) : state < 7 ? 8 : 11;
    }
    for (length += MATCH_MIN; length > 0 && at < size; length--, at++) out[at] = out[at - first - 1];
  }
  return out;
}
