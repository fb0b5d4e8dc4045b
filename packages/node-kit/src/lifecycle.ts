import type { Logger } from './logger.ts';

/** A process that has not stopped cleanly after this time exits. */
const STOP_MS_MAX = 8_000;

/** Message of a child process to its parent over Node's IPC channel. */
export interface ReadyMessage {
  readonly type: 'ready';
  /** Ports that the process listens on, by name. */
  readonly ports: Readonly<Record<string, number>>;
}

/** Reports readiness to the parent process, if there is one. */
export function reportReady(ports: Readonly<Record<string, number>>): void {
  const message: ReadyMessage = { type: 'ready', ports };
  process.send?.(message);
}

/**
 * Runs `stop` once, at SIGINT, SIGTERM or the end of the parent process (its IPC channel closes even after kill -9),
 * and then exits.
 *
 * @param drainMs how long the process continues to serve after `stop`
 */
export function stopWithParent(logger: Logger, stop: () => Promise<void>, drainMs = 0): void {
  let stopping = false;
  const shutDown = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), drainMs + STOP_MS_MAX).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'stop failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', () => shutDown('SIGINT'));
  process.once('SIGTERM', () => shutDown('SIGTERM'));
  process.once('disconnect', () => shutDown('parent process ended'));
  // The parent may have ended while this process was loading.
  if (process.send !== undefined && !process.connected) shutDown('parent process ended');
}
