import type { MemberProfile } from '../../shared/session/session.ts';

export type Way = keyof MemberProfile['links'];

export const WAYS: readonly Way[] = ['phone', 'line', 'apple'];

/**
 * Returns the only way to log in. Returns `null` for a member with several ways, and for a partner's member, who has
 * none.
 */
export function onlyWay(links: MemberProfile['links']): Way | null {
  const [first, second] = WAYS.filter((way) => links[way]);
  return first !== undefined && second === undefined ? first : null;
}
