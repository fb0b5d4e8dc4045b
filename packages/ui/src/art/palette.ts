import type { Corner } from './pose.ts';

/** Colours of a corner, repeated from `tokens.css`, whose variables an SVG file cannot read. */
export interface CornerColours {
  /** Shorts and gloves: lit, flat and in shade. */
  readonly bright: string;
  readonly flat: string;
  readonly shade: string;
  readonly deep: string;
  /** Rim light of the corner's lamps. */
  readonly rim: string;
}

export const CORNER_COLOURS: Readonly<Record<Corner, CornerColours>> = {
  red: { bright: '#ff5a63', flat: '#d62a37', shade: '#98131f', deep: '#4a0910', rim: '#ff9a9e' },
  blue: { bright: '#6f9dff', flat: '#2a68f0', shade: '#163fae', deep: '#071a55', rim: '#a9c5ff' },
};

/** Skin under arena lamps: lit, flat and in shade. */
export interface Skin {
  readonly bright: string;
  readonly flat: string;
  readonly shade: string;
}

export const SKINS: readonly [Skin, ...Skin[]] = [
  { bright: '#c98a5e', flat: '#9a5d3a', shade: '#5f3420' },
  { bright: '#b9784c', flat: '#874c2d', shade: '#522b19' },
  { bright: '#d79d70', flat: '#aa6d47', shade: '#6c3f27' },
  { bright: '#a5683f', flat: '#754024', shade: '#462314' },
];

export const HAIR = '#17110f';
export const CLOTH = '#f3f5fa';
export const CLOTH_SHADE = '#b7bfd0';

/** Gold is reserved for the slash and the coin. */
export const GOLD = '#f4b63a';
export const GOLD_SHADE = '#b97a12';
export const GOLD_LIGHT = '#ffd27a';
export const NIGHT = '#0a0c10';
