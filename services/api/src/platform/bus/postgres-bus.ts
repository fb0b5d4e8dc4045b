import { randomBytes } from 'node:crypto';
import type { Logger } from '@sangwian/node-kit/logger';
import { type Bus, type BusEventName, type BusEvents, LocalFanOut } from './bus.ts';
import { FrameJoiner, type Outgoing, toFrames } from './bus-frames.ts';
import { BUS_LINE_TIMES, BusLine, type BusLineTimes } from './bus-line.ts';

/** Notifications of one transaction; beyond it the next takes the rest. */
const FRAMES_PER_SEND_MAX = 128;
/** What may wait while the database is away, in UTF-16 units. Beyond it the others are told that they missed something. */
const WAITING_UNITS_MAX = 8 * 1024 * 1024;
const FLUSH_MS_MAX = 2_000;

/** What stands in the place of a name where a node had more to say than it could keep. */
const MISSED = 'missed';

export interface PostgresBusOptions {
  /** A direct connection: a pooler that lends a session for a transaction forgets who listens. */
  readonly url: string;
  readonly logger: Logger;
  readonly times?: BusLineTimes;
}

export interface PostgresBus extends Bus {
  /** Resolves once the first try to listen has succeeded or failed. */
  start(): Promise<void>;
  /** Sends what still waits, as far as that is quickly done, and hears nothing any more. */
  stop(): Promise<void>;
}

/** What waits to be sent, oldest first. */
class Outbox {
  #messages: Outgoing[] = [];
  #units = 0;
  #nextId = 1;

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  add(text: string): void {
    const kept = this.#units + text.length <= WAITING_UNITS_MAX;
    if (!kept) this.drop(this.#nextId);
    this.#push(kept ? text : JSON.stringify([MISSED]));
  }

  /** The oldest messages as frames; at least one message, and no more frames than a transaction may have. */
  peek(node: string): { readonly lastId: number; readonly frames: string[] } {
    const frames: string[] = [];
    let lastId = 0;
    for (const message of this.#messages) {
      const more = toFrames(node, message);
      if (frames.length > 0 && frames.length + more.length > FRAMES_PER_SEND_MAX) break;
      frames.push(...more);
      lastId = message.id;
    }
    return { lastId, frames };
  }

  /** By id, not by number: while these were sent, more may have been added and all been dropped. */
  drop(lastId: number): void {
    const left = this.#messages.findIndex(({ id }) => id > lastId);
    const gone = this.#messages.splice(0, left === -1 ? this.#messages.length : left);
    for (const { text } of gone) this.#units -= text.length;
  }

  #push(text: string): void {
    this.#messages.push({ id: this.#nextId, text });
    this.#units += text.length;
    this.#nextId += 1;
  }
}

/** The name and event of a message of another node; `null` for what this release does not know. */
function parseMessage(text: string): readonly [string, unknown] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && typeof parsed[0] === 'string' ? [parsed[0], parsed[1]] : null;
  } catch {
    return null;
  }
}

/**
 * The bus of one of several nodes on the same database, over LISTEN and NOTIFY: decision 11.
 *
 * What is published while a transaction of notifications is under way goes together in the next one, so that a crowd's
 * events cost a few round trips on a connection of their own, and never one of the pool.
 */
export function createPostgresBus({ url, logger, times }: PostgresBusOptions): PostgresBus {
  const node = randomBytes(9).toString('base64url');
  const local = new LocalFanOut();
  const outbox = new Outbox();
  const joiner = new FrameJoiner(node);
  let sending: Promise<void> | null = null;

  function emit(name: string, event: unknown): void {
    try {
      if (name === MISSED) local.emitMissed();
      // A release of ours wrote it, which is trusted as the tables are; a name of a later one has no listener here.
      else local.emit(name as BusEventName, event as BusEvents[BusEventName], 'elsewhere');
    } catch (err) {
      logger.error({ err, name }, 'an event of another node was not handled');
    }
  }

  function deliver(frame: string): void {
    const text = joiner.add(frame);
    if (text === null) return;
    const message = parseMessage(text);
    if (message === null) logger.warn('a message of another node cannot be read');
    else emit(...message);
  }

  const line = new BusLine({
    url,
    logger,
    times: times ?? BUS_LINE_TIMES,
    onFrame: deliver,
    onOpen: () => {
      emit(MISSED, null);
      send();
    },
    onLost: () => joiner.clear(),
  });

  async function sendWaiting(): Promise<void> {
    while (line.isOpen && !outbox.isEmpty) {
      const { lastId, frames } = outbox.peek(node);
      if (await line.send(frames)) outbox.drop(lastId);
    }
  }

  function send(): void {
    if (sending !== null || !line.isOpen || outbox.isEmpty) return;
    sending = sendWaiting().finally(() => {
      sending = null;
      // Something may have been published between the last look and now.
      send();
    });
  }

  return {
    publish: (name, event) => {
      outbox.add(JSON.stringify([name, event]));
      send();
      local.emit(name, event, 'here');
    },
    subscribe: (name, listener) => local.on(name, listener),
    isHearing: () => line.isOpen,
    onMissed: (listener) => local.onMissed(listener),
    start: () => line.open(),
    stop: async () => {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, FLUSH_MS_MAX);
      await Promise.race([sending, late]);
      clearTimeout(timer);
      line.close();
    },
  };
}
