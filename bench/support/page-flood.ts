/** Requests addresses at a fixed rate, on a separate thread, so that it does not delay the measured calls. */
import { Agent, request } from 'node:http';
import { parentPort, Worker, workerData } from 'node:worker_threads';

const CONNECTIONS_MAX = 256;
const TICK_MS = 5;
/** Of a browser that the site is shown to. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export interface Flood {
  readonly origin: string;
  readonly paths: readonly string[];
  readonly perSecond: number;
  /** The address that asks, as a trusted proxy names it. */
  readonly from: string;
}

export interface FloodReport {
  readonly sent: number;
  /** How many answers had each status; `0`: no answer. */
  readonly statuses: Readonly<Record<string, number>>;
  /** From the last request to the last answer. */
  readonly tailMs: number;
}

function ask(agent: Agent, { origin, from }: Flood, path: string): Promise<number> {
  return new Promise((done) => {
    const asked = request(
      `${origin}${path}`,
      { agent, headers: { 'user-agent': USER_AGENT, 'x-forwarded-for': from } },
      (response) => {
        response.resume();
        response.on('close', () => done(response.statusCode ?? 0));
      },
    );
    asked.on('error', () => done(0));
    asked.end();
  });
}

/** Sends every path at the rate, whether or not earlier ones were answered, then waits for all answers. */
async function flood(order: Flood): Promise<FloodReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX });
  const statuses: Record<string, number> = {};
  const asked: Promise<void>[] = [];
  const began = performance.now();
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - began) / 1000) * order.perSecond);
      while (asked.length < Math.min(due, order.paths.length)) {
        const path = order.paths[asked.length] ?? '/';
        asked.push(
          ask(agent, order, path).then((status) => {
            statuses[status] = (statuses[status] ?? 0) + 1;
          }),
        );
      }
      if (asked.length < order.paths.length) return;
      clearInterval(timer);
      done();
    }, TICK_MS);
  });
  const sentAt = performance.now();
  await Promise.all(asked);
  agent.destroy();
  return { sent: asked.length, statuses, tailMs: performance.now() - sentAt };
}

/** Starts a flood on a thread of its own. `sent` resolves when its last answer is there. */
export function startFlood(order: Flood): Promise<FloodReport> {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: order });
    worker.once('message', done);
    worker.once('error', failed);
  });
}

if (parentPort !== null) parentPort.postMessage(await flood(workerData as Flood));
