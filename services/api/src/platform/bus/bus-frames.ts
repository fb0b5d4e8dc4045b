/** PostgreSQL takes notifications below 8 000 bytes; what stands before the text is shorter than the rest. */
const FRAME_TEXT_BYTES_MAX = 7_800;
const FRAME = /^([\w-]{1,40}) (\d{1,15}) (\d{1,6}) (\d{1,6}) (.*)$/s;

/** A message that this node sends: which of its messages it is, and what it says. */
export interface Outgoing {
  readonly id: number;
  readonly text: string;
}

/** Cuts UTF-8 into pieces of at most so many bytes, never through a character. */
function cut(text: string, bytesMax: number): string[] {
  if (text.length * 3 <= bytesMax) return [text];
  const bytes = Buffer.from(text);
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(start + bytesMax, bytes.length);
    // A byte 10xxxxxx goes on with the character before it.
    while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    pieces.push(bytes.toString('utf8', start, end));
    start = end;
  }
  return pieces;
}

/** A message as notifications: `node id part parts text`, where a long one has several. */
export function toFrames(node: string, { id, text }: Outgoing): string[] {
  const pieces = cut(text, FRAME_TEXT_BYTES_MAX);
  return pieces.map((piece, part) => `${node} ${id} ${part} ${pieces.length} ${piece}`);
}

interface Incomplete {
  readonly id: string;
  readonly pieces: string[];
}

/**
 * Puts messages of other nodes together again. A node sends all parts of a message in one transaction, so they arrive
 * in order, and there is never more than one unfinished message of a node.
 */
export class FrameJoiner {
  readonly #self: string;
  readonly #incomplete = new Map<string, Incomplete>();

  constructor(self: string) {
    this.#self = self;
  }

  /** The message that this frame completes; `null` for our own, for one that goes on, and for what is no frame. */
  add(frame: string): string | null {
    const [, node, id, part, parts, text] = FRAME.exec(frame) ?? [];
    if (node === undefined || id === undefined || text === undefined) return null;
    if (node === this.#self) return null;
    if (parts === '1') return text;
    const begun = this.#incomplete.get(node);
    const message = part === '0' ? { id, pieces: [] } : begun;
    if (message === undefined || message.id !== id || message.pieces.length !== Number(part)) {
      this.#incomplete.delete(node);
      return null;
    }
    message.pieces.push(text);
    if (message.pieces.length < Number(parts)) {
      this.#incomplete.set(node, message);
      return null;
    }
    this.#incomplete.delete(node);
    return message.pieces.join('');
  }

  /** After a gap the rest of what was begun never comes. */
  clear(): void {
    this.#incomplete.clear();
  }
}
