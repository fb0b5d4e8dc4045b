import { ART, renderArt } from '@sangwian/ui/art/art-files';
import { expect, test } from 'vitest';
import { coinsUrl, crestUrl, emptyUrl, fighterUrl, sceneUrl } from './art-url.ts';

test('the server renders every URL', () => {
  for (const url of [
    sceneUrl('0199a0b0-0000-7000-8000-000000000001'),
    crestUrl('ส.สมหมาย', 'red'),
    crestUrl('วิทยา'),
    emptyUrl('lives'),
    emptyUrl('not-found'),
    emptyUrl('offline'),
    coinsUrl('500-coin'),
    fighterUrl('guard', 'red'),
    fighterUrl('knee', 'blue'),
  ]) {
    expect(renderArt(url), url).toContain('<svg');
  }
});

test('the URLs are equal to those in the server’s table', () => {
  expect(sceneUrl('a')).toBe(ART.scene('a'));
  expect(crestUrl('ก.ข', 'blue')).toBe(ART.crest('ก.ข', 'blue'));
  expect(emptyUrl('chat')).toBe(ART.empty('chat'));
  expect(coinsUrl('20-coin')).toBe(ART.coins('20-coin'));
});

test.each(['', 'a b', '../x', 'ก', 'x'.repeat(65)])(
  'the invalid scene id %j has the fallback scene',
  (id) => {
    expect(renderArt(sceneUrl(id))).toMatch(/^<svg/);
  },
);
