import type { EncouragementBar, GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type { LiveTick, ReactionCounts } from '@sangwian/contract/sockets/event-namespace';
import type { z } from 'zod';
import { addCounts } from './reaction-tally.ts';

type Tick = z.input<typeof LiveTick>;

/** The state that readers have before the first tick. */
export interface TickStart {
  /** The `seq` of the newest line; `null` before the first join. */
  readonly seq: number | null;
  readonly viewers: number;
}

/** The events of a live since its last tick. */
export class PendingTick {
  readonly #programLiveId: ProgramLiveId;
  /** The `seq` of the newest line in a tick or in the first join; `null` before either. */
  #seq: number | null;
  #since: number | null = null;
  #messages: ChatMessage[] = [];
  #viewers: number;
  #gifts: GiftLine[] = [];
  #bar: EncouragementBar | null = null;
  #reactions: ReactionCounts | null = null;
  #dirty = false;

  constructor(programLiveId: ProgramLiveId, start: TickStart) {
    this.#programLiveId = programLiveId;
    this.#seq = start.seq;
    this.#viewers = start.viewers;
  }

  get dirty(): boolean {
    return this.#dirty;
  }

  /** Starts after the last line that a join has read. Only the first call has an effect. */
  startAt(seq: number): void {
    this.#seq ??= seq;
  }

  /** Adds new lines, in order. A full tick keeps only the newest lines; readers find the others in the history. */
  addMessages(messages: readonly ChatMessage[]): void {
    const [first] = messages;
    const last = messages.at(-1);
    if (first === undefined || last === undefined) return;
    const follows = this.#seq === null || first.seq <= this.#seq + 1;
    // If lines of another node are missing, readers must see the gap and read the history.
    this.#since = follows ? (this.#since ?? first.seq - 1) : first.seq - 1;
    this.#seq = Math.max(this.#seq ?? 0, last.seq);
    this.#messages = [...this.#messages, ...messages].slice(-LIMITS.chatPerTickMax);
    this.#dirty = true;
  }

  /** Adds gifts and the bar. A full tick keeps only the newest gifts, but the bar counts all gifts. */
  addGifts(gifts: readonly GiftLine[], bar: EncouragementBar): void {
    this.#gifts = [...this.#gifts, ...gifts].slice(-LIMITS.giftsPerTickMax);
    this.#bar = bar;
    this.#dirty = true;
  }

  addReactions(counts: ReactionCounts): void {
    this.#reactions = addCounts(this.#reactions ?? {}, counts);
    this.#dirty = true;
  }

  setViewers(viewers: number): void {
    if (viewers === this.#viewers) return;
    this.#viewers = viewers;
    this.#dirty = true;
  }

  /** Returns the tick to send now and starts the next one. */
  take(): Tick {
    const seq = this.#seq ?? 0;
    const tick: Tick = {
      program_live_id: this.#programLiveId,
      seq,
      since: this.#since ?? seq,
      messages: this.#messages,
      viewers: this.#viewers,
      gifts: this.#gifts,
      bar: this.#bar,
      ...(this.#reactions && {
        reactions: { counts: this.#reactions, at: new Date().toISOString() },
      }),
    };
    this.#since = null;
    this.#messages = [];
    this.#gifts = [];
    this.#bar = null;
    this.#reactions = null;
    this.#dirty = false;
    return tick;
  }
}
