import { describe, expect, it, vi } from 'vitest';
import { prepareStage, setUp } from '../testing/player-stage.ts';

prepareStage();

describe('low latency', () => {
  it('plays in low latency where the viewer wants it and the stream has it, and goes back', async () => {
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
    stage.engines.at(-1)?.tell({ type: 'soundless' });
    expect(stage.player.snapshot.get()).toMatchObject({ realtime: 'on', soundless: true });
    stage.player.setRealtime(false);
    await stage.pass(1_000, true);
    expect(stage.engines.at(-1)).toMatchObject({
      realtime: false,
      url: '/media/c1/index.m3u8?token=2',
    });
    expect(stage.player.snapshot.get()).toMatchObject({ realtime: 'off', soundless: false });
  });

  it('plays on by HLS where low latency shows nothing, and does not try it again by itself', async () => {
    const stage = setUp();
    stage.whep = true;
    stage.player.setRealtime(true);
    stage.player.start();
    await stage.pass(1_000, true);
    stage.engines.at(-1)?.tell({ type: 'realtime_lost', linkThin: true });
    await stage.pass(1_000, true);
    expect(stage.engines.map(({ realtime, destroyed }) => [realtime, destroyed])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(stage.player.snapshot.get()).toMatchObject({ realtime: 'lost', linkThin: true });
    stage.engines.at(-1)?.tell({ type: 'refused' });
    await stage.pass(1_000, true);
    expect(stage.engines.at(-1)?.realtime).toBe(false);
    expect(stage.status()).toBe('playing');
  });
});

describe('fewer bytes', () => {
  it('come by the sound alone where the stream offers it, and by the picture where it does not', async () => {
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

  it('come by the data saver, also from the next engine', async () => {
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

describe('another engine', () => {
  it('goes on at the moment to which the viewer has rewound, and shows nothing of live before', async () => {
    const stage = setUp();
    stage.player.start();
    await stage.pass(500, true);
    const tells = () => 1_000_000 + stage.screen.currentTime * 1_000;
    for (const engine of stage.engines) engine.programTimeMs = tells;
    stage.player.place.seekTo(700);
    await stage.pass(500, true);

    stage.player.setNative(true);
    stage.screen.currentTime = 898;
    await vi.advanceTimersByTimeAsync(0);
    expect(stage.player.snapshot.get().started).toBe(false);
    const [, next] = stage.engines;
    if (next !== undefined) next.programTimeMs = tells;
    await stage.pass(500, true);
    expect(stage.screen.currentTime).toBeGreaterThan(699);
    expect(stage.screen.currentTime).toBeLessThan(703);
    expect(stage.player.snapshot.get().started).toBe(true);
    expect(stage.player.programTimeMs).toBeLessThan(1_000_000 + 703_000);
  });
});
