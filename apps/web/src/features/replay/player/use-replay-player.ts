import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { createStore, useStore, useStorePart } from '../../../shared/store.ts';
import type { JoinStream } from '../../player/state/use-live-player.ts';
import { keepAwake } from '../../player/state/wake-lock.ts';
import { createReplayEngine } from './create-replay-engine.ts';
import { ReplayPlayer, type ReplayProgress } from './replay-player.ts';

const NO_PROGRESS: ReplayProgress = { positionS: 0, fromS: 0, lengthS: 0 };
const NO_STORE = createStore<ReplayProgress>(NO_PROGRESS);

/** Returns the progress, which changes four times per second: use it in small components only. */
export const useReplayProgress = (player: ReplayPlayer | null): ReplayProgress =>
  useStore(player?.progress ?? NO_STORE, NO_PROGRESS);

/** Returns a selected part of the progress; re-renders only when that part changes. */
export const useReplayPart = <Part>(
  player: ReplayPlayer | null,
  select: (progress: ReplayProgress) => Part,
): Part => useStorePart(player?.progress ?? NO_STORE, NO_PROGRESS, select);

/** Creates a player for the video element, which the page starts, and destroys it on unmount. */
export const useReplayPlayer = (
  video: RefObject<HTMLVideoElement | null>,
  join: JoinStream | null,
  onNewest: (programTimeMs: number | null) => void,
): ReplayPlayer | null => {
  const [player, setPlayer] = useState<ReplayPlayer | null>(null);
  const latest = useRef(onNewest);
  useEffect(() => {
    latest.current = onNewest;
  });
  useEffect(() => {
    if (join === null || video.current === null) return;
    const made = new ReplayPlayer({
      video: video.current,
      join,
      createEngine: createReplayEngine,
      onNewest: (programTimeMs) => latest.current(programTimeMs),
    });
    const wake = keepAwake(() => {
      const { status, paused } = made.snapshot.get();
      return !paused && (status.name === 'playing' || status.name === 'buffering');
    });
    const unsubscribe = made.snapshot.subscribe(wake.update);
    startTransition(() => setPlayer(made));
    return () => {
      unsubscribe();
      wake.release();
      made.destroy();
      setPlayer(null);
    };
  }, [video, join]);
  return player;
};
