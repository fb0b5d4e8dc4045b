import { Worker } from 'node:worker_threads';
import { LIMITS } from '@sangwian/contract/limits';
import type { PageCall } from '@sangwian/contract/page-render';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { FromThread, RenderJob, RenderResults, ToThread } from './render-messages.ts';
import { outcomeOf, receiveFailure } from './send-failure.ts';

const WORKER = new URL('./render-worker.ts', import.meta.url);
/**
 * Heap limit of the thread. The bundle and its pages take about 60 MB. A memory leak ends this thread, and not the
 * process that moves money.
 */
const HEAP_MEGABYTES_MAX = 256;
/** A thread that does not answer a ping within this time is considered to be in an endless loop. */
const PONG_MS_MAX = 10_000;
/** A new thread is ready within a second. */
const RESTART_RETRY_S = 1;

/** Renders pages, drawings and share images with the web app's server bundle. */
export interface Renderer {
  /**
   * @param call runs the API requests of the job on the caller's thread
   * @throws {ApiError} `unavailable` if the thread has ended; `request_timeout` if the job takes too long
   */
  render<Kind extends RenderJob['kind']>(
    job: Extract<RenderJob, { readonly kind: Kind }>,
    call: PageCall,
  ): Promise<RenderResults[Kind]>;
  /** Resolves once the bundle is loaded. Rejects if the bundle cannot be loaded. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

interface RunningJob {
  readonly call: PageCall;
  readonly settle: (message: Extract<FromThread, { type: 'done' }>) => void;
  readonly fail: (error: Error) => void;
}

export interface RenderThreadOptions {
  /** The URL of the bundle's module. */
  readonly entry: string;
  readonly jobMsMax?: number;
  readonly pongMsMax?: number;
}

/** One worker thread and its running jobs. A `RenderThread` whose thread has ended is not used again. */
class RenderThread {
  readonly #worker: Worker;
  readonly #jobs = new Map<number, RunningJob>();
  readonly #ready = Promise.withResolvers<void>();
  #pong: (() => void) | null = null;
  #ids = 0;

  constructor(entry: string, onEnd: () => void) {
    this.#worker = new Worker(WORKER, {
      workerData: entry,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES_MAX },
    });
    // The thread must not keep the process alive.
    this.#worker.unref();
    this.#ready.promise.catch(() => undefined);
    this.#worker.on('message', (message: FromThread) => void this.#receive(message));
    const end = (error: Error): void => {
      onEnd();
      this.#ready.reject(error);
      const unavailable = new ApiError('unavailable', {
        retryAfterS: RESTART_RETRY_S,
        cause: error,
      });
      for (const { fail } of this.#jobs.values()) fail(unavailable);
      this.#jobs.clear();
    };
    this.#worker.on('error', end);
    this.#worker.on('exit', (code) => end(new Error(`the render thread ended with ${code}`)));
  }

  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  async run(
    job: RenderJob,
    call: PageCall,
    options: Required<RenderThreadOptions>,
  ): Promise<unknown> {
    // The job's time limit starts after the thread has started. If the start failed, the caller of `ready` gets the
    // cause.
    await this.#ready.promise.catch(() => {
      throw new ApiError('unavailable', { retryAfterS: RESTART_RETRY_S });
    });
    this.#ids += 1;
    const id = this.#ids;
    return new Promise((done, failed) => {
      const timer = setTimeout(() => {
        this.#jobs.delete(id);
        failed(new ApiError('request_timeout'));
        this.#endIfHung(options.pongMsMax);
      }, options.jobMsMax);
      this.#jobs.set(id, {
        call,
        settle: ({ outcome }) => {
          clearTimeout(timer);
          if (outcome.ok) done(outcome.value);
          else failed(receiveFailure(outcome.failure));
        },
        fail: (error) => {
          clearTimeout(timer);
          failed(error);
        },
      });
      this.#send({ type: 'job', id, job });
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  async #receive(message: FromThread): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#ready.resolve();
      case 'pong':
        return this.#pong?.();
      case 'done': {
        const job = this.#jobs.get(message.id);
        this.#jobs.delete(message.id);
        return job?.settle(message);
      }
      case 'call': {
        const { callId, operation, parts } = message;
        const call = this.#jobs.get(message.id)?.call;
        if (call === undefined) return;
        const answer = call(operation as never, parts as never);
        this.#send({ type: 'answer', callId, outcome: await outcomeOf(answer) });
      }
    }
  }

  /** Terminates the thread unless it answers a ping in time. A thread that only waits for the API answers pings. */
  #endIfHung(pongMsMax: number): void {
    if (this.#pong !== null) return;
    const timer = setTimeout(() => void this.end(), pongMsMax);
    this.#pong = () => {
      clearTimeout(timer);
      this.#pong = null;
    };
    this.#send({ type: 'ping' });
  }
}

/** Creates a renderer with a worker thread. A thread that has ended is replaced by a new one. */
export function createRenderer({
  entry,
  jobMsMax = LIMITS.apiTimeoutMs,
  pongMsMax = PONG_MS_MAX,
}: RenderThreadOptions): Renderer {
  const options = { entry, jobMsMax, pongMsMax };
  let thread: RenderThread | null = null;
  const current = (): RenderThread => {
    if (thread !== null) return thread;
    const started = new RenderThread(entry, () => {
      if (thread === started) thread = null;
    });
    thread = started;
    return started;
  };
  return {
    render: async (job, call) => (await current().run(job, call, options)) as never,
    ready: () => current().ready,
    close: async () => {
      const ending = thread;
      thread = null;
      await ending?.end();
    },
  };
}
