import { generateKeyPairSync } from 'node:crypto';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAppleProvider } from './apple-provider.ts';
import { addIdentityProvider } from './identity-routes.ts';
import { addLineCalls } from './line-calls.ts';
import { createLineProvider } from './line-provider.ts';

const SITE = 'http://localhost:3000';
const ISSUER = 'http://127.0.0.1:1/sandbox';
const channel = { channelId: '165', channelSecret: 'the secret of a channel, 32 bytes' };
const privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
}) as string;
const line = createLineProvider({ issuer: `${ISSUER}/line`, siteUrl: SITE }, channel);
const apple = createAppleProvider(
  { issuer: `${ISSUER}/apple`, siteUrl: SITE },
  { clientId: 'app', teamId: 'TEAM', keyId: 'KEY', privateKey },
);
const server = Fastify();
beforeAll(async () => {
  await addLineCalls(server, line, channel);
  await addIdentityProvider(server, line);
  await addIdentityProvider(server, apple);
});
afterAll(() => server.close());

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const authorize = (path: string, query: Record<string, string>) =>
  server.inject(
    `${path}?${new URLSearchParams({ response_type: 'code', state: 's', nonce: 'n', ...query })}`,
  );
const atLine = (query: Record<string, string> = {}) =>
  authorize('/sandbox/line/oauth2/v2.1/authorize', {
    client_id: '165',
    redirect_uri: `${SITE}/sign-in`,
    scope: 'openid profile',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...query,
  });
const atApple = (query: Record<string, string> = {}) =>
  authorize('/sandbox/apple/auth/authorize', {
    client_id: 'app',
    redirect_uri: `${SITE}/sign-in/apple`,
    scope: 'openid email name',
    response_mode: 'form_post',
    ...query,
  });
const choose = (location: string, form: Record<string, string>) =>
  server.inject({
    method: 'POST',
    url: location,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });

describe('LINE and Apple in the sandbox', () => {
  it('are reached by browsers through the site, and by servers directly', async () => {
    const { authorization_endpoint, token_endpoint, issuer } = (
      await server.inject('/sandbox/line/.well-known/openid-configuration')
    ).json();
    expect(issuer).toBe(`${ISSUER}/line`);
    expect(authorization_endpoint).toBe(`${SITE}/sandbox/line/oauth2/v2.1/authorize`);
    expect(token_endpoint).toBe(`${ISSUER}/line/oauth2/v2.1/token`);
  });

  it('refuse the requests that the real providers refuse', async () => {
    const query = (await atLine({ code_challenge: '', code_challenge_method: '' })).headers;
    expect(String(query.location)).toContain('error=invalid_request');
    expect((await atLine({ redirect_uri: 'https://evil.example/' })).statusCode).toBe(400);
    const unposted = await atApple({ response_mode: 'query' });
    expect([unposted.statusCode, unposted.body]).toEqual([
      400,
      expect.stringContaining('form_post'),
    ]);
    const { statusCode } = await server.inject({
      method: 'POST',
      url: '/sandbox/line/oauth2/v3/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=client_credentials&client_id=165&client_secret=wrong',
    });
    expect(statusCode).toBe(400);
  });

  it('show persons to choose, under a policy without scripts', async () => {
    const { headers } = await atApple();
    const page = await server.inject(String(headers.location));
    expect(page.body).toContain('A sandbox, not the real Apple');
    expect(page.body).toContain('Daniel Marlow');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    );
    expect(page.body).not.toMatch(/ style=|<script/);
    expect((await server.inject('/sandbox/apple/interaction/none')).statusCode).toBe(404);
    expect((await choose('/sandbox/line/interaction/none', {})).statusCode).toBe(404);
  });

  it('redirect back to the site after a cancellation, and for an unknown person', async () => {
    for (const person of ['', 'nobody']) {
      const begun = await atLine();
      const refused = await choose(String(begun.headers.location), { person });
      const { pathname } = new URL(String(refused.headers.location));
      const { headers } = await server.inject(pathname);
      const { searchParams } = new URL(String(headers.location));
      expect([searchParams.get('error'), searchParams.get('state')]).toEqual([
        'access_denied',
        's',
      ]);
    }
  });

  it('list connected and new persons', async () => {
    const begun = await atLine();
    await choose(String(begun.headers.location), { person: 'somebody-new' });
    const [stranger] = line.persons.strangers;
    expect(line.isConnected(stranger?.subject ?? '')).toBe(true);
    const { body } = await server.inject(String((await atLine()).headers.location));
    expect(body).toContain(stranger?.displayName);
    await line.disconnect(stranger?.subject ?? '');
    expect(line.isConnected(stranger?.subject ?? '')).toBe(false);
  });
});
