import type { ErrorCode } from '@sangwian/contract/errors/codes';

export type Link = 'line' | 'apple' | 'phone';

/** What a member signs in with. */
export interface Ways {
  readonly phone: string | null;
  readonly line_subject: string | null;
  readonly apple_subject: string | null;
  /** Of a partner's member, who comes in through the partner. */
  readonly map_system_id: string | null;
}

const linkedOf = (ways: Ways): Readonly<Record<Link, boolean>> => ({
  phone: ways.phone !== null,
  line: ways.line_subject !== null,
  apple: ways.apple_subject !== null,
});

/**
 * Why a link may not be ended: there is none, or nothing would be left to sign in with. A phone counts without a
 * password too: a password is set by an OTP.
 */
export function refusalOfUnlink(ways: Ways, link: Link): ErrorCode | null {
  const linked = linkedOf(ways);
  if (!linked[link]) return 'link_missing';
  const others = Object.values(linked).filter(Boolean).length - 1;
  return others === 0 && ways.map_system_id === null ? 'link_last' : null;
}

/** What is told of a phone that another member has. */
export function refusalOfTakenPhone(owner: Ways | undefined): ErrorCode {
  if (owner === undefined) return 'phone_exists';
  if (owner.line_subject !== null) return 'phone_linked_line';
  if (owner.apple_subject !== null) return 'phone_linked_apple';
  return 'phone_linked';
}

/** The one for a subject that another member has. */
export const TAKEN_SUBJECT = {
  line: 'line_linked',
  apple: 'apple_linked',
} as const satisfies Record<'line' | 'apple', ErrorCode>;
