import { LIMITS } from '@sangwian/contract/limits';
import { isPersonName, normalizePersonName } from '@sangwian/contract/rules/person-name';

export const PARTNER_TOKEN_LIMITS = {
  secondsMax: 5 * 60,
  /** Tolerated difference between the partner's clock and ours. */
  skewSecondsMax: 30,
  idCharsMax: 128,
  /** 100,000 baht. */
  satangMax: 10_000_000,
} as const;

/** Returns whether a token was signed recently and expires soon. All times are in seconds. */
export function isTimely({ iat, exp }: { iat: number; exp: number }, now: number): boolean {
  const { secondsMax, skewSecondsMax } = PARTNER_TOKEN_LIMITS;
  return (
    iat <= now + skewSecondsMax &&
    exp > now - skewSecondsMax &&
    exp > iat &&
    exp - iat <= secondsMax
  );
}

export interface PartnerName {
  readonly firstName: string;
  readonly lastName: string;
}

const personName = (value: unknown): string | null => {
  // Longer texts are not normalised, since a token may contain thousands of characters.
  if (typeof value !== 'string' || value.length > LIMITS.nameCharsMax * 8) return null;
  const name = normalizePersonName(value);
  return isPersonName(name) ? name : null;
};

/**
 * Returns the name of a partner's member. A member without a valid name is called a fan, and can change the name in the
 * profile.
 */
export const nameOf = (
  claims: { readonly first_name?: unknown; readonly last_name?: unknown },
  language: 'TH' | 'EN',
): PartnerName => ({
  firstName: personName(claims.first_name) ?? (language === 'TH' ? 'แฟนมวย' : 'Fan'),
  lastName: personName(claims.last_name) ?? '',
});
