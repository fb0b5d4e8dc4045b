import { expect, test } from 'vitest';
import type { SiteConfig } from '../shared/site-config.ts';
import { serializeBoot } from './boot.ts';

test('boot data cannot close its script element, and parses to the same value', () => {
  const loaderData = { home: { title: '</script><script>alert(1)</script><!-- \u2028 สังเวียน' } };
  const boot = { site: {} as SiteConfig, loaderData, errors: null };
  const text = serializeBoot(boot);
  expect(text).not.toContain('<');
  expect(text).not.toContain('\u2028');
  expect(JSON.parse(text)).toEqual(boot);
});
