import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestApi } from '@sangwian/testkit/start-test-api';

const DEPLOY = join(import.meta.dirname, '../../../../../../../deploy/engines');
const VIEWER = '203.0.113.7';

/** Returns the path of the hook in the engine's configuration file, with the secret of the test. */
function hookPath(file: string, setting: string, secret: string): string {
  const text = readFileSync(join(DEPLOY, file), 'utf8');
  const [, address = ''] =
    new RegExp(`^\\s*${setting}:?\\s+(http[^\\s;]+);?$`, 'm').exec(text) ?? [];
  return new URL(address.replace('MEDIA_ENGINE_SECRET', encodeURIComponent(secret))).pathname;
}

/** Returns the query of a URL including the `?`; empty if there is no query. */
const queryOf = (address: string): string => /\?.*$/.exec(address)?.[0] ?? '';

/**
 * Sends the requests that MediaMTX documents to the URL in `mediamtx.yml`.
 *
 * @see https://github.com/bluenviron/mediamtx, `authHTTPAddress` in `mediamtx.yml`
 */
export class MediaMtxStandIn {
  readonly #test: TestApi;
  readonly #path: string;

  constructor(test: TestApi, secret: string) {
    this.#test = test;
    this.#path = hookPath('mediamtx.yml', 'authHTTPAddress', secret);
  }

  /**
   * Sends the authorisation request of MediaMTX.
   *
   * @returns whether MediaMTX would admit the client: only for a status 20x
   */
  async ask(request: {
    readonly action: 'publish' | 'read' | 'playback' | 'api';
    readonly protocol: 'rtmp' | 'hls' | 'webrtc';
    readonly path: string;
    readonly address: string;
    readonly bearer?: string;
  }): Promise<boolean> {
    const { action, protocol, path, address, bearer = '' } = request;
    const response = await this.#test.api.internal.inject({
      method: 'POST',
      url: this.#path,
      payload: {
        ...{ user: '', password: '', token: bearer, ip: VIEWER },
        ...{ action, path, protocol, id: '6f2d4f0e-9f57-4c07-a1a5-3b1e6c7f7a10' },
        query: queryOf(address).slice(1),
      },
    });
    return response.statusCode >= 200 && response.statusCode < 210;
  }
}

type SrsAction = 'on_publish' | 'on_unpublish' | 'on_play' | 'on_stop';

/**
 * Sends the callbacks that SRS documents to the URLs in `srs.conf`.
 *
 * @see https://ossrs.io, HTTP Callback
 */
export class SrsStandIn {
  readonly #test: TestApi;
  readonly #secret: string;

  constructor(test: TestApi, secret: string) {
    this.#test = test;
    this.#secret = secret;
  }

  /** Sends a callback like SRS. @returns whether SRS would admit the client: only for HTTP 200 with code 0 */
  async call(
    action: SrsAction,
    stream: string,
    address: string,
    fields: { readonly app?: string; readonly param?: string } = {},
  ): Promise<boolean> {
    const app = fields.app ?? 'live';
    const response = await this.#test.api.internal.inject({
      method: 'POST',
      url: hookPath('srs.conf', action, this.#secret),
      headers: { 'content-type': 'application-json' },
      payload: JSON.stringify({
        ...{ server_id: 'vid-0xk989d', service_id: '382k2l1k', action, client_id: '341w361a' },
        ...{ ip: VIEWER, vhost: '__defaultVhost__', app, stream },
        ...{ tcUrl: 'rtmp://media.example/live', param: fields.param ?? queryOf(address) },
        ...{ stream_url: `/${app}/${stream}`, stream_id: 'vid-124q9y3' },
      }),
    });
    return response.statusCode === 200 && response.json().code === 0;
  }
}

/** The publishers that the engine's API lists; `null` if it does not respond. */
export interface EnginePublishers {
  live: readonly string[] | null;
}

/** Serves the lists of publishers of both engines, each at the path and in the format of its API. */
export async function serveEngineApi(
  publishers: EnginePublishers,
): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const { live } = publishers;
    const { pathname } = new URL(request.url ?? '', 'http://engine');
    const answers: Record<string, unknown> = {
      '/v3/paths/list': {
        ...{ itemCount: 2, pageCount: 1 },
        items: [...(live ?? []), 'ring-9'].map((name) => ({
          ...{ name, confName: '~^[a-z0-9][a-z0-9-]{0,62}$', ready: name !== 'ring-9' },
          ...{ source: { type: 'rtmpConn', id: '1' }, tracks: ['H264'], readers: [] },
        })),
      },
      '/api/v1/streams/': {
        ...{ code: 0, server: 'vid-0xk989d' },
        streams: [...(live ?? []), 'ring-9'].map((name) => ({
          ...{ id: `vid-${name}`, name, app: 'live', clients: 1 },
          publish: { active: name !== 'ring-9', cid: '042k4m00' },
        })),
      },
    };
    const answer = live === null ? undefined : answers[pathname];
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
