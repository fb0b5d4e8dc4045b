import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { checkWholeLedger, type LedgerCheckDeps, type LedgerReport } from './check-ledger.ts';

/** While another check runs, this often is tried whether it has ended. */
const RETRY_MS = 500;

/** A line of the answer to `POST /ledger/check`: progress, then the report or why there is none. */
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
  const tellProgress = (transfers: number): void =>
    write({ progress: { transfers, about: Math.max(about, transfers) } });
  const checkAlone = (): Promise<boolean> =>
    deps.store.whileAlone(async () =>
      write({ report: await checkWholeLedger(deps, tellProgress) }),
    );
  tellProgress(0);
  while (!(await checkAlone())) {
    await pause(RETRY_MS, undefined, { signal });
    tellProgress(0);
  }
}

/**
 * Checks the whole ledger, as JSON lines. It takes as long as it takes, so lines come meanwhile; a caller who goes away
 * ends the check.
 */
export function streamLedgerCheck(deps: LedgerCheckDeps): Readable {
  const lines = new PassThrough();
  const gone = new AbortController();
  lines.on('error', () => gone.abort());
  lines.on('close', () => gone.abort());
  const write = (line: LedgerCheckLine): void => {
    gone.signal.throwIfAborted();
    lines.write(`${JSON.stringify(line)}\n`);
  };
  check(deps, write, gone.signal)
    .catch((err: unknown) => {
      if (gone.signal.aborted) return;
      deps.logger.error({ err }, 'ledger check failed');
      write({ error: 'The check failed; the log of the API says why.' });
    })
    .finally(() => lines.end());
  return lines;
}
