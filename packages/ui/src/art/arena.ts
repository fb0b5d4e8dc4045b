import { round } from './geometry.ts';
import { CORNER_COLOURS } from './palette.ts';
import { hashText, seededRandom } from './random.ts';

/** Size of the arena's drawing. */
export const ARENA_WIDTH = 1280;
export const ARENA_HEIGHT = 720;
/** Height of the fighters' feet. */
export const FLOOR_Y = 632;

const RING_BACK_Y = 468;
const POST_LEFT_X = 168;
const POST_RIGHT_X = ARENA_WIDTH - POST_LEFT_X;
const ROPES = [
  { y: 282, colour: '#d62a37' },
  { y: 330, colour: '#e9edf5' },
  { y: 378, colour: '#2a68f0' },
  { y: 426, colour: '#e9edf5' },
] as const;

/** Returns the gradients of the arena; `id` makes them unique on a page. */
export const arenaDefs = (id: string): string =>
  '<defs>' +
  `<radialGradient id="${id}-air" cx=".5" cy=".5" r=".78"><stop stop-color="#33415f"/><stop offset=".5" stop-color="#182033"/><stop offset="1" stop-color="#07090d"/></radialGradient>` +
  `<linearGradient id="${id}-beam" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#eef4ff" stop-opacity=".75"/><stop offset=".55" stop-color="#cfdcff" stop-opacity=".16"/><stop offset="1" stop-color="#cfdcff" stop-opacity="0"/></linearGradient>` +
  `<radialGradient id="${id}-lamp"><stop stop-color="#fff"/><stop offset=".25" stop-color="#e6eeff" stop-opacity=".8"/><stop offset="1" stop-color="#a9c0ff" stop-opacity="0"/></radialGradient>` +
  `<radialGradient id="${id}-red"><stop stop-color="#e5323e" stop-opacity=".5"/><stop offset="1" stop-color="#e5323e" stop-opacity="0"/></radialGradient>` +
  `<radialGradient id="${id}-blue"><stop stop-color="#3b76ff" stop-opacity=".5"/><stop offset="1" stop-color="#3b76ff" stop-opacity="0"/></radialGradient>` +
  `<linearGradient id="${id}-canvas" x1="0" x2="1"><stop stop-color="#6d141e"/><stop offset=".34" stop-color="#46516b"/><stop offset=".66" stop-color="#46516b"/><stop offset="1" stop-color="#14358f"/></linearGradient>` +
  `<radialGradient id="${id}-pool" cx=".5" cy=".55" r=".55"><stop stop-color="#fff" stop-opacity=".36"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>` +
  `<linearGradient id="${id}-front" x1="0" y1="0" x2="0" y2="1"><stop offset=".4" stop-color="#05070b" stop-opacity="0"/><stop offset="1" stop-color="#05070b" stop-opacity=".72"/></linearGradient>` +
  `<radialGradient id="${id}-shadow"><stop stop-color="#000" stop-opacity=".75"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>` +
  '</defs>';

/** Draws the dark hall with the glow of both corners. */
export const drawHall = (id: string): string =>
  `<rect width="${ARENA_WIDTH}" height="${ARENA_HEIGHT}" fill="url(#${id}-air)"/>` +
  `<ellipse cx="150" cy="360" rx="420" ry="300" fill="url(#${id}-red)" opacity=".55"/>` +
  `<ellipse cx="1130" cy="360" rx="420" ry="300" fill="url(#${id}-blue)" opacity=".55"/>`;

interface CrowdRow {
  readonly y: number;
  readonly head: number;
  readonly gap: number;
  readonly colour: string;
}

const CROWD_ROWS: readonly CrowdRow[] = [
  { y: 236, head: 7, gap: 20, colour: '#3a4766' },
  { y: 264, head: 8.5, gap: 24, colour: '#2f3b58' },
  { y: 298, head: 10.5, gap: 29, colour: '#242f48' },
  { y: 338, head: 13, gap: 36, colour: '#192236' },
  { y: 386, head: 16, gap: 45, colour: '#101725' },
];

/** Formats the second of two numbers in path data. A minus sign separates them already; other numbers need a space. */
const withSeparator = (value: number): string => (value < 0 ? String(value) : ` ${value}`);

/**
 * Builds SVG path data from short strokes. Coordinates are integers relative to the end of the previous stroke, which
 * halves the size.
 */
class Strokes {
  #path = '';
  #penX = 0;
  #penY = 0;

  get path(): string {
    return this.#path;
  }

  add(x: number, y: number, deltaX: number, deltaY: number): void {
    const stepX = Math.round(x) - this.#penX;
    const stepY = Math.round(y) - this.#penY;
    const toX = Math.round(deltaX);
    const toY = Math.round(deltaY);
    this.#path += `m${stepX}${withSeparator(stepY)}${toY === 0 ? `h${toX}` : `l${toX}${withSeparator(toY)}`}`;
    this.#penX += stepX + toX;
    this.#penY += stepY + toY;
  }
}

/**
 * Draws the heads and shoulders of each row of the crowd, the back row first. Some people raise an arm, and some of these
 * hold a lit phone. Heads and phones are strokes of no length with round caps, which need few bytes.
 */
export function drawCrowdRows(id: string): string[] {
  const random = seededRandom(hashText(`crowd:${id}`));
  return CROWD_ROWS.map(({ y, head, gap, colour }, row) => {
    const heads = new Strokes();
    const shoulders = new Strokes();
    const arms = new Strokes();
    const phones = new Strokes();
    for (let x = -gap * random(); x < ARENA_WIDTH + gap; x += gap * (0.82 + random() * 0.36)) {
      const top = y + (random() - 0.5) * head;
      heads.add(x, top, 0, 0);
      shoulders.add(x - head * 0.75, top + head * 2.15, head * 1.5, 0);
      if (random() >= 0.12) continue;
      const side = random() < 0.5 ? -1 : 1;
      arms.add(x + side * head * 1.2, top + head * 1.6, side * head * 0.5, head * -2.9);
      if (random() < 0.4) phones.add(x + side * head * 1.7, top - head * 1.6, 0, 0);
    }
    const lights =
      phones.path === ''
        ? ''
        : `<path d="${phones.path}" stroke="#cfe0ff" stroke-opacity=".18" stroke-width="15" stroke-linecap="round"/>` +
          `<path d="${phones.path}" stroke="#eef4ff" stroke-width="4" stroke-linecap="round"/>`;
    return (
      `<g fill="none" stroke="${colour}" stroke-linecap="round">` +
      `<path d="${heads.path}" stroke-width="${round(head * 2)}"/><path d="${shoulders.path}" stroke-width="${round(head * 2.5)}"/>` +
      `<path d="${arms.path}" stroke-width="${round(head * 0.7)}"/></g>` +
      `<rect y="${y + head * 3}" width="${ARENA_WIDTH}" height="${row === CROWD_ROWS.length - 1 ? ARENA_HEIGHT - y : 120 - row * 10}" fill="${colour}"/>${lights}`
    );
  });
}

export const drawCrowd = (id: string): string => drawCrowdRows(id).join('');

export interface Lamp {
  readonly x: number;
  /** Target of the beam. */
  readonly aimX: number;
  /** 0 dark, 1 full. */
  readonly power: number;
}

export const LAMPS: readonly Lamp[] = [
  { x: 130, aimX: 330, power: 0.5 },
  { x: 330, aimX: 470, power: 0.72 },
  { x: 530, aimX: 600, power: 0.58 },
  { x: 750, aimX: 680, power: 0.58 },
  { x: 950, aimX: 810, power: 0.72 },
  { x: 1150, aimX: 950, power: 0.5 },
];

/** Draws the lamps and their beams. */
export function drawLamps(id: string, lamps: readonly Lamp[]): string {
  const truss =
    `<path d="M0 9H${ARENA_WIDTH}M0 31H${ARENA_WIDTH}" stroke="#0b0e15" stroke-width="5"/>` +
    `<path d="${Array.from({ length: 33 }, (_, index) => `M${index * 40} 9l20 22l20-22`).join('')}" fill="none" stroke="#0b0e15" stroke-width="3"/>`;
  const beams = lamps.map(
    ({ x, aimX, power }) =>
      `<path d="M${x - 12} 40h24L${aimX + 190} 660H${aimX - 190}z" fill="url(#${id}-beam)" opacity="${(power * 0.52).toFixed(3)}"/>`,
  );
  const heads = lamps.map(
    ({ x, power }) =>
      `<path d="M${x - 17} 24h34l5 18h-44z" fill="#0d1119"/><ellipse cx="${x}" cy="42" rx="19" ry="6" fill="#f3f7ff" opacity="${(0.3 + power * 0.7).toFixed(2)}"/>` +
      `<circle cx="${x}" cy="42" r="58" fill="url(#${id}-lamp)" opacity="${(power * 0.75).toFixed(3)}"/>`,
  );
  return truss + beams.join('') + heads.join('');
}

const post = (x: number, colour: string, light: string, shade: string): string =>
  `<path d="M${x - 5} 246h10v240h-10z" fill="#0c1018"/>` +
  ROPES.map(
    ({ y }) =>
      `<rect x="${x - 15}" y="${y - 14}" width="30" height="28" rx="7" fill="${colour}"/><rect x="${x - 15}" y="${y - 14}" width="12" height="28" rx="6" fill="${light}" opacity=".45"/><rect x="${x + 5}" y="${y - 14}" width="10" height="28" rx="5" fill="${shade}" opacity=".8"/>`,
  ).join('') +
  `<path d="M${x - 9} 238h18l3 12h-24z" fill="${colour}"/>`;

/** Draws the canvas, its emblem, the ropes behind the fighters and the corner posts. */
export function drawRing(id: string): string {
  const { red, blue } = CORNER_COLOURS;
  const floor = `M${POST_LEFT_X - 26} ${RING_BACK_Y}H${POST_RIGHT_X + 26}L${ARENA_WIDTH + 190} ${ARENA_HEIGHT}H-190z`;
  const ropes = ROPES.map(({ y, colour }, index) => {
    const spread = 12 + index * 58;
    const path = `M-40 ${y + 14 + spread}L${POST_LEFT_X} ${y}Q${ARENA_WIDTH / 2} ${y + 12} ${POST_RIGHT_X} ${y}L${ARENA_WIDTH + 40} ${y + 14 + spread}`;
    return (
      `<path d="${path}" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="7" transform="translate(0 5)"/>` +
      `<path d="${path}" fill="none" stroke="${colour}" stroke-width="6.5"/>` +
      `<path d="${path}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.5" transform="translate(0 -1.6)"/>`
    );
  });
  const ties = [400, 640, 880]
    .map((x) => `<path d="M${x} 289v148" stroke="#c9d2e2" stroke-width="3" opacity=".7"/>`)
    .join('');
  return (
    `<path d="${floor}" fill="url(#${id}-canvas)"/><path d="${floor}" fill="url(#${id}-pool)"/>` +
    `<path d="M${POST_LEFT_X - 26} ${RING_BACK_Y}H${POST_RIGHT_X + 26}l14 12H${POST_LEFT_X - 40}z" fill="#fff" opacity=".14"/>` +
    `<g transform="translate(640 600) scale(1 .3)" opacity=".5"><circle r="232" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="7"/><circle r="200" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="3"/>` +
    `<path d="M-96-120H38L-22 120H-96z" fill="${red.flat}"/><path d="M54-120H96V120H-6z" fill="${blue.flat}"/></g>` +
    ties +
    ropes.join('') +
    post(POST_LEFT_X, red.flat, red.bright, red.shade) +
    post(POST_RIGHT_X, blue.flat, blue.bright, blue.shade)
  );
}

/** Draws the soft shadow under a fighter. */
export const drawShadow = (id: string, x: number, width = 150, y = FLOOR_Y + 2): string =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(width)}" ry="${round(width * 0.13)}" fill="url(#${id}-shadow)"/>`;

/** Darkens the foreground, so that text over the picture is readable. */
export const drawForeground = (id: string): string =>
  `<rect width="${ARENA_WIDTH}" height="${ARENA_HEIGHT}" fill="url(#${id}-front)"/>`;
