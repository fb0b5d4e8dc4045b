import { LiveStatus } from '@sangwian/contract/endpoints/live';
import { ProgramLiveId } from '@sangwian/contract/ids';
import { z } from 'zod';

/** The groups of the live list, in order. */
export const LIST_GROUPS = ['in_progress', 'not_started', 'ended'] as const satisfies LiveStatus[];

export const ListPosition = z
  .tuple([LiveStatus, z.int().min(0).max(8.64e15), ProgramLiveId])
  .transform(([status, atMs, programLiveId]) => ({ status, at: new Date(atMs), programLiveId }));
/** The end of a page: the group, its sort time and the live's id. */
export type ListPosition = z.infer<typeof ListPosition>;

export const packPosition = ({ status, at, programLiveId }: ListPosition): unknown => [
  status,
  at.getTime(),
  programLiveId,
];

/** Returns the groups from the cursor's group on, or only the requested group. */
export function groupsAfter(
  position: ListPosition | null,
  only: LiveStatus | undefined,
): readonly LiveStatus[] {
  const from = position === null ? 0 : LIST_GROUPS.indexOf(position.status);
  return LIST_GROUPS.slice(from).filter((group) => only === undefined || group === only);
}
