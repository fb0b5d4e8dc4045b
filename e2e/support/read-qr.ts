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

/** What a banking app's camera reads in a picture. Throws where there is no code in it. */
export async function readQr(png: Buffer): Promise<string> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

/** The code as it is on the screen. */
export const readQrOnScreen = async (code: Locator): Promise<string> =>
  readQr(await code.screenshot());

/** The fields of a payment's code, by a library that the site does not write it with; it checks the checksum. */
export const paymentFields = (payload: string): PaymentFields => plain(emvqr.decode(payload));
