import type { MemberId } from '@sangwian/contract/ids';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Wallet } from '../../money/wallet/wallet.module.ts';

export interface BalanceSenderOptions {
  readonly wallet: Pick<Wallet, 'readWallets'>;
  /** Whether the member has a socket on this node. */
  readonly hasSocketHere: (memberId: MemberId) => boolean;
  /** Sends a balance to all sockets of a member. */
  readonly emit: (
    memberId: MemberId,
    balance: { readonly balance: number; readonly owed: number },
  ) => void;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Returns a function that sends the balances of members whose wallets have changed. One statement reads all balances
 * that wait. Reads never overlap, and a change during a read causes another read, so that the last message to a member
 * has the latest balance.
 */
export function createBalanceSender({
  wallet,
  hasSocketHere,
  emit,
  logger,
}: BalanceSenderOptions): (memberIds: readonly MemberId[]) => void {
  const changed = new Set<MemberId>();
  let isSending = false;

  async function sendChanged(): Promise<void> {
    const memberIds = [...changed];
    changed.clear();
    for (const [memberId, balance] of await wallet.readWallets(memberIds)) {
      emit(memberId, balance);
    }
  }

  async function sendAll(): Promise<void> {
    isSending = true;
    while (changed.size > 0) {
      await sendChanged().catch((err: unknown) => logger.warn({ err }, 'balance broadcast failed'));
    }
    isSending = false;
  }

  return (memberIds) => {
    for (const memberId of memberIds) if (hasSocketHere(memberId)) changed.add(memberId);
    if (!isSending) void sendAll();
  };
}
