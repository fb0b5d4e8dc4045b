import { addressKey, createLimit } from '../../http/rate-limits.ts';
import { rangeOf } from './otp-rules.ts';

const HOUR_S = 3_600;
const DAY_S = 86_400;

/** Of one node. Addresses are shared by thousands of fans behind a mobile carrier, so theirs are generous. */
export const OTP_LIMITS = {
  perAddress: { hourMax: 300, dayMax: 2_000 },
  /** Ten thousand numbers in a row. */
  perRange: { hourMax: 60, dayMax: 200 },
  /** Refusals that tell whether a phone is known, to one address and of one phone. */
  toldPerAddressHourMax: 60,
  toldPerPhoneHourMax: 6,
  /** Wrong codes from one address. */
  wrongPerAddress: { max: 300, seconds: 900 },
} as const;

export interface OtpLimits {
  /**
   * Before it is looked up whether a phone is known, which a refusal would tell; counted now, so that calls that come
   * at once count too.
   *
   * @throws {ApiError} `rate_limited`
   */
  beginTelling(phone: string, ip: string): Promise<void>;
  /** A message is sent instead, and has limits of its own: nothing is counted. */
  endTelling(phone: string, ip: string): Promise<void>;
  /**
   * Before a message is sent.
   *
   * @throws {ApiError} `rate_limited`
   */
  beginSending(phone: string, ip: string): Promise<void>;
  /** None was sent: nothing is counted, or whoever asks and asks would use up what others share. */
  cancelSending(phone: string, ip: string): Promise<void>;
  /**
   * Before a code is looked at, so that those that come at once count too.
   *
   * @throws {ApiError} `rate_limited`
   */
  beginTry(ip: string): Promise<void>;
  /** The code was right: nothing is counted. */
  endTry(ip: string): Promise<void>;
}

/** @param perHourMax OTPs that all fans together may ask for */
export function createOtpLimits(perHourMax: number): OtpLimits {
  const { perAddress, perRange, wrongPerAddress } = OTP_LIMITS;
  const ofEveryone = createLimit(perHourMax, HOUR_S);
  const ofAddress = [
    createLimit(perAddress.hourMax, HOUR_S),
    createLimit(perAddress.dayMax, DAY_S),
  ];
  const ofRange = [createLimit(perRange.hourMax, HOUR_S), createLimit(perRange.dayMax, DAY_S)];
  const toldToAddress = createLimit(OTP_LIMITS.toldPerAddressHourMax, HOUR_S);
  const toldOfPhone = createLimit(OTP_LIMITS.toldPerPhoneHourMax, HOUR_S);
  const wrong = createLimit(wrongPerAddress.max, wrongPerAddress.seconds);
  const pairKey = (phone: string, ip: string): string => `${phone} ${addressKey(ip)}`;
  return {
    beginTelling: async (phone, ip) => {
      await toldToAddress.take(addressKey(ip));
      await toldOfPhone.take(pairKey(phone, ip));
    },
    endTelling: async (phone, ip) => {
      await toldToAddress.giveBack(addressKey(ip));
      await toldOfPhone.giveBack(pairKey(phone, ip));
    },
    beginSending: async (phone, ip) => {
      for (const limit of ofAddress) await limit.take(addressKey(ip));
      for (const limit of ofRange) await limit.take(rangeOf(phone));
      await ofEveryone.take('');
    },
    cancelSending: async (phone, ip) => {
      for (const limit of ofAddress) await limit.giveBack(addressKey(ip));
      for (const limit of ofRange) await limit.giveBack(rangeOf(phone));
      await ofEveryone.giveBack('');
    },
    beginTry: (ip) => wrong.take(addressKey(ip)),
    endTry: (ip) => wrong.giveBack(addressKey(ip)),
  };
}
