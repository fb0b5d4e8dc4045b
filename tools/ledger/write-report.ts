/** The last line of the response of `POST /ledger/check`. */
export interface LedgerReport {
  readonly accounts: number;
  readonly transfers: number;
  /** Coins by house account, and of all members together. */
  readonly balances: Readonly<Record<string, number>>;
  /** Violated invariants as sentences. */
  readonly faults: readonly string[];
  readonly took_ms: number;
}

/** A line of the response: progress lines, then the report or an error. */
export type LedgerLine =
  | { readonly progress: { readonly transfers: number; readonly about: number } }
  | { readonly report: LedgerReport }
  | { readonly error: string };

const count = (value: number): string => value.toLocaleString('en-US');

/** Formats the progress of a check. */
export const writeProgress = (progress: { transfers: number; about: number }): string =>
  `${count(progress.transfers)} of about ${count(progress.about)} transfers`;

/** Formats the report for operators. */
export function writeReport({
  accounts,
  transfers,
  balances,
  faults,
  took_ms: tookMs,
}: LedgerReport): string {
  const rows = Object.entries(balances).map(([name, coins]) => [name, count(coins)] as const);
  const nameChars = Math.max(0, ...rows.map(([name]) => name.length));
  const coinChars = Math.max(0, ...rows.map(([, coins]) => coins.length));
  return [
    ...rows.map(([name, coins]) => `  ${name.padEnd(nameChars)}  ${coins.padStart(coinChars)}`),
    faults.length === 0
      ? `The ledger balances: ${count(accounts)} accounts, ${count(transfers)} transfers, ${count(tookMs)} ms.`
      : `THE LEDGER DOES NOT BALANCE:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  ].join('\n');
}
