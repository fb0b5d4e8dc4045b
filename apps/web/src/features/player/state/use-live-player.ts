import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { createStore, useStore, useStorePart } from '../../../shared/store.ts';
import { createEngine } from '../engine/create-engine.ts';
import type { StreamAddresses } from '../engine/stream-engine.ts';
import { reportPlayback } from './lazy-report.ts';
import { LivePlayer } from './live-player.ts';
import { type MediaTitle, showMediaSession } from './media-session.ts';
import type { PicturePlayer } from './picture-player.ts';
import { getPreferences } from './player-preferences.ts';
import {
  INITIAL_PROGRESS,
  INITIAL_SNAPSHOT,
  type PlayerProgress,
  type PlayerSnapshot,
} from './player-snapshot.ts';
import { keepAwake } from './wake-lock.ts';

/** Requests a grant and returns the URLs that contain it; see `LivePlayerOptions.join`. */
export type JoinStream = (signal: AbortSignal) => Promise<StreamAddresses>;

const NO_SNAPSHOT = createStore<PlayerSnapshot>(INITIAL_SNAPSHOT);
const NO_PROGRESS = createStore<PlayerProgress>(INITIAL_PROGRESS);

export const usePlayerSnapshot = (player: PicturePlayer | null): PlayerSnapshot =>
  useStore(player?.snapshot ?? NO_SNAPSHOT, INITIAL_SNAPSHOT);

/** Returns a selected part of the snapshot; re-renders only when that part changes. */
export const usePlayerPart = <Part>(
  player: PicturePlayer | null,
  select: (snapshot: PlayerSnapshot) => Part,
): Part => useStorePart(player?.snapshot ?? NO_SNAPSHOT, INITIAL_SNAPSHOT, select);

/** Returns the progress, which changes four times per second. Use this hook in small components only. */
export const usePlayerProgress = (player: LivePlayer | null): PlayerProgress =>
  useStore(player?.progress ?? NO_PROGRESS, INITIAL_PROGRESS);

/** Keeps the screen awake during playback. */
const keepScreenAwake = (player: LivePlayer): (() => void) => {
  const wake = keepAwake(() => {
    const { status, paused } = player.snapshot.get();
    return !paused && (status.name === 'playing' || status.name === 'buffering');
  });
  const unsubscribe = player.snapshot.subscribe(wake.update);
  return () => {
    unsubscribe();
    wake.release();
  };
};

/**
 * Creates a player for the video element, starts it and destroys it on unmount. Returns `null` while `join` is `null`
 * and on the server.
 *
 * @param liveId id of the live or of its stream, for reports; `null`: the running live
 * @param beginsAtMs the stadium time at which it starts; `null`: at the live edge
 */
export const useLivePlayer = (
  video: RefObject<HTMLVideoElement | null>,
  join: JoinStream | null,
  liveId: string | null,
  realtime = false,
  beginsAtMs: number | null = null,
): LivePlayer | null => {
  const [player, setPlayer] = useState<LivePlayer | null>(null);
  useEffect(() => {
    if (join === null || video.current === null) return;
    const { dataSaver, audioOnly } = getPreferences();
    const made = new LivePlayer({
      video: video.current,
      join,
      createEngine,
      realtime,
      dataSaver,
      audioOnly: audioOnly && !realtime,
    });
    const allowSleep = keepScreenAwake(made);
    const endReport = reportPlayback(made, liveId);
    startTransition(() => setPlayer(made));
    made.start();
    if (beginsAtMs !== null) made.beginAt(beginsAtMs);
    return () => {
      allowSleep();
      endReport();
      made.destroy();
      setPlayer(null);
    };
  }, [video, join, liveId, realtime, beginsAtMs]);
  return player;
};

/** Shows the live or the replay on the lock screen while the player exists. */
export const useMediaSession = (player: PicturePlayer | null, title: MediaTitle): void => {
  const { title: name, artist } = title;
  useEffect(() => {
    if (player === null) return;
    return showMediaSession(player, { title: name, artist });
  }, [player, name, artist]);
};

const HIDE_AFTER_MS = 3_000;

/**
 * Returns whether the controls are shown: for some time after pointer, key or touch input, and always while nothing
 * plays.
 */
export const useControlsShown = (
  playing: boolean,
): { readonly shown: boolean; readonly show: () => void; readonly hide: () => void } => {
  const [shown, setShown] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!playing) return;
    timer.current = setTimeout(() => setShown(false), HIDE_AFTER_MS);
    return () => {
      clearTimeout(timer.current);
      setShown(true);
    };
  }, [playing]);
  const show = () => {
    setShown(true);
    clearTimeout(timer.current);
    if (playing) timer.current = setTimeout(() => setShown(false), HIDE_AFTER_MS);
  };
  const hide = () => {
    clearTimeout(timer.current);
    if (playing) setShown(false);
  };
  return { shown: shown || !playing, show, hide };
};
