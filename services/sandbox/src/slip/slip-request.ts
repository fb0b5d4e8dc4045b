import { z } from 'zod';

const REFERENCE_CHARS_MAX = 25;
const SATANG_MAX = 100_000_000;
const text = (charsMax: number) => z.string().trim().max(charsMax);

/** The values of a slip from the form or the URL. Missing values are invented. */
export const SlipRequest = z.object({
  /** Number of the order, used as the memo. */
  order: text(40).catch('').default(''),
  /** Amount in baht, as an alternative to satang. */
  baht: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/)
    .optional()
    .catch(undefined),
  satang: z.coerce.number().int().min(1).max(SATANG_MAX).catch(19_900).default(19_900),
  /** Time of the transfer; default: now. */
  at: z.coerce.date().optional().catch(undefined),
  sender: text(40).catch('').default(''),
  receiver: text(60).catch('').default(''),
  receiver_number: text(20).catch('').default(''),
  /** Sending bank in the small QR code. */
  bank: z
    .string()
    .regex(/^\d{3}$/)
    .catch('999')
    .default('999'),
  reference: z
    .string()
    .regex(/^[0-9A-Za-z]+$/)
    .max(REFERENCE_CHARS_MAX)
    .optional()
    .catch(undefined),
  /** `none`: a slip without a QR code. */
  code: z.enum(['shown', 'none']).catch('shown').default('shown'),
  /** `little` is still readable, `much` is not. */
  blur: z.enum(['none', 'little', 'much']).catch('none').default('none'),
  turn: z.enum(['0', '12', '90', '180']).catch('0').default('0'),
});
export type SlipRequest = z.infer<typeof SlipRequest>;

/** A slip with all values. */
export type Slip = Omit<SlipRequest, 'at' | 'reference' | 'baht'> & {
  readonly at: Date;
  readonly reference: string;
};

/** Default receiver of the money. */
export interface SlipReceiver {
  readonly name: string;
  readonly number: string;
}

const bangkokStamp = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Bangkok',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Returns a reference like those of banks: the time in Bangkok, then random digits. */
export const makeReference = (now: Date, random: () => number): string =>
  bangkokStamp.format(now).replace(/\D/g, '') +
  String(Math.floor(random() * 1_000_000)).padStart(6, '0');

/** Converts `1030.5` to 103050 without floating point. */
const bahtToSatang = (baht: string): number => {
  const [whole = '', hundredths = ''] = baht.split('.');
  return Number(whole + hundredths.padEnd(2, '0'));
};

/** Fills in the values that a request omits. */
export const completeSlip = (
  { baht, ...request }: SlipRequest,
  receiver: SlipReceiver,
  now: Date,
  random: () => number,
): Slip => ({
  ...request,
  satang: (baht === undefined ? 0 : bahtToSatang(baht)) || request.satang,
  at: request.at ?? now,
  sender: request.sender || 'นาย สมชาย ใจดี',
  receiver: request.receiver || receiver.name,
  receiver_number: request.receiver_number || receiver.number,
  reference: request.reference ?? makeReference(now, random),
});
