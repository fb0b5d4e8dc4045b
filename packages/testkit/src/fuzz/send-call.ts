import { Agent, request } from 'node:http';
import type { FuzzCall } from './api-calls.ts';

/** Time-out, longer than the 30 s within which the API responds. */
const ANSWER_MS_MAX = 40_000;
const SLOW_PAUSE_MS = 1_500;

export interface FuzzAnswer {
  /** HTTP status; 0: the connection ended without a response. */
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly ms: number;
  /** Whether no response arrived in time. */
  readonly isHung: boolean;
}

export interface FuzzTarget {
  /** `http://host:port`. */
  readonly url: string;
  readonly agent: Agent;
}

export const fuzzTarget = (url: string, connectionsMax: number): FuzzTarget => ({
  url,
  agent: new Agent({ keepAlive: true, maxSockets: connectionsMax }),
});

function writeBody(call: FuzzCall, sent: ReturnType<typeof request>): void {
  const { body, delivery } = call;
  if (body === null || delivery === 'whole') return void sent.end(body ?? undefined);
  const half = Math.floor(body.length / 2);
  sent.write(body.subarray(0, half));
  if (delivery === 'cut') sent.once('socket', () => setImmediate(() => sent.destroy()));
  else setTimeout(() => sent.end(body.subarray(half)), SLOW_PAUSE_MS);
}

/** Sends a request and reads the response. Never rejects. */
export function sendCall({ url, agent }: FuzzTarget, call: FuzzCall): Promise<FuzzAnswer> {
  const began = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let head = { status: 0, type: '' };
    let isHung = false;
    const { hostname, port } = new URL(url);
    const sent = request({
      hostname,
      port,
      agent,
      method: call.method,
      path: call.path,
      headers: {
        ...call.headers,
        ...(call.body === null ? {} : { 'content-length': String(call.body.length) }),
      },
    });
    const timer = setTimeout(() => {
      isHung = true;
      sent.destroy();
    }, ANSWER_MS_MAX);
    const settle = (): void => {
      clearTimeout(timer);
      const text = Buffer.concat(chunks).toString('utf8');
      resolve({ ...head, text, isHung, ms: performance.now() - began });
    };
    sent.on('response', (response) => {
      head = {
        status: response.statusCode ?? 0,
        type: String(response.headers['content-type'] ?? ''),
      };
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', settle);
      response.on('error', settle);
      response.on('close', settle);
    });
    sent.on('error', settle);
    writeBody(call, sent);
  });
}
