import type { ReplayPosition } from '@sangwian/contract/endpoints/replay';
import { readStored, writeStored } from '../../../shared/storage/local-storage.ts';

/** Replays that a browser remembers. */
const REPLAYS_MAX = 50;
/** An earlier position is not worth a question. */
const POSITION_S_MIN = 20;

export interface SavedPosition {
  readonly positionS: number;
  /** When the member was there. */
  readonly atMs: number;
}

type Entry = readonly [programLiveId: string, positionS: number, atMs: number];

/** Where a member stopped watching, the latest replay first. */
interface SavedPositions {
  readonly member_id: string;
  readonly positions: readonly Entry[];
}

/** Parses the stored positions of a member; those of another member, or malformed ones, read as none. */
export function parsePositions(text: string | null, memberId: string): SavedPositions {
  const none = { member_id: memberId, positions: [] };
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<SavedPositions> | null;
    if (stored?.member_id !== memberId || !Array.isArray(stored.positions)) return none;
    const positions = stored.positions
      .filter((entry) => typeof entry?.[0] === 'string' && Number.isFinite(entry[1]))
      // Earlier versions stored no time.
      .map(([id, positionS, atMs]): Entry => [id, positionS, Number.isFinite(atMs) ? atMs : 0]);
    return { member_id: memberId, positions };
  } catch {
    return none;
  }
}

/** Puts a position first. */
export function withPosition(
  saved: SavedPositions,
  programLiveId: string,
  { positionS, atMs }: SavedPosition,
): SavedPositions {
  const others = saved.positions.filter(([id]) => id !== programLiveId);
  const own: Entry = [programLiveId, Math.floor(positionS), atMs];
  return { ...saved, positions: [own, ...others].slice(0, REPLAYS_MAX) };
}

/** Returns where the member stopped watching a replay in this browser. */
export function readPosition(memberId: string, programLiveId: string): SavedPosition | null {
  const { positions } = parsePositions(readStored('replay_positions'), memberId);
  const entry = positions.find(([id]) => id === programLiveId);
  return entry === undefined ? null : { positionS: entry[1], atMs: entry[2] };
}

/** Stores where the member is in this browser. */
export function savePosition(
  memberId: string,
  programLiveId: string,
  position: SavedPosition,
): void {
  const saved = parsePositions(readStored('replay_positions'), memberId);
  writeStored('replay_positions', JSON.stringify(withPosition(saved, programLiveId, position)));
}

/**
 * Returns where to continue, in seconds: the later of the browser's position and the server's, which another device may
 * have written; `null`: at the start.
 */
export function continueFrom(
  local: SavedPosition | null,
  kept: ReplayPosition | null,
): number | null {
  const keptMs = kept?.watched_at == null ? Number.NEGATIVE_INFINITY : Date.parse(kept.watched_at);
  const positionS =
    kept !== null && keptMs > (local?.atMs ?? Number.NEGATIVE_INFINITY)
      ? kept.position_s
      : (local?.positionS ?? 0);
  return positionS < POSITION_S_MIN ? null : positionS;
}
