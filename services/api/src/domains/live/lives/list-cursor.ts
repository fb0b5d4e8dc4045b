import { LiveStatus } from '@sangwian/contract/endpoints/live';
import { ProgramLiveId } from '@sangwian/contract/ids';
import { z } from 'zod';

/** The order of the live list: what is on, then what comes, then what was. */
export const LIST_GROUPS = ['in_progress', 'not_started', 'ended'] as const satisfies LiveStatus[];

/** What a cursor of this list holds. */
export const ListPosition = z
  .tuple([LiveStatus, z.int().min(0).max(8.64e15), ProgramLiveId])
  .transform(([status, atMs, programLiveId]) => ({ status, at: new Date(atMs), programLiveId }));
/** Where a page ended: the group, and within it the time that it is sorted by and the live's id. */
export type ListPosition = z.infer<typeof ListPosition>;

/** The position as it stands in a cursor. */
export const packPosition = ({ status, at, programLiveId }: ListPosition): unknown => [
  status,
  at.getTime(),
  programLiveId,
];

/** The groups that are still to be read: from the cursor's on, or the one that is asked for. */
export function groupsAfter(
  position: ListPosition | null,
  only: LiveStatus | undefined,
): readonly LiveStatus[] {
  const from = position === null ? 0 : LIST_GROUPS.indexOf(position.status);
  return LIST_GROUPS.slice(from).filter((group) => only === undefined || group === only);
}
