import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LARGE_PAGES } from '@sangwian/node-kit/large-pages';
import type { ReadyMessage } from '@sangwian/node-kit/lifecycle';
import { sealGrant } from '@sangwian/node-kit/playback-grant';

const GRANT_S = 7_200;

export interface MediaAlone {
  readonly rtmpPort: number;
  readonly httpPort: number;
  readonly pid: number;
  /** URL of the stand-in for the API and the secrets, for a gate of the same site. */
  readonly gateEnvironment: {
    readonly API_INTERNAL_URL: string;
    readonly INTERNAL_SECRET: string;
    readonly GRANT_SECRET: string;
  };
  /** URL of the multivariant playlist with a grant. In this bench the stream key is also the channel id. */
  hlsUrl(channel: string): string;
  whepUrl(channel: string): string;
  readonly whipUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts a stand-in for the API endpoints that the media process needs. Accepts every stream key; the key is also the
 * channel id.
 */
async function startKeyServer(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      const answer = (body: unknown): void => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      if (request.url?.endsWith('/media/auth'))
        answer({ path: (JSON.parse(text) as { token: string }).token });
      else if (request.url?.includes('/media/revocations'))
        answer({ revocations: [], cursor: '0' });
      else answer({});
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

/** Starts a real media process without the rest of the stack. The ladder is off unless `environment` turns it on. */
export async function startMediaAlone(
  environment: Record<string, string> = {},
): Promise<MediaAlone> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sangwian-media-'));
  const keys = await startKeyServer();
  const grantSecret = 'a secret of this bench';
  const gateEnvironment = {
    API_INTERNAL_URL: keys.url,
    INTERNAL_SECRET: 'internal',
    GRANT_SECRET: grantSecret,
  };
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../services/media/src/main.ts')],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...LARGE_PAGES,
        DATA_DIR: dataDir,
        MEDIA_PORT: '0',
        RTMP_PORT: '0',
        MEDIA_WEBRTC_PORT: '0',
        MEDIA_LADDER: 'off',
        ...gateEnvironment,
        LOG_LEVEL: 'warn',
        ...environment,
      },
    },
  );
  const { ports } = await ready(child);
  const { http: httpPort, rtmp: rtmpPort } = ports;
  if (httpPort === undefined || rtmpPort === undefined)
    throw new Error('the media process reported no port');
  let sessions = 0;
  const grantOf = (channel: string): string => {
    sessions += 1;
    const grant = {
      path: channel,
      watchSessionId: `bench-${sessions}`,
      expiresAtS: Math.floor(Date.now() / 1000) + GRANT_S,
    };
    return sealGrant(grant, grantSecret);
  };
  const base = `http://127.0.0.1:${httpPort}/media`;
  return {
    httpPort,
    rtmpPort,
    pid: child.pid ?? 0,
    gateEnvironment,
    hlsUrl: (channel) => `${base}/g/${grantOf(channel)}/${channel}/index.m3u8`,
    whepUrl: (channel) => `${base}/${channel}/whep?token=${grantOf(channel)}`,
    whipUrl: `${base}/live/whip`,
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      keys.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function ready(child: ChildProcess): Promise<ReadyMessage> {
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`the media process ended with ${code}`);
  });
  const [message] = (await Promise.race([once(child, 'message'), exited])) as [ReadyMessage];
  return message;
}
