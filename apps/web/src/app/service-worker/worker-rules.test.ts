import { describe, expect, test } from 'vitest';
import { pathWithin, readPush, strategyFor } from './worker-rules.ts';

const ORIGIN = 'https://fan.example';
const ask = (path: string, more: { method?: string; mode?: string; range?: string } = {}) =>
  strategyFor(
    { method: 'GET', mode: 'no-cors', range: null, url: new URL(path, ORIGIN).href, ...more },
    ORIGIN,
  );
const go = (path: string) => ask(path, { mode: 'navigate' });

describe('the service worker', () => {
  test.each(['/assets/home-1a2b.js', '/assets/anuphan.woff2'])('caches %s', (path) => {
    expect(ask(path)).toBe('asset');
  });

  test.each(['/', '/program?day=2026-11-21', '/live/1', '/wallet', '/apiary'])(
    'loads the page %s from the network, with the offline page as the fallback',
    (path) => {
      expect(go(path)).toBe('page');
    },
  );

  test.each(['/alone.css', '/icon.svg'])('stores %s for the offline page', (path) => {
    expect(ask(path)).toBe('offline');
  });

  test.each([
    '/api/v1/auth/member/profile',
    '/media/g/x/ring-1/index.m3u8',
    '/media/g/x/ring-1/s1.m4s',
    '/pictures/1.webp',
    '/art/crest?name=x',
    '/socket.io/?EIO=4',
    '/sw.js',
    '/program',
    'https://cdn.example/assets/x.js',
    'https://vault.omise.example/',
  ])('ignores %s', (path) => {
    expect(ask(path)).toBe('pass');
  });

  test.each(['/api/docs', '/api/v1/program/calendar.ics', '/sandbox/', '/console/'])(
    'ignores a navigation to %s',
    (path) => {
      expect(go(path)).toBe('pass');
    },
  );

  test('ignores writes and range requests', () => {
    expect(ask('/assets/a.js', { method: 'POST' })).toBe('pass');
    expect(ask('/assets/a.js', { range: 'bytes=0-1' })).toBe('pass');
    expect(ask('/', { method: 'POST', mode: 'navigate' })).toBe('pass');
  });
});

describe('a push message', () => {
  test('is shown with its content', () => {
    const message = { title: 'เริ่มแล้ว', body: 'เวที', tag: 't', path: '/live/1', language: 'EN' };
    expect(readPush(JSON.stringify(message))).toEqual({
      title: 'เริ่มแล้ว',
      body: 'เวที',
      tag: 't',
      path: '/live/1',
      lang: 'en',
    });
  });

  test.each(['', 'null', '[]', '{"title":1,"path":"https://evil.example"}'])(
    'with malformed data (%s) shows the site’s name and links to the home page',
    (text) => {
      expect(readPush(text)).toMatchObject({ title: 'สังเวียน · Sangwian', path: '/', lang: 'th' });
    },
  );

  test.each(['//evil.example', '/\\evil.example', 'live/1', 'javascript:alert(1)', undefined])(
    'does not link to %s',
    (path) => {
      expect(pathWithin(path)).toBe('/');
    },
  );
});
