import { describe, expect, it } from 'vitest';
import { ART, renderArt } from './art-files.ts';
import { COIN_PILES } from './coin-pile.ts';
import { drawCrest, initialOf } from './crest.ts';
import { EMPTY_STATES } from './empty-states.ts';
import { GIFT_PICTURES } from './gift.ts';
import { drawPoster } from './poster.ts';
import { drawScene } from './scene.ts';
import { drawBoutGround, drawFighterGround } from './share-card.ts';

const ids = (svg: string): string[] => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
const references = (svg: string): string[] =>
  [...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id!);

const everyFile = [
  ART.poster('0193f0aa-1111-7000-8000-000000000001'),
  ART.scene('x7'),
  ART.crest('เพชรน้ำหนึ่ง', 'red'),
  ART.crest('Kru Ek'),
  ...EMPTY_STATES.map((kind) => ART.empty(kind)),
  ...COIN_PILES.map((pile) => ART.coins(pile)),
  ...GIFT_PICTURES.map((picture) => `/art/gift/${picture}.svg`),
  '/art/fighter/teep.svg?blue',
  ART.logo,
  ART.coin,
];

describe('the drawings', () => {
  it.each(everyFile)('%s is a well-formed file without external references', (path) => {
    const svg = renderArt(path);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^>]*>.*<\/svg>$/s);
    expect(svg).not.toMatch(/NaN|undefined|Infinity|<script|href=|<image|onload/);
    const opened = [...svg!.matchAll(/<([a-zA-Z]+)(?=[\s>])[^>]*?(\/?)>/g)].filter(
      ([, , end]) => end === '',
    );
    expect(opened.length).toBe([...svg!.matchAll(/<\/[a-zA-Z]+>/g)].length);
    expect(ids(svg!)).toEqual(expect.arrayContaining(references(svg!)));
  });

  it('are determined by their id', () => {
    expect(drawPoster('a1')).toBe(drawPoster('a1'));
    expect(drawScene('a1')).toBe(drawScene('a1'));
    expect(drawCrest('สิงห์ดำ')).toBe(drawCrest('สิงห์ดำ'));
    expect(drawPoster('a1')).not.toBe(drawPoster('b2'));
    expect(drawScene('a1')).not.toBe(drawScene('b2'));
  });

  it('never share an SVG id on one page', () => {
    const page = [
      drawPoster('a1'),
      drawPoster('b2'),
      drawScene('a1'),
      drawScene('b2'),
      drawCrest('ก'),
      drawCrest('ก', 'red'),
    ];
    const all = page.flatMap(ids);
    expect(new Set(all).size).toBe(all.length);
  });

  it('are small enough for a page', () => {
    expect(drawScene('x7').length).toBeLessThan(60_000);
    expect(drawPoster('x7').length).toBeLessThan(36_000);
    expect(drawCrest('สิงห์ดำ').length).toBeLessThan(4_000);
  });
});

describe('a crest', () => {
  it.each([
    ['เพชรน้ำหนึ่ง', 'พ'],
    ['แก้วสามรส', 'ก'],
    ['โอ๊ต', 'อ'],
    ['ใจเด็ด', 'จ'],
    ['ไกรสร', 'ก'],
    ['ฤทธิ์เดช', 'ฤ'],
    ['สิงห์ดำ', 'ส'],
    ['élan', 'E'],
    ['27 ซูเปอร์แมน', '2'],
    ['  ๆ !', 'ม'],
    ['', 'ม'],
  ])('of %s shows %s', (name, initial) => {
    expect(initialOf(name)).toBe(initial);
  });
});

describe('the files below /art/', () => {
  it.each([
    '/art/',
    '/art/poster/.svg',
    '/art/poster/../../etc/passwd.svg',
    '/art/poster/a%2Fb.svg',
    `/art/poster/${'a'.repeat(65)}.svg`,
    '/art/poster/a.svg?x',
    '/art/poster/a.svg/',
    '/art/poster/a.png',
    '/art/scene/a b.svg',
    '/art/crest/%E0%A4%A.svg',
    '/art/crest/a.svg?green',
    '/art/crest/a/b.svg',
    `/art/crest/${'%E0%B8%81'.repeat(61)}.svg`,
    `/art/crest/${'a'.repeat(61)}.svg`,
    '/art/fighter/dance.svg',
    '/art/empty/constructor.svg',
    '/art/coins/5-coin.svg',
    '/art/logo.svg\n',
    '/x/art/logo.svg',
  ])('do not include %j', (path) => {
    expect(renderArt(path)).toBeNull();
  });

  it('include the longest Thai name', () => {
    expect(renderArt(ART.crest('ก'.repeat(60), 'blue'))).not.toBeNull();
  });

  it('accept a name with a dot, a slash or a quotation mark', () => {
    expect(renderArt(ART.crest('ส. ลูก/แม่ "ขาว"'))).not.toBeNull();
  });
});

describe('the backgrounds of share cards', () => {
  it.each([drawBoutGround('x'), drawFighterGround('x')])(
    'are the inside of one well-formed drawing',
    (svg) => {
      expect(svg).not.toMatch(/NaN|undefined|Infinity|<script|href=|<image/);
      expect(ids(svg)).toEqual(expect.arrayContaining(references(svg)));
    },
  );
});
