import { type FuzzCall, nextCall } from './api-calls.ts';
import type { ApiWorld } from './api-world.ts';
import { randomOf } from './fuzz-random.ts';
import { fuzzRtmp } from './fuzz-rtmp.ts';
import { judge } from './judge.ts';
import { nextMediaCall } from './media-calls.ts';
import type { MediaTarget } from './media-target.ts';
import { type FuzzTarget, sendCall } from './send-call.ts';

const BODY_CHARS_SHOWN = 400;
const RTMP_SHARE = 0.1;

/** A request with a faulty response. */
export interface FuzzFault {
  readonly seed: number;
  readonly index: number;
  readonly fault: string;
  readonly request: string;
}

export interface FuzzTally {
  requests: number;
  /** Number of responses by status. */
  readonly statuses: Record<string, number>;
  readonly faults: FuzzFault[];
  slowestMs: number;
}

export const newTally = (): FuzzTally => ({
  requests: 0,
  statuses: {},
  faults: [],
  slowestMs: 0,
});

export function describeCall(call: FuzzCall): string {
  const body = call.body?.toString('utf8').slice(0, BODY_CHARS_SHOWN) ?? '';
  return `${call.caller}: ${call.method} ${call.path.slice(0, BODY_CHARS_SHOWN)} ${body}`;
}

export interface FuzzRun {
  readonly seed: number;
  /** The numbers of the requests. With the same seed, the same number gives the same request. */
  readonly from: number;
  readonly to: number;
  readonly concurrency: number;
  readonly target: FuzzTarget;
  readonly world: ApiWorld;
}

async function fuzzOnce(run: FuzzRun, index: number, tally: FuzzTally): Promise<void> {
  const { seed, target, world } = run;
  const call = nextCall(world, index, randomOf(seed, index));
  const answer = await sendCall(target, call);
  const mayKnow = call.caller === 'member' || call.caller.startsWith('staff');
  const fault = judge(call, answer, world.secrets, mayKnow);
  tally.requests += 1;
  const status = call.delivery === 'cut' ? 'cut' : String(answer.status);
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  if (call.delivery === 'whole') tally.slowestMs = Math.max(tally.slowestMs, answer.ms);
  if (fault !== null) tally.faults.push({ seed, index, fault, request: describeCall(call) });
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly concurrency: number;
}

/** Runs a task for each number, several at once. */
async function eachIndex(
  { from, to, concurrency }: Span,
  task: (index: number) => Promise<void>,
): Promise<void> {
  let next = from;
  const work = async (): Promise<void> => {
    while (next < to) {
      const index = next;
      next += 1;
      await task(index);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

/** Sends the requests with the numbers `from` to `to` to the API, and adds faults to the tally. */
export const fuzzApi = (run: FuzzRun, tally: FuzzTally): Promise<void> =>
  eachIndex(run, (index) => fuzzOnce(run, index, tally));

export interface MediaFuzzRun extends Omit<FuzzRun, 'world'> {
  readonly media: MediaTarget;
}

/** Sends requests and RTMP connections with the numbers `from` to `to` to the media process. */
export async function fuzzMedia(run: MediaFuzzRun, tally: FuzzTally): Promise<void> {
  const { seed, target, media } = run;
  const fuzzMediaOnce = async (index: number): Promise<void> => {
    const random = randomOf(seed, index);
    const note = (fault: string, request: string) =>
      tally.faults.push({ seed, index, fault, request });
    tally.requests += 1;
    if (random() < RTMP_SHARE) {
      if (!(await fuzzRtmp(media.rtmpPort, random))) note('no end of the connection', 'RTMP');
      tally.statuses.rtmp = (tally.statuses.rtmp ?? 0) + 1;
    } else {
      const call = nextMediaCall(media.world, random);
      const answer = await sendCall(target, call);
      const status = call.delivery === 'cut' ? 'cut' : `media ${answer.status}`;
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
      const fault = judge(call, answer, [], true);
      if (fault !== null) note(fault, describeCall(call));
    }
    if (!media.isAlive()) note('the media process or its stream ended', String(index));
  };
  await eachIndex(run, fuzzMediaOnce);
}
