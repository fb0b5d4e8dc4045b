import type { ErrorCode } from '@sangwian/contract/errors/codes';

export type Link = 'line' | 'apple' | 'phone';

/** A member's ways to sign in. */
export interface SignInMethods {
  readonly phone: string | null;
  readonly line_subject: string | null;
  readonly apple_subject: string | null;
  /** Set if the member belongs to a partner and signs in through the partner. */
  readonly map_system_id: string | null;
}

const linkedOf = (ways: SignInMethods): Readonly<Record<Link, boolean>> => ({
  phone: ways.phone !== null,
  line: ways.line_subject !== null,
  apple: ways.apple_subject !== null,
});

/**
 * Returns why a link cannot be removed: the link does not exist, or it is the member's last way to sign in. A phone
 * without a password counts as a way to sign in, since an OTP can set a password.
 */
export function unlinkErrorOf(ways: SignInMethods, link: Link): ErrorCode | null {
  const linked = linkedOf(ways);
  if (!linked[link]) return 'link_missing';
  const others = Object.values(linked).filter(Boolean).length - 1;
  return others === 0 && ways.map_system_id === null ? 'link_last' : null;
}

/** Returns the error for a phone that belongs to another member. */
export function takenPhoneErrorOf(owner: SignInMethods | undefined): ErrorCode {
  if (owner === undefined) return 'phone_exists';
  if (owner.line_subject !== null) return 'phone_linked_line';
  if (owner.apple_subject !== null) return 'phone_linked_apple';
  return 'phone_linked';
}

/** The errors for a provider's account that is linked to another member. */
export const TAKEN_SUBJECT = {
  line: 'line_linked',
  apple: 'apple_linked',
} as const satisfies Record<'line' | 'apple', ErrorCode>;
