import type { ProgramId } from '@sangwian/contract/ids';
import { useEffect, useState } from 'react';
import { followPictures, type Pictures } from './follow-pictures.ts';

/** Another tab answers within this time. Until then nothing of a show that goes on is told. */
const ASK_MS = 250;
/** A show that began longer ago is watched behind by nobody. */
const WATCHED_MS = 12 * 3_600_000;
const NOBODY: Pictures = new Map();

/** The programme itself, or what is of it. */
export interface ShownProgram {
  readonly program_id: ProgramId;
  readonly starts_at: string;
}

/**
 * Which moment the fan's picture of a programme has reached, in milliseconds, where it is watched behind in another tab:
 * no result that came later is shown here. `Infinity` where nothing waits.
 */
export function useReached(): (show: ShownProgram) => number {
  const [pictures, setPictures] = useState(NOBODY);
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const end = followPictures(setPictures);
    const asked = setTimeout(() => setAsked(true), ASK_MS);
    return () => {
      end();
      clearTimeout(asked);
    };
  }, []);
  return ({ program_id, starts_at }) => {
    const isOld = Date.parse(starts_at) < Date.now() - WATCHED_MS;
    const open = isAsked || isOld ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    return pictures.get(program_id) ?? open;
  };
}
