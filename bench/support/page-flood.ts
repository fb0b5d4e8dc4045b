/** Requests pages at a fixed rate. Runs on a separate thread, so that it does not delay the measured requests. */
import { Agent, request } from 'node:http';
import { parentPort, Worker, workerData } from 'node:worker_threads';

const CONNECTIONS_MAX = 256;
const TICK_MS = 5;
/** User agent of a supported browser. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export interface Flood {
  readonly origin: string;
  readonly paths: readonly string[];
  readonly perSecond: number;
  /** Client IP address, as reported by a trusted proxy. */
  readonly from: string;
}

export interface FloodReport {
  readonly sent: number;
  /** Number of responses by status; `0`: no response. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Time from the last request to the last response. */
  readonly tailMs: number;
}

function sendRequest(agent: Agent, { origin, from }: Flood, path: string): Promise<number> {
  return new Promise((done) => {
    const outgoing = request(
      `${origin}${path}`,
      { agent, headers: { 'user-agent': USER_AGENT, 'x-forwarded-for': from } },
      (response) => {
        response.resume();
        response.on('close', () => done(response.statusCode ?? 0));
      },
    );
    outgoing.on('error', () => done(0));
    outgoing.end();
  });
}

/** Requests every path at the fixed rate, without waiting for earlier responses. Then waits for all responses. */
async function flood(order: Flood): Promise<FloodReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX });
  const statuses: Record<string, number> = {};
  const answers: Promise<void>[] = [];
  const began = performance.now();
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - began) / 1000) * order.perSecond);
      while (answers.length < Math.min(due, order.paths.length)) {
        const path = order.paths[answers.length] ?? '/';
        answers.push(
          sendRequest(agent, order, path).then((status) => {
            statuses[status] = (statuses[status] ?? 0) + 1;
          }),
        );
      }
      if (answers.length < order.paths.length) return;
      clearInterval(timer);
      done();
    }, TICK_MS);
  });
  const sentAt = performance.now();
  await Promise.all(answers);
  agent.destroy();
  return { sent: answers.length, statuses, tailMs: performance.now() - sentAt };
}

/** Runs a flood on a separate thread. Resolves after the last response. */
export function startFlood(order: Flood): Promise<FloodReport> {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: order });
    worker.once('message', done);
    worker.once('error', failed);
  });
}

if (parentPort !== null) parentPort.postMessage(await flood(workerData as Flood));
