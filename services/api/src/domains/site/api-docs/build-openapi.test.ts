import { isComing } from '@sangwian/contract/coming';
import { ENDPOINTS } from '@sangwian/contract/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { buildOpenApi } from './build-openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is held against its schema below.
const document = buildOpenApi('1.13.3') as any;

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('the validator refuses a document that is wrong', async () => {
  const broken = { ...structuredClone(document), paths: { 'no slash': { get: {} } } };
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test('every endpoint of the contract is in it, and nothing else', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = Object.keys(ENDPOINTS).filter((operation) => !isComing(operation));
  expect(operations.sort()).toEqual(served.sort());
});

test('every reference leads to a schema', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, reference]) => reference ?? '',
  );
  expect(references.length).toBeGreaterThan(10);
  for (const reference of references) {
    expect(reference).toMatch(/^#\/components\/schemas\/\w+$/);
    expect(document.components.schemas).toHaveProperty(reference.split('/').at(-1) ?? '');
  }
});

test('operations have names of their own', () => {
  const names = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods as Record<string, { operationId: string }>).map((o) => o.operationId),
  );
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^\w+$/);
});

test('a member call wants both keys, and says what it can be refused with', () => {
  const profile = document.paths['/auth/member/profile'].get;
  expect(profile.security).toEqual([{ appKey: [], accessToken: [] }]);
  expect(Object.keys(profile.responses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '429', '500', '503']),
  );
  const { schema, examples } = profile.responses['404'].content['application/json'];
  expect(schema.allOf[1].properties.status.enum).toEqual(['member_not_found']);
  expect(examples.member_not_found.value.message).toBe('Member not found');
});

test('a visitor call wants the app key alone, and is not refused for a body that it has not', () => {
  const list = document.paths['/live'].get;
  expect(list.security).toEqual([{ appKey: [] }]);
  expect(JSON.stringify(list.responses)).not.toContain('body_malformed');
  expect(list.responses['304']).toBeDefined();
  expect(list.parameters.find((p: { name: string }) => p.name === 'limit')).toMatchObject({
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  });
});

test('a body says what it takes, and that it takes nothing else', () => {
  const login = document.paths['/auth/member/login-v2'].post;
  const { schema, example } = login.requestBody.content['application/json'];
  expect(schema).toMatchObject({
    required: ['phone', 'password'],
    additionalProperties: false,
  });
  expect(example).toEqual({ phone: '0812345001', password: 'ringside1' });
});
