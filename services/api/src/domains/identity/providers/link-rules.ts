import type { ErrorCode } from '@sangwian/contract/errors/codes';

export type Link = 'line' | 'apple' | 'phone';

/** A member's ways to sign in. */
export interface SignInMethods {
  readonly phone: string | null;
  readonly line_subject: string | null;
  readonly apple_subject: string | null;
  /** Set for a partner's member, who signs in through the partner. */
  readonly map_system_id: string | null;
}

const linkedOf = (ways: SignInMethods): Readonly<Record<Link, boolean>> => ({
  phone: ways.phone !== null,
  line: ways.line_subject !== null,
  apple: ways.apple_subject !== null,
});

/**
 * Returns why a link cannot be removed: it does not exist, or it is the last way to sign in. A phone counts even without
 * a password, since an OTP can set one.
 */
export function unlinkErrorOf(ways: SignInMethods, link: Link): ErrorCode | null {
  const linked = linkedOf(ways);
  if (!linked[link]) return 'link_missing';
  const others = Object.values(linked).filter(Boolean).length - 1;
  return others === 0 && ways.map_system_id === null ? 'link_last' : null;
}

/** Returns the error for a phone that another member has. */
export function takenPhoneErrorOf(owner: SignInMethods | undefined): ErrorCode {
  if (owner === undefined) return 'phone_exists';
  if (owner.line_subject !== null) return 'phone_linked_line';
  if (owner.apple_subject !== null) return 'phone_linked_apple';
  return 'phone_linked';
}

/** Errors for a subject that another member has. */
export const TAKEN_SUBJECT = {
  line: 'line_linked',
  apple: 'apple_linked',
} as const satisfies Record<'line' | 'apple', ErrorCode>;
