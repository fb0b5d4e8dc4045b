import type { LivePlayer } from './live-player.ts';

/** Longer than a slow phone needs for the first frame. */
const LOAD_AFTER_MS = 4_000;

/**
 * Reports the playback of a player. Loads the code after the first frame, or once the page has finished its start. The
 * player works without it.
 */
export function reportPlayback(player: LivePlayer, liveId: string | null): () => void {
  const beganMs = performance.now();
  let following: Promise<() => void> | undefined;
  const follow = () => {
    const calledMs = performance.now();
    following ??= import('../../telemetry/playback-report.ts').then(
      (report) => report.followPlayback(player, liveId, beganMs, calledMs),
      () => () => {},
    );
  };
  const timer = setTimeout(follow, LOAD_AFTER_MS);
  // A destroyed player has no listeners to remove: its snapshot never starts again.
  player.snapshot.subscribe(() => player.snapshot.get().started && follow());
  return () => {
    clearTimeout(timer);
    following?.then((stop) => stop());
  };
}
