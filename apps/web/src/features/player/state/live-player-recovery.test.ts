import { describe, expect, it } from 'vitest';
import { browser, playing, prepareStage, setUp } from '../testing/player-stage.ts';

prepareStage();

describe('recovery of the live player', () => {
  it('reports a lost connection, resumes with the same engine and counts one stall', async () => {
    const stage = await playing();
    stage.answer = { kind: 'unreachable' };
    await stage.pass(3_000);
    expect(stage.status()).toBe('offline');
    stage.answer = { kind: 'playlist', text: 'a' };
    await stage.pass(1_750);
    stage.answer = { kind: 'playlist', text: 'b' };
    await stage.pass(1_750);
    expect(stage.engines).toHaveLength(1);
    expect(stage.engines[0]?.resumed).toBeGreaterThan(0);
    await stage.pass(500, true);
    expect(stage.status()).toBe('playing');
    expect(stage.player.progress.get().stalls).toBe(1);
  });

  it('reports an interrupted stream when the playlist stops advancing', async () => {
    const stage = await playing();
    await stage.pass(5_000);
    expect(stage.status()).toBe('interrupted');
    expect(stage.joins).toEqual([0]);
  });

  it('creates a new engine with the same grant after a long outage', async () => {
    const stage = await playing();
    await stage.pass(60_000);
    expect(stage.status()).toBe('interrupted');
    stage.answer = { kind: 'playlist', text: 'later' };
    await stage.pass(2_000);
    expect(stage.engines).toHaveLength(2);
    expect(stage.engines[0]?.destroyed).toBe(true);
    expect(stage.joins).toEqual([0]);
    await stage.pass(500, true);
    expect(stage.status()).toBe('playing');
  });

  it('replaces the engine when the stream advances but playback does not', async () => {
    const stage = await playing();
    for (let probe = 0; probe < 8; probe += 1) {
      stage.answer = { kind: 'playlist', text: `part ${probe}` };
      await stage.pass(1_500);
    }
    expect(stage.engines.length).toBeGreaterThan(1);
    expect(stage.status()).not.toBe('interrupted');
  });

  it('requests a new grant when the current one is refused, with a backoff', async () => {
    const stage = await playing();
    stage.engines[0]?.emit({ type: 'refused' });
    await stage.pass(250);
    expect(stage.joins).toEqual([0, 1]);
    expect(stage.engines[1]?.url).toContain('token=2');
    for (let refusal = 0; refusal < 20; refusal += 1) {
      stage.engines.at(-1)?.emit({ type: 'refused' });
      await stage.pass(250);
    }
    expect(stage.joins.length).toBeLessThan(7);
    await stage.pass(1_000, true);
    expect(stage.status()).toBe('playing');
  });

  it('retries the join while offline, and at once when the browser is online again', async () => {
    const stage = setUp();
    stage.joinFails = new TypeError('Failed to fetch');
    stage.player.start();
    await stage.pass(60_000);
    expect(stage.status()).toBe('offline');
    const attempts = stage.joins.length;
    expect(attempts).toBeGreaterThan(8);
    stage.joinFails = null;
    browser.dispatchEvent(new Event('online'));
    await stage.pass(750, true);
    expect(stage.joins.length).toBe(attempts + 1);
    expect(stage.status()).toBe('playing');
  });

  it('returns to the live edge after an outage unless the viewer has rewound', async () => {
    const stage = await playing();
    stage.engines[0]!.liveS = 1_000;
    await stage.pass(500, true);
    expect(stage.screen.currentTime).toBeCloseTo(1_000, 0);
    stage.player.position.seekTo(700);
    await stage.pass(15_000, true);
    expect(stage.screen.currentTime).toBeCloseTo(715, 0);
  });

  it('does not report an overloaded device as offline', async () => {
    const stage = await playing();
    stage.answer = { kind: 'unreachable' };
    for (let part = 0; part < 10; part += 1) {
      stage.engines[0]?.emit({ type: 'responded' });
      await stage.pass(500);
    }
    expect(stage.status()).toBe('buffering');
    await stage.pass(6_000);
    expect(stage.status()).toBe('offline');
  });
});
