import { describe, expect, it } from 'vitest';
import { browser, playing, prepareStage, setUp } from '../testing/player-stage.ts';

prepareStage();

describe('the live player in trouble', () => {
  it('says that the connection is lost, goes on with the same engine when it is back, and counts one stall', async () => {
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

  it('says that the stream is interrupted when the playlist stands still', async () => {
    const stage = await playing();
    await stage.pass(5_000);
    expect(stage.status()).toBe('interrupted');
    expect(stage.joins).toEqual([0]);
  });

  it('begins anew after a long outage, with the grant that it has', async () => {
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

  it('makes the engine anew when the stream is there and the picture will not move', async () => {
    const stage = await playing();
    for (let look = 0; look < 8; look += 1) {
      stage.answer = { kind: 'playlist', text: `part ${look}` };
      await stage.pass(1_500);
    }
    expect(stage.engines.length).toBeGreaterThan(1);
    expect(stage.status()).not.toBe('interrupted');
  });

  it('asks for another grant when its own is refused, and not in a storm', async () => {
    const stage = await playing();
    stage.engines[0]?.tell({ type: 'refused' });
    await stage.pass(250);
    expect(stage.joins).toEqual([0, 1]);
    expect(stage.engines[1]?.url).toContain('token=2');
    for (let refusal = 0; refusal < 20; refusal += 1) {
      stage.engines.at(-1)?.tell({ type: 'refused' });
      await stage.pass(250);
    }
    expect(stage.joins.length).toBeLessThan(7);
    await stage.pass(1_000, true);
    expect(stage.status()).toBe('playing');
  });

  it('keeps asking to join while there is no connection, and at once when the browser is back online', async () => {
    const stage = setUp();
    stage.joinFails = new TypeError('Failed to fetch');
    stage.player.start();
    await stage.pass(60_000);
    expect(stage.status()).toBe('offline');
    const asked = stage.joins.length;
    expect(asked).toBeGreaterThan(8);
    stage.joinFails = null;
    browser.dispatchEvent(new Event('online'));
    await stage.pass(750, true);
    expect(stage.joins.length).toBe(asked + 1);
    expect(stage.status()).toBe('playing');
  });

  it('takes who follows the live back to it after an outage, and leaves who rewound where they are', async () => {
    const stage = await playing();
    stage.engines[0]!.liveS = 1_000;
    await stage.pass(500, true);
    expect(stage.screen.currentTime).toBeCloseTo(1_000, 0);
    stage.player.place.seekTo(700);
    await stage.pass(15_000, true);
    expect(stage.screen.currentTime).toBeCloseTo(715, 0);
  });

  it('does not take a busy device for one without a connection', async () => {
    const stage = await playing();
    stage.answer = { kind: 'unreachable' };
    for (let part = 0; part < 10; part += 1) {
      stage.engines[0]?.tell({ type: 'heard' });
      await stage.pass(500);
    }
    expect(stage.status()).toBe('buffering');
    await stage.pass(6_000);
    expect(stage.status()).toBe('offline');
  });
});
