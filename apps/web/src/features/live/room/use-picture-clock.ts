import type { Live } from '@sangwian/contract/endpoints/live';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { nextReached, type PictureClock } from '../../../shared/in-step/picture-clock.ts';
import { createStore } from '../../../shared/store.ts';
import type { LivePlayer } from '../../player/state/live-player.ts';
import { LiveHistory } from './live-as-of.ts';

interface PlayerClock extends PictureClock {
  skewMs: number;
}

const makeClock = (): PlayerClock => {
  const clock: PlayerClock = {
    reachedMs: createStore(Number.POSITIVE_INFINITY),
    skewMs: 0,
    nowMs: () => Date.now() + clock.skewMs,
  };
  return clock;
};

/** A clock that stands open until `useFollowPicture` sets it by a player. */
export const usePictureClock = (): PlayerClock => useState(makeClock)[0];

/**
 * What the viewer sees; `null` where nothing may wait for it: without a picture, and while the hall sends none, so that
 * there is no moment of it to be reached.
 */
const pictureOf = (player: LivePlayer): number | null => {
  const { name } = player.snapshot.get().status;
  return ['idle', 'ended', 'refused', 'interrupted'].includes(name) ? null : player.programTimeMs;
};

/** Keeps the clock with the player's picture; where `on` is false nothing waits. */
export function useFollowPicture(clock: PlayerClock, player: LivePlayer | null, on: boolean): void {
  useEffect(() => {
    if (player === null || !on) {
      clock.reachedMs.set(Number.POSITIVE_INFINITY);
      return;
    }
    const follow = () => {
      clock.skewMs = player.clockSkewMs;
      const { reachedMs } = clock;
      reachedMs.set(nextReached(reachedMs.get(), pictureOf(player), clock.nowMs()));
    };
    follow();
    const unfollow = [player.progress.subscribe(follow), player.snapshot.subscribe(follow)];
    return () => {
      for (const stop of unfollow) stop();
    };
  }, [clock, player, on]);
}

/** The live as the viewer may know it: with the bouts as they were when the picture was taken. */
export function useShownLive(live: Live, clock: PictureClock): Live {
  const [history] = useState(() => new LiveHistory());
  useEffect(() => history.remember(live), [history, live]);
  const step = useSyncExternalStore(
    clock.reachedMs.subscribe,
    () => history.stepAt(live, clock.reachedMs.get()),
    () => Number.POSITIVE_INFINITY,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step stands for the clock, which moves all the time.
  return useMemo(() => history.asOf(live, clock.reachedMs.get()), [history, live, clock, step]);
}
