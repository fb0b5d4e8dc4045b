import { encode, tag, withCrcTag } from 'promptparse';
import { toBahtText } from './satang.ts';

/** The receiver: a PromptPay ID, or a biller whose bank forwards two references. */
export type PromptPayTarget =
  | { readonly kind: 'phone' | 'national_id' | 'e_wallet'; readonly id: string }
  | { readonly kind: 'biller'; readonly id: string };

export interface PromptPayTransfer {
  readonly target: PromptPayTarget;
  readonly satang: number;
  /** Reference of the payment: digits and capital letters. */
  readonly reference: string;
  /** The second reference of a biller. */
  readonly reference2?: string;
}

const SATANG_MAX = 99_999_999_999;
const REFERENCE = /^[A-Z0-9]{1,20}$/;

/** Tags of the Thai QR payment standard, which is EMVCo's merchant-presented mode. */
const CREDIT_TRANSFER = 'A000000677010111';
const BILL_PAYMENT = 'A000000677010112';
const PROXY_TAG = { phone: '01', national_id: '02', e_wallet: '03' } as const;
const BAHT = '764';

/** Whether thirteen digits have a valid check digit, for persons and companies. */
function isNationalId(digits: string): boolean {
  const sum = [...digits.slice(0, 12)].reduce(
    (total, digit, index) => total + Number(digit) * (13 - index),
    0,
  );
  return (11 - (sum % 11)) % 10 === Number(digits[12]);
}

/**
 * Parses a PromptPay ID: a mobile phone, a national or tax ID, an e-wallet's fifteen digits, or `biller:` with a biller's
 * fifteen digits, which look like an e-wallet's. `null` for anything else.
 */
export function parsePromptPayId(text: string): PromptPayTarget | null {
  const plain = text.replace(/[\s-]/g, '');
  if (/^biller:\d{15}$/.test(plain)) return { kind: 'biller', id: plain.slice('biller:'.length) };
  const phone = plain.replace(/^\+66/, '0');
  if (/^0[689]\d{8}$/.test(phone)) return { kind: 'phone', id: phone };
  if (/^\d{13}$/.test(plain) && isNationalId(plain)) return { kind: 'national_id', id: plain };
  if (/^\d{15}$/.test(plain)) return { kind: 'e_wallet', id: plain };
  return null;
}

/** In the payload, phone numbers have thirteen digits including the country code. */
const proxyOf = (kind: keyof typeof PROXY_TAG, id: string): string =>
  kind === 'phone' ? `66${id.slice(1)}`.padStart(13, '0') : id;

/**
 * Returns the payload of a QR code for one payment of an amount, which every Thai banking app supports.
 *
 * @see https://www.bot.or.th Thai QR code payment standard; EMVCo QR Code Specification, merchant-presented mode
 * @throws {RangeError} for an amount or reference beyond the limits of the standard
 */
export function buildPromptPayPayload(transfer: PromptPayTransfer): string {
  const { target, satang, reference, reference2 } = transfer;
  if (satang <= 0 || satang > SATANG_MAX)
    throw new RangeError(`${satang} satang cannot be asked for`);
  for (const text of [reference, reference2 ?? reference]) {
    if (!REFERENCE.test(text)) throw new RangeError(`"${text}" cannot be a reference`);
  }
  const account =
    target.kind === 'biller'
      ? tag(
          '30',
          encode([
            tag('00', BILL_PAYMENT),
            tag('01', target.id),
            tag('02', reference),
            ...(reference2 === undefined ? [] : [tag('03', reference2)]),
          ]),
        )
      : tag(
          '29',
          encode([
            tag('00', CREDIT_TRANSFER),
            tag(PROXY_TAG[target.kind], proxyOf(target.kind, target.id)),
          ]),
        );
  const payload = [
    tag('00', '01'),
    // The code is for a single payment.
    tag('01', '12'),
    account,
    tag('53', BAHT),
    tag('54', toBahtText(satang)),
    tag('58', 'TH'),
    // A credit transfer has no reference field, so the reference is sent as the reference label, which some apps show.
    ...(target.kind === 'biller' ? [] : [tag('62', encode([tag('05', reference)]))]),
  ];
  return withCrcTag(encode(payload), '63');
}
