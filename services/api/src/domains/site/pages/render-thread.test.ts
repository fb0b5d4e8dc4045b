import type { PageCall } from '@sangwian/contract/page-render';
import { ApiError } from '@sangwian/node-kit/api-error';
import { afterEach, expect, test } from 'vitest';
import { createRenderer, type Renderer } from './render-thread.ts';

const BUNDLE = `
export async function render({ url, call }) {
  if (url === '/end') process.exit(3);
  if (url === '/loop') for (;;);
  if (url === '/bug') throw new TypeError('a bug of the web');
  const answer = await call('GET /live', { query: {} }).catch((error) => error.code);
  return { status: 200, headers: {}, html: JSON.stringify({ url, answer }) };
}
export const renderArt = (path) => '<svg>' + path + '</svg>';
export const drawShareCard = async () => null;
`;
const ENTRY = `data:text/javascript,${encodeURIComponent(BUNDLE)}`;

const renderers: Renderer[] = [];
const create = (options: { entry?: string; jobMsMax?: number; pongMsMax?: number } = {}) => {
  const renderer = createRenderer({ entry: ENTRY, ...options });
  renderers.push(renderer);
  return renderer;
};
afterEach(async () => {
  await Promise.all(renderers.splice(0).map((renderer) => renderer.close()));
});

const answering = (answer: unknown): PageCall => (() => Promise.resolve(answer)) as PageCall;
const refusing: PageCall = () => Promise.reject(new ApiError('rate_limited', { retryAfterS: 3 }));
const pageOf = (url: string) => ({
  kind: 'page' as const,
  input: {
    url,
    language: 'TH' as const,
    device: 'desktop' as const,
    siteState: { revision: 6, off: [], notice: null },
    publicUrl: 'https://fan.example',
    appKey: '',
    outerSites: {
      newsUrl: '',
      programUrl: '',
      fighterUrl: '',
      iosStoreUrl: '',
      androidStoreUrl: '',
      samples: true,
      menu: null,
    },
    contactUrl: '',
    reportEvery: 10,
    otpCountries: [],
  },
});
const render = async (renderer: Renderer, url: string, call = answering('none')) =>
  JSON.parse((await renderer.render(pageOf(url), call)).html);

test('renders pages, drawings and share images on its thread', async () => {
  const renderer = create();
  await renderer.ready();
  expect(await render(renderer, '/', answering(['a live']))).toEqual({
    url: '/',
    answer: ['a live'],
  });
  expect(await renderer.render({ kind: 'art', path: '/art/coin.svg' }, refusing)).toContain('coin');
  expect(await renderer.render({ kind: 'card', path: '/share/x' }, refusing)).toBeNull();
});

test('gives each concurrent page the responses to its own API requests', async () => {
  const renderer = create();
  const pages = await Promise.all(
    Array.from({ length: 20 }, (_, index) => render(renderer, `/${index}`, answering(index))),
  );
  expect(pages.map(({ answer }) => answer)).toEqual(
    Array.from({ length: 20 }, (_, index) => index),
  );
});

test('passes the error code of a refused API request to the page', async () => {
  expect((await render(create(), '/', refusing)).answer).toBe('rate_limited');
});

test('reports an unexpected error of a page as an error without a code', async () => {
  const failure = await create()
    .render(pageOf('/bug'), refusing)
    .catch((error) => error);
  expect(failure).not.toBeInstanceOf(ApiError);
  expect(failure.message).toBe('a bug of the web');
});

test('starts a new thread when the old one has ended', async () => {
  const renderer = create();
  await expect(render(renderer, '/end')).rejects.toMatchObject({ code: 'unavailable' });
  expect((await render(renderer, '/')).url).toBe('/');
});

test('terminates a thread that is in an endless loop', async () => {
  const renderer = create({ jobMsMax: 500, pongMsMax: 500 });
  await renderer.ready();
  await expect(render(renderer, '/loop')).rejects.toMatchObject({ code: 'request_timeout' });
  await expect.poll(() => render(renderer, '/').catch(() => null)).toMatchObject({ url: '/' });
});

test('fails to start if the bundle cannot be loaded', async () => {
  const renderer = create({ entry: 'data:text/javascript,throw new Error("no bundle")' });
  await expect(renderer.ready()).rejects.toThrow('no bundle');
});
