import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRtmpServer, readRunSettings } from './run-settings.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the address of an RTMP server', () => {
  it('has a host, a port and an application', () => {
    expect(parseRtmpServer('rtmp://localhost:19395/live')).toEqual({
      host: 'localhost',
      port: 19_395,
      app: 'live',
    });
    expect(parseRtmpServer('rtmp://127.0.0.1/live?token=x')).toEqual({
      host: '127.0.0.1',
      port: 1_935,
      app: 'live?token=x',
    });
  });

  it.each(['http://localhost/live', 'rtmp://localhost:1935/', 'localhost:1935/live'])(
    'is not %s',
    (address) => {
      expect(() => parseRtmpServer(address)).toThrow(TypeError);
    },
  );
});

describe('the settings of the run', () => {
  it('are read as soon as the file exists', async () => {
    const reading = readRunSettings(folder);
    const run = {
      url: 'http://localhost:19390',
      api: 'http://localhost:19390/api/v1',
      app_key: 'key',
      rtmp: { server: 'rtmp://localhost:1935/live', key: 'secret' },
      accounts: { fans: [{ phone: '0812345001', password: 'x' }], operators: [] },
      sandbox: '',
    };
    writeFileSync(join(folder, 'run.json'), JSON.stringify(run));
    await expect(reading).resolves.toMatchObject({
      rtmp: run.rtmp,
      accounts: { fans: run.accounts.fans },
    });
  });
});
