/** Runs the web app's server bundle on a worker thread, so that rendering does not delay API requests. */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { LIMITS } from '@sangwian/contract/limits';
import type { PageBundle, PageCall } from '@sangwian/contract/page-render';
import type { FromThread, Outcome, RenderJob, ToThread } from './render-messages.ts';
import { outcomeOf, receiveFailure } from './send-failure.ts';

/** Niceness of the thread: if both threads need the same core, the main thread gets three quarters of the time. */
const NICENESS = 5;
/** Maximum niceness of the kernel. */
const NICENESS_MAX = 19;

/** Lowers the priority of this thread on Linux, where each thread has a priority of its own. */
function yieldToApi(): void {
  try {
    const thread = basename(readlinkSync('/proc/thread-self'));
    setPriority(Number(thread), Math.min(NICENESS_MAX, getPriority() + NICENESS));
  } catch {
    // Operating systems without priorities per thread keep the same priority.
  }
}

if (parentPort === null) throw new Error('render-worker.ts runs as a worker thread only');
const port = parentPort;
const send = (message: FromThread): void => port.postMessage(message);

let calls = 0;
const answered = new Map<number, (outcome: Outcome) => void>();

/** Sends an API request of a job to the main thread. */
const callFor =
  (id: number): PageCall =>
  async (operation, parts) => {
    calls += 1;
    const callId = calls;
    const answer = new Promise<Outcome>((done) => answered.set(callId, done));
    send({ type: 'call', id, callId, operation, parts });
    const outcome = await answer;
    if (!outcome.ok) throw receiveFailure(outcome.failure);
    // The main thread has validated the response against the contract.
    return outcome.value as never;
  };

async function run(bundle: PageBundle, id: number, job: RenderJob): Promise<unknown> {
  switch (job.kind) {
    case 'page': {
      const signal = AbortSignal.timeout(LIMITS.apiTimeoutMs);
      return bundle.render({ ...job.input, call: callFor(id), signal });
    }
    case 'art':
      return bundle.renderArt(job.path);
    case 'card':
      return bundle.drawShareCard(job.path, callFor(id));
  }
}

yieldToApi();
const bundle = (await import(workerData as string)) as PageBundle;
port.on('message', async (message: ToThread) => {
  if (message.type === 'ping') return send({ type: 'pong' });
  if (message.type === 'answer') {
    answered.get(message.callId)?.(message.outcome);
    answered.delete(message.callId);
    return;
  }
  const { id, job } = message;
  send({ type: 'done', id, outcome: await outcomeOf(run(bundle, id, job)) });
});
send({ type: 'ready' });
