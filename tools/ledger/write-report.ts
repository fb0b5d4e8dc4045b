/** What `POST /ledger/check` ends with. */
export interface LedgerReport {
  readonly accounts: number;
  readonly transfers: number;
  /** Coins, by account of the house, and of all members together. */
  readonly balances: Readonly<Record<string, number>>;
  /** Broken invariants, in words. */
  readonly faults: readonly string[];
  readonly took_ms: number;
}

/** A line of the answer: progress, then the report or why there is none. */
export type LedgerLine =
  | { readonly progress: { readonly transfers: number; readonly about: number } }
  | { readonly report: LedgerReport }
  | { readonly error: string };

const count = (value: number): string => value.toLocaleString('en-US');

/** How far a check has come. */
export const writeProgress = (progress: { transfers: number; about: number }): string =>
  `${count(progress.transfers)} of about ${count(progress.about)} transfers`;

/** A check of the ledger as an operator reads it. */
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
