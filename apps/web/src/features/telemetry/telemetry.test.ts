import { type PlaybackWindow, TelemetryBatch } from '@sangwian/contract/endpoints/telemetry';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Telemetry } from './telemetry.ts';

const window: Omit<PlaybackWindow, 'age_ms'> = {
  ...{ live_id: null, transport: 'hls', height: 720, watched_ms: 30_000, stalls: 0, stall_ms: 0 },
  ...{ first_stall: false, join_ms: null, latency_ms: null, outcome: null, failure: null },
};

let sent: TelemetryBatch[];
let beacons: number;
/** The answer of the site; `null`: it cannot be reached. */
let answer: Response | null;
let browser: { onLine: boolean; doNotTrack?: string; globalPrivacyControl?: boolean };
let nowMs: number;

beforeEach(() => {
  sent = [];
  beacons = 0;
  answer = new Response('{}');
  browser = { onLine: true };
  nowMs = 0;
  vi.stubGlobal('location', { pathname: '/live/1', origin: 'https://fan.example' });
  vi.stubGlobal('document', { querySelector: () => ({ src: 'https://a/assets/entry-B7.js' }) });
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    if (answer === null) throw new TypeError('Failed to fetch');
    sent.push(TelemetryBatch.parse(JSON.parse(body)));
    return answer;
  });
});
afterEach(() => vi.unstubAllGlobals());

function start(every = 1): Telemetry {
  const sendBeacon = () => {
    beacons += 1;
    return true;
  };
  vi.stubGlobal('navigator', { ...browser, sendBeacon });
  return new Telemetry({ every, now: () => nowMs, random: () => 0.5 });
}
const fault = (line: number) =>
  Object.assign(new TypeError('x'), { stack: `at https://fan.example/assets/a-b.js:1:${line}` });

describe('the reports of a page', () => {
  it('contain the windows of its players and the places of its errors', async () => {
    const telemetry = start();
    telemetry.addPlayer(() => window);
    for (const line of [1, 1, 2]) telemetry.addError(fault(line));
    telemetry.addError('a text that a member typed');
    await telemetry.report();
    expect(sent).toMatchObject([
      {
        ...{ page: 'live', build: 'entry-B7', playback: [{ watched_ms: 30_000, age_ms: 0 }] },
        faults: [{ at: 'a-b.js:1:1', count: 2 }, { at: 'a-b.js:1:2' }],
      },
    ]);
    expect(JSON.stringify(sent)).not.toContain('typed');
  });

  it('are kept while the site cannot be reached, up to twenty windows and ten minutes', async () => {
    const telemetry = start();
    telemetry.addPlayer(() => window);
    answer = null;
    for (let index = 0; index < 30; index += 1) {
      nowMs += 20_000;
      await telemetry.report();
    }
    answer = new Response('{}');
    await telemetry.report();
    expect(sent[0]?.playback).toHaveLength(20);
    expect(sent[0]?.playback[0]?.age_ms).toBe(360_000);
    answer = null;
    await telemetry.report();
    nowMs += 700_000;
    answer = new Response('{}');
    await telemetry.report();
    expect(sent[1]?.playback).toHaveLength(1);
  });

  it('pause for as long as a busy site asks', async () => {
    const telemetry = start();
    telemetry.addPlayer(() => window);
    answer = new Response('{}', { status: 503, headers: { 'retry-after': '60' } });
    await telemetry.report();
    nowMs = 59_000;
    await telemetry.report();
    expect(sent).toHaveLength(1);
    nowMs = 61_000;
    await telemetry.report();
    expect(sent).toHaveLength(2);
    expect(sent[1]?.playback).toHaveLength(3);
  });

  it('are sent by a beacon when the page closes, and not while the browser is offline', () => {
    const telemetry = start();
    telemetry.addPlayer(() => window);
    telemetry.close();
    expect(beacons).toBe(1);
    browser.onLine = false;
    const offline = start();
    offline.addPlayer(() => window);
    offline.close();
    expect(beacons).toBe(1);
  });

  it('are off if the browser or the site asks for it', async () => {
    browser = { onLine: true, doNotTrack: '1' };
    const untracked = start();
    browser = { onLine: true, globalPrivacyControl: true };
    for (const telemetry of [untracked, start(), start(0)]) {
      telemetry.addPlayer(() => window);
      telemetry.addError(fault(1));
      await telemetry.report();
      expect(telemetry.isOff).toBe(true);
    }
    expect(sent).toEqual([]);
  });

  it('are sampled by the rate of the site', () => {
    expect(start(1).isSampled).toBe(true);
    expect(start(2).isSampled).toBe(false);
  });
});
