import type { ChatMessage, Match } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { EVENT_NAMESPACE } from '@sangwian/contract/sockets/event-namespace';
import type { Socket } from 'socket.io';
import { PendingTick } from './pending-tick.ts';
import { prepareFrame, writeFrame } from './prepared-frame.ts';

/** Everybody on this node who looks at one live, and what they are told together. */
export class LiveRoom {
  readonly #programLiveId: ProgramLiveId;
  readonly #sockets = new Set<Socket>();
  readonly #pending: PendingTick;
  readonly #nowMs: () => number;
  #timer: NodeJS.Timeout | null = null;
  #tickedAtMs = Number.NEGATIVE_INFINITY;
  /** The card as it was told last, by bout, to tell only what changed. */
  #matches: ReadonlyMap<string, string> | null = null;

  constructor(programLiveId: ProgramLiveId, nowMs: () => number) {
    this.#programLiveId = programLiveId;
    this.#pending = new PendingTick(programLiveId);
    this.#nowMs = nowMs;
  }

  get size(): number {
    return this.#sockets.size;
  }

  get viewers(): number {
    return this.#pending.viewers;
  }

  add(socket: Socket): void {
    this.#sockets.add(socket);
  }

  delete(socket: Socket): void {
    this.#sockets.delete(socket);
  }

  /** A join has read the chat up to there. */
  startAt(seq: number): void {
    this.#pending.startAt(seq);
  }

  addMessages(messages: readonly ChatMessage[]): void {
    this.#pending.addMessages(messages);
    this.#schedule();
  }

  setViewers(viewers: number): void {
    this.#pending.setViewers(viewers);
    if (this.#pending.dirty) this.#schedule();
  }

  /** The card as it is now; what differs from the last time is told. The first card is what pages have already. */
  setMatches(matches: readonly Match[]): void {
    const before = this.#matches;
    this.#matches = new Map(matches.map((match) => [match.match_id, JSON.stringify(match)]));
    if (before === null) return;
    for (const match of matches) {
      if (before.get(match.match_id) === this.#matches.get(match.match_id)) continue;
      this.#send('match:state', { program_live_id: this.#programLiveId, match });
    }
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** A lone line goes out at once; in a crowd's noise a tick comes every `LIMITS.tickMs`. */
  #schedule(): void {
    if (this.#timer !== null) return;
    const dueInMs = Math.max(0, this.#tickedAtMs + LIMITS.tickMs - this.#nowMs());
    this.#timer = setTimeout(() => this.#tick(), Math.min(dueInMs, LIMITS.tickMs));
  }

  #tick(): void {
    this.#timer = null;
    this.#tickedAtMs = this.#nowMs();
    this.#send('live:tick', this.#pending.take());
  }

  #send(event: string, payload: unknown): void {
    const frame = prepareFrame(EVENT_NAMESPACE, event, payload);
    for (const socket of this.#sockets) writeFrame(socket, frame);
  }
}
