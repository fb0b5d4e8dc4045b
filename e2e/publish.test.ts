import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { broadcasterOf, lookAt, untilPictureMoves } from './support/picture.ts';
import { LONG, prepare } from './support/visit.ts';

const STOP_MS_MAX = 5_000;

interface Publisher {
  readonly process: ChildProcess;
  /** Returns the output so far. */
  readonly output: () => string;
  stop(): Promise<void>;
}

/** Publishes one colour and a tone by ffmpeg, as OBS would, until `stop`. */
function publishColour(colour: string, server: string, key: string): Publisher {
  const input = (source: string) => ['-re', '-f', 'lavfi', '-i', source];
  const child = spawn(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'warning', '-nostdin'],
      ...input(`color=c=${colour}:size=640x360:rate=25`),
      ...input('sine=frequency=440:sample_rate=48000'),
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '25'],
      ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '96k', '-ar', '48000'],
      ...['-f', 'flv', `${server}/${key}`],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return {
    process: child,
    output: () => output,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Whether the picture is red and has no time code of the demo bout. */
async function isRed(page: Page): Promise<boolean> {
  const { colour, loop_ms } = await lookAt(page);
  const [red, green, blue] = colour;
  return loop_ms === null && red > 150 && green < 80 && blue < 80;
}

for (const demo of ['is on the air', 'was stopped'] as const) {
  test(
    `while the demo ${demo}, ffmpeg publishes with the printed key and fans see it without a reload`,
    demo === 'was stopped' ? LONG : {},
    async ({ page, run, context, enter }) => {
      const broadcaster = broadcasterOf(run.sandbox);
      await prepare(context, run, { language: 'EN', fan: await enter(4) });
      await page.goto(`/live/${(await findLiveOn(run)).program_live_id}`);
      await untilPictureMoves(page);
      await page.evaluate(() => Object.assign(window, { marked: true }));
      let publisher: Publisher | undefined;
      try {
        if (demo === 'was stopped') await broadcaster.stop();
        publisher = publishColour('red', run.rtmp.server, run.rtmp.key);
        await expect
          .poll(() => isRed(page), { message: 'the picture is red', timeout: 30_000 })
          .toBe(true);
        const first = await lookAt(page);
        await expect
          .poll(async () => (await lookAt(page)).frames)
          .toBeGreaterThan(first.frames + 10);
        expect(publisher.process.exitCode, publisher.output()).toBeNull();
      } finally {
        await publisher?.stop();
        await broadcaster.start();
      }
      await untilPictureMoves(page);
      expect(await page.evaluate(() => 'marked' in window)).toBe(true);
    },
  );
}

test('a wrong key publishes nothing', async ({ run }) => {
  const broadcaster = broadcasterOf(run.sandbox);
  const { connections } = await broadcaster.status();
  const publisher = publishColour('blue', run.rtmp.server, `${run.rtmp.key}x`);
  try {
    const [code] = await once(publisher.process, 'exit');
    expect(code).not.toBe(0);
    expect(publisher.output()).not.toBe('');
    // The demo stays on the air.
    expect(await broadcaster.status()).toMatchObject({ state: 'live', connections });
  } finally {
    await publisher.stop();
  }
});
