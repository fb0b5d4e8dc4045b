import { isComing } from '@sangwian/contract/coming';
import { ENDPOINTS } from '@sangwian/contract/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { buildOpenApi } from './build-openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests below validate the document.
const document = buildOpenApi('1.13.3') as any;

test('the generated document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('the validator of the test refuses an invalid document', async () => {
  const broken = { ...structuredClone(document), paths: { 'no slash': { get: {} } } };
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test('contains exactly the endpoints of the contract', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = Object.keys(ENDPOINTS).filter((operation) => !isComing(operation));
  expect(operations.sort()).toEqual(served.sort());
});

test('resolves every reference to a schema', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, reference]) => reference ?? '',
  );
  expect(references.length).toBeGreaterThan(10);
  for (const reference of references) {
    expect(reference).toMatch(/^#\/components\/schemas\/\w+$/);
    expect(document.components.schemas).toHaveProperty(reference.split('/').at(-1) ?? '');
  }
});

test('gives every operation a unique name', () => {
  const names = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods as Record<string, { operationId: string }>).map((o) => o.operationId),
  );
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^\w+$/);
});

test('describes the two credentials and the errors of a member’s endpoint', () => {
  const profile = document.paths['/auth/member/profile'].get;
  expect(profile.security).toEqual([{ appKey: [], accessToken: [] }]);
  expect(Object.keys(profile.responses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '429', '500', '503']),
  );
  const { schema, examples } = profile.responses['404'].content['application/json'];
  expect(schema.allOf[1].properties.status.enum).toEqual(['member_not_found']);
  expect(examples.member_not_found.value.message).toBe('Member not found');
});

test('describes only the app key of a visitor’s endpoint, and no error of a missing body', () => {
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

test('describes the fields of a request body and forbids other fields', () => {
  const login = document.paths['/auth/member/login-v2'].post;
  const { schema, example } = login.requestBody.content['application/json'];
  expect(schema).toMatchObject({
    required: ['phone', 'password'],
    additionalProperties: false,
  });
  expect(example).toEqual({ phone: '0812345001', password: 'ringside1' });
});
