import type { Locator } from '@playwright/test';
import emvqr from 'emvqr';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';

type Fields = ReturnType<typeof emvqr.decode>;
export interface PaymentFields {
  readonly [tag: string]: string | PaymentFields;
}

const plain = (fields: Fields): PaymentFields =>
  Object.fromEntries(
    Object.entries(fields).map(([tag, { data }]) => [
      tag,
      typeof data === 'string' ? data : plain(data),
    ]),
  );

/**
 * Decodes the QR code in an image.
 *
 * @throws when there is none
 */
export async function readQr(png: Buffer): Promise<string> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

/** Decodes a QR code on the screen. */
export const readQrOnScreen = async (code: Locator): Promise<string> =>
  readQr(await code.screenshot());

/** Decodes the fields of a payment code with a different library than the site, and verifies the checksum. */
export const paymentFields = (payload: string): PaymentFields => plain(emvqr.decode(payload));
