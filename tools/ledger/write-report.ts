/** What the API answers to `POST /ledger/check`. */
export interface LedgerReport {
  readonly accounts: number;
  readonly transfers: number;
  /** Coins, by account of the house, and of all members together. */
  readonly balances: Readonly<Record<string, number>>;
  /** Broken invariants, in words. */
  readonly faults: readonly string[];
  readonly took_ms: number;
}

const count = (value: number): string => value.toLocaleString('en-US');

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
