import { LIMITS } from '@sangwian/contract/limits';
import { isPersonName, normalizePersonName } from '@sangwian/contract/rules/person-name';

export const PARTNER_TOKEN_LIMITS = {
  secondsMax: 5 * 60,
  /** Clocks of two companies are never quite the same. */
  skewSecondsMax: 30,
  idCharsMax: 128,
  /** 100 000 baht. */
  satangMax: 10_000_000,
} as const;

/** Whether a token's times are those of one that was signed just now and ends soon; all in seconds. */
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
  // A token holds thousands of letters; what is far beyond any name is not looked at.
  if (typeof value !== 'string' || value.length > LIMITS.nameCharsMax * 8) return null;
  const name = normalizePersonName(value);
  return isPersonName(name) ? name : null;
};

/**
 * How a partner's member is called here. A partner may know no names, or nicknames that no name here may be; then the
 * member is a fan, and may change that in the profile.
 */
export const nameOf = (
  claims: { readonly first_name?: unknown; readonly last_name?: unknown },
  language: 'TH' | 'EN',
): PartnerName => ({
  firstName: personName(claims.first_name) ?? (language === 'TH' ? 'แฟนมวย' : 'Fan'),
  lastName: personName(claims.last_name) ?? '',
});
