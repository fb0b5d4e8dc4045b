import type { ErrorCode } from '@sangwian/contract/errors/codes';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Socket } from 'socket.io';
import { identityOf } from './admit-socket.ts';
import { EVENT_RATES, RateBucket } from './event-rate.ts';

/**
 * Maximum number of members whose counts are kept after their sockets close. Beyond it, the oldest counts are evicted.
 */
const SENDERS_MAX = 10_000;
/** A sender that is disconnected repeatedly is logged at most once in this interval. */
const LOG_INTERVAL_MS = 60_000;

/**
 * Error codes that our pages never cause. Slow mode, a banned word and a locked live are not among them, because they
 * happen to honest fans.
 */
const COUNTED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'request_invalid',
  'chat_too_long',
  'not_found',
  'rate_limited',
]);

interface Sender {
  readonly bucket: RateBucket;
  refused: number;
  loggedAtMs: number;
}

export interface RefusedEventsOptions {
  readonly logger: Logger;
  readonly nowMs: () => number;
  readonly sendersMax?: number;
}

/**
 * Counts the refused events of each sender on this node, logs the first one and disconnects the socket once there are
 * more than `EVENT_RATES.refused` allows. A member's sockets share one count, which a new connection does not reset; a
 * visitor's count belongs to the socket.
 */
export class RefusedEvents {
  readonly #options: RefusedEventsOptions;
  readonly #members = new Map<string, Sender>();
  readonly #visitors = new WeakMap<Socket, Sender>();

  constructor(options: RefusedEventsOptions) {
    this.#options = options;
  }

  /** Counts one refused event against the socket's sender, if its code is one of `COUNTED`. */
  count(socket: Socket, event: string, code: ErrorCode): void {
    if (!COUNTED.has(code)) return;
    const now = this.#options.nowMs();
    const sender = this.#senderOf(socket, now);
    sender.refused += 1;
    const isWithin = sender.bucket.take(now);
    if (isWithin && sender.refused > 1) return;
    this.#log(socket, sender, isWithin ? { event: event.slice(0, 40), code } : null);
    if (!isWithin) socket.disconnect(true);
  }

  #log(socket: Socket, sender: Sender, first: object | null): void {
    const now = this.#options.nowMs();
    const from = {
      address: socket.conn.remoteAddress,
      member_id: identityOf(socket).bearer?.memberId ?? null,
    };
    if (first !== null) {
      this.#options.logger.info({ ...from, ...first }, 'socket event refused');
      return;
    }
    if (now - sender.loggedAtMs < LOG_INTERVAL_MS) return;
    sender.loggedAtMs = now;
    this.#options.logger.warn(
      { ...from, refused: sender.refused },
      'socket cut off: too many refused events',
    );
  }

  #senderOf(socket: Socket, now: number): Sender {
    const memberId = identityOf(socket).bearer?.memberId;
    const known = memberId === undefined ? this.#visitors.get(socket) : this.#members.get(memberId);
    const sender = known ?? {
      bucket: new RateBucket(EVENT_RATES.refused, now),
      refused: 0,
      loggedAtMs: Number.NEGATIVE_INFINITY,
    };
    if (memberId === undefined) this.#visitors.set(socket, sender);
    else this.#remember(memberId, sender);
    return sender;
  }

  /** Keeps the newest sender last, so that the oldest is evicted first. */
  #remember(memberId: string, sender: Sender): void {
    this.#members.delete(memberId);
    this.#members.set(memberId, sender);
    for (const oldest of this.#members.keys()) {
      if (this.#members.size <= (this.#options.sendersMax ?? SENDERS_MAX)) break;
      this.#members.delete(oldest);
    }
  }
}
