import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createProviderAddress } from './provider-address.ts';

const start = {
  authorize_url: 'https://provider.example/authorize?tenant=1',
  client_id: 'id',
  redirect_uri: 'https://site.example/sign-in',
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');
const request = { intent: 'link', from: '/profile', language: 'TH' } as const;

test('LINE receives a PKCE challenge and never its verifier', async () => {
  const { address, pending } = await createProviderAddress(start, {
    ...request,
    provider: 'line',
  });
  const { searchParams } = new URL(address);
  expect(Object.fromEntries(searchParams)).toEqual({
    tenant: '1',
    response_type: 'code',
    client_id: 'id',
    redirect_uri: start.redirect_uri,
    scope: 'openid profile',
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: sha256(pending.verifier),
    code_challenge_method: 'S256',
    ui_locales: 'th-TH',
  });
  expect(pending.verifier).toMatch(/^[\w-]{43}$/);
  expect(address).not.toContain(pending.verifier);
});

test('Apple receives the hash of a verifier as the state', async () => {
  const { address, pending } = await createProviderAddress(start, {
    ...request,
    provider: 'apple',
  });
  const { searchParams } = new URL(address);
  expect(searchParams.get('state')).toBe(sha256(pending.verifier));
  expect(searchParams.get('response_mode')).toBe('form_post');
  expect(address).not.toContain(pending.verifier);
});

test('every request has its own state and nonce', async () => {
  const [one, other] = await Promise.all(
    [1, 2].map(() => createProviderAddress(start, { ...request, provider: 'line' })),
  );
  expect(one?.pending.state).not.toBe(other?.pending.state);
  expect(one?.pending.nonce).not.toBe(other?.pending.nonce);
});
