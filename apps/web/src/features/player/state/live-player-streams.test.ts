import { describe, expect, it, vi } from 'vitest';
import { prepareStage, setUp } from '../testing/player-stage.ts';

prepareStage();

describe('low latency', () => {
  it('is switched on and off by the viewer if the stream has it', async () => {
    const stage = setUp();
    stage.player.start();
    await stage.pass(1_000, true);
    expect(stage.player.snapshot.get().realtime).toBe('none');
    stage.player.stop();
    stage.whep = true;
    stage.player.start();
    await stage.pass(1_000, true);
    expect(stage.player.snapshot.get().realtime).toBe('off');
    stage.player.setRealtime(true);
    await stage.pass(1_000, true);
    expect(stage.engines.at(-1)).toMatchObject({ realtime: true, url: '/media/c1/whep?token=2' });
    stage.engines.at(-1)?.emit({ type: 'soundless' });
    expect(stage.player.snapshot.get()).toMatchObject({ realtime: 'on', soundless: true });
    stage.player.setRealtime(false);
    await stage.pass(1_000, true);
    expect(stage.engines.at(-1)).toMatchObject({
      realtime: false,
      url: '/media/c1/index.m3u8?token=2',
    });
    expect(stage.player.snapshot.get()).toMatchObject({ realtime: 'off', soundless: false });
  });

  it('falls back to HLS when no frame arrives, and is not retried', async () => {
    const stage = setUp();
    stage.whep = true;
    stage.player.setRealtime(true);
    stage.player.start();
    await stage.pass(1_000, true);
    stage.engines.at(-1)?.emit({ type: 'realtime_lost', linkThin: true });
    await stage.pass(1_000, true);
    expect(stage.engines.map(({ realtime, destroyed }) => [realtime, destroyed])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(stage.player.snapshot.get()).toMatchObject({ realtime: 'lost', linkThin: true });
    stage.engines.at(-1)?.emit({ type: 'refused' });
    await stage.pass(1_000, true);
    expect(stage.engines.at(-1)?.realtime).toBe(false);
    expect(stage.status()).toBe('playing');
  });
});

describe('saving data', () => {
  it('plays audio only if the stream offers it, otherwise the video', async () => {
    const stage = setUp();
    stage.player.start();
    await stage.pass(500, true);
    stage.player.setAudioOnly(true);
    await stage.pass(250, true);
    expect(stage.engines.at(-1)?.url).toBe('/media/c1/index.m3u8?token=1');
    expect(stage.player.snapshot.get().audio).toBe('none');

    stage.audio = '/media/c1/audio/media.m3u8?token=1';
    stage.player.setAudioOnly(true);
    await stage.pass(250, true);
    expect(stage.engines.at(-1)?.url).toBe(stage.audio);
    expect(stage.player.snapshot.get().audio).toBe('on');
    stage.player.setAudioOnly(false);
    await stage.pass(250, true);
    expect(stage.engines.at(-1)?.url).toBe('/media/c1/index.m3u8?token=1');
  });

  it('applies the data saver to the next engine as well', async () => {
    const stage = setUp();
    stage.player.start();
    await stage.pass(500, true);
    stage.player.setDataSaver(true);
    expect(stage.engines.at(-1)?.saver).toBe(true);
    stage.player.setNative(true);
    await stage.pass(250, true);
    expect(stage.engines).toHaveLength(2);
    expect(stage.engines.at(-1)?.saver).toBe(true);
  });
});

describe('a change of engine', () => {
  it('returns a rewound viewer to the same moment without showing the live edge', async () => {
    const stage = setUp();
    stage.player.start();
    await stage.pass(500, true);
    const timeAtPosition = () => 1_000_000 + stage.screen.currentTime * 1_000;
    for (const engine of stage.engines) engine.programTimeMs = timeAtPosition;
    stage.player.position.seekTo(700);
    await stage.pass(500, true);

    stage.player.setNative(true);
    stage.screen.currentTime = 898;
    await vi.advanceTimersByTimeAsync(0);
    expect(stage.player.snapshot.get().started).toBe(false);
    const [, next] = stage.engines;
    if (next !== undefined) next.programTimeMs = timeAtPosition;
    await stage.pass(500, true);
    expect(stage.screen.currentTime).toBeGreaterThan(699);
    expect(stage.screen.currentTime).toBeLessThan(703);
    expect(stage.player.snapshot.get().started).toBe(true);
    expect(stage.player.programTimeMs).toBeLessThan(1_000_000 + 703_000);
  });
});

describe('a beginning in the rewind window', () => {
  it('is shown instead of the live edge, and the viewer stays behind', async () => {
    const stage = setUp();
    stage.player.start();
    // The fake engine shows 1.4 s ago at position 898.
    stage.player.beginAt(Date.now() - 61_400);
    await stage.pass(500);
    expect(stage.screen.currentTime).toBeGreaterThan(836);
    expect(stage.screen.currentTime).toBeLessThan(840);
    await stage.pass(12_000, true);
    expect(stage.screen.currentTime).toBeLessThan(855);
    expect(stage.player.position.followsLive).toBe(false);
  });

  it('waits for the first frame, because hls.js reports the time of its start before the video is there', async () => {
    const stage = setUp();
    stage.isSlow = true;
    stage.screen.currentTime = 0;
    stage.player.start();
    stage.player.beginAt(Date.now() - 61_400);
    await stage.pass(500);
    expect(stage.screen.currentTime).toBe(0);
    stage.screen.currentTime = 898;
    stage.screen.dispatchEvent(new Event('loadeddata'));
    await stage.pass(500);
    expect(stage.screen.currentTime).toBeGreaterThan(836);
    expect(stage.screen.currentTime).toBeLessThan(840);
  });
});
