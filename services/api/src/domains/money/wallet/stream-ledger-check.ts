import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { checkWholeLedger, type LedgerCheckDeps, type LedgerReport } from './check-ledger.ts';

/** Retry interval while another check is running. */
const RETRY_MS = 500;

/** A line of the response of `POST /ledger/check`: progress, then the report or an error. */
export type LedgerCheckLine =
  | { readonly progress: { readonly transfers: number; readonly about: number } }
  | { readonly report: LedgerReport }
  | { readonly error: string };

async function check(
  deps: LedgerCheckDeps,
  write: (line: LedgerCheckLine) => void,
  signal: AbortSignal,
): Promise<void> {
  const about = await deps.store.estimateTransfers();
  const writeProgress = (transfers: number): void =>
    write({ progress: { transfers, about: Math.max(about, transfers) } });
  const checkAlone = (): Promise<boolean> =>
    deps.store.runExclusively(async () =>
      write({ report: await checkWholeLedger(deps, writeProgress) }),
    );
  writeProgress(0);
  while (!(await checkAlone())) {
    await pause(RETRY_MS, undefined, { signal });
    writeProgress(0);
  }
}

/**
 * Checks the whole ledger and streams the progress and the report as JSON lines. Aborts the check if the
 * caller disconnects.
 */
export function streamLedgerCheck(deps: LedgerCheckDeps): Readable {
  const lines = new PassThrough();
  const closed = new AbortController();
  lines.on('error', () => closed.abort());
  lines.on('close', () => closed.abort());
  const write = (line: LedgerCheckLine): void => {
    closed.signal.throwIfAborted();
    lines.write(`${JSON.stringify(line)}\n`);
  };
  check(deps, write, closed.signal)
    .catch((err: unknown) => {
      if (closed.signal.aborted) return;
      deps.logger.error({ err }, 'ledger check failed');
      write({ error: 'The check failed; see the API log.' });
    })
    .finally(() => lines.end());
  return lines;
}
