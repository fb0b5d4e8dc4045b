import type { Logger } from './logger.ts';

/** Longer than this and a stop is no longer clean: the process ends anyway. */
const STOP_MS_MAX = 8_000;

/** What a process tells whoever started it, over Node's own IPC channel. */
export interface ReadyMessage {
  readonly type: 'ready';
  /** Ports that the process really listens on, by name. */
  readonly ports: Readonly<Record<string, number>>;
}

/** Says "ready" to the launcher; without one (started by hand) it does nothing. */
export function reportReady(ports: Readonly<Record<string, number>>): void {
  const message: ReadyMessage = { type: 'ready', ports };
  process.send?.(message);
}

/**
 * Runs `stop` once at SIGINT, SIGTERM, or when the process that started this one is gone (its IPC channel closes,
 * kill -9 included), and then ends the process.
 */
export function stopWithParent(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const shutDown = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), STOP_MS_MAX).unref();
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
  process.once('disconnect', () => shutDown('parent is gone'));
  // It may have gone while this process was still loading.
  if (process.send !== undefined && !process.connected) shutDown('parent is gone');
}
