import { ENDPOINTS } from '@sangwian/contract/contract';
import { expect, test } from './support/journey.ts';
import { LONG } from './support/visit.ts';

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: object }>>>>;
}

const operations = Object.keys(ENDPOINTS).map((operation) => {
  const [method = '', path = ''] = operation.split(' ');
  return { operation, method: method.toLowerCase(), path };
});

test('the OpenAPI document is version 3.1 and lists every endpoint of the contract', async ({
  run,
}) => {
  // Developers fetch the document without an app key.
  const response = await fetch(`${run.api}/openapi.json`);
  expect(response.status).toBe(200);
  const { openapi, paths } = (await response.json()) as OpenApi;
  expect(openapi).toMatch(/^3\.1\.\d+$/);
  const found = operations.filter(({ method, path }) => {
    const entry = paths[path] ?? paths[`/api/v1${path}`];
    return entry?.[method] !== undefined && Object.keys(entry[method].responses).length > 1;
  });
  expect(found).toEqual(operations);
});

test('the reference page opens and lists every endpoint', LONG, async ({ page, run }) => {
  await page.goto('/api/docs');
  await expect(page).toHaveTitle('Sangwian API');
  await expect(page.locator('.opblock')).toHaveCount(operations.length);
  // Swagger UI inserts zero-width spaces into the displayed path. The data attribute contains the plain path.
  const shown = await page
    .locator('[data-path]')
    .evaluateAll((places) =>
      places
        .filter((place) => place.checkVisibility())
        .map((place) => place.getAttribute('data-path') ?? ''),
    );
  expect(operations.filter(({ path }) => !shown.some((place) => place.endsWith(path)))).toEqual([]);
  expect(new URL(page.url()).origin).toBe(run.url);
});
