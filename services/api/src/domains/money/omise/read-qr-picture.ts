import { readPayloadSatang } from '@sangwian/money/promptpay-payload';
import sharp from 'sharp';
import { withQrFinder } from '../../../platform/pictures/find-qr-codes.ts';

const PIXELS_MAX = 16_000_000;
const DRAW_S_MAX = 5;
const READ_MS_MAX = 5_000;
/** A vector picture may be of any size; banks’ logos around the code take some of it. */
const LOOKS = [
  { px: 600, enlarge: true },
  { px: 1_600, enlarge: true },
] as const;

/**
 * The payload of the PromptPay code that Omise hands as a picture (SVG), so that our own page draws it.
 *
 * @returns `null` where no code in it asks for this amount
 */
export async function readQrPicture(picture: Buffer, satang: number): Promise<string | null> {
  return withQrFinder(AbortSignal.timeout(READ_MS_MAX), async (find) => {
    for (const look of LOOKS) {
      const drawn = sharp(picture, { limitInputPixels: PIXELS_MAX }).timeout({
        seconds: DRAW_S_MAX,
      });
      const texts = await find(drawn, look);
      const payload = texts.find((text) => readPayloadSatang(text) === satang);
      if (payload !== undefined) return payload;
    }
    return null;
  });
}
