import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { ApiConfig } from '@sangwian/api/config/config';
import { createAppleProvider } from '@sangwian/sandbox/identity/apple-provider';
import { STRANGER_KEY } from '@sangwian/sandbox/identity/identity-page';
import type { IdentityProvider } from '@sangwian/sandbox/identity/identity-provider';
import { addIdentityProvider } from '@sangwian/sandbox/identity/identity-routes';
import { addLineCalls } from '@sangwian/sandbox/identity/line-calls';
import { createLineProvider } from '@sangwian/sandbox/identity/line-provider';
import Fastify from 'fastify';
import { takePort } from './take-port.ts';

/** Public address of the API under test. */
const SITE_URL = 'http://localhost';
const HIDDEN_INPUT = /<input type="hidden" name="(\w+)" value="([^"]*)"/g;

const random = (): string => randomBytes(32).toString('base64url');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Sign-in request of a browser that has returned from LINE. */
export interface LineAnswer {
  readonly code: string;
  readonly code_verifier: string;
  readonly nonce: string;
  readonly redirect_uri: string;
}

/** Apple's form post, and the request with which the browser collects it. */
export interface AppleAnswer {
  readonly posted: URLSearchParams;
  readonly body: { readonly state_verifier: string; readonly nonce: string };
}

export interface TestProviders {
  readonly line: IdentityProvider;
  readonly apple: IdentityProvider;
  readonly settings: ApiConfig['providers'];
  /** Signs in at LINE as the person with a subject, or as a new person. */
  goToLine(subject?: string): Promise<LineAnswer>;
  goToApple(subject?: string): Promise<AppleAnswer>;
  close(): Promise<void>;
}

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Starts the sandbox's LINE and Apple over HTTP. */
export async function startTestProviders(): Promise<TestProviders> {
  const server = Fastify({ forceCloseConnections: true });
  const origin = `http://127.0.0.1:${await takePort()}`;
  const channel = { channelId: '1650000001', channelSecret: random() };
  const privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string;
  const client = { clientId: 'app.sangwian.test', teamId: 'TEAM', keyId: 'KEY', privateKey };
  const lineIssuer = `${origin}/sandbox/line`;
  const appleIssuer = `${origin}/sandbox/apple`;
  const line = createLineProvider({ issuer: lineIssuer, siteUrl: SITE_URL }, channel);
  const apple = createAppleProvider({ issuer: appleIssuer, siteUrl: SITE_URL }, client);
  await addLineCalls(server, line, channel);
  await addIdentityProvider(server, line);
  await addIdentityProvider(server, apple);
  await server.listen({ host: '127.0.0.1', port: Number(new URL(origin).port) });

  /** Opens the provider's page as a browser does, picks a person, and returns the provider's answer. */
  async function pick(authorizeUrl: string, subject = STRANGER_KEY): Promise<Response> {
    const go = async (to: string, init: RequestInit = {}): Promise<Response> => {
      const { pathname, search } = new URL(to, origin);
      return fetch(origin + pathname + search, { redirect: 'manual', ...init });
    };
    const begun = await go(authorizeUrl);
    const chosen = await go(begun.headers.get('location') ?? '/', {
      method: 'POST',
      body: new URLSearchParams({ person: subject }),
    });
    return go(chosen.headers.get('location') ?? '/');
  }

  return {
    line,
    apple,
    settings: {
      tokenSecret: 'the token secret of a test',
      line: { issuer: lineIssuer, ...channel },
      apple: { issuer: appleIssuer, ...client },
    },
    goToLine: async (subject) => {
      const code_verifier = random();
      const nonce = random();
      const redirect_uri = `${SITE_URL}/sign-in`;
      const answer = await pick(
        `/sandbox/line/oauth2/v2.1/authorize?${new URLSearchParams({
          response_type: 'code',
          client_id: channel.channelId,
          redirect_uri,
          scope: 'openid profile',
          state: random(),
          nonce,
          code_challenge: sha256(code_verifier),
          code_challenge_method: 'S256',
        })}`,
        subject,
      );
      const returned = new URL(answer.headers.get('location') ?? '', SITE_URL);
      return {
        code: returned.searchParams.get('code') ?? '',
        code_verifier,
        nonce,
        redirect_uri,
      };
    },
    goToApple: async (subject) => {
      const state_verifier = random();
      const nonce = random();
      const answer = await pick(
        `/sandbox/apple/auth/authorize?${new URLSearchParams({
          response_type: 'code',
          response_mode: 'form_post',
          client_id: client.clientId,
          redirect_uri: `${SITE_URL}/sign-in/apple`,
          scope: 'openid email name',
          state: sha256(state_verifier),
          nonce,
        })}`,
        subject,
      );
      const inputs = [...(await answer.text()).matchAll(HIDDEN_INPUT)];
      return {
        posted: new URLSearchParams(
          inputs.map(([, name = '', value = '']) => [name, unescapeHtml(value)]),
        ),
        body: { state_verifier, nonce },
      };
    },
    close: () => server.close(),
  };
}
