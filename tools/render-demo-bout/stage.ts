import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import {
  crowdShifts,
  drawBoardAt,
  drawFightersAt,
  drawFlashesAt,
  drawLampsAt,
  drawStill,
  PICTURE,
} from './bout-picture.ts';
import type { BoutFrame } from './choreography.ts';
import { FRAMES_PER_S } from './choreography.ts';

const require = createRequire(import.meta.url);

const FONTS = {
  Anuphan: require.resolve('@fontsource-variable/anuphan/files/anuphan-thai-wght-normal.woff2'),
  Chakra: require.resolve('@fontsource/chakra-petch/files/chakra-petch-latin-700-normal.woff2'),
} as const;

const fontFaces = (): string =>
  Object.entries(FONTS)
    .map(
      ([family, file]) =>
        `@font-face{font-family:${family};font-weight:100 900;src:url(data:font/woff2;base64,${readFileSync(file).toString('base64')})}`,
    )
    .join('');

/** Returns a page with one element per layer, so that the browser repaints only changed layers. */
function stagePage(): string {
  const still = drawStill();
  const layer = (id: string, content: string): string =>
    `<svg id="${id}" viewBox="0 0 ${PICTURE.width} ${PICTURE.height}">${content}</svg>`;
  return (
    `<!doctype html><meta charset="utf-8"><style>${fontFaces()}` +
    `body{margin:0;background:#07090d;overflow:hidden}svg{position:absolute;inset:0;width:${PICTURE.width}px;height:${PICTURE.height}px;will-change:transform}` +
    '.th{font-family:Anuphan;font-weight:700}.num{font-family:Chakra;font-weight:700}</style>' +
    layer('hall', still.hall) +
    still.crowd.map((row, index) => layer(`crowd-${index}`, row)).join('') +
    layer('flashes', '') +
    layer('lamps', '') +
    layer('ring', still.ring) +
    layer('fighters', '') +
    layer('board', '')
  );
}

/**
 * Renders the frames of the loop in Chromium at `executablePath`, and yields each as a JPEG. `only` selects frames for
 * a review.
 */
export async function* stageFrames(
  frames: readonly BoutFrame[],
  options: { readonly executablePath: string; readonly only?: readonly number[] },
): AsyncGenerator<{ readonly frame: number; readonly jpeg: Buffer }> {
  const browser = await chromium.launch({
    executablePath: options.executablePath,
    args: ['--no-sandbox', '--force-color-profile=srgb'],
  });
  try {
    const page = await browser.newPage({ viewport: PICTURE });
    await page.setContent(stagePage());
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const rows = drawStill().crowd.length;
    let lastLamps = '';
    for (const frame of options.only ?? frames.keys()) {
      const timeS = frame / FRAMES_PER_S;
      const lamps = drawLampsAt(timeS);
      const changes: Record<string, string> = {
        ...(lamps === lastLamps ? {} : { lamps }),
        flashes: drawFlashesAt(frame),
        fighters: drawFightersAt(frames, frame),
        board: drawBoardAt(frame),
      };
      lastLamps = lamps;
      await page.evaluate(
        ({ changes, shifts }) => {
          for (const [id, content] of Object.entries(changes)) {
            const layer = document.getElementById(id);
            if (layer !== null) layer.innerHTML = content;
          }
          for (const [row, shift] of shifts.entries()) {
            const layer = document.getElementById(`crowd-${row}`);
            if (layer !== null) layer.style.transform = `translateY(${shift.toFixed(1)}px)`;
          }
        },
        { changes, shifts: crowdShifts(timeS, rows) },
      );
      yield { frame, jpeg: await page.screenshot({ type: 'jpeg', quality: 96 }) };
    }
  } finally {
    await browser.close();
  }
}
