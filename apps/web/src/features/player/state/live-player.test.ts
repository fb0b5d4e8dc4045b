import { describe, expect, it, vi } from 'vitest';
import { JoinRefused } from '../engine/join-refused.ts';
import { browser, page, playing, prepareStage, setUp } from '../testing/player-stage.ts';

prepareStage();

describe('the live player', () => {
  it('joins, loads the URL of the grant and plays', async () => {
    const stage = setUp();
    stage.player.start();
    expect(stage.status()).toBe('joining');
    await stage.pass(250);
    expect(stage.status()).toBe('loading');
    expect(stage.engines[0]?.url).toBe('/media/c1/index.m3u8?token=1');
    await stage.pass(500, true);
    expect(stage.status()).toBe('playing');
    expect(stage.player.progress.get().latencyS).toBeCloseTo(1.4, 1);
  });

  it('stays refused without further joins until it is started again', async () => {
    const stage = setUp();
    stage.joinFails = new JoinRefused('watch_ejected');
    stage.player.start();
    await stage.pass(20_000);
    expect(stage.player.snapshot.get().status).toEqual({ name: 'refused', code: 'watch_ejected' });
    expect(stage.joins).toHaveLength(1);
    stage.joinFails = null;
    stage.player.start();
    await stage.pass(750, true);
    expect(stage.status()).toBe('playing');
  });

  it('plays muted if the browser requires it, and offers to unmute', async () => {
    const stage = setUp();
    stage.screen.refuses = 'sound';
    stage.player.start();
    await stage.pass(750, true);
    expect(stage.screen.muted).toBe(true);
    expect(stage.player.snapshot.get().unmuteOffered).toBe(true);
    stage.player.sound.setMuted(false);
    expect(stage.screen.muted).toBe(false);
    expect(stage.player.snapshot.get().unmuteOffered).toBe(false);
  });

  it('waits for a tap if the browser blocks playback', async () => {
    const stage = setUp();
    stage.screen.refuses = 'all';
    stage.player.start();
    await stage.pass(5_000);
    expect(stage.player.snapshot.get().paused).toBe(true);
    expect(stage.status()).toBe('loading');
  });

  it('does not treat a pause by the viewer as an outage, and resumes after a pause by the phone', async () => {
    const stage = await playing();
    stage.player.pause();
    await stage.pass(30_000);
    expect(stage.status()).toBe('playing');
    expect(stage.player.snapshot.get().paused).toBe(true);
    stage.player.play();
    await stage.pass(500, true);
    page.hidden = true;
    stage.screen.pause();
    expect(stage.player.snapshot.get().paused).toBe(false);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await stage.pass(250);
    expect(stage.screen.paused).toBe(false);
  });

  it('seeks within the rewind window and back to live', async () => {
    const stage = await playing();
    stage.player.position.seekTo(-50);
    expect(stage.screen.currentTime, 'a little after the start of the window').toBe(2);
    stage.player.position.seekTo(5_000);
    expect(stage.screen.currentTime).toBe(900);
    stage.player.position.seekTo(100);
    await stage.pass(500, true);
    expect(stage.player.progress.get().atLive).toBe(false);
    stage.player.goLive();
    await stage.pass(500, true);
    expect(stage.player.progress.get().atLive).toBe(true);
  });

  it('ends when the playlist ends', async () => {
    const stage = await playing();
    stage.engines[0]?.emit({ type: 'ended' });
    expect(stage.status()).toBe('ended');
    expect(stage.engines[0]?.destroyed).toBe(true);
  });

  it('releases everything on destroy', async () => {
    const stage = await playing();
    stage.player.destroy();
    expect(stage.engines[0]?.destroyed).toBe(true);
    expect(stage.screen.paused).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    browser.dispatchEvent(new Event('online'));
    stage.player.start();
    expect(stage.status()).toBe('idle');
    expect(stage.joins).toEqual([0]);
  });
});
