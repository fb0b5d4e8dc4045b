import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import { addressKey } from '../../../platform/http/rate-limits.ts';
import type { GuessCount, Guesses } from '../../../platform/limits/guesses/guesses.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { rangeOf } from './otp-rules.ts';
import type { OtpSettings } from './otp-settings.ts';
import { makeChallenge, readSolvedBits, type SolvedWork } from './otp-work.ts';

const HOUR = 60;
const DAY = 24 * 60;

/**
 * Counted in the database, for all nodes. Only what was never verified counts: fans verify, pumps do not. None of these
 * refuses anybody; beyond them a call has to come with a proof of work (decision 36).
 */
export const OTP_FREE = {
  /** From one address: 500 fans who sign up at the door of an arena, and some more. */
  perAddressAndHour: 600,
  perAddressAndDay: 2_000,
  /** To new phones among ten thousand numbers in a row. Beyond either the range counts as pumped. */
  perRangeAndHour: 60,
  perRangeAndDay: 200,
  /** To new phones of a pumped range from one address in an hour: a family that signs up together. */
  perAddressInPumpedRange: 3,
  /** Answers that tell whether a phone is known, to one address, and to one address of one phone, in an hour. */
  toldPerAddress: 60,
  toldPerPhone: 6,
} as const;

/** The price of a call beyond `OTP_FREE`. */
export const OTP_WORK = {
  /** 32 768 hashes: under a second on an old phone. */
  bitsMin: 15,
  /** Two million hashes: about ten seconds on an old phone. More would be a lock for honest people. */
  bitsMax: 21,
  /** The price doubles after so many more. */
  callsPerBit: 10,
  /** The price may have risen by so many bits while the caller was at work. */
  slackBits: 2,
} as const;

/** Wrong codes from one address. A full address leaves every OTP fewer tries, and locks nobody out. */
export const OTP_GUESSES = {
  perAddress: { guessesMax: 300, minutes: 15 },
  triesAtFullAddress: 2,
} as const;

/** Whom a message goes to: each has a budget of its own, so that pumped new phones keep no member from an OTP. */
export type OtpRecipientKind = 'new' | 'member';

export interface OtpCall {
  /** E.164. */
  readonly phone: string;
  readonly ip: string;
  readonly work: SolvedWork | undefined;
}

export interface OtpLimits {
  /** Reads the work that came with a call, which counts once. @returns its bits; 0: none */
  readWork(call: OtpCall): Promise<number>;
  /**
   * Before it is looked up whether a phone is known, which a refusal would tell.
   *
   * @throws {ApiError} `otp_work_needed`
   */
  beginTelling(call: OtpCall, solvedBits: number): Promise<void>;
  /** A message is sent instead, and has limits of its own: nothing is counted. */
  endTelling(call: OtpCall): Promise<void>;
  /**
   * Before a message is sent.
   *
   * @throws {ApiError} `otp_work_needed`; `rate_limited` where the budget of all nodes is spent
   */
  beginSending(call: OtpCall, kind: OtpRecipientKind, solvedBits: number): Promise<void>;
  /** None was sent: nothing is counted. */
  cancelSending(call: OtpCall, kind: OtpRecipientKind): Promise<void>;
  /** The code was verified: it was no pump's, and only the budget of all nodes keeps it. */
  endSending(call: Pick<OtpCall, 'phone' | 'ip'>, kind: OtpRecipientKind): Promise<void>;
  /**
   * Before a code is looked at, so that those that come at once count too.
   *
   * @returns how many tries an OTP has from this address, and why no more
   */
  beginTry(ip: string): Promise<{ readonly triesMax: number; readonly refusal: ApiError | null }>;
  /** The code was right: nothing is counted. */
  endTry(ip: string): Promise<void>;
}

/** The bits that a call has to bring which is so many beyond what is free. */
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

const toldCounts = ({ phone, ip }: Pick<OtpCall, 'phone' | 'ip'>): GuessCount[] => [
  count(HOUR, 'told', addressKey(ip)),
  count(HOUR, 'told', addressKey(ip), phone),
];

function sendingCounts({ phone, ip }: Pick<OtpCall, 'phone' | 'ip'>, kind: OtpRecipientKind) {
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

/** How far a call is beyond what is free, by what `sendingCounts` counted. */
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

  /** Refuses a call that is beyond what is free and brings too little work, and uncounts it. */
  async function demandWork(
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
    beginTelling: async (call, solvedBits) => {
      const counts = toldCounts(call);
      const [ofAddress = 0, ofPhone = 0] = await guesses.tally(counts);
      const beyond = Math.max(ofAddress - OTP_FREE.toldPerAddress, ofPhone - OTP_FREE.toldPerPhone);
      await demandWork(call, counts, { beyond, solvedBits });
    },
    endTelling: (call) => guesses.giveBack(toldCounts(call)),
    beginSending: async (call, kind, solvedBits) => {
      const counts = sendingCounts(call, kind);
      const beyond = beyondFree(await guesses.tally(counts));
      await demandWork(call, counts, { beyond, solvedBits });
      await guesses.begin([budgetOf(kind)]).catch(async (error: unknown) => {
        await guesses.giveBack(counts);
        throw error;
      });
    },
    cancelSending: (call, kind) => guesses.giveBack([...sendingCounts(call, kind), budgetOf(kind)]),
    endSending: (call, kind) => guesses.giveBack(sendingCounts(call, kind)),
    beginTry: async (ip) => {
      try {
        await guesses.begin([wrongFrom(ip)]);
        return { triesMax: LIMITS.otpTriesMax, refusal: null };
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'rate_limited') throw error;
        return { triesMax: OTP_GUESSES.triesAtFullAddress, refusal: error };
      }
    },
    endTry: (ip) => guesses.giveBack([wrongFrom(ip)]),
  };
}
