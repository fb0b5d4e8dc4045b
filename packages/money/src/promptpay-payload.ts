import { parseBahtText } from './satang.ts';

const PAYLOAD_CHARS_MAX = 512;
const VERSION_ONE = '000201';
const CURRENCY_TAG = '53';
const AMOUNT_TAG = '54';
const BAHT = '764';

/** Parses the fields of a payload (two-digit tag, two-digit length, value); `null` if it is invalid. */
function readFields(payload: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (let at = 0; at < payload.length; ) {
    const [, tag = '', digits = ''] = /^(\d\d)(\d\d)/.exec(payload.slice(at, at + 4)) ?? [];
    const length = Number(digits);
    const value = payload.slice(at + 4, at + 4 + length);
    if (tag === '' || value.length !== length) return null;
    fields.set(tag, value);
    at += 4 + length;
  }
  return fields;
}

/**
 * Returns the amount of a QR payload in satang.
 *
 * @returns `null` for an invalid payload, and for one without an amount
 * @see EMVCo QR Code Specification, merchant-presented mode
 */
export function readPayloadSatang(payload: string): number | null {
  if (payload.length > PAYLOAD_CHARS_MAX || !payload.startsWith(VERSION_ONE)) return null;
  const fields = readFields(payload);
  if (fields?.get(CURRENCY_TAG) !== BAHT) return null;
  return parseBahtText(fields.get(AMOUNT_TAG) ?? '');
}
