import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const colour = (token: string): string => {
  const value = new RegExp(`--${token}:\\s*(#[0-9a-f]{6})`).exec(css)?.[1];
  if (value === undefined) throw new Error(`no colour --${token}`);
  return value;
};

/** Relative luminance (WCAG 2.2). */
const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};

const contrast = (a: string, b: string): number => {
  const [light, dark] = [luminance(colour(a)), luminance(colour(b))].sort((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
};

describe('the tokens', () => {
  it.each([
    ['fg-1', 'bg-0'],
    ['fg-1', 'bg-3'],
    ['fg-2', 'bg-0'],
    ['fg-2', 'bg-1'],
    ['fg-2', 'bg-2'],
    ['fg-2', 'bg-3'],
    ['fg-3', 'bg-0'],
    ['fg-3', 'bg-1'],
    ['red-300', 'bg-1'],
    ['blue-300', 'bg-1'],
    ['focus', 'red-600'],
    ['focus', 'blue-600'],
    ['on-gold', 'gold-400'],
    ['on-live', 'live'],
    ['focus', 'toast-error'],
    ['ok', 'bg-1'],
    ['warn', 'bg-1'],
    ['danger', 'bg-1'],
  ])('let text in --%s be read on --%s (4.5:1)', (ink, ground) => {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['bg-0', 'bg-1', 'bg-2'])('show the border of a control on --%s (3:1)', (ground) => {
    expect(contrast('line-strong', ground)).toBeGreaterThanOrEqual(3);
  });

  it('distinguish errors from the red corner', () => {
    expect(colour('danger')).not.toBe(colour('red-500'));
  });

  it('have no text smaller than 13 px', () => {
    const sizes = [...css.matchAll(/--fs-\d+:\s*(?:clamp\()?([\d.]+)rem/g)].map(
      ([, size]) => Number(size) * 16,
    );
    expect(sizes.length).toBeGreaterThan(5);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(13);
  });
});
