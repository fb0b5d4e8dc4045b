import { generate, validate } from 'promptparse';

/** The small QR code of a Thai transfer slip, which identifies the transfer and its bank. */
export interface SlipQr {
  /** The sending bank's three digits at the Bank of Thailand; `TMN` is the e-wallet TrueMoney, which has none. */
  readonly bankCode: string;
  /** Unique at that bank. */
  readonly reference: string;
}

const PAYLOAD_CHARS_MAX = 200;
const TRUEMONEY = 'TMN';

/** Returns the text of a bank slip's small QR code. */
export const buildSlipQr = ({ bankCode, reference }: SlipQr): string =>
  generate.slipVerify({ sendingBank: bankCode, transRef: reference });

/**
 * Reads the small QR code of a slip.
 *
 * Some banks' apps drop the leading zeros of the checksum; such codes are accepted.
 *
 * @returns `null` for the text of any other QR code
 * @see https://developer.scb Slip verification: extracting data from the mini QR
 */
export function readSlipQr(text: string): SlipQr | null {
  const payload = text.trim();
  // A plus or minus sign in a length would cause an endless loop in the parser.
  if (payload.length > PAYLOAD_CHARS_MAX || !/^[0-9A-Za-z]+$/.test(payload)) return null;
  const transfer = validate.slipVerify(payload, true);
  if (transfer !== null && /^\d{3}$/.test(transfer.sendingBank)) {
    return { bankCode: transfer.sendingBank, reference: transfer.transRef };
  }
  const wallet = validate.trueMoneySlipVerify(payload)?.transactionId;
  return wallet ? { bankCode: TRUEMONEY, reference: wallet } : null;
}
