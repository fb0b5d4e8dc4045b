import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { renderArt } from '../art-files.ts';
import { drawFace, FACE_CROPS } from './face.ts';
import { GYM_KITS, gymKit } from './gym-kit.ts';
import { clothesOf, lightingOf } from './kits.ts';
import { lookBeside, lookDistance, lookOf } from './look.ts';
import { FACE_POSES } from './poses.ts';

const idOf = (number: number): string =>
  `0193f0aa-1111-7000-8000-${String(number).padStart(12, '0')}`;
const ids = Array.from({ length: 200 }, (_, index) => idOf(index));
const base = `/art/face/${idOf(7)}.svg`;
const POSES = FACE_POSES.map((pose) => `&pose=${pose}`);

/** Upper bounds in bytes; each also holds for every crop's gzipped file. */
const BYTES_MAX = { avatar: 16_000, card: 26_000, poster: 32_000, figure: 26_000 } as const;
const GZIPPED_BYTES_MAX = 5_500;

describe('the drawing of a fighter', () => {
  it('depends only on its address', () => {
    const path = `${base}?crop=card&gym=3&corner=red`;
    expect(renderArt(path)).toBe(renderArt(path));
  });

  it.each([
    ...FACE_CROPS.map((crop) => `?crop=${crop}&gym=0`),
    ...POSES.map((pose) => `?crop=poster&gym=5&corner=blue${pose}`),
    ...POSES.map((pose) => `?crop=figure&gym=11&corner=red${pose}&sex=female`),
    `?crop=avatar&gym=11&corner=blue&versus=${idOf(8)}`,
  ])('%s is a well-formed file without external references', (query) => {
    const svg = renderArt(base + query) ?? '';
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^>]*>.*<\/svg>$/s);
    expect(svg).not.toMatch(/NaN|undefined|null|Infinity|<script|href=|<image|onload/);
    const opened = [...svg.matchAll(/<([a-zA-Z]+)(?=[\s>])[^>]*?(\/?)>/g)];
    expect(opened.filter(([, , end]) => end === '').length).toBe(
      [...svg.matchAll(/<\/[a-zA-Z]+>/g)].length,
    );
    const defined = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(defined).size).toBe(defined.length);
    for (const [, used] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(defined).toContain(used);
  });

  it.each(FACE_CROPS)('is a small file as %s', (crop) => {
    for (const [index, id] of ids.entries()) {
      const svg = drawFace(id, {
        crop,
        kit: index % GYM_KITS,
        pose: FACE_POSES[index % FACE_POSES.length] ?? null,
        sex: index % 3 === 0 ? 'female' : 'male',
      });
      expect(svg.length).toBeLessThan(BYTES_MAX[crop]);
      if (index % 20 === 0) expect(gzipSync(svg).length).toBeLessThan(GZIPPED_BYTES_MAX);
    }
  });

  it.each(['male', 'female'] as const)('is distinct for 200 fighters (%s)', (sex) => {
    const faces = ids.map((id) => drawFace(id, { crop: 'avatar', kit: 0, sex }));
    expect(new Set(faces).size).toBe(200);
    const looks = ids.map((id) => lookOf(id, sex));
    const signature = ({ hair, hairTone, skin, beard, mongkol }: (typeof looks)[number]) =>
      [hair, hairTone.flat, skin.depth, beard, mongkol].join();
    expect(new Set(looks.map(signature)).size).toBeGreaterThan(125);
    expect(new Set(looks.map(({ hair }) => hair)).size).toBeGreaterThan(8);
  });

  it('keeps its look in every place', () => {
    const head = (crop: 'card' | 'poster') =>
      /<g transform="translate\(1 .*/.exec(drawFace('a', { crop, kit: 2, pose: 'stare' }))?.[0];
    expect(head('card')?.slice(0, 400)).toBe(head('poster')?.slice(0, 400));
  });
});

describe('the faces of opponents', () => {
  it('look different', () => {
    for (const red of ids.slice(0, 60)) {
      for (const blue of ids.slice(60, 120)) {
        const look = lookOf(red);
        expect(lookDistance(look, lookBeside(blue, 'male', look))).toBeGreaterThanOrEqual(4);
      }
    }
  });

  it('keep everything but the hair and the beard', () => {
    const red = lookOf(idOf(1));
    for (const id of ids) {
      const { hair, hairTone, beardTone, beard, ...rest } = lookBeside(id, 'male', red);
      expect(lookOf(id)).toMatchObject(rest);
    }
  });
});

describe('the kits of gyms', () => {
  it('spread over all gyms by name', () => {
    const kits = Array.from({ length: 200 }, (_, index) => gymKit(`ศิษย์ครู ${index}`));
    expect(new Set(kits).size).toBe(GYM_KITS);
    expect(gymKit('ศิษย์พ่อขาว')).toBe(gymKit('ศิษย์พ่อขาว'));
    expect(gymKit('')).toBeLessThan(GYM_KITS);
  });

  test.each(Array.from({ length: GYM_KITS }, (_, kit) => kit))(
    'kit %i has no ground outside of a bout that reads as a corner',
    (kit) => {
      const { ground } = lightingOf(kit, null);
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
        Number.parseInt(ground.main.slice(at, at + 2), 16),
      );
      expect(red > 150 && green < 80 && blue < 90).toBe(false);
      expect(blue > 180 && red < 80 && green < 130).toBe(false);
      expect(clothesOf(kit, 'red')).not.toEqual({});
    },
  );
});

describe('the address of a face', () => {
  it.each([
    '',
    '?',
    '?gym=1',
    '?crop=avatar&gym=12',
    '?crop=avatar&gym=01',
    '?crop=avatar&gym=-1',
    '?crop=huge&gym=1',
    '?crop=constructor&gym=1',
    '?gym=1&crop=avatar',
    '?crop=avatar&gym=1&corner=green',
    '?crop=avatar&gym=1&pose=dance',
    '?crop=avatar&gym=1&sex=other',
    '?crop=avatar&gym=1&versus=',
    '?crop=avatar&gym=1&versus=a%22b',
    '?crop=avatar&gym=1&pose=guard&versus=a',
    '?crop=avatar&gym=1&corner=red&corner=red',
    '?crop=avatar&gym=1&more=1',
    `?crop=avatar&gym=1&versus=${'a'.repeat(65)}`,
    '?crop=avatar&gym=1\n',
  ])('%j is refused', (query) => {
    expect(renderArt(base + query)).toBeNull();
  });

  it.each(['/art/face/.svg', '/art/face/a%2Fb.svg', `/art/face/${'a'.repeat(65)}.svg`])(
    'the id of %j is refused',
    (path) => {
      expect(renderArt(`${path}?crop=avatar&gym=1`)).toBeNull();
    },
  );
});
