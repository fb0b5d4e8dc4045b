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
 * Free messages and lookups, counted in the database across nodes. Only unverified messages count, since SMS pumping
 * never verifies. Beyond these limits a call needs a proof of work (decision 36).
 */
export const OTP_FREE = {
  /** From one address: 500 fans who sign up at an arena, and a margin. */
  perAddressAndHour: 600,
  perAddressAndDay: 2_000,
  /** To new phones in a range of ten thousand numbers. Beyond either limit the range counts as pumped. */
  perRangeAndHour: 60,
  perRangeAndDay: 200,
  /** To new phones of a pumped range from one address per hour: a family. */
  perAddressInPumpedRange: 3,
  /** Answers per hour that reveal whether a phone is known: to one address, and to one address about one phone. */
  lookupsPerAddress: 60,
  lookupsPerPhone: 6,
} as const;

/** Proof of work of a call beyond `OTP_FREE`. */
export const OTP_WORK = {
  /** 32 768 hashes: under a second on an old phone. */
  bitsMin: 15,
  /** Two million hashes: about ten seconds on an old phone. More would lock honest fans out. */
  bitsMax: 21,
  /** The work doubles after this many further calls. */
  callsPerBit: 10,
  /** Tolerated rise of the required bits while the caller was solving. */
  slackBits: 2,
} as const;

/** Wrong codes from one address. At a full address each OTP has fewer tries, but no caller is locked out. */
export const OTP_GUESSES = {
  perAddress: { guessesMax: 300, minutes: 15 },
  triesAtFullAddress: 2,
} as const;

/** Kind of recipient. Each has its own budget, so that pumping to new phones does not block members' OTPs. */
export type OtpRecipientKind = 'new' | 'member';

export interface OtpCall {
  /** E.164. */
  readonly phone: string;
  readonly ip: string;
  readonly work: SolvedWork | undefined;
}

export interface OtpLimits {
  /** Verifies and uses the work of a call. Returns its bits; 0 without valid work. */
  readWork(call: OtpCall): Promise<number>;
  /**
   * Counts a lookup that reveals whether a phone is known. Call it before the lookup.
   *
   * @throws {ApiError} `otp_work_needed`
   */
  countLookup(call: OtpCall, solvedBits: number): Promise<void>;
  /** Uncounts a lookup that leads to a message, which has its own limits. */
  uncountLookup(call: OtpCall): Promise<void>;
  /**
   * Counts a message. Call it before sending.
   *
   * @throws {ApiError} `otp_work_needed`; `rate_limited` if the budget of all nodes is spent
   */
  countMessage(call: OtpCall, kind: OtpRecipientKind, solvedBits: number): Promise<void>;
  /** Uncounts a message that was not sent. */
  uncountMessage(call: OtpCall, kind: OtpRecipientKind): Promise<void>;
  /** Uncounts a verified message, except in the budget of all nodes. */
  uncountVerified(call: Pick<OtpCall, 'phone' | 'ip'>, kind: OtpRecipientKind): Promise<void>;
  /**
   * Counts a try before the code is checked, so that concurrent tries count too.
   *
   * @returns the tries that an OTP has from this address, and the error once they are used up
   */
  countTry(ip: string): Promise<{ readonly triesMax: number; readonly refusal: ApiError | null }>;
  /** Uncounts a correct code. */
  uncountTry(ip: string): Promise<void>;
}

/** Returns the required bits of a call that is `beyond` the free limit. */
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

/** Returns how far a call is beyond the free limits, from the tallies of `messageCounters`. */
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

  /** Refuses and uncounts a call beyond the free limits with too little work. */
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
