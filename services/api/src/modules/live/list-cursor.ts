import { LiveStatus } from '@sangwian/contract/endpoints/live';
import { ProgramLiveId } from '@sangwian/contract/ids';
import { z } from 'zod';

/** The order of the live list: what is on, then what comes, then what was. */
export const LIST_GROUPS = ['in_progress', 'not_started', 'ended'] as const satisfies LiveStatus[];

/** Where a page ended: the group, and within it the time that it is sorted by and the live's id. */
export interface ListPosition {
  readonly status: LiveStatus;
  readonly at: Date;
  readonly programLiveId: ProgramLiveId;
}

const Encoded = z.tuple([LiveStatus, z.int().min(0).max(8.64e15), ProgramLiveId]);

/** An opaque cursor for the next page. */
export const sealCursor = (position: ListPosition): string =>
  Buffer.from(
    JSON.stringify([position.status, position.at.getTime(), position.programLiveId]),
  ).toString('base64url');

/** The position that the cursor holds, or `null` where it is none of ours. */
export function openCursor(cursor: string): ListPosition | null {
  try {
    const parsed = Encoded.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (!parsed.success) return null;
    const [status, atMs, programLiveId] = parsed.data;
    return { status, at: new Date(atMs), programLiveId };
  } catch {
    return null;
  }
}

/** The groups that are still to be read: from the cursor's on, or the one that is asked for. */
export function groupsAfter(
  position: ListPosition | null,
  only: LiveStatus | undefined,
): readonly LiveStatus[] {
  const from = position === null ? 0 : LIST_GROUPS.indexOf(position.status);
  return LIST_GROUPS.slice(from).filter((group) => only === undefined || group === only);
}
