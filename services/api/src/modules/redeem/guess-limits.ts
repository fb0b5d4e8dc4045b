import type { Device } from '../../http/caller-cookies.ts';
import { addressKey } from '../../http/rate-limits.ts';
import type { GuessCount } from '../guesses/guesses.module.ts';

const QUARTER = 15;

/**
 * Codes that nobody gave out. A code that is made has 59 bits, so these keep off who tries words; an address may be
 * that of thousands of fans who mistype.
 */
export const REDEEM_GUESS_LIMITS = {
  perMember: { guessesMax: 10, minutes: QUARTER },
  perDevice: { guessesMax: 20, minutes: QUARTER },
  perAddress: { guessesMax: 300, minutes: QUARTER },
} as const;

export interface Trier {
  readonly memberId: string;
  readonly device: Pick<Device, 'hash'>;
  readonly ip: string;
}

const countOf = (name: keyof typeof REDEEM_GUESS_LIMITS, who: string): GuessCount => ({
  ...REDEEM_GUESS_LIMITS[name],
  of: ['redeem', name, who],
});

/** What a wrong code of somebody is counted in. */
export const guessCountsOf = ({ memberId, device, ip }: Trier): GuessCount[] => [
  countOf('perMember', memberId),
  ...(device.hash === null ? [] : [countOf('perDevice', device.hash.toString('base64url'))]),
  countOf('perAddress', addressKey(ip)),
];
