import type { OrderChanged, WalletBalance } from '@sangwian/contract/sockets/event-namespace';
import type { Socket } from 'socket.io-client';
import { holdEventSocket } from '../session/event-socket.ts';
import { onSessionChange, refreshProfile, updateBalance } from '../session/session.ts';
import { readStored } from '../storage/local-storage.ts';
import { owedStore, tellOrderChanged, walletConnected } from './wallet-events.ts';

const RETRY_MS = 3_000;

let following = false;
/** Whose wallet is followed. */
let token: string | null = null;
/** Ends the part of this module in the event socket; `null` while it has none. */
let unfollow: (() => void) | null = null;
let opening = false;

/** Listens for the wallet's events. Returns the call that ends that. */
function listen(socket: Socket): () => void {
  let connectedBefore = false;
  const onConnect = (): void => {
    walletConnected.set(true);
    // Events of the gap are lost.
    if (connectedBefore) {
      void refreshProfile();
      tellOrderChanged(null);
    }
    connectedBefore = true;
  };
  const onDisconnect = (): void => walletConnected.set(false);
  const onBalance = ({ balance, owed }: WalletBalance): void => {
    owedStore.set(owed);
    updateBalance(balance);
  };
  const onOrder = (event: OrderChanged): void => tellOrderChanged(event);
  socket.on('connect', onConnect);
  socket.on('disconnect', onDisconnect);
  socket.on('wallet:balance', onBalance);
  socket.on('order:changed', onOrder);
  if (socket.connected) onConnect();
  return () => {
    socket.off('connect', onConnect);
    socket.off('disconnect', onDisconnect);
    socket.off('wallet:balance', onBalance);
    socket.off('order:changed', onOrder);
    walletConnected.set(false);
  };
}

/** Uses the event socket as long as somebody is signed in. */
async function align(): Promise<void> {
  const next = readStored('access_token');
  if (next !== token) owedStore.set(null);
  token = next;
  if (!next) {
    unfollow?.();
    unfollow = null;
    return;
  }
  if (unfollow !== null || opening) return;
  opening = true;
  try {
    const { socket, release } = await holdEventSocket();
    const end = listen(socket);
    unfollow = () => {
      end();
      release();
    };
    // Signed out while the library was on its way.
    if (!readStored('access_token')) void align();
  } catch {
    setTimeout(() => void align(), RETRY_MS);
  } finally {
    opening = false;
  }
}

/**
 * Follows the wallet and the orders of whoever is signed in, over the event socket: the balance in the bar and on every
 * page changes by itself. Opened anew for another member. Harmless when called again.
 */
export async function followWallet(): Promise<void> {
  if (following) return;
  following = true;
  onSessionChange(() => void align());
  await align();
}
