import type { Reaction, ReactionCounts } from '@sangwian/contract/sockets/event-namespace';
import { createStore } from '../../shared/store.ts';
import { DueQueue } from '../live/room/due-queue.ts';
import type { LiveRoom } from '../live/room/live-room.ts';

/** One word over the video, with the number of fans who shouted it. */
export interface ReactionWord {
  readonly key: number;
  readonly reaction: Reaction;
  readonly count: number;
  /** The place over the video, from 0. */
  readonly lane: number;
  readonly isOwn: boolean;
}

/** More words at the same time would hide the video. */
export const WORDS_MAX = 10;
const LANES = 5;
/** As long as the animation of a word. */
const WORD_MS = 2_000;
/** The rate of the server (`REACTION_RATE`). More presses have no effect. */
const BURST = 6;
const REFILL_MS = 1000 / 3;

/** An own reaction that no sum has contained for this long was lost, and is subtracted no longer. */
const OWN_MS = 5_000;

type Received = { readonly counts: ReactionCounts; readonly at: string };

/**
 * The quick reactions of a room. Own reactions are shown at the press; the sums of all members follow the video, without
 * the own ones.
 */
export class ReactionFeed {
  readonly words = createStore<readonly ReactionWord[]>([]);
  readonly #room: LiveRoom;
  readonly #queue: DueQueue<Received>;
  readonly #unsubscribe: () => void;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  /** Own reactions that the sums will contain. */
  readonly #own = new Map<Reaction, number>();
  #sentAtMs = 0;
  #key = 0;
  #left = BURST;
  #refilledAtMs = 0;

  constructor(room: LiveRoom) {
    this.#room = room;
    this.#queue = new DueQueue(room.clock, (sums) => {
      for (const { counts } of sums) this.#show(counts);
    });
    this.#unsubscribe = room.subscribe({
      onReactions: (received) => {
        const counts = this.#withoutOwn(received.counts);
        this.#queue.push([{ ...received, counts }], ({ at }) => Date.parse(at));
      },
    });
  }

  /** Sends a reaction and shows it at once. Faster presses than the server counts have no effect. */
  send(reaction: Reaction, nowMs: number): void {
    const refilled = (nowMs - this.#refilledAtMs) / REFILL_MS;
    this.#left = Math.min(BURST, this.#left + refilled);
    this.#refilledAtMs = nowMs;
    if (this.#left < 1) return;
    this.#left -= 1;
    if (this.#room.snapshot.get().connection !== 'joined') return;
    this.#own.set(reaction, (this.#own.get(reaction) ?? 0) + 1);
    this.#sentAtMs = nowMs;
    this.#room.react(reaction);
    this.#add(reaction, 1, true);
  }

  close(): void {
    this.#unsubscribe();
    this.#queue.close();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Subtracts the own reactions, which are shown already. */
  #withoutOwn(counts: ReactionCounts): ReactionCounts {
    if (performance.now() - this.#sentAtMs > OWN_MS) this.#own.clear();
    const others: Partial<Record<Reaction, number>> = {};
    for (const [name, count] of Object.entries(counts)) {
      const reaction = name as Reaction;
      const own = Math.min(count, this.#own.get(reaction) ?? 0);
      this.#own.set(reaction, (this.#own.get(reaction) ?? 0) - own);
      if (count > own) others[reaction] = count - own;
    }
    return others;
  }

  #show(counts: ReactionCounts): void {
    for (const [reaction, count] of Object.entries(counts)) {
      this.#add(reaction as Reaction, count, false);
    }
  }

  #add(reaction: Reaction, count: number, isOwn: boolean): void {
    const words = this.words.get();
    const newest = words.findLast((word) => word.reaction === reaction && !word.isOwn);
    if (words.length >= WORDS_MAX) {
      // A full screen counts the reaction with the newest word of its kind.
      if (newest !== undefined && !isOwn) {
        const sum = { ...newest, count: newest.count + count };
        this.words.set(words.map((word) => (word === newest ? sum : word)));
      }
      return;
    }
    const key = this.#key++;
    this.words.set([...words, { key, reaction, count, lane: key % LANES, isOwn }]);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.words.set(this.words.get().filter((word) => word.key !== key));
    }, WORD_MS);
    this.#timers.add(timer);
  }
}

const feeds = new WeakMap<LiveRoom, { readonly feed: ReactionFeed; users: number }>();

/** Returns the feed of a room, which the buttons and the words share, and a function that releases it. */
export function holdFeed(room: LiveRoom): { readonly feed: ReactionFeed; release(): void } {
  const held = feeds.get(room) ?? { feed: new ReactionFeed(room), users: 0 };
  held.users += 1;
  feeds.set(room, held);
  return {
    feed: held.feed,
    release: () => {
      held.users -= 1;
      if (held.users > 0) return;
      held.feed.close();
      feeds.delete(room);
    },
  };
}
