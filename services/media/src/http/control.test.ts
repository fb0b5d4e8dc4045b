import { join } from 'node:path';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { createLogger } from '@sangwian/node-kit/logger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMediaProcess } from '../media-process.ts';
import { parseMediaPlaylist } from '../testing/conformance.ts';
import { sendConfigs, sendSeconds } from '../testing/drawn-stream.ts';
import { expectError } from '../testing/expect-error.ts';
import {
  CHANNEL,
  eventually,
  INTERNAL_SECRET,
  type MediaStack,
  startMediaStack,
} from '../testing/media-stack.ts';

let stack: MediaStack;
beforeAll(async () => {
  stack = await startMediaStack();
});
afterAll(() => stack.stop());

const playlist = async (query = '') =>
  parseMediaPlaylist(await (await fetch(`${stack.granted()}stream.m3u8${query}`)).text());

describe('control', () => {
  it('refuses a wrong secret, wrong methods and wrong bodies', async () => {
    const wrong = [{}, internalHeaders('wrong'), { authorization: INTERNAL_SECRET }];
    for (const headers of wrong)
      await expectError(
        await fetch(`${stack.origin}/control/channels`, { headers }),
        404,
        'not_found',
      );
    // A secret in the path is not accepted, because proxies log paths.
    const inPath = `${stack.origin}/control/${INTERNAL_SECRET}/channels`;
    await expectError(await fetch(inPath), 404, 'not_found');
    await expectError(
      await stack.control('channels', { method: 'POST' }),
      405,
      'method_not_allowed',
    );
    await expectError(await stack.control('revocations'), 405, 'method_not_allowed');
    await expectError(
      await stack.control('revocations', { method: 'POST', body: '{' }),
      400,
      'body_malformed',
    );
    await expectError(
      await stack.control('revocations', { method: 'POST', body: '{}' }),
      400,
      'request_invalid',
    );
    await expectError(
      await stack.control('revocations', { method: 'POST', body: 'x'.repeat(5 * 1024 * 1024) }),
      413,
      'body_too_large',
    );
    await expectError(
      await stack.control('channels/none/close', { method: 'POST' }),
      404,
      'stream_not_found',
    );
  });

  it('also polls revocations by the cursor', async () => {
    stack.api.revocations = [
      { watch_session_id: 'pulled', expires_at: new Date(Date.now() + 60_000).toISOString() },
    ];
    const other = await startMediaStackWith(stack);
    try {
      await eventually(async () => {
        const token = stack.grant({ watchSessionId: 'pulled' });
        const response = await fetch(
          `http://127.0.0.1:${other.ports.http}/media/${CHANNEL}/index.m3u8?token=${token}`,
        );
        return response.status === 403 ? true : undefined;
      });
    } finally {
      await other.stop();
    }
  });

  it('closes a channel permanently: the playlist ends, and the segments of a new publisher have higher numbers', async () => {
    const publisher = stack.publish();
    sendConfigs(publisher.sink, true);
    sendSeconds(publisher.sink, 0, 3);
    expect((await stack.control(`channels/${CHANNEL}/close`, { method: 'POST' })).status).toBe(200);
    expect(publisher.closed).toEqual(['the channel was closed']);
    const ended = await playlist();
    expect(ended.ended).toBe(true);
    const { mediaSequence } = ended.segments.at(-1)!;
    expect((await playlist(`?_HLS_msn=${mediaSequence + 1}`)).ended).toBe(true);
    const next = stack.publish();
    sendConfigs(next.sink, true);
    sendSeconds(next.sink, 0, 3);
    expect((await playlist()).ended).toBe(false);
    next.sink.end();
  });
});

/** Starts a second process with the same API. */
const startMediaStackWith = ({ config }: MediaStack) =>
  startMediaProcess(
    { ...config, dataDir: join(config.dataDir, 'second') },
    createLogger('media', 'silent'),
  );
