import { useEffect, useRef, useState } from 'react';

/** Time in milliseconds before a decision is sent. Until then the moderator can undo it. */
const UNDO_MS = 5_000;

export interface Decision<Item, Act> {
  readonly id: string;
  readonly item: Item;
  readonly act: Act;
  /** When the decision is sent, in milliseconds since 1970. */
  readonly sendsAt: number;
}

export interface Decisions<Item, Act> {
  /** Decisions that can still be undone, oldest first. */
  readonly pending: readonly Decision<Item, Act>[];
  /** Returns whether this browser has decided an item, so that the item is hidden. */
  readonly isDecided: (id: string) => boolean;
  readonly decide: (id: string, item: Item, act: Act) => void;
  /** Undoes the newest pending decision. */
  readonly undo: () => void;
}

/**
 * Delays decisions so that they can be undone. When the moderator leaves the page, pending decisions are sent at once.
 *
 * @param send resolves to whether the API accepted the decision; a refused item is shown again
 */
export function useDecisions<Item, Act>(
  send: (item: Item, act: Act) => Promise<boolean>,
): Decisions<Item, Act> {
  const [pending, setPending] = useState<readonly Decision<Item, Act>[]>([]);
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(
    new Map<string, { timer: ReturnType<typeof setTimeout>; run: () => void }>(),
  );
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    const waiting = timers.current;
    return () => {
      for (const { timer, run } of waiting.values()) {
        clearTimeout(timer);
        run();
      }
      waiting.clear();
    };
  }, []);

  const drop = (id: string) => {
    timers.current.delete(id);
    setPending((before) => before.filter((decision) => decision.id !== id));
  };
  const decide = (id: string, item: Item, act: Act) => {
    if (timers.current.has(id) || sent.has(id)) return;
    const run = () => {
      setSent((before) => new Set(before).add(id));
      void latest.current(item, act).then((isAccepted) => {
        if (isAccepted) return;
        setSent((before) => new Set([...before].filter((one) => one !== id)));
      });
    };
    const timer = setTimeout(() => {
      drop(id);
      run();
    }, UNDO_MS);
    timers.current.set(id, { timer, run });
    setPending((before) => [...before, { id, item, act, sendsAt: Date.now() + UNDO_MS }]);
  };
  const undo = () => {
    const last = pending.at(-1);
    if (last === undefined) return;
    clearTimeout(timers.current.get(last.id)?.timer);
    drop(last.id);
  };
  const isDecided = (id: string): boolean =>
    sent.has(id) || pending.some((decision) => decision.id === id);
  return { pending, isDecided, decide, undo };
}
