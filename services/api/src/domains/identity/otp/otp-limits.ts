import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { OtpSettings } from '../../../config/otp-settings.ts';
import { addressKey } from '../../../platform/http/rate-limits.ts';
import type { GuessCount, Guesses } from '../../../platform/limits/guesses/guesses.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { rangeOf } from './otp-rules.ts';
import { makeChallenge, readSolvedBits, type SolvedWork } from './otp-work.ts';

const HOUR = 60;
const DAY = 24 * 60;

/**
 * Limits up to which a request needs no proof of work (decision 36). The messages and lookups are counted in the
 * database, across nodes. Verified messages do not count: attackers who pump SMS never verify a code.
 */
export const OTP_FREE = {
  /** Messages from one IP address: enough for 500 fans who sign up at an arena. */
  perAddressAndHour: 600,
  perAddressAndDay: 2_000,
  /** Messages to new phones within a range of ten thousand numbers. Beyond either limit the range counts as pumped. */
  perRangeAndHour: 60,
  perRangeAndDay: 200,
  /** Messages from one IP address per hour to new phones of a pumped range: enough for a family. */
  perAddressInPumpedRange: 3,
  /**
   * Responses per hour that reveal whether a phone is registered: to one IP address, and to one IP address about one
   * phone.
   */
  lookupsPerAddress: 60,
  lookupsPerPhone: 6,
} as const;

/** The proof of work that a request beyond the limits of `OTP_FREE` needs. */
export const OTP_WORK = {
  /** About 32,768 hashes: under a second on an old phone. */
  bitsMin: 15,
  /** About two million hashes: ten seconds on an old phone. A harder challenge would lock honest fans out. */
  bitsMax: 21,
  /** The work doubles after this many further requests. */
  callsPerBit: 10,
  /** The required bits may rise by this much while the client solves the challenge. */
  slackBits: 2,
} as const;

/**
 * Limit of wrong codes from one IP address. Beyond the limit each OTP allows fewer tries from that address, but no member
 * is locked out.
 */
export const OTP_GUESSES = {
  perAddress: { guessesMax: 300, minutes: 15 },
  triesAtFullAddress: 2,
} as const;

/**
 * Whether the recipient is a member. Members and new phones have separate budgets, so that pumping to new phones does
 * not block members' OTPs.
 */
export type OtpRecipientKind = 'new' | 'member';

export interface OtpCall {
  /** E.164. */
  readonly phone: string;
  readonly ip: string;
  readonly work: SolvedWork | undefined;
}

export interface OtpLimits {
  /** Verifies a solved challenge and uses it up. Returns the bits of its work; 0 without a valid solution. */
  readWork(call: OtpCall): Promise<number>;
  /**
   * Counts a lookup that reveals whether a phone is registered. Call this before the lookup.
   *
   * @throws {ApiError} `otp_work_needed`
   */
  countLookup(call: OtpCall, solvedBits: number): Promise<void>;
  /** Removes a lookup from the counters when a message follows, since messages have their own limits. */
  uncountLookup(call: OtpCall): Promise<void>;
  /**
   * Counts a message. Call this before sending.
   *
   * @throws {ApiError} `otp_work_needed`; `rate_limited` if the budget of all nodes is used up
   */
  countMessage(call: OtpCall, kind: OtpRecipientKind, solvedBits: number): Promise<void>;
  /** Removes a message that was not sent from the counters. */
  uncountMessage(call: OtpCall, kind: OtpRecipientKind): Promise<void>;
  /** Removes a verified message from the counters, except from the budget of all nodes. */
  uncountVerified(call: Pick<OtpCall, 'phone' | 'ip'>, kind: OtpRecipientKind): Promise<void>;
  /**
   * Counts a try before the code is checked, so that concurrent tries count too.
   *
   * @returns the number of tries that an OTP allows from this IP address, and the error to use after them
   */
  countTry(ip: string): Promise<{ readonly triesMax: number; readonly refusal: ApiError | null }>;
  /** Removes the try with a correct code from the counter. */
  uncountTry(ip: string): Promise<void>;
}

/** Returns the bits that a request needs when it is `beyond` requests over the free limit. */
export function bitsFor(beyond: number): number {
  if (beyond <= 0) return 0;
  const { bitsMin, bitsMax, callsPerBit } = OTP_WORK;
  return Math.min(bitsMax, bitsMin + Math.floor((beyond - 1) / callsPerBit));
}

const count = (minutes: number, ...of: readonly string[]): GuessCount => ({
  of: ['otp', ...of],
  guessesMax: Number.MAX_SAFE_INTEGER,
  minutes,
});

const lookupCounters = ({ phone, ip }: Pick<OtpCall, 'phone' | 'ip'>): GuessCount[] => [
  count(HOUR, 'told', addressKey(ip)),
  count(HOUR, 'told', addressKey(ip), phone),
];

function messageCounters({ phone, ip }: Pick<OtpCall, 'phone' | 'ip'>, kind: OtpRecipientKind) {
  const address = addressKey(ip);
  const range = rangeOf(phone);
  const ofAddress = [
    count(HOUR, 'hour of address', address),
    count(DAY, 'day of address', address),
  ];
  if (kind === 'member') return ofAddress;
  return [
    ...ofAddress,
    count(HOUR, 'hour of range', range),
    count(DAY, 'day of range', range),
    count(HOUR, 'address in range', range, address),
  ];
}

/**
 * Returns by how many requests a free limit is exceeded; 0 or less within the limits.
 *
 * @param counted the tallies, in the order of `messageCounters`
 */
function beyondFree(counted: readonly number[]): number {
  const [hour = 0, day = 0, rangeHour = 0, rangeDay = 0, inRange = 0] = counted;
  const isPumped = rangeHour > OTP_FREE.perRangeAndHour || rangeDay > OTP_FREE.perRangeAndDay;
  return Math.max(
    hour - OTP_FREE.perAddressAndHour,
    day - OTP_FREE.perAddressAndDay,
    isPumped ? inRange - OTP_FREE.perAddressInPumpedRange : 0,
  );
}

export interface OtpLimitsDeps {
  readonly guesses: Guesses;
  readonly clock: Clock;
  readonly settings: Pick<OtpSettings, 'secret' | 'perHourMax'>;
}

export function createOtpLimits({ guesses, clock, settings }: OtpLimitsDeps): OtpLimits {
  const budgetOf = (kind: OtpRecipientKind): GuessCount => ({
    of: ['otp', 'everybody', kind],
    guessesMax: settings.perHourMax,
    minutes: HOUR,
  });
  const wrongFrom = (ip: string): GuessCount => ({
    ...OTP_GUESSES.perAddress,
    of: ['otp', 'wrong', addressKey(ip)],
  });

  /** Refuses a request beyond the free limits that has too little work, and removes it from the counters. */
  async function requireWork(
    { phone }: OtpCall,
    counts: readonly GuessCount[],
    { beyond, solvedBits }: { readonly beyond: number; readonly solvedBits: number },
  ): Promise<void> {
    const bits = bitsFor(beyond);
    if (bits === 0 || solvedBits >= bits - OTP_WORK.slackBits) return;
    await guesses.giveBack(counts);
    const challenge = makeChallenge(settings.secret, { phone, bits, now: clock() });
    throw new ApiError('otp_work_needed', {
      details: [
        { path: 'challenge', message: challenge },
        { path: 'bits', message: String(bits) },
      ],
    });
  }

  return {
    readWork: async ({ phone, work }) => {
      if (work === undefined) return 0;
      const bits = readSolvedBits(settings.secret, phone, work, clock());
      if (bits === 0) return 0;
      const [uses = 0] = await guesses.tally([count(HOUR, 'work', work.challenge)]);
      return uses === 1 ? bits : 0;
    },
    countLookup: async (call, solvedBits) => {
      const counts = lookupCounters(call);
      const [ofAddress = 0, ofPhone = 0] = await guesses.tally(counts);
      const beyond = Math.max(
        ofAddress - OTP_FREE.lookupsPerAddress,
        ofPhone - OTP_FREE.lookupsPerPhone,
      );
      await requireWork(call, counts, { beyond, solvedBits });
    },
    uncountLookup: (call) => guesses.giveBack(lookupCounters(call)),
    countMessage: async (call, kind, solvedBits) => {
      const counts = messageCounters(call, kind);
      const beyond = beyondFree(await guesses.tally(counts));
      await requireWork(call, counts, { beyond, solvedBits });
      await guesses.begin([budgetOf(kind)]).catch(async (error: unknown) => {
        await guesses.giveBack(counts);
        throw error;
      });
    },
    uncountMessage: (call, kind) =>
      guesses.giveBack([...messageCounters(call, kind), budgetOf(kind)]),
    uncountVerified: (call, kind) => guesses.giveBack(messageCounters(call, kind)),
    countTry: async (ip) => {
      try {
        await guesses.begin([wrongFrom(ip)]);
        return { triesMax: LIMITS.otpTriesMax, refusal: null };
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'rate_limited') throw error;
        return { triesMax: OTP_GUESSES.triesAtFullAddress, refusal: error };
      }
    },
    uncountTry: (ip) => guesses.giveBack([wrongFrom(ip)]),
  };
}
