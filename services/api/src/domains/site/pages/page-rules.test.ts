import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, mayBeFramed } from './content-security-policy.ts';
import { pageLanguage } from './page-language.ts';

describe('the language of a page', () => {
  test.each([
    ['/', undefined, 'TH'],
    ['/', 'language=EN', 'EN'],
    ['/', 'a=1; language=EN; b=2', 'EN'],
    ['/', 'xlanguage=EN', 'TH'],
    ['/', 'language=FR', 'TH'],
    ['/?lang=en', undefined, 'EN'],
    ['/?lang=EN', 'language=TH', 'EN'],
    ['/live/1?x=1&lang=th', 'language=EN', 'TH'],
    ['/?lang=fr', 'language=EN', 'EN'],
    ['/?lang=%ff', undefined, 'TH'],
  ])('of %s with the cookie %s is %s', (url, cookie, language) => {
    expect(pageLanguage(url, cookie)).toBe(language);
  });
});

describe('the policy of a page', () => {
  const input = {
    publicUrl: 'https://fan.example',
    mediaPublicUrl: 'https://cdn.example/media',
    tokeniserUrl: '',
    styleHashes: ['sha256-AAAA='],
    scriptHashes: ['sha256-BBBB=', "x' 'unsafe-inline"],
    frameAncestors: [],
  };
  const directives = (policy: string): Record<string, string> =>
    Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/s, 2)));

  test('allows inline content only by hash', () => {
    const policy = contentSecurityPolicy(input);
    expect(policy).not.toContain('unsafe');
    expect(directives(policy)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self' 'sha256-BBBB='",
      'style-src': "'self' 'sha256-AAAA='",
      'connect-src': "'self' wss://fan.example https://cdn.example",
      'media-src': "'self' blob: https://cdn.example",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
  });

  test('has no media origin if players fetch the media through the site', () => {
    const policy = contentSecurityPolicy({
      ...input,
      publicUrl: 'http://localhost:8080',
      mediaPublicUrl: '',
    });
    expect(directives(policy)).toMatchObject({
      'connect-src': "'self' ws://localhost:8080",
      'media-src': "'self' blob:",
    });
    expect(policy).not.toContain('upgrade-insecure-requests');
  });

  test('allows the tokenisation script and the vault of the payment provider', () => {
    const tokeniserUrl = 'https://cdn.omise.example/omise.js';
    expect(directives(contentSecurityPolicy({ ...input, tokeniserUrl }))).toMatchObject({
      'script-src': "'self' https://cdn.omise.example/omise.js 'sha256-BBBB='",
      'connect-src': "'self' wss://fan.example https://cdn.example https://vault.omise.example",
      'frame-src': 'https://vault.omise.example',
    });
    const own = { ...input, tokeniserUrl: 'https://fan.example/sandbox/omise/omise.js' };
    expect(contentSecurityPolicy(own)).toBe(contentSecurityPolicy(input));
  });

  test('allows framing by the configured origins', () => {
    const policy = contentSecurityPolicy({ ...input, frameAncestors: ['https://a.example'] });
    expect(directives(policy)['frame-ancestors']).toBe('https://a.example');
  });

  test('lets partners frame only the bare players, the programme and the fighters', () => {
    const framed = ['/stream', '/streamwebrtc', '/program', '/history', '/history/boxer_detail'];
    for (const path of [...framed, '/program/', '/Program'])
      expect(mayBeFramed(path), path).toBe(true);
    for (const path of ['/', '/live', '/wallet', '/history/other', '/streams']) {
      expect(mayBeFramed(path), path).toBe(false);
    }
  });
});
