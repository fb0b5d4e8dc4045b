import { setTimeout as wait } from 'node:timers/promises';
import {
  BUS_TIMES,
  COMMON_CHANNEL,
  type ConnectBus,
} from '../../services/api/src/platform/bus/bus-connection.ts';

const STEP_MS = 2;
const SETTLE_MS = 500;

/** Publishes at a fixed rate on one connection and receives on another, without nodes. @returns the delays in ms */
export async function measureBareBus(
  connect: ConnectBus,
  { perSecond, measureMs }: { readonly perSecond: number; readonly measureMs: number },
): Promise<number[]> {
  const delaysMs: number[] = [];
  const onLost = (): void => {};
  const hearing = await connect(BUS_TIMES, {
    onLost,
    onFrame: (text) => delaysMs.push(performance.now() - Number(text)),
  });
  await hearing.listen(`${COMMON_CHANNEL}_bare`);
  const sending = await connect(BUS_TIMES, { onLost, onFrame: () => {} });
  let published = 0;
  /** Frames are sent one after another, as a PostgreSQL connection requires. */
  let sent: Promise<unknown> = Promise.resolve();
  const beganMs = performance.now();
  for (let atMs = 0; atMs < measureMs; ) {
    await wait(STEP_MS);
    atMs = performance.now() - beganMs;
    for (; published < (atMs * perSecond) / 1_000; published += 1) {
      const frame = { channel: `${COMMON_CHANNEL}_bare`, text: String(performance.now()) };
      sent = sent.then(() => sending.send([frame]));
    }
  }
  await sent;
  await wait(SETTLE_MS);
  hearing.close();
  sending.close();
  if (delaysMs.length !== published) throw new Error('the bare bus lost events');
  return delaysMs;
}
