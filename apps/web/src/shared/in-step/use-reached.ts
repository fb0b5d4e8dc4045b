import type { ProgramId } from '@sangwian/contract/ids';
import { useEffect, useState } from 'react';
import { type Pictures, watchPictures } from './follow-pictures.ts';

/** Other tabs respond within this time. Before that, all results of a running programme are hidden. */
const RESPONSE_MS = 250;
/** No delayed video can still show a programme that is older than this. */
const WATCHED_MS = 12 * 3_600_000;
const NO_PICTURES: Pictures = new Map();

/** A programme, or an item that belongs to one. */
export interface ShownProgram {
  readonly program_id: ProgramId;
  readonly starts_at: string;
}

/**
 * Returns the stadium time in milliseconds that a delayed video of a programme in another tab has reached. Later
 * results must stay hidden; `Infinity` hides nothing.
 */
export function useReached(): (show: ShownProgram) => number {
  const [pictures, setPictures] = useState(NO_PICTURES);
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    const stop = watchPictures(setPictures);
    const timer = setTimeout(() => setHasWaited(true), RESPONSE_MS);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return ({ program_id, starts_at }) => {
    const isOld = Date.parse(starts_at) < Date.now() - WATCHED_MS;
    const open = hasWaited || isOld ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    return pictures.get(program_id) ?? open;
  };
}
