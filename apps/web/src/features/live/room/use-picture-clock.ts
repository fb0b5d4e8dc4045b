import type { Live } from '@sangwian/contract/endpoints/live';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { nextReached, type PictureClock, waitsFor } from '../../../shared/in-step/picture-clock.ts';
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

/** Returns a clock that delays nothing until `useFollowPicture` attaches it to a player. */
export const usePictureClock = (): PlayerClock => useState(makeClock)[0];

/**
 * Returns the stadium time that the video shows; `null` without a video and during an interruption, because then no
 * event may wait for the video.
 */
const pictureTimeOf = (player: LivePlayer, nowMs: number): number | null => {
  const { name } = player.snapshot.get().status;
  if (['idle', 'ended', 'refused', 'interrupted'].includes(name)) return null;
  return waitsFor(player.programTimeMs, player.position.followsLive, nowMs);
};

/** Keeps the clock in step with the player's video. While `on` is false nothing is delayed. */
export function useFollowPicture(clock: PlayerClock, player: LivePlayer | null, on: boolean): void {
  useEffect(() => {
    if (player === null || !on) {
      clock.reachedMs.set(Number.POSITIVE_INFINITY);
      return;
    }
    const follow = () => {
      clock.skewMs = player.clockSkewMs;
      const { reachedMs } = clock;
      reachedMs.set(
        nextReached(reachedMs.get(), pictureTimeOf(player, clock.nowMs()), clock.nowMs()),
      );
    };
    follow();
    const subscriptions = [player.progress.subscribe(follow), player.snapshot.subscribe(follow)];
    return () => {
      for (const unsubscribe of subscriptions) unsubscribe();
    };
  }, [clock, player, on]);
}

/** Returns the live without spoilers: with its bouts as of the stadium time that the video shows. */
export function useShownLive(live: Live, clock: PictureClock): Live {
  const [history] = useState(() => new LiveHistory());
  useEffect(() => history.remember(live, clock.nowMs()), [history, live, clock]);
  useEffect(() => {
    const reach = () => history.reach(clock.reachedMs.get(), clock.nowMs());
    reach();
    return clock.reachedMs.subscribe(reach);
  }, [history, clock]);
  const version = useSyncExternalStore(
    clock.reachedMs.subscribe,
    () => history.versionAt(live, clock.reachedMs.get()),
    () => Number.POSITIVE_INFINITY,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version replaces the clock as a dependency, because the clock changes all the time.
  return useMemo(() => history.asOf(live, clock.reachedMs.get()), [history, live, clock, version]);
}
