import type { LivePlayer } from '../../player/state/live-player.ts';
import type { ReplayPlayer } from '../../replay/player/replay-player.ts';

/** The common interface of the players of a live and of a replay, for the sheet that cuts clips. */
export interface CutPlayer {
  readonly positionS: () => number;
  readonly fromS: number;
  readonly seekTo: (positionS: number) => void;
  readonly play: () => void;
  /** Returns to the position that the fan watched before. */
  readonly restore: () => void;
  /** Returns the start of a clip as the API expects it. */
  readonly beginAt: (positionS: number) => { starts_at: string } | { position_ms: number };
}

/** Returns the player of a replay for a cut. */
function ofReplay(player: ReplayPlayer): CutPlayer {
  const beforeS = player.progress.get().positionS;
  return {
    positionS: () => player.progress.get().positionS,
    fromS: 0,
    seekTo: (positionS) => player.position.seekTo(positionS),
    play: () => player.play(),
    restore: () => player.position.seekTo(beforeS),
    beginAt: (positionS) => ({ position_ms: Math.round(positionS * 1_000) }),
  };
}

/** Returns the player of a live for a cut; `null` while the stream has no program time. */
function ofLive(player: LivePlayer): CutPlayer | null {
  const { positionS: beforeS, fromS, atLive } = player.progress.get();
  const { programTimeMs } = player;
  if (programTimeMs === null) return null;
  return {
    positionS: () => player.progress.get().positionS,
    fromS,
    seekTo: (positionS) => player.position.seekTo(positionS),
    play: () => player.play(),
    restore: () => (atLive ? player.goLive() : player.position.seekTo(beforeS)),
    beginAt: (positionS) => ({
      starts_at: new Date(programTimeMs + (positionS - beforeS) * 1_000).toISOString(),
    }),
  };
}

/** Returns the player of a live or a replay for a cut; `null` while there is no video to cut. */
export const cutPlayerOf = (player: LivePlayer | ReplayPlayer): CutPlayer | null =>
  'goLive' in player ? ofLive(player) : ofReplay(player);
