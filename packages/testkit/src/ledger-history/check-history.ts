/** One request to move coins, and what the client learned of it. */
export interface Attempt {
  /** Retries of a request share its key. */
  readonly key: string;
  readonly from: string;
  readonly to: string;
  /** Whole and above zero. */
  readonly coins: number;
  /** Key of the movement that this one pays back. */
  readonly refundOf?: string;
  /** `unknown`: the connection ended before an answer, so both effects and none are right. */
  readonly outcome: 'acknowledged' | 'refused' | 'unknown';
}

export interface LedgerTransfer {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly coins: number;
  /** Balance that the member's history shows after the transfer. */
  readonly balanceAfter: number | null;
}

/** The final ledger. */
export interface LedgerRecord {
  /** In the order of their commits for each wallet. */
  readonly transfers: readonly LedgerTransfer[];
  /** Stored balances by the name of the account; house accounts have none. */
  readonly balances: ReadonlyMap<string, number>;
}

const isSameMovement = (one: Attempt | LedgerTransfer, other: Attempt | LedgerTransfer): boolean =>
  one.from === other.from && one.to === other.to && one.coins === other.coins;

const describe = ({ from, to, coins }: Attempt | LedgerTransfer): string =>
  `${coins} coins from ${from} to ${to}`;

function groupByKey<Item extends { readonly key: string }>(
  items: readonly Item[],
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(item.key, [...(groups.get(item.key) ?? []), item]);
  return groups;
}

/** Compares the attempts of one key with the transfers of that key. */
function judgeKey(
  key: string,
  attempts: readonly Attempt[],
  transfers: readonly LedgerTransfer[],
): string[] {
  const faults: string[] = [];
  const [transfer] = transfers;
  if (transfers.length > 1) faults.push(`${key} has ${transfers.length} effects`);
  const acknowledged = attempts.filter(({ outcome }) => outcome === 'acknowledged');
  if (transfer === undefined) {
    if (acknowledged.length > 0) faults.push(`${key} was acknowledged, but has no effect`);
    return faults;
  }
  if (attempts.length === 0) faults.push(`${key} was never requested: ${describe(transfer)}`);
  else if (attempts.every(({ outcome }) => outcome === 'refused')) {
    faults.push(`${key} was refused, but has an effect`);
  } else {
    // An unknown attempt may have lost to another request with its key; an acknowledged one may not.
    const isExplained = attempts.some(
      (attempt) => attempt.outcome !== 'refused' && isSameMovement(attempt, transfer),
    );
    if (!isExplained || !acknowledged.every((attempt) => isSameMovement(attempt, transfer))) {
      faults.push(`${key} moved ${describe(transfer)}, which contradicts an answer`);
    }
  }
  return faults;
}

/** Replays the transfers, and compares every shown and stored balance of a member. */
function judgeBalances({ transfers, balances }: LedgerRecord): string[] {
  const faults: string[] = [];
  const sums = new Map<string, number>();
  for (const { key, from, to, coins, balanceAfter } of transfers) {
    if (!Number.isSafeInteger(coins) || coins <= 0) faults.push(`${key} moved ${coins} coins`);
    sums.set(from, (sums.get(from) ?? 0) - coins);
    sums.set(to, (sums.get(to) ?? 0) + coins);
    for (const account of [from, to].filter((name) => balances.has(name))) {
      const sum = sums.get(account) ?? 0;
      if (sum < 0) faults.push(`${account} fell to ${sum} coins by ${key}`);
      if (balanceAfter !== sum) {
        faults.push(`${account} was shown ${balanceAfter} coins after ${key}, and had ${sum}`);
      }
    }
  }
  for (const [account, balance] of balances) {
    const sum = sums.get(account) ?? 0;
    if (balance !== sum) faults.push(`${account} holds ${balance} coins, its transfers ${sum}`);
  }
  return faults;
}

/** Every refund returns a movement that happened, exactly, and only one refund returns it. */
function judgeRefunds(
  attempts: readonly Attempt[],
  transfers: ReadonlyMap<string, readonly LedgerTransfer[]>,
): string[] {
  const faults: string[] = [];
  const refundKeys = new Map<string, string>();
  for (const { key, refundOf } of attempts) {
    const refund = transfers.get(key)?.[0];
    if (refundOf === undefined || refund === undefined) continue;
    const paid = transfers.get(refundOf)?.[0];
    if (paid === undefined) faults.push(`${key} refunds ${refundOf}, which never moved`);
    else if (!isSameMovement(refund, { ...paid, from: paid.to, to: paid.from })) {
      faults.push(`${key} does not return ${describe(paid)}`);
    }
    const other = refundKeys.get(refundOf) ?? key;
    if (other !== key) faults.push(`${refundOf} was refunded by ${other} and by ${key}`);
    refundKeys.set(refundOf, other);
  }
  return faults;
}

/**
 * Returns why answers contradict the transfers of their keys: acknowledged requests have one effect, refused ones none,
 * unknown ones either, and there is no transfer that was never requested.
 */
export function checkAnswers(
  attempts: readonly Attempt[],
  transfers: readonly LedgerTransfer[],
): string[] {
  const requested = groupByKey(attempts);
  const moved = groupByKey(transfers);
  const keys = new Set([...requested.keys(), ...moved.keys()]);
  return [...keys].flatMap((key) => judgeKey(key, requested.get(key) ?? [], moved.get(key) ?? []));
}

/**
 * Returns why a history of requests cannot have led to a ledger; nothing if it can: the answers fit (`checkAnswers`), and
 * so do all balances and refunds.
 */
export function checkHistory(attempts: readonly Attempt[], ledger: LedgerRecord): string[] {
  return [
    ...checkAnswers(attempts, ledger.transfers),
    ...judgeBalances(ledger),
    ...judgeRefunds(attempts, groupByKey(ledger.transfers)),
  ];
}
