import {
  encodeTimeCode,
  TIME_CODE_BLOCKS,
  TIME_CODE_BOX,
} from '@sangwian/sandbox/demo-bout/time-code';
import { ROUND_NUMBER, ROUND_S } from './script.ts';

const WIDTH = 1280;
const HEIGHT = 720;
const ROUNDS = 5;

/** Draws the static case of the scoreboard. */
export const drawScoreboardCase = (): string =>
  '<path d="M540 30V60M740 30V60" stroke="#05070b" stroke-width="6"/>' +
  '<path d="M414 66L504 54V148L414 134z" fill="#7a0f18"/><path d="M866 66L776 54V148L866 134z" fill="#0f2f8c"/>' +
  '<path d="M420 72L502 61V141L420 128z" fill="#c41f2c"/><path d="M860 72L778 61V141L860 128z" fill="#245ee6"/>' +
  '<path d="M420 72L502 61V80L420 90z" fill="#ff8a8f" opacity=".35"/><path d="M860 72L778 61V80L860 90z" fill="#8fb4ff" opacity=".4"/>' +
  '<rect x="498" y="50" width="284" height="104" rx="10" fill="#05070b"/><rect x="504" y="56" width="272" height="92" rx="6" fill="#0f1520"/>' +
  '<path d="M504 62a6 6 0 0 1 6-6h260a6 6 0 0 1 6 6v14H504z" fill="#fff" opacity=".05"/>' +
  '<text x="461" y="111" text-anchor="middle" class="th" font-size="26" fill="#fff" transform="skewY(-7.5) translate(0 60)">แดง</text>' +
  '<text x="819" y="111" text-anchor="middle" class="th" font-size="24" fill="#fff" transform="skewY(7.5) translate(0 -107)">น้ำเงิน</text>';

/** Formats the clock of the round, such as `0:43`, and its tenths. The clock is stopped between the rounds. */
export function clockText(timeS: number): { readonly clock: string; readonly tenths: string } {
  const tenths = Math.max(0, Math.ceil((ROUND_S - timeS) * 10 - 1e-6));
  const seconds = Math.floor(tenths / 10);
  return {
    clock: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
    tenths: `.${tenths % 10}`,
  };
}

/** Draws the content of the scoreboard: the round, its clock, and one lamp per round. */
export function drawScoreboard(timeS: number): string {
  const { clock, tenths } = clockText(timeS);
  const last = timeS > ROUND_S - 10 && timeS < ROUND_S;
  const pips = Array.from({ length: ROUNDS }, (_, index) => {
    const on = index < ROUND_NUMBER;
    return `<rect x="${592 + index * 20}" y="137" width="14" height="5" rx="2.5" fill="${on ? '#f5f7fa' : '#3a4457'}"/>`;
  });
  return (
    `<text x="524" y="86" class="th" font-size="25" fill="#b8c2d1">ยก</text><text x="534" y="130" text-anchor="middle" class="num" font-size="40" fill="#f5f7fa">${ROUND_NUMBER}</text>` +
    `<text x="702" y="122" text-anchor="end" class="num" font-size="58" fill="${last ? '#ffb3b6' : '#ffffff'}">${clock}</text>` +
    `<text x="704" y="122" class="num" font-size="34" fill="${last ? '#ff8a8f' : '#b8c2d1'}">${tenths}</text>${pips.join('')}`
  );
}

/** Draws the time code in the light strip at the near edge of the ring. */
export function drawTimeCode(timeMs: number): string {
  const block = (TIME_CODE_BOX.width * WIDTH) / TIME_CODE_BLOCKS;
  const left = TIME_CODE_BOX.left * WIDTH;
  const top = TIME_CODE_BOX.top * HEIGHT;
  const height = TIME_CODE_BOX.height * HEIGHT;
  const white = encodeTimeCode(timeMs)
    .map((bit, index) =>
      bit === 1 ? `M${left + index * block} ${top}h${block}v${height}h-${block}z` : '',
    )
    .join('');
  return `<rect x="${left - 10}" y="${top - 3}" width="${TIME_CODE_BOX.width * WIDTH + 20}" height="${height + 3}" fill="#000"/><path d="${white}" fill="#fff"/>`;
}

/** Draws the apron along the lower edge, which contains the time code. */
export const drawApron = (): string =>
  `<rect y="702" width="${WIDTH}" height="18" fill="#05070b"/>` +
  '<path d="M0 702.5H640" stroke="#e5323e" stroke-width="2.5"/><path d="M640 702.5H1280" stroke="#3b76ff" stroke-width="2.5"/>';
