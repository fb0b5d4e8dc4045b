import type { Logger } from '@sangwian/node-kit/logger';
import { Logger as WorkerLogger } from 'graphile-worker';

/** Forwards graphile-worker's messages to our log, except failed jobs: the runner logs those with their error. */
export const createWorkerLogger = (logger: Logger): WorkerLogger =>
  new WorkerLogger(() => (level, message, meta) => {
    if (meta?.failure === true) return;
    const isTrouble = level === 'error' || level === 'warning';
    logger[isTrouble ? 'warn' : 'debug']({ err: meta?.error }, message);
  });

export const silentWorkerLogger = new WorkerLogger(() => () => {});
