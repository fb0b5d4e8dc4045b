import type { Logger } from '@sangwian/node-kit/logger';

/** Work that is done again and again, never twice at the same time. */
export interface RepeatedWork {
  start(): void;
  /** Does it at once, or once more after what is being done now. */
  runSoon(): void;
  /** Lets what is being done end, unless that takes long: whatever it is, the next start does it again. */
  stop(): Promise<void>;
}

const STOP_MS_MAX = 3_000;

/** @param work what it throws is logged, and it is done again the next time */
export function repeat(
  work: () => Promise<unknown>,
  { everyMs, name, logger }: { everyMs: number; name: string; logger: Logger },
): RepeatedWork {
  let working: Promise<void> | null = null;
  let isAskedAgain = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  function runSoon(): void {
    if (isStopped) return;
    if (working !== null) {
      isAskedAgain = true;
      return;
    }
    working = work()
      .then(
        () => undefined,
        (error: unknown) => logger.error({ err: error }, `${name} failed`),
      )
      .finally(() => {
        working = null;
        if (!isAskedAgain) return;
        isAskedAgain = false;
        runSoon();
      });
  }

  return {
    runSoon,
    start: () => {
      timer = setInterval(runSoon, everyMs);
      runSoon();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      if (working === null) return;
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const patience = setTimeout(resolve, STOP_MS_MAX);
      await Promise.race([working, late]);
      clearTimeout(patience);
    },
  };
}
