import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerErrors } from '../../../platform/http/refuse.ts';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { createDiscoveryModule } from './discovery.module.ts';

let api: TestApi;
let tonight: string;
beforeAll(async () => {
  api = await startTestApi({ config: { http: { publicUrl: 'https://fan.example' } } });
  const now = new Date('2026-11-21T12:00:00Z');
  tonight = (await loadSampleSeason(api.db, { now })).program_live_id;
});
afterAll(() => api.close());

/** Starts the discovery routes with at most `urlsPerFileMax` pages per sitemap file. */
async function site(urlsPerFileMax?: number) {
  const app = Fastify({ loggerInstance: createLogger('test', 'silent') as FastifyBaseLogger });
  answerErrors(app);
  const publicUrl = () => 'https://fan.example';
  const more = urlsPerFileMax === undefined ? {} : { urlsPerFileMax };
  await createDiscoveryModule({ db: api.db, publicUrl, ...more }).register?.(app);
  return async (url: string) => {
    const { statusCode, headers, body } = await app.inject({ url });
    return { statusCode, headers, body };
  };
}
const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!);

test('the sitemap lists every page, live, card and fighter in one file', async () => {
  const { statusCode, headers, body } = await (await site())('/sitemap.xml');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  const all = locations(body);
  expect(all[0]).toBe('https://fan.example/');
  expect(all).toContain(`https://fan.example/live/${tonight}`);
  const count = async (table: 'fighter' | 'program'): Promise<number> =>
    (await api.db.selectFrom(table).selectAll().execute()).length;
  const ofKind = (part: string): number => all.filter((one) => one.includes(part)).length;
  expect(ofKind('/history/boxer_detail?id=')).toBe(await count('fighter'));
  expect(ofKind('/program?card=')).toBe(await count('program'));
  expect(all.some((one) => /sign-in|wallet\/|profile|redirect/.test(one))).toBe(false);
});

test('a larger sitemap is split into files, and lists each page once', async () => {
  const [whole, get] = [await site(), await site(7)];
  const index = (await get('/sitemap.xml')).body;
  expect(index).toContain('<sitemapindex');
  const files = locations(index);
  const pages: string[] = [];
  for (const file of files) {
    const part = locations((await get(new URL(file).pathname)).body);
    expect(part.length).toBeLessThanOrEqual(7);
    pages.push(...part);
  }
  expect(pages).toEqual(locations((await whole('/sitemap.xml')).body));
  for (const path of [`/sitemap-${files.length + 1}.xml`, '/sitemap-0.xml', '/sitemap-x.xml']) {
    expect((await get(path)).statusCode, path).toBe(404);
  }
});

test('robots.txt points to the sitemap, and llms.txt describes the site', async () => {
  const get = await site();
  const robots = (await get('/robots.txt')).body;
  expect(robots).toContain('Disallow: /api/\n');
  expect(robots).toContain('Sitemap: https://fan.example/sitemap.xml');
  const llms = await get('/llms.txt');
  expect(llms.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(llms.body).toMatch(/^# Sangwian/);
});
