import { readPayloadSatang } from '@sangwian/money/promptpay-payload';
import sharp from 'sharp';
import { withQrFinder } from '../../../platform/pictures/find-qr-codes.ts';

const PIXELS_MAX = 16_000_000;
const DRAW_S_MAX = 5;
const READ_MS_MAX = 5_000;
/** Sizes at which to rasterise the vector image. The code fills only a part of it, because of the logos around it. */
const SIZES = [
  { px: 600, enlarge: true },
  { px: 1_600, enlarge: true },
] as const;

/**
 * Reads the payload of the PromptPay QR code in Omise's SVG image, so that our page can draw the code.
 *
 * @returns `null` if the image has no code for this amount
 */
export async function readQrPicture(picture: Buffer, satang: number): Promise<string | null> {
  return withQrFinder(AbortSignal.timeout(READ_MS_MAX), async (find) => {
    for (const size of SIZES) {
      const drawn = sharp(picture, { limitInputPixels: PIXELS_MAX }).timeout({
        seconds: DRAW_S_MAX,
      });
      const texts = await find(drawn, size);
      const payload = texts.find((text) => readPayloadSatang(text) === satang);
      if (payload !== undefined) return payload;
    }
    return null;
  });
}
