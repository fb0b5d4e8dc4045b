import { connectPublisher, type RtmpPublisher } from '@sangwian/rtmp/publisher';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MediaStack, STREAM_KEY, startMediaStack } from '../testing/media-stack.ts';

let stack: MediaStack;
let publishers: RtmpPublisher[] = [];

beforeEach(async () => {
  stack = await startMediaStack();
});

afterEach(async () => {
  await Promise.all(publishers.map((publisher) => publisher.close()));
  publishers = [];
  await stack.stop();
});

const publish = async (streamKey: string): Promise<RtmpPublisher> => {
  const publisher = await connectPublisher({
    host: '127.0.0.1',
    port: stack.media.ports.rtmp,
    app: 'live',
    streamKey,
  });
  publishers.push(publisher);
  return publisher;
};

const STANDBY_KEY = `${STREAM_KEY}?standby=1`;

test('a standby gives way to a regular publisher', async () => {
  const standby = await publish(STANDBY_KEY);
  await publish(STREAM_KEY);
  await expect(standby.closed).resolves.not.toBeUndefined();
});

test('a standby never replaces a publisher, and is accepted once the publisher has left', async () => {
  const encoder = await publish(STREAM_KEY);
  await expect(publish(STANDBY_KEY)).rejects.toThrow(/Another encoder/);
  await encoder.close();
  await expect(publish(STANDBY_KEY)).resolves.toBeDefined();
});

test('a standby does not replace another standby', async () => {
  await publish(STANDBY_KEY);
  await expect(publish(STANDBY_KEY)).rejects.toThrow(/Another encoder/);
});
