import { describe, expect, test } from 'vitest';
import { readText, readYaml } from './read-deploy.ts';

const ENGINE = 'http://127.0.0.1:8092/engine/MEDIA_ENGINE_SECRET';

interface Block {
  readonly directives: Map<string, string>;
  readonly blocks: Map<string, Block>;
}

/**
 * Parses the format of SRS. Each line is a directive that ends with `;`, the beginning of a block, or the end of a
 * block. @throws for any other line
 */
function parseSrs(text: string): Block {
  const root: Block = { directives: new Map(), blocks: new Map() };
  const open = [root];
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.replace(/#.*$/, '').trim();
    const block = open.at(-1) as Block;
    if (line === '') continue;
    const [, opened] = /^([\w. ]+?)\s*\{$/.exec(line) ?? [];
    const [, name, value] = /^(\w+)\s+([^;{}]+);$/.exec(line) ?? [];
    if (opened !== undefined) {
      const child: Block = { directives: new Map(), blocks: new Map() };
      block.blocks.set(opened, child);
      open.push(child);
    } else if (name !== undefined && value !== undefined) block.directives.set(name, value);
    else if (line === '}' && open.length > 1) open.pop();
    else throw new Error(`line ${at + 1} is no directive: ${raw}`);
  }
  if (open.length !== 1) throw new Error('a block is not closed');
  return root;
}

describe('mediamtx.yml', () => {
  const [config] = readYaml('engines/mediamtx.yml');

  test('authorises every publisher and viewer by our auth POST, and keeps its API on loopback', () => {
    expect(config).toMatchObject({
      authMethod: 'http',
      authHTTPAddress: `${ENGINE}/auth`,
      authHTTPExclude: [{ action: 'api' }],
      api: true,
      apiAddress: expect.stringMatching(/^127\.0\.0\.1:/),
    });
  });

  test('serves channels by LL-HLS and WebRTC, and records nothing', () => {
    expect(config).toMatchObject({ hls: true, hlsVariant: 'lowLatency', webrtc: true, rtmp: true });
    expect(config.pathDefaults.record).toBe(false);
    const [name = ''] = Object.keys(config.paths);
    const pattern = new RegExp(name.slice(1));
    expect(name).toMatch(/^~/);
    expect(['ring-1', '1'].every((channel) => pattern.test(channel))).toBe(true);
    expect(['live/ring-1', '../x', 'A', ''].some((channel) => pattern.test(channel))).toBe(false);
  });
});

describe('srs.conf', () => {
  const config = parseSrs(readText('engines/srs.conf'));
  const vhost = config.blocks.get('vhost __defaultVhost__');

  test('sends each callback to our endpoint, and keeps its API on loopback', () => {
    expect(Object.fromEntries(vhost?.blocks.get('http_hooks')?.directives ?? [])).toEqual({
      enabled: 'on',
      ...Object.fromEntries(
        ['on_publish', 'on_unpublish', 'on_play', 'on_stop'].map((name) => [name, `${ENGINE}/srs`]),
      ),
    });
    expect(config.blocks.get('http_api')?.directives.get('listen')).toMatch(/^127\.0\.0\.1:/);
  });

  test('serves HLS with a session per viewer, and WebRTC', () => {
    const hls = vhost?.blocks.get('hls')?.directives;
    expect([hls?.get('enabled'), hls?.get('hls_ctx')]).toEqual(['on', 'on']);
    expect(vhost?.blocks.get('rtc')?.directives.get('rtmp_to_rtc')).toBe('on');
    expect(config.blocks.get('rtc_server')?.directives.get('enabled')).toBe('on');
  });

  test('a missing semicolon or bracket is a syntax error', () => {
    expect(() => parseSrs('listen 1935')).toThrow('line 1');
    expect(() => parseSrs('vhost x {\n hls {\n }')).toThrow('not closed');
    expect(() => parseSrs('}')).toThrow('line 1');
  });
});
