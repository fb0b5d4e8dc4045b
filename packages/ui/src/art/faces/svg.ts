import { round } from '../geometry.ts';

/** Template tag of SVG text: rounds the numbers to one decimal. */
export const svg = (parts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  parts.reduce((text, part, index) => {
    const value = values[index - 1] ?? '';
    return text + (typeof value === 'number' ? round(value) : value) + part;
  });

const opacityOf = (opacity: number): string =>
  opacity === 1 ? '' : ` opacity="${String(Math.round(opacity * 100) / 100).replace(/^0/, '')}"`;

/** Draws a filled shape. */
export const fill = (path: string, colour: string, opacity = 1): string =>
  `<path d="${path}" fill="${colour}"${opacityOf(opacity)}/>`;

/** Draws a round line. */
export const line = (path: string, colour: string, width: number, opacity = 1): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round"${opacityOf(opacity)}/>`;

/** Draws a shape and its mirror image. */
export const mirrored = (shape: string): string =>
  `${shape}<g transform="scale(-1 1)">${shape}</g>`;

const channels = (colour: string): readonly [number, number, number] => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
];

/** Mixes two colours of the form `#rrggbb`. */
export function mixColours(from: string, to: string, share: number): string {
  const target = channels(to);
  const mixed = channels(from).map((value, index) =>
    Math.round(value + ((target[index] ?? 0) - value) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}

export const lighten = (colour: string, share: number): string =>
  mixColours(colour, '#ffffff', share);
export const darken = (colour: string, share: number): string =>
  mixColours(colour, '#0a0c10', share);

/** The tones of a solid, from the back edge to the lit front. */
interface SolidTones {
  /** The back edge in the lamp's colour. */
  readonly rim: string;
  readonly shade: string;
  readonly lit: string;
}

interface SolidOptions {
  readonly rimWidth?: number;
  readonly shadeWidth?: number;
  readonly drop?: number;
  /** Details that are clipped to the solid. */
  readonly inside?: string;
}

/** Draws the solids of one document. Each solid has a clip path with an id that is unique in the document. */
export class Pen {
  readonly #prefix: string;
  #ids = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  nextId(): string {
    this.#ids += 1;
    return this.#prefix + this.#ids.toString(36);
  }

  /** Draws a solid: a lamp on the back edge, a core of shade, and the lit front. */
  solid(path: string, tones: SolidTones, options: SolidOptions = {}): string {
    const { rimWidth = 2.6, shadeWidth = 9, drop = 1.2, inside = '' } = options;
    const id = this.nextId();
    const layer = (colour: string, x: number) =>
      svg`<path d="${path}" fill="${colour}" transform="translate(${x} ${drop})"/>`;
    return `<clipPath id="${id}"><path d="${path}"/></clipPath><g clip-path="url(#${id})">${fill(path, tones.rim)}${layer(tones.shade, rimWidth)}${layer(tones.lit, shadeWidth)}${inside}</g>`;
  }
}
