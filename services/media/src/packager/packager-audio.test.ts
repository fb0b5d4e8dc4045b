import { describe, expect, it } from 'vitest';
import { aacFrame } from '../rtmp/testing/sample-media.ts';
import { every, sumUs } from '../testing/cut-stream.ts';
import {
  AAC_FRAME_TICKS,
  frames,
  pictures,
  recordingPackager,
  sendAll,
  sendConfigs,
} from '../testing/drawn-stream.ts';
import { endOf, readFragment } from '../testing/read-fragment.ts';
import type { PackagedPart } from './packaged-part.ts';

describe('audio', () => {
  const sendVideoAnd = (audio: ReturnType<typeof frames>, seconds = 6) => {
    const { packager, periods } = recordingPackager();
    sendConfigs(packager, true);
    sendAll(packager, pictures({ count: seconds * 30, frameRate: 30, keyAt: every(30) }), audio);
    return { packager, periods, parts: () => periods[0]?.parts ?? [] };
  };
  const framesOf = (parts: readonly PackagedPart[]) =>
    parts.flatMap(({ data }) => readFragment(data).audio?.payloads ?? []);

  it('fills a gap with silence of the same length', () => {
    const { packager, parts } = sendVideoAnd([...frames(0, 2_000), ...frames(3_000, 6_300)]);
    packager.end();
    expect(packager.stats().audioFramesFilled).toBeGreaterThanOrEqual(46);
    const count = framesOf(parts()).length;
    expect(Math.abs(count * AAC_FRAME_TICKS - 6 * 90_000)).toBeLessThan(2 * AAC_FRAME_TICKS);
  });

  it('drops duplicate frames', () => {
    const { packager } = sendVideoAnd(
      [...frames(0, 3_000), ...frames(2_000, 6_300)].map((unit) => ({ ...unit })),
    );
    packager.end();
    expect(packager.stats().audioFramesDropped).toBeGreaterThan(40);
  });

  it('inserts silence before audio that begins late', () => {
    const { packager, parts } = sendVideoAnd(frames(400, 6_300));
    packager.end();
    const { audio, video } = readFragment(parts()[0]!.data);
    expect(audio!.startTicks / 48_000 - video!.startTicks / 90_000).toBeLessThan(0.022);
  });

  it('continues with silence half a second after the audio stops, and with audio once it returns', () => {
    const { packager, parts } = sendVideoAnd(frames(0, 3_000), 8);
    // Only the open part and the newest frame are held back.
    expect(sumUs(parts()) / 1e6).toBeGreaterThan(8 - 0.45);
    const more = pictures({ count: 60, frameRate: 30, keyAt: every(30), startMs: 8_000 });
    sendAll(packager, more, frames(8_200, 10_200));
    packager.end();
    const sound = framesOf(parts()).filter(
      (payload) => payload.length === framesOf(parts())[0]!.length,
    );
    expect(sound.length).toBeGreaterThan(0);
    let end: number | null = null;
    for (const { data } of parts()) {
      const { audio } = readFragment(data);
      if (end !== null) expect(audio!.startTicks).toBe(end);
      end = endOf(audio!);
    }
  });

  it('waits for late audio as long as necessary, and packages it', () => {
    const lagging = (lagMs: number) => {
      const { packager, periods } = recordingPackager();
      sendConfigs(packager, true);
      const video = pictures({ count: 300, frameRate: 30, keyAt: every(30) });
      // The audio is sent later than its timestamp.
      const audio = frames(0, 10_000);
      let next = 0;
      for (const unit of video) {
        for (; next < audio.length && audio[next]!.pts + lagMs * 90 <= unit.dts; next += 1)
          packager.audio(audio[next]!);
        packager.video(unit);
      }
      const { parts } = periods[0]!;
      const lastSilent = parts.findLastIndex(({ data }) =>
        readFragment(data).audio!.payloads.some((payload) => payload.length !== aacFrame.length),
      );
      return {
        listedS: sumUs(parts) / 1e6,
        silentS: sumUs(parts.slice(0, lastSilent + 1)) / 1e6,
        filled: packager.stats().audioFramesFilled,
        warnings: packager.stats().warnings,
      };
    };
    expect(lagging(300)).toMatchObject({ filled: 0, warnings: [] });
    expect(lagging(300).listedS).toBeGreaterThan(9.1);
    for (const lagMs of [800, 1_500, 2_500]) {
      const { listedS, silentS, warnings } = lagging(lagMs);
      expect(silentS).toBeLessThan(2);
      expect(listedS).toBeGreaterThan(10 - lagMs / 1_000 - 0.9);
      expect(warnings).toEqual(['sound_late']);
    }
    // Audio alignment corrects lateness beyond the maximum wait.
    expect(lagging(5_000).listedS).toBeGreaterThan(6);
  });

  it('follows a publisher whose audio clock drifts', () => {
    // The clock is 0.1 % fast: after 60 s the frames are 60 ms behind their count.
    const audio = frames(0, 60_300).map(({ pts, data }) => ({
      pts: Math.round(pts * 1.001),
      data,
    }));
    const { packager, parts } = sendVideoAnd(audio, 60);
    packager.end();
    const last = readFragment(parts().at(-1)!.data);
    const lag = Math.abs(endOf(last.audio!) / 48_000 - endOf(last.video!) / 90_000);
    expect(lag).toBeLessThan(0.045);
    expect(packager.stats().audioFramesFilled).toBeGreaterThanOrEqual(1);
  });

  it('cuts the audio of the last part where the video ends', () => {
    const { packager, parts } = sendVideoAnd(frames(0, 7_000));
    packager.end();
    const { audio, video } = readFragment(parts().at(-1)!.data);
    expect(endOf(audio!) / 48_000).toBeLessThanOrEqual(endOf(video!) / 90_000);
  });

  it('begins without audio if no audio configuration arrives, and starts a new period once one arrives', () => {
    const { packager, periods } = recordingPackager();
    sendConfigs(packager, false);
    sendAll(packager, pictures({ count: 90, frameRate: 30, keyAt: every(30) }), []);
    expect(periods[0]!.period.tracks.audio).toBeNull();
    expect(readFragment(periods[0]!.parts[0]!.data).audio).toBeNull();
    sendConfigs(packager, true);
    sendAll(
      packager,
      pictures({ count: 60, frameRate: 30, keyAt: every(30), startMs: 3_000 }),
      frames(3_000, 5_300),
    );
    packager.end();
    expect(periods).toHaveLength(2);
    expect(periods[1]!.period.codecs).toMatch(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/);
  });
});
