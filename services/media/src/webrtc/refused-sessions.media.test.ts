import { afterAll, beforeAll, expect, it } from 'vitest';
import { readParameterSets } from '../codec/nal-units.ts';
import { avcRecord, idrPicture, interPicture } from '../rtmp/testing/sample-media.ts';
import { pictures, sendConfigs } from '../testing/drawn-stream.ts';
import {
  eventually,
  type MediaStack,
  STREAM_KEY,
  startMediaStack,
} from '../testing/media-stack.ts';
import { watchByWhep } from '../testing/whep-client.ts';
import { publishByWhip } from '../testing/whip-client.ts';

const SOUND_ALONE = [
  ...['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0'],
  ...['m=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=ice-ufrag:Dy5X', 'a=ice-pwd:zTkJ3FWCweInGzYsJ3WxvwMT'],
  ...['a=fingerprint:sha-256 2A:87', 'a=setup:actpass', 'a=mid:0', 'a=sendonly'],
  ...['a=rtpmap:111 opus/48000/2', ''],
].join('\r\n');
/** The extended profile, which no browser decodes. */
const EXTENDED_PROFILE = 88;

let stack: MediaStack;
beforeAll(async () => {
  stack = await startMediaStack({ webrtcPeersMax: 4 });
});
afterAll(() => stack.stop());

/** Requests the URL of a session. */
const askSession = async (location: string | null, method: string) => {
  const response = await fetch(`${stack.origin}${location}`, { method });
  return { status: response.status, body: response.status === 204 ? null : await response.json() };
};

it('refuses an offer with audio only, and explains why', async () => {
  const response = await fetch(`${stack.origin}/media/live/whip`, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${STREAM_KEY}` },
    body: SOUND_ALONE,
  });
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    status: 'picture_missing',
    message: expect.stringContaining('sound only cannot be watched'),
  });
});

it('ends a publisher whose video becomes unplayable, and its session explains why', async () => {
  const publisher = await publishByWhip(`${stack.origin}/media/live/whip`, STREAM_KEY);
  await eventually(() => (publisher.isOpen ? true : undefined));
  const parameterSets = readParameterSets(avcRecord());
  publisher.picture(idrPicture(3_000), 0, parameterSets);
  publisher.picture(interPicture(), 3_000);
  await eventually(() =>
    stack.media.channels.report().some(({ live }) => live) ? true : undefined,
  );
  expect((await askSession(publisher.location, 'PATCH')).status).toBe(204);

  const [sequence = Buffer.alloc(0), picture = Buffer.alloc(0)] = parameterSets;
  const unplayable = Buffer.from(sequence);
  unplayable[1] = EXTENDED_PROFILE;
  await eventually(async () => {
    publisher.picture(idrPicture(3_000), 6_000, [unplayable, picture]);
    return (await askSession(publisher.location, 'PATCH')).status === 204 ? undefined : true;
  });
  await eventually(() => publisher.reports.find(({ type }) => type === 'goodbye'));
  for (const method of ['PATCH', 'DELETE'])
    expect(await askSession(publisher.location, method)).toMatchObject({
      status: 410,
      body: {
        status: 'stream_rejected',
        details: [{ message: expect.stringContaining('profile 88: set profile high') }],
      },
    });
  publisher.close();
});

it('ends a viewer whose reports show too thin a link, and its session explains why', async () => {
  const { sink } = stack.publish();
  sendConfigs(sink, false);
  let sent = 0;
  const send = (): void => {
    const startMs = (sent * 1_000) / 30;
    const keyAt = () => sent % 30 === 0;
    for (const unit of pictures({ count: 1, frameRate: 30, keyAt, startMs })) sink.video(unit);
    sent += 1;
  };
  send();
  const watchAs = (watchSessionId: string) =>
    watchByWhep(`${stack.base}whep?token=${stack.grant({ watchSessionId })}`);
  const [good, thin] = [await watchAs('good'), await watchAs('thin')];
  await eventually(async () => {
    for (let picture = 0; picture < 5; picture += 1) send();
    good.report(0);
    thin.report(Math.floor(thin.video.length * 0.75));
    return (await askSession(thin.location, 'PATCH')).status === 204 ? undefined : true;
  });
  expect(await askSession(thin.location, 'PATCH')).toMatchObject({
    status: 410,
    body: { status: 'realtime_link_thin', message: expect.stringContaining('too slow') },
  });
  expect((await askSession(good.location, 'PATCH')).status).toBe(204);
  // A session is unknown below another channel.
  const elsewhere = thin.location?.replace(/\/media\/[^/]+/, '/media/another') ?? null;
  expect((await askSession(elsewhere, 'PATCH')).status).toBe(404);
  for (const watcher of [good, thin]) watcher.close();
  sink.end();
});
