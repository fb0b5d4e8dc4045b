import type { Corner } from '../pose.ts';
import { darken, lighten } from './svg.ts';

export type Motif =
  | 'flame'
  | 'wave'
  | 'tiger'
  | 'leaf'
  | 'rays'
  | 'gem'
  | 'star'
  | 'peak'
  | 'blade';

interface GymKit {
  readonly main: string;
  readonly second: string;
  /** The ground and the gloves outside of a bout. Never a red or a blue that reads as a corner. */
  readonly neutral: string;
  readonly motif: Motif;
  /** The corner whose colour the main colour resembles. */
  readonly like?: Corner;
  /** The corner whose colour the second colour resembles. */
  readonly secondLike?: Corner;
}

const WHITE = '#f3f5fa';

const KITS: readonly [GymKit, ...GymKit[]] = [
  { main: '#eceff5', second: '#d42b3a', neutral: '#8d93a6', motif: 'flame', secondLike: 'red' },
  { main: '#11999e', second: '#ff7d5c', neutral: '#11999e', motif: 'wave' },
  { main: '#2a2f3b', second: '#e23a4c', neutral: '#4b5468', motif: 'tiger', secondLike: 'red' },
  { main: '#2c9a50', second: WHITE, neutral: '#2c9a50', motif: 'leaf' },
  { main: '#cf5426', second: '#f7ead6', neutral: '#c0662a', motif: 'rays' },
  { main: '#6ea82a', second: WHITE, neutral: '#6ea82a', motif: 'leaf' },
  { main: '#3aa0f0', second: WHITE, neutral: '#4d9fb0', motif: 'wave', like: 'blue' },
  { main: '#7447d8', second: '#ff9ed6', neutral: '#7447d8', motif: 'gem' },
  { main: '#27389c', second: '#cfd6e6', neutral: '#595578', motif: 'star', like: 'blue' },
  { main: '#9aa5b8', second: '#7d1a36', neutral: '#7b8698', motif: 'peak' },
  { main: '#e8488f', second: '#1d2553', neutral: '#c8508f', motif: 'wave' },
  { main: '#8d1d33', second: '#a7b6cd', neutral: '#7a5a48', motif: 'blade', like: 'red' },
];

/** The clothes of a fighter, in the gym's colours. */
export interface Clothes {
  readonly main: string;
  readonly dark: string;
  readonly second: string;
  readonly motif: Motif;
}

/** The lamp, the gloves and the ground: the corner's, outside of a bout the gym's. */
export interface Lighting {
  readonly rim: string;
  readonly glove: { readonly flat: string; readonly shade: string; readonly bright: string };
  readonly ground: { readonly main: string; readonly dark: string; readonly deep: string };
}

const CORNER_LIGHTING: Readonly<Record<Corner, Lighting>> = {
  red: {
    rim: '#ff9aa0',
    glove: { flat: '#d62a37', shade: '#8c1420', bright: '#ff6b73' },
    ground: { main: '#d62a37', dark: '#8c1420', deep: '#3d0810' },
  },
  blue: {
    rim: '#a9c6ff',
    glove: { flat: '#2a68f0', shade: '#153c9f', bright: '#7aa5ff' },
    ground: { main: '#2a68f0', dark: '#153c9f', deep: '#06164a' },
  },
};

const kitAt = (kit: number): GymKit => KITS[kit % KITS.length] ?? KITS[0];

/** Returns the clothes of a kit. A kit in the other corner's colour swaps its colours. */
export function clothesOf(kit: number, corner: Corner | null): Clothes {
  const { main, second, motif, like, secondLike } = kitAt(kit);
  const clothes = (first: string, other: string): Clothes => ({
    main: first,
    dark: darken(first, 0.42),
    second: other,
    motif,
  });
  if (corner === null) return clothes(main, second);
  const cornerColour = CORNER_LIGHTING[corner].glove.flat;
  if (like !== undefined && like !== corner) return clothes(second, main);
  if (secondLike !== undefined && secondLike !== corner) return clothes(main, cornerColour);
  return clothes(main, second);
}

export function lightingOf(kit: number, corner: Corner | null): Lighting {
  if (corner !== null) return CORNER_LIGHTING[corner];
  const { neutral } = kitAt(kit);
  return {
    rim: lighten(neutral, 0.55),
    glove: { flat: neutral, shade: darken(neutral, 0.45), bright: lighten(neutral, 0.4) },
    ground: { main: darken(neutral, 0.08), dark: darken(neutral, 0.5), deep: darken(neutral, 0.8) },
  };
}
