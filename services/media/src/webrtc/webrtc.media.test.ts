import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readParameterSets } from '../codec/nal-units.ts';
import { avcRecord, idrPicture, interPicture } from '../rtmp/testing/sample-media.ts';
import { pictures, sendConfigs } from '../testing/drawn-stream.ts';
import {
  CHANNEL,
  eventually,
  INTERNAL_SECRET,
  type MediaStack,
  STREAM_KEY,
  startMediaStack,
} from '../testing/media-stack.ts';
import { type TestWatcher, watchByWhep } from '../testing/whep-client.ts';
import { publishByWhip, type TestPublisher } from '../testing/whip-client.ts';

const PEERS_MAX = 3;
const OPUS_PACKET = Buffer.from([0xfc, 1, 2, 3]);

let stack: MediaStack;
beforeAll(async () => {
  stack = await startMediaStack({ webrtcPeersMax: PEERS_MAX });
});
afterAll(() => stack.stop());

const closing: (() => void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await eventually(async () => {
    const metrics = await (await fetch(`${stack.origin}/metrics`)).text();
    const idle =
      /webrtc_peers 0/.test(metrics) && !stack.media.channels.report().some(({ live }) => live);
    return idle ? true : undefined;
  });
});

async function watch(watchSessionId = 'watch-1', token?: string): Promise<TestWatcher> {
  const grant = token ?? stack.grant({ watchSessionId });
  const watcher = await watchByWhep(`${stack.base}whep?token=${grant}`);
  closing.push(() => watcher.close());
  return watcher;
}

const revoke = (watchSessionId: string) =>
  fetch(`${stack.origin}/control/revocations`, {
    headers: internalHeaders(INTERNAL_SECRET),
    method: 'POST',
    body: JSON.stringify({
      revocations: [
        {
          watch_session_id: watchSessionId,
          expires_at: new Date(Date.now() + 60_000).toISOString(),
        },
      ],
      cursor: 5,
    }),
  });

const exists = async ({ location }: { location: string | null }): Promise<boolean> =>
  (await fetch(`${stack.origin}${location}`, { method: 'PATCH' })).status === 204;

const disconnected = (peer: { location: string | null }) =>
  eventually(async () => ((await exists(peer)) ? undefined : true));

describe('a viewer by WHEP', () => {
  let publisher: ReturnType<MediaStack['publish']>;
  let sent = 0;
  const send = (count: number): void => {
    const units = pictures({
      count,
      frameRate: 30,
      keyAt: (index) => (sent + index) % 30 === 0,
      startMs: (sent * 1_000) / 30,
    });
    sent += count;
    for (const unit of units) publisher.sink.video(unit);
  };

  beforeEach(() => {
    sent = 0;
    publisher = stack.publish();
    sendConfigs(publisher.sink, false);
  });
  afterEach(() => publisher.sink.end());

  it('begins with the previous key frame, catches up with the newest frame, and continues live', async () => {
    send(40);
    const watcher = await watch();
    expect(watcher.status).toBe(201);
    await eventually(() => (watcher.video.length >= 10 ? true : undefined));
    const [first] = watcher.video;
    // STAP-A: one packet with the parameter sets and the key frame.
    expect((first?.payload[0] ?? 0) & 0x1f).toBe(24);
    const steps = watcher.video
      .slice(1)
      .map((packet, index) => packet.timestamp - (watcher.video[index]?.timestamp ?? 0));
    expect(new Set(steps)).toEqual(new Set([90]));
    send(2);
    await eventually(() => (watcher.video.length >= 12 ? true : undefined));
    const [before, after] = watcher.video.slice(-2);
    expect((after?.timestamp ?? 0) - (before?.timestamp ?? 0)).toBeGreaterThan(2_900);
    expect(new Set(watcher.video.map(({ sequence }) => sequence)).size).toBe(12);
  });

  it('receives sender reports with the time of the stream', async () => {
    send(40);
    const watcher = await watch();
    await eventually(() => watcher.reports.find(({ type }) => type === 'sender_report'));
  });

  it('is accepted only with a grant, within the limit, and while a playable stream is published', async () => {
    send(1);
    expect((await watch('x', 'nonsense')).code).toBe('grant_invalid');
    expect((await watch('x', '')).code).toBe('token_missing');
    expect((await watch('x', stack.grant({ path: 'another' }))).code).toBe('grant_invalid');
    await watch('one');
    await watch('two');
    await watch('three');
    expect((await watch('four')).code).toBe('unavailable');
    publisher.sink.end();
    expect((await watch('one')).code).toBe('stream_not_found');
  });

  it('is disconnected within two seconds when its watch session is revoked, and cannot return', async () => {
    send(40);
    const watcher = await watch('ejected');
    await eventually(() => (watcher.video.length > 0 ? true : undefined));
    const atMs = Date.now();
    await revoke('ejected');
    await disconnected(watcher);
    expect(Date.now() - atMs).toBeLessThan(2_000);
    const received = watcher.video.length;
    send(5);
    const other = await watch('other');
    await eventually(() => (other.video.length >= 15 ? true : undefined));
    expect(watcher.video).toHaveLength(received);
    expect((await watch('ejected')).code).toBe('grant_invalid');
  });

  it('is disconnected when its grant expires', async () => {
    send(40);
    const watcher = await watch('short', stack.grant({ watchSessionId: 'short', livesS: 2 }));
    expect(watcher.status).toBe(201);
    await disconnected(watcher);
  });

  it('can end its session once, which makes room for another viewer', async () => {
    send(40);
    const watcher = await watch('leaver');
    await eventually(() => (watcher.video.length > 0 ? true : undefined));
    const session = `${stack.origin}${watcher.location}`;
    expect((await fetch(session, { method: 'PATCH', body: 'a=candidate' })).status).toBe(204);
    expect((await fetch(session, { method: 'DELETE' })).status).toBe(200);
    await disconnected(watcher);
    expect((await fetch(session, { method: 'DELETE' })).status).toBe(404);
  });

  it('is disconnected from a stream with reordered frames', async () => {
    send(40);
    const watcher = await watch('reordered');
    await eventually(() => (watcher.video.length > 0 ? true : undefined));
    const dts = (sent * 90_000) / 30;
    publisher.sink.video({ dts, pts: dts + 6_000, key: false, data: interPicture() });
    publisher.sink.video({ dts: dts + 3_000, pts: dts + 3_000, key: false, data: interPicture() });
    await disconnected(watcher);
    expect((await watch('reordered')).code).toBe('realtime_unavailable');
  });

  it('receives the key frame again on request, but never packets outside the SRTP window', async () => {
    send(40);
    const watcher = await watch('asking');
    await eventually(() => (watcher.video.length >= 10 ? true : undefined));
    const large = (sent * 90_000) / 30;
    publisher.sink.video({ dts: large, pts: large, key: true, data: idrPicture(1_300_000) });
    sent += 1;
    await eventually(() => ((watcher.video.at(-1)?.marker ?? false) ? true : undefined));
    const received = watcher.video.length;
    watcher.askKeyFrame();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await exists(watcher)).toBe(true);
    publisher.sink.video({
      dts: large + 3_000,
      pts: large + 3_000,
      key: false,
      data: interPicture(),
    });
    await eventually(() => (watcher.video.length > received ? true : undefined));
  });

  it('is disconnected when the channel is closed permanently, even while still connecting', async () => {
    send(40);
    const watcher = await watch('watching');
    await eventually(() => (watcher.video.length > 0 ? true : undefined));
    const connecting = await watch('connecting');
    expect((await stack.control(`channels/${CHANNEL}/close`, { method: 'POST' })).status).toBe(200);
    expect([await exists(watcher), await exists(connecting)]).toEqual([false, false]);
    publisher = stack.publish();
    sendConfigs(publisher.sink, false);
    sent = 0;
    send(1);
    const another = await watch('watching');
    await eventually(() => (another.video.length > 0 ? true : undefined));
  });

  it('keeps its open tabs when the offer of a further tab is invalid', async () => {
    send(40);
    const tabs = [await watch('tabs'), await watch('tabs'), await watch('tabs')];
    const refused = await fetch(
      `${stack.base}whep?token=${stack.grant({ watchSessionId: 'tabs' })}`,
      { method: 'POST', headers: { 'content-type': 'application/sdp' }, body: 'v=0\r\n' },
    );
    expect(refused.status).toBe(400);
    expect(await Promise.all(tabs.map(exists))).toEqual([true, true, true]);
    await watch('tabs');
    expect(await Promise.all(tabs.map(exists))).toEqual([false, true, true]);
  });

  it('is reported as a viewer and counted by protocol', async () => {
    send(40);
    const watcher = await watch('counted');
    await eventually(() => (watcher.video.length > 0 ? true : undefined));
    await eventually(() =>
      stack.api.events.find(
        ({ type, watch_session_ids }) =>
          type === 'readers' && (watch_session_ids as string[]).includes('counted'),
      ),
    );
    await eventually(() =>
      stack.api.events.find(
        ({ type, viewers }) =>
          type === 'stream_stats' && (viewers as { webrtc: number }).webrtc === 1,
      ),
    );
    const metrics = await (await fetch(`${stack.origin}/metrics`)).text();
    expect(metrics).toMatch(/channel_viewers\{[^}]*protocol="webrtc"\} 1/);
  });

  it.each([
    ['nonsense', 'v=0\r\nnothing', 400, 'request_invalid'],
    ['too long', `v=0\r\n${'a=x\r\n'.repeat(20_000)}`, 413, 'body_too_large'],
  ])('with an offer that is %s is refused', async (_name, body, status, code) => {
    send(1);
    const response = await fetch(
      `${stack.base}whep?token=${stack.grant({ watchSessionId: 'bad' })}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/sdp' },
        body,
      },
    );
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status: code });
  });
});

describe('a publisher by WHIP', () => {
  const parameterSets = readParameterSets(avcRecord());
  let clockTicks = 0;

  async function publish(key = STREAM_KEY): Promise<TestPublisher> {
    const publisher = await publishByWhip(`${stack.origin}/media/live/whip`, key);
    closing.push(() => publisher.close());
    if (publisher.status === 201) await eventually(() => (publisher.isOpen ? true : undefined));
    return publisher;
  }

  /** Sends frames at 30 a second and audio in packets of 20 ms, faster than real time. */
  async function send(publisher: TestPublisher, seconds: number): Promise<void> {
    for (let frame = 0; frame < seconds * 30; frame += 1) {
      const key = frame % 30 === 0;
      publisher.picture(
        key ? idrPicture(3_000) : interPicture(),
        clockTicks,
        key ? parameterSets : [],
      );
      if (frame % 3 === 0) {
        for (let packet = 0; packet < 5; packet += 1)
          publisher.sound(OPUS_PACKET, Math.round((clockTicks * 48) / 90) + packet * 960);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      clockTicks += 3_000;
    }
  }

  it('is playable by LL-HLS with its own audio, and by WHEP', async () => {
    const publisher = await publish();
    await send(publisher, 3);
    const playlist = await eventually(async () => {
      const response = await fetch(`${stack.granted()}index.m3u8`);
      return response.ok ? response.text() : undefined;
    });
    expect(playlist).toMatch(/CODECS="avc1\.42c01e,opus"/);
    const watcher = await watch();
    await eventually(() => (watcher.video.length > 0 ? true : undefined));
    await send(publisher, 1);
    await eventually(() => (watcher.audio.length > 10 ? true : undefined));
    expect(watcher.audio.at(-1)?.payload).toEqual(OPUS_PACKET);
    const steps = watcher.audio
      .slice(1)
      .map(({ timestamp }, index) => timestamp - (watcher.audio[index]?.timestamp ?? 0));
    expect(new Set(steps)).toEqual(new Set([960]));
    publisher.close();
    await eventually(() => stack.api.events.find(({ type }) => type === 'publish_ended'));
  });

  it('receives a key frame request every second, and requests for lost packets', async () => {
    const publisher = await publish();
    await send(publisher, 1);
    publisher.loseNext();
    await send(publisher, 1);
    await eventually(() => publisher.reports.find(({ type }) => type === 'nack'));
    await eventually(() =>
      publisher.reports.filter(({ type }) => type === 'key_frame_request').length >= 2
        ? true
        : undefined,
    );
  });

  it('with oversized parameter sets is ignored until they fit', async () => {
    const publisher = await publish();
    const live = () => stack.media.channels.report().some(({ playable }) => playable);
    const [sequence = Buffer.alloc(0), picture = Buffer.alloc(0)] = parameterSets;
    const oversized = Buffer.concat([sequence, Buffer.alloc(70_000, 1)]);
    publisher.picture(idrPicture(3_000), clockTicks, [oversized, picture]);
    clockTicks += 3_000;
    await send(publisher, 3);
    await eventually(() => (live() ? true : undefined));
  });

  it('that never connects is replaced by its next attempt, or removed when the channel is closed', async () => {
    const offer = () =>
      publishByWhip(`${stack.origin}/media/live/whip`, STREAM_KEY, { connects: false });
    const [first, second] = [await offer(), await offer()];
    closing.push(first.close, second.close);
    expect([await exists(first), await exists(second)]).toEqual([false, true]);
    await stack.control(`channels/${CHANNEL}/close`, { method: 'POST' });
    expect(await exists(second)).toBe(false);
  });

  it('needs a valid key that no other publisher uses', async () => {
    expect((await publish('wrong')).code).toBe('stream_key_invalid');
    const first = await publish();
    await send(first, 1);
    await eventually(() =>
      stack.media.channels.report().some(({ live }) => live) ? true : undefined,
    );
    expect((await publish()).code).toBe('stream_taken');
    const session = `${stack.origin}${first.location}`;
    expect((await fetch(session, { method: 'DELETE' })).status).toBe(200);
    expect((await publish()).status).toBe(201);
  });
});
