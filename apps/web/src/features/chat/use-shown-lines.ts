import { useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ChatLine } from './chat-line.ts';
import { firstAfterCut, indexOfFirstShown } from './shown-lines.ts';

interface ShownLines {
  readonly lines: readonly ChatLine[];
  /** Lines were removed at the start only, so rows keep their distance from the end. */
  readonly isCut: boolean;
}

/**
 * Returns the lines of the list. Old lines are dropped in a frame without new lines: both in one frame would be a layout
 * shift of all visible rows.
 *
 * @param atEnd whether the reader is at the newest line; for a reader of older lines nothing is dropped
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
