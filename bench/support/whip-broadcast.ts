import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readParameterSets } from '../../services/media/src/codec/nal-units.ts';
import { publishByWhip } from '../../services/media/src/testing/whip-client.ts';
import { readDemoLoop } from '../../services/sandbox/src/demo-bout/demo-loop.ts';
import type { DemoBroadcast } from './demo-broadcast.ts';

const FILE = join(import.meta.dirname, '../../services/sandbox/assets/demo-bout.flv');
/** Length of the header before the video data: frame type, packet type and composition time. */
const TAG_HEAD_BYTES = 5;
const TICKS_PER_MS = 90;
const POLL_MS = 2;

/** Publishes the video of the demo bout by WHIP in real time. */
export async function startWhipBroadcast(url: string, streamKey: string): Promise<DemoBroadcast> {
  const loop = readDemoLoop(readFileSync(FILE));
  const parameterSets = readParameterSets(loop.videoConfig.subarray(TAG_HEAD_BYTES));
  const pictures = loop.units.filter(({ kind }) => kind === 'video');
  const publisher = await publishByWhip(url, streamKey);
  if (publisher.status !== 201) throw new Error(`WHIP returned ${publisher.status}`);
  while (!publisher.isOpen) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  const startedAt = Date.now();
  let rounds = 0;
  let next = 0;
  const timer = setInterval(() => {
    const at = Date.now() - startedAt;
    for (;;) {
      const picture = pictures[next];
      if (picture === undefined) {
        rounds += 1;
        next = 0;
        continue;
      }
      const dueMs = rounds * loop.lengthMs + picture.offsetMs;
      if (dueMs > at) return;
      publisher.picture(
        picture.payload.subarray(TAG_HEAD_BYTES),
        dueMs * TICKS_PER_MS,
        picture.key ? parameterSets : [],
      );
      next += 1;
    }
  }, POLL_MS);
  return {
    epochMs: () => startedAt + rounds * loop.lengthMs,
    stop: async () => {
      clearInterval(timer);
      publisher.close();
    },
  };
}
