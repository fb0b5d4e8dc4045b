import { connectPublisher } from '@sangwian/rtmp/publisher';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MediaStack, STREAM_KEY, startMediaStack } from '../testing/media-stack.ts';
import { CHANNELS_MAX } from './channels.ts';

let stack: MediaStack;
beforeEach(async () => {
  stack = await startMediaStack();
});
afterEach(() => stack.stop());

const publish = (streamKey: string) =>
  connectPublisher({
    host: '127.0.0.1',
    port: stack.media.ports.rtmp,
    app: 'live',
    streamKey,
    connectMsMax: 5_000,
  }).catch((error: unknown) => String(error));

it('refuses a channel above the maximum and names the reason', async () => {
  for (let index = 0; index < CHANNELS_MAX; index += 1) stack.publish(`channel-${index}`);
  expect(await publish(STREAM_KEY)).toContain('no room for another channel');
});

it('refuses a rendition above the maximum and names the reason', async () => {
  for (const lines of [160, 240, 360, 480, 720, 1080]) stack.publish(undefined, `${lines}p`);
  expect(await publish(`${STREAM_KEY}_1440p`)).toContain('maximum number of renditions');
});
