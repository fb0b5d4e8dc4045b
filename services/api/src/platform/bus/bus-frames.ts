/** PostgreSQL limits a notification to 8 000 bytes. The prefix of a frame needs at most the remaining 200 bytes. */
const FRAME_TEXT_BYTES_MAX = 7_800;
const FRAME = /^([\w-]{1,40}) (\d{1,15}) (\d{1,6}) (\d{1,6}) (.*)$/s;

/** A message of this node, with its sequence number. */
export interface Outgoing {
  readonly id: number;
  readonly text: string;
}

/** Splits text into pieces of at most `bytesMax` bytes of UTF-8, without splitting a character. */
function splitUtf8(text: string, bytesMax: number): string[] {
  if (text.length * 3 <= bytesMax) return [text];
  const bytes = Buffer.from(text);
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(start + bytesMax, bytes.length);
    // A byte 10xxxxxx continues the previous character.
    while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    pieces.push(bytes.toString('utf8', start, end));
    start = end;
  }
  return pieces;
}

/** Encodes a message as one or more notifications: `node id part parts text`. */
export function toFrames(node: string, { id, text }: Outgoing): string[] {
  const pieces = splitUtf8(text, FRAME_TEXT_BYTES_MAX);
  return pieces.map((piece, part) => `${node} ${id} ${part} ${pieces.length} ${piece}`);
}

interface Incomplete {
  readonly id: string;
  readonly pieces: string[];
}

/**
 * Reassembles the messages of other nodes. A node sends all frames of a message in one transaction. The frames
 * therefore arrive in order, and at most one message per node is incomplete.
 */
export class FrameJoiner {
  readonly #self: string;
  readonly #incomplete = new Map<string, Incomplete>();

  constructor(self: string) {
    this.#self = self;
  }

  /** Returns the message that this frame completes; `null` if it is incomplete, from this node, or not a frame. */
  add(frame: string): string | null {
    const [, node, id, part, parts, text] = FRAME.exec(frame) ?? [];
    if (node === undefined || id === undefined || text === undefined) return null;
    if (node === this.#self) return null;
    if (parts === '1') return text;
    const previous = this.#incomplete.get(node);
    const message = part === '0' ? { id, pieces: [] } : previous;
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

  /** Drops incomplete messages: after a lost connection, their remaining parts never arrive. */
  clear(): void {
    this.#incomplete.clear();
  }
}
