import type { MemberProfile } from '../../shared/session/session.ts';

/** A way to log in. */
export type Way = keyof MemberProfile['links'];

export const WAYS: readonly Way[] = ['phone', 'line', 'apple'];

/** The one that has to stay; `null` where there are several, or none of ours (a partner's member). */
export function onlyWay(links: MemberProfile['links']): Way | null {
  const [first, second] = WAYS.filter((way) => links[way]);
  return first !== undefined && second === undefined ? first : null;
}
