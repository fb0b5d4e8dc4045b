import { GOLD, NIGHT } from './palette.ts';
import {
  drawPosterFighters,
  drawPosterGround,
  POSTER_HEIGHT,
  POSTER_WIDTH,
  posesOf,
} from './poster.ts';
import { svgId } from './scene.ts';

export interface ShareCard {
  /** Decides the drawing, as for a poster. */
  readonly id: string;
  readonly red: string;
  readonly blue: string;
  /** One line below the names: promotion, stadium, day. */
  readonly line: string;
}

export const SHARE_CARD_WIDTH = 1200;
export const SHARE_CARD_HEIGHT = 630;

const NAME_CHARS_MAX = 40;
const LINE_CHARS_MAX = 90;
const FONTS = "Anuphan,'Noto Sans Thai',Sarabun,Thonburi,'Leelawadee UI',Loma,Garuda,sans-serif";

const escapeText = (text: string, charactersMax: number): string => {
  const characters = [...text];
  const cut =
    characters.length > charactersMax
      ? `${characters.slice(0, charactersMax - 1).join('')}…`
      : text;
  return cut.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
};

/** Long names are set smaller, so that both stay within their half. */
const nameSize = (name: string): number =>
  Math.max(34, Math.min(62, Math.round(900 / [...name].length)));

/**
 * The picture of a shared link, 1200×630, as SVG for whoever turns it into PNG; that renderer needs a Thai font among
 * its fonts. Texts are escaped and cut to a length.
 */
export function drawShareCard({ id, red, blue, line }: ShareCard): string {
  const prefix = svgId('share', id);
  const [redPose, bluePose] = posesOf(id, {});
  const scale = SHARE_CARD_WIDTH / POSTER_WIDTH;
  const lift = (POSTER_HEIGHT * scale - SHARE_CARD_HEIGHT) / 2;
  const text = (
    x: number,
    y: number,
    size: number,
    anchor: string,
    fill: string,
    content: string,
  ): string =>
    `<text x="${x}" y="${y}" font-family="${FONTS}" font-weight="700" font-size="${size}" text-anchor="${anchor}" fill="${fill}">${content}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_CARD_WIDTH}" height="${SHARE_CARD_HEIGHT}" viewBox="0 0 ${SHARE_CARD_WIDTH} ${SHARE_CARD_HEIGHT}">` +
    `<defs><linearGradient id="${prefix}-n" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${NIGHT}" stop-opacity="0"/><stop offset=".55" stop-color="${NIGHT}" stop-opacity=".92"/><stop offset="1" stop-color="${NIGHT}"/></linearGradient></defs>` +
    `<g transform="translate(0 ${-lift * 0.6}) scale(${scale})">${drawPosterGround(prefix)}${drawPosterFighters(id, prefix, redPose, bluePose)}</g>` +
    `<rect y="330" width="${SHARE_CARD_WIDTH}" height="300" fill="url(#${prefix}-n)"/>` +
    text(56, 540, nameSize(red), 'start', '#fff', escapeText(red, NAME_CHARS_MAX)) +
    text(1144, 540, nameSize(blue), 'end', '#fff', escapeText(blue, NAME_CHARS_MAX)) +
    `<path d="M607.5 490L592.5 550" stroke="${GOLD}" stroke-width="7"/>` +
    `<path d="M56 566H592" stroke="#e5323e" stroke-width="5"/><path d="M608 566H1144" stroke="#3b76ff" stroke-width="5"/>` +
    text(600, 608, 27, 'middle', '#b8c2d1', escapeText(line, LINE_CHARS_MAX)) +
    '</svg>'
  );
}
