import { randomBytes } from 'node:crypto';
import type { Logger } from '@sangwian/node-kit/logger';
import { type Bus, type BusEventName, type BusEvents, LocalFanOut } from './bus.ts';
import {
  BUS_TIMES,
  type BusTimes,
  COMMON_CHANNEL,
  type ConnectBus,
  channelOfLive,
  type Frame,
} from './bus-connection.ts';
import { FrameJoiner, type Outgoing, toFrames } from './bus-frames.ts';
import { BusLine } from './bus-line.ts';

/** Maximum number of frames that are sent together, in one transaction of PostgreSQL. */
const FRAMES_PER_SEND_MAX = 128;
/** Maximum size of the outbox in UTF-16 units. Beyond it, messages are replaced by a notice that events were missed. */
const WAITING_UNITS_MAX = 8 * 1024 * 1024;
const FLUSH_MS_MAX = 2_000;

/** Message that replaces dropped messages. It reports that the other nodes have missed events. */
const MISSED = 'missed';

/**
 * Frequent events of a live, which only nodes with a socket in that live receive. All other events are rare, or are
 * needed on every node.
 */
const LIVE_EVENTS: ReadonlySet<BusEventName> = new Set([
  'chat:sent',
  'gift:sent',
  'reactions:counted',
]);

function channelOf<Name extends BusEventName>(name: Name, event: BusEvents[Name]): string {
  return LIVE_EVENTS.has(name) && 'programLiveId' in event && event.programLiveId !== null
    ? channelOfLive(event.programLiveId)
    : COMMON_CHANNEL;
}

export interface NodeBusOptions {
  /** PostgreSQL or Redis. */
  readonly connect: ConnectBus;
  readonly logger: Logger;
  readonly times?: BusTimes;
}

export interface NodeBus extends Bus {
  /** Resolves when the first attempt to listen has succeeded or failed. */
  start(): Promise<void>;
  /** Sends the waiting messages for up to two seconds, then closes the connection. */
  stop(): Promise<void>;
}

/** Messages that wait to be sent, oldest first. */
class Outbox {
  #messages: (Outgoing & { readonly channel: string })[] = [];
  #units = 0;
  #nextId = 1;

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  add(text: string, channel: string): void {
    const kept = this.#units + text.length <= WAITING_UNITS_MAX;
    if (kept) {
      this.#push(text, channel);
      return;
    }
    this.drop(this.#nextId);
    this.#push(JSON.stringify([MISSED]), COMMON_CHANNEL);
  }

  /** Returns the frames of the oldest messages: at least one message, at most one transaction. */
  peek(node: string): { readonly lastId: number; readonly frames: Frame[] } {
    const frames: Frame[] = [];
    let lastId = 0;
    for (const message of this.#messages) {
      const more = toFrames(node, message);
      if (frames.length > 0 && frames.length + more.length > FRAMES_PER_SEND_MAX) break;
      frames.push(...more.map((text) => ({ channel: message.channel, text })));
      lastId = message.id;
    }
    return { lastId, frames };
  }

  /** Drops sent messages up to an id. A number of messages would be wrong if the outbox overflowed during the send. */
  drop(lastId: number): void {
    const left = this.#messages.findIndex(({ id }) => id > lastId);
    const gone = this.#messages.splice(0, left === -1 ? this.#messages.length : left);
    for (const { text } of gone) this.#units -= text.length;
  }

  #push(text: string, channel: string): void {
    this.#messages.push({ id: this.#nextId, text, channel });
    this.#units += text.length;
    this.#nextId += 1;
  }
}

/** Returns the name and event of a message of another node; `null` if it cannot be read. */
function parseMessage(text: string): readonly [string, unknown] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && typeof parsed[0] === 'string' ? [parsed[0], parsed[1]] : null;
  } catch {
    return null;
  }
}

/**
 * Creates the bus of one of several nodes of a database, with NOTIFY of PostgreSQL (decision 11) or Redis (decision 85).
 *
 * Messages published during a send are sent together afterwards. Thousands of events therefore cost a few round trips on
 * a dedicated connection.
 */
export function createNodeBus({ connect, logger, times }: NodeBusOptions): NodeBus {
  const node = randomBytes(9).toString('base64url');
  const local = new LocalFanOut();
  const outbox = new Outbox();
  const joiner = new FrameJoiner(node);
  let sending: Promise<void> | null = null;

  function emit(name: string, event: unknown): void {
    try {
      if (name === MISSED) local.emitMissed();
      // Messages come from our other nodes and are therefore trusted. Event names of later releases have no listener.
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
    connect,
    logger,
    times: times ?? BUS_TIMES,
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
      // A message may have been published after the last check.
      send();
    });
  }

  return {
    publish: (name, event) => {
      outbox.add(JSON.stringify([name, event]), channelOf(name, event));
      send();
      local.emit(name, event, 'here');
    },
    subscribe: (name, listener) => local.on(name, listener),
    follow: (programLiveId, onHeard) => line.follow(channelOfLive(programLiveId), onHeard),
    isBusConnected: () => line.isOpen,
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
