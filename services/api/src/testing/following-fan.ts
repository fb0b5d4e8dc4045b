import { io, type Socket } from 'socket.io-client';
import type { Site } from './fan-sockets.ts';

export interface FollowOptions extends Site {
  readonly programLiveId: string;
  readonly token?: string;
  /** Delays in milliseconds before a lost socket reconnects. The defaults are those of the site's pages. */
  readonly reconnectMs?: number;
  readonly reconnectMsMax?: number;
}

interface Lines {
  readonly seq: number;
  readonly messages: readonly { readonly seq: number }[];
}

/**
 * A fan's page of a live. It joins again after a lost connection and after a gap in the chat lines, and records which
 * lines it has shown.
 */
export class FollowingFan {
  readonly socket: Socket;
  readonly #programLiveId: string;
  readonly #shown = new Set<number>();
  #firstSeq: number | null = null;
  #seq = 0;
  #isJoined = false;
  /** The time at which the last join after a lost connection ended, by `performance.now()`. */
  joinedAgainAtMs: number | null = null;
  /** Number of lost connections. */
  losses = 0;

  constructor({ url, appKey, programLiveId, token, ...reconnect }: FollowOptions) {
    this.#programLiveId = programLiveId;
    this.socket = io(`${url}/event`, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: reconnect.reconnectMs ?? 1_000,
      reconnectionDelayMax: reconnect.reconnectMsMax ?? 3_000,
      auth: { app_key: appKey, ...(token === undefined ? {} : { access_token: token }) },
    });
    this.socket.on('connect', () => void this.#join());
    this.socket.on('disconnect', () => {
      this.#isJoined = false;
      this.losses += 1;
    });
    this.socket.on('live:tick', (tick: Lines & { readonly since: number }) => {
      if (this.#firstSeq === null) return;
      if (tick.since > this.#seq) void this.#join();
      else this.#show(tick);
    });
  }

  get isJoined(): boolean {
    return this.#isJoined;
  }

  /** Returns how many lines up to `seq` the page has not shown since its first join. */
  missing(seq: number): number {
    let missing = 0;
    for (let one = (this.#firstSeq ?? 0) + 1; one <= seq; one += 1) {
      if (!this.#shown.has(one)) missing += 1;
    }
    return missing;
  }

  close(): void {
    this.socket.disconnect();
  }

  #show({ seq, messages }: Lines): void {
    for (const line of messages) this.#shown.add(line.seq);
    this.#seq = Math.max(this.#seq, seq);
  }

  async #join(): Promise<void> {
    const isFirst = this.#firstSeq === null;
    const request = {
      program_live_id: this.#programLiveId,
      ...(isFirst ? {} : { since: this.#seq }),
    };
    const answer: ({ readonly ok: true } & Lines) | { readonly ok: false } | null =
      await this.socket
        .timeout(5_000)
        .emitWithAck('live:join', request)
        .catch(() => null);
    if (answer === null || !answer.ok) {
      // The socket was lost meanwhile, or the node is stopping. The page reconnects.
      if (this.socket.connected) this.socket.io.engine.close();
      return;
    }
    if (isFirst) [this.#firstSeq, this.#seq] = [answer.seq, answer.seq];
    else this.#show(answer);
    if (!this.#isJoined && !isFirst) this.joinedAgainAtMs = performance.now();
    this.#isJoined = true;
  }
}
