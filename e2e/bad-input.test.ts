import { randomUUID } from 'node:crypto';
import { findLiveOn, joinLive } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { ask, connectEventSocket } from './support/socket.ts';
import type { RunFile } from './support/start-stack.ts';

interface Refusal {
  readonly code: number;
  readonly status: string;
  readonly message: string;
  readonly requestId: string;
}

async function refusalOf(run: RunFile, path: string, init: RequestInit = {}): Promise<Refusal> {
  const response = await fetch(new URL(path, run.url), init);
  const body = (await response.json()) as { status: string; message: string; request_id: string };
  return {
    code: response.status,
    status: body.status,
    message: body.message,
    requestId: body.request_id,
  };
}

/** Placeholder in the table below. `keyOf` replaces it with the app key of the running stack. */
const KEY = { 'x-app-key': 'the key of this run' };
const JSON_WITH_KEY = { ...KEY, 'content-type': 'application/json' };

const keyOf = (run: RunFile, headers: Record<string, string> = {}): Record<string, string> =>
  headers['x-app-key'] === KEY['x-app-key'] ? { ...headers, 'x-app-key': run.app_key } : headers;

const LOGIN = '/api/v1/auth/member/login-v2';

test.describe('a wrong request', () => {
  for (const [name, path, init, code, status] of [
    ['without the app key', '/api/v1/live', {}, 401, 'app_key_invalid'],
    [
      'with a wrong app key',
      '/api/v1/live',
      { headers: { 'x-app-key': 'x' } },
      401,
      'app_key_invalid',
    ],
    [
      'with a bad token',
      '/api/v1/auth/member/profile?member_id=x',
      { headers: { ...KEY, authorization: 'Bearer nonsense' } },
      401,
      'token_invalid',
    ],
    [
      'without a token',
      '/api/v1/auth/member/profile?member_id=x',
      { headers: KEY },
      401,
      'token_missing',
    ],
    [
      'for an unknown live',
      `/api/v1/live/${randomUUID()}`,
      { headers: KEY },
      404,
      'live_not_found',
    ],
    [
      'for an invalid live id',
      '/api/v1/live/%F0%9F%A5%8A',
      { headers: KEY },
      400,
      'request_invalid',
    ],
    [
      'with a body that is no JSON',
      LOGIN,
      { method: 'POST', headers: JSON_WITH_KEY, body: '{' },
      400,
      'body_malformed',
    ],
    [
      'with a body that is too large',
      LOGIN,
      {
        method: 'POST',
        headers: JSON_WITH_KEY,
        body: JSON.stringify({ phone: 'x'.repeat(70_000), password: 'x' }),
      },
      413,
      'body_too_large',
    ],
    [
      'with an unknown field',
      LOGIN,
      {
        method: 'POST',
        headers: JSON_WITH_KEY,
        body: JSON.stringify({ phone: '1', password: 'x', admin: true }),
      },
      400,
      'request_invalid',
    ],
    ['for an address that is not there', '/api/v1/nothing', { headers: KEY }, 404, 'not_found'],
    [
      'with another method',
      '/api/v1/live',
      { method: 'DELETE', headers: KEY },
      405,
      'method_not_allowed',
    ],
  ] as const) {
    test(`${name} is refused with the catalogue’s error`, async ({ run }) => {
      const { headers, ...rest }: { headers?: Record<string, string> } & RequestInit = init;
      const refusal = await refusalOf(run, path, { ...rest, headers: keyOf(run, headers) });
      expect(refusal).toMatchObject({ code, status });
      expect(refusal.message).not.toBe('');
      expect(refusal.requestId).not.toBe('');
    });
  }

  test('for another member’s profile is answered with member not found', async ({ run, enter }) => {
    const [one, other] = [await enter(4), await enter(5)];
    const refusal = await refusalOf(
      run,
      `/api/v1/auth/member/profile?member_id=${other.memberId}`,
      {
        headers: { 'x-app-key': run.app_key, authorization: `Bearer ${one.accessToken}` },
      },
    );
    expect(refusal).toMatchObject({
      code: 404,
      status: 'member_not_found',
      message: 'Member not found',
    });
  });
});

test.describe('a playback grant', () => {
  test('that is forged, cut short, expired or for another channel plays nothing', async ({
    run,
    enter,
  }) => {
    const { hlsUrl } = await joinLive(await enter(5));
    const valid = new URL(hlsUrl, run.url);
    expect((await fetch(valid)).status).toBe(200);
    const [, , , token = ''] = valid.pathname.split('/');
    const [payload = '', mac = ''] = token.split('.');
    const [path, session] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
      string,
      string,
    ];
    const seal = (value: unknown): string =>
      `${Buffer.from(JSON.stringify(value)).toString('base64url')}.${mac}`;
    for (const bad of [
      'x',
      payload,
      `${payload}.`,
      `${payload}.${mac.slice(1)}`,
      seal([path, session, 1]),
      seal([path, session, 9e9]),
    ]) {
      const url = new URL(valid.href.replace(token, bad));
      expect((await fetch(url)).status, bad).toBe(403);
    }
    const bare = new URL(valid.href.replace(`g/${token}/`, ''));
    expect((await fetch(bare)).status).toBe(401);
    const elsewhere = new URL(valid);
    elsewhere.pathname = elsewhere.pathname.replace(`/${path}/`, '/another-channel/');
    expect([403, 404]).toContain((await fetch(elsewhere)).status);
  });

  test('does not open files outside its folder', async ({ run, enter }) => {
    const { hlsUrl } = await joinLive(await enter(5));
    const { pathname } = new URL(hlsUrl, run.url);
    const folder = pathname.replace(/[^/]+$/, '');
    for (const climb of [
      '../../run.json',
      '..%2f..%2frun.json',
      '%2e%2e/%2e%2e/secrets.json',
      '....//run.json',
      '%00',
      '%ff',
      'a'.repeat(5_000),
    ]) {
      // `fetch` would normalise the URL.
      const status = await rawStatus(run, `${folder}${climb}`);
      expect([400, 403, 404, 414, 431], climb).toContain(status);
    }
  });
});

/** Returns the status of a GET whose path is sent without normalisation. */
async function rawStatus(run: RunFile, path: string): Promise<number> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(run.url);
    request({ host: hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

test.describe('a wrong socket event', () => {
  test('is answered with an error and keeps the socket open', async ({ run, enter }) => {
    const fan = await enter(6);
    const { program_live_id } = await findLiveOn(run);
    const socket = await connectEventSocket(run, fan.accessToken);
    try {
      for (const payload of [
        null,
        7,
        'x',
        [],
        {},
        { program_live_id: 'x' },
        { program_live_id, more: 1 },
      ]) {
        expect(await ask(socket, 'live:join', payload)).toMatchObject({
          ok: false,
          error: { status: 'request_invalid' },
        });
      }
      expect(await ask(socket, 'live:join', { program_live_id: randomUUID() })).toMatchObject({
        ok: false,
        error: { status: 'live_not_found' },
      });
      expect(await ask(socket, 'live:join', { program_live_id })).toMatchObject({ ok: true });
      expect(
        await ask(socket, 'chat:send', {
          program_live_id,
          text: 'ช'.repeat(5_000),
          chat_message_id: randomUUID(),
        }),
      ).toMatchObject({ ok: false, error: { status: 'chat_too_long' } });
      expect(socket.connected).toBe(true);
    } finally {
      socket.close();
    }
  });

  test('from a signed-out visitor is refused', async ({ run }) => {
    const { program_live_id } = await findLiveOn(run);
    const socket = await connectEventSocket(run);
    try {
      expect(await ask(socket, 'live:join', { program_live_id })).toMatchObject({
        ok: true,
        can_chat: false,
      });
      expect(
        await ask(socket, 'chat:send', {
          program_live_id,
          text: 'สวัสดี',
          chat_message_id: randomUUID(),
        }),
      ).toMatchObject({ ok: false, error: { status: 'chat_members_only' } });
    } finally {
      socket.close();
    }
  });

  test('with a wrong app key is refused a socket', async ({ run }) => {
    await expect(connectEventSocket({ ...run, app_key: 'x' })).rejects.toThrow();
    await expect(connectEventSocket(run, 'nonsense')).rejects.toThrow();
  });
});
