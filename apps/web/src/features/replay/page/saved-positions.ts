import { readStored, writeStored } from '../../../shared/storage/local-storage.ts';

/** Replays that a browser remembers. */
const REPLAYS_MAX = 50;
/** An earlier position is not worth a question. */
const POSITION_S_MIN = 20;

/** Where a member stopped watching, the latest replay first. */
interface SavedPositions {
  readonly member_id: string;
  readonly positions: readonly (readonly [programLiveId: string, positionS: number])[];
}

/** Parses the stored positions of a member; those of another member, or malformed ones, read as none. */
export function parsePositions(text: string | null, memberId: string): SavedPositions {
  const none = { member_id: memberId, positions: [] };
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<SavedPositions> | null;
    if (stored?.member_id !== memberId || !Array.isArray(stored.positions)) return none;
    const positions = stored.positions.filter(
      (entry) => typeof entry?.[0] === 'string' && Number.isFinite(entry[1]),
    );
    return { member_id: memberId, positions };
  } catch {
    return none;
  }
}

/** Puts a position first; an early one is removed, as after the end. */
export function withPosition(
  saved: SavedPositions,
  programLiveId: string,
  positionS: number,
): SavedPositions {
  const others = saved.positions.filter(([id]) => id !== programLiveId);
  const own = positionS < POSITION_S_MIN ? [] : [[programLiveId, Math.floor(positionS)] as const];
  return { ...saved, positions: [...own, ...others].slice(0, REPLAYS_MAX) };
}

/** Returns where the member stopped watching a replay in this browser; `null`: nowhere. */
export const readPosition = (memberId: string, programLiveId: string): number | null =>
  parsePositions(readStored('replay_positions'), memberId).positions.find(
    ([id]) => id === programLiveId,
  )?.[1] ?? null;

/** Stores where the member is. @param positionS 0: forget it */
export function savePosition(memberId: string, programLiveId: string, positionS: number): void {
  const saved = parsePositions(readStored('replay_positions'), memberId);
  writeStored('replay_positions', JSON.stringify(withPosition(saved, programLiveId, positionS)));
}
