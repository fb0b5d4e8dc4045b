import { useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ChatLine } from './chat-line.ts';
import { firstAfterCut, indexOfFirstShown } from './shown-lines.ts';

interface ShownLines {
  readonly lines: readonly ChatLine[];
  /** Whether the last render only removed lines at the start, so that the rows keep their distance to the end. */
  readonly isCut: boolean;
}

/**
 * Returns the lines of the list. Old lines are removed in a frame that adds no lines, because both in one frame would
 * shift the layout of all visible rows.
 *
 * @param atEnd whether the reader is at the newest line; while the reader is at older lines, no lines are removed
 */
export function useShownLines(due: readonly ChatLine[], atEnd: boolean): ShownLines {
  const [firstId, setFirstId] = useState(due[indexOfFirstShown(due, undefined)]?.id);
  const [isCut, setIsCut] = useState(false);
  const from = indexOfFirstShown(due, firstId);
  const lines = from === 0 ? due : due.slice(from);
  const shownFirst = lines[0]?.id;
  useLayoutEffect(() => setFirstId(shownFirst), [shownFirst]);

  const next = atEnd ? firstAfterCut(lines) : undefined;
  const lastId = lines.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line postpones the cut by a frame.
  useEffect(() => {
    if (next === undefined) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() =>
        flushSync(() => {
          setFirstId(next);
          setIsCut(true);
        }),
      );
    });
    return () => cancelAnimationFrame(frame);
  }, [next, lastId]);
  useLayoutEffect(() => {
    if (isCut) setIsCut(false);
  }, [isCut]);
  return { lines, isCut };
}
