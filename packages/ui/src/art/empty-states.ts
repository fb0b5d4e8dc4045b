import { drawFigure, lookOf } from './fighter.ts';
import { POSES } from './pose.ts';

/** Kinds of empty states and errors. */
export const EMPTY_STATES = [
  'lives',
  'chat',
  'search',
  'history',
  'coins',
  'offline',
  'not-found',
] as const;
export type EmptyState = (typeof EMPTY_STATES)[number];

const LINE = '#6f7d94';
const FAINT = '#2b3444';
const PANEL = '#1a202b';
const INK = '#b8c2d1';
const RED = '#d62a37';
const BLUE = '#2a68f0';

const stroke = (path: string, colour: string, width: number, more = ''): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${more}/>`;

/** Draws an empty corner of the ring, the base of most of these drawings. */
const corner = (colour: string): string =>
  `<path d="M24 128H216L236 150H4z" fill="${PANEL}"/>` +
  [66, 84, 102].map((y) => stroke(`M30 ${y}H236`, FAINT, 4)).join('') +
  `<rect x="26" y="54" width="9" height="76" rx="3" fill="#0d1119"/>` +
  [66, 84, 102]
    .map((y) => `<rect x="20" y="${y - 7}" width="21" height="14" rx="5" fill="${colour}"/>`)
    .join('');

const DRAWINGS: Readonly<Record<EmptyState, () => string>> = {
  lives: () =>
    '<path d="M112 12h16L178 136H62z" fill="#dfe8ff" opacity=".1"/><path d="M108 6h24l4 9h-32z" fill="#dfe8ff"/>' +
    corner(RED) +
    `<ellipse cx="120" cy="139" rx="52" ry="6" fill="#000" opacity=".45"/>` +
    `<rect x="97" y="102" width="46" height="9" rx="3" fill="${BLUE}"/>` +
    stroke('M103 112l-6 26M137 112l6 26M101 126h38', LINE, 4),
  chat: () =>
    `<path d="M46 30h104a14 14 0 0 1 14 14v34a14 14 0 0 1-14 14H84l-24 20 2-20H46a14 14 0 0 1-14-14V44a14 14 0 0 1 14-14z" fill="${PANEL}" stroke="${RED}" stroke-width="3"/>` +
    `<path d="M108 74h72a14 14 0 0 1 14 14v24a14 14 0 0 1-14 14h-8l3 18-22-18h-45a14 14 0 0 1-14-14V88a14 14 0 0 1 14-14z" fill="#11151c" stroke="${BLUE}" stroke-width="3"/>` +
    `<path d="M118 100h0M144 100h0M170 100h0" stroke="${INK}" stroke-width="9" stroke-linecap="round"/>` +
    stroke('M54 52h70M54 68h28', LINE, 4),
  search: () =>
    `<g transform="translate(104 138) scale(.5)" opacity=".55">${drawFigure(POSES.guard, 'blue', lookOf('search'))}</g>` +
    `<circle cx="112" cy="70" r="50" fill="#0a0c10" fill-opacity=".35" stroke="${INK}" stroke-width="7"/>` +
    stroke('M149 107l34 34', INK, 11) +
    stroke('M80 54a37 37 0 0 1 22-20', '#fff', 4, ' opacity=".5"'),
  history: () =>
    [0, 1, 2]
      .map(
        (index) =>
          `<rect x="40" y="${24 + index * 40}" width="160" height="30" rx="8" fill="${PANEL}"/>` +
          `<path d="M54 ${33 + index * 40}h9l-3 12h-9z" fill="${index === 1 ? BLUE : RED}"/>` +
          stroke(`M78 ${39 + index * 40}h${66 - index * 16}M172 ${39 + index * 40}h14`, LINE, 4),
      )
      .join(''),
  coins: () =>
    `<path d="M48 54h128a16 16 0 0 1 16 16v56a16 16 0 0 1-16 16H64a16 16 0 0 1-16-16z" fill="${PANEL}" stroke="${LINE}" stroke-width="3"/>` +
    `<path d="M48 56l104-30v28" fill="none" stroke="${LINE}" stroke-width="3" stroke-linejoin="round"/>` +
    `<path d="M196 84h-34a14 14 0 0 0 0 28h34z" fill="#262f3d" stroke="${LINE}" stroke-width="3"/>` +
    '<circle cx="163" cy="98" r="5" fill="#f4b63a"/>' +
    '<circle cx="96" cy="99" r="21" fill="none" stroke="#f4b63a" stroke-width="3" stroke-dasharray="7 6"/>',
  offline: () =>
    `<rect x="46" y="22" width="148" height="92" rx="12" fill="#0d1119" stroke="${LINE}" stroke-width="4"/>` +
    `<path d="M50 26h84L112 110H50z" fill="${RED}" opacity=".28"/><path d="M140 26h50v84h-72z" fill="${BLUE}" opacity=".28"/>` +
    stroke('M58 92l18-22 16 14 22-34 18 26 14-12 20 22', INK, 4, ' stroke-dasharray="3 9"') +
    stroke('M120 116v14M84 138h72', LINE, 5) +
    stroke('M104 54l32 32M136 54l-32 32', '#ff9a66', 7),
  'not-found': () =>
    corner(BLUE) +
    `<ellipse cx="134" cy="140" rx="46" ry="6" fill="#000" opacity=".45"/>` +
    `<g transform="translate(92 132) rotate(-66) scale(2.5)"><path d="M-8-8.5h9v17h-9q-2.5-8.5 0-17z" fill="#f3f5fa"/><path d="M-1-10C6-14 18-13 21-4C23 4 18 13 8 12.5L-1 10z" fill="${RED}"/><path d="M4-10C10-12 17-10 18.5-3.5C13-7.5 8-7 4-5z" fill="#ff5a63"/></g>` +
    `<g transform="translate(166 122) rotate(158) scale(2.3 -2.3)"><path d="M-8-8.5h9v17h-9q-2.5-8.5 0-17z" fill="#b7bfd0"/><path d="M-1-10C6-14 18-13 21-4C23 4 18 13 8 12.5L-1 10z" fill="#98131f"/><path d="M4-10C10-12 17-10 18.5-3.5C13-7.5 8-7 4-5z" fill="${RED}"/></g>`,
};

/** Draws an empty state, 240×160. */
export const drawEmptyState = (kind: EmptyState): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 160" aria-hidden="true">${DRAWINGS[kind]()}</svg>`;
