import type { OrderChanged, WalletBalance } from '@sangwian/contract/sockets/event-namespace';
import type { Socket } from 'socket.io-client';
import { acquireEventSocket } from '../session/event-socket.ts';
import { onSessionChange, refreshProfile, updateBalance } from '../session/session.ts';
import { readStored } from '../storage/local-storage.ts';
import { notifyOrderChanged, owedStore, walletConnected } from './wallet-events.ts';

const RETRY_MS = 3_000;

let following = false;
/** The token of the followed member. */
let token: string | null = null;
/** Releases the handle of the event socket; `null` without a handle. */
let release: (() => void) | null = null;
let opening = false;

/** Listens for the wallet's events. Returns the cleanup. */
function listen(socket: Socket): () => void {
  let connectedBefore = false;
  const onConnect = (): void => {
    walletConnected.set(true);
    // Fetches everything again, because events during the disconnect are lost.
    if (connectedBefore) {
      void refreshProfile();
      notifyOrderChanged(null);
    }
    connectedBefore = true;
  };
  const onDisconnect = (): void => walletConnected.set(false);
  const onBalance = ({ balance, owed }: WalletBalance): void => {
    owedStore.set(owed);
    updateBalance(balance);
  };
  const onOrder = (event: OrderChanged): void => notifyOrderChanged(event);
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

/** Holds the event socket while a member is signed in. */
async function align(): Promise<void> {
  const next = readStored('access_token');
  if (next !== token) owedStore.set(null);
  token = next;
  if (!next) {
    release?.();
    release = null;
    return;
  }
  if (release !== null || opening) return;
  opening = true;
  try {
    const handle = await acquireEventSocket();
    const stopListening = listen(handle.socket);
    release = () => {
      stopListening();
      handle.release();
    };
    // The member signed out while the library was loading.
    if (!readStored('access_token')) void align();
  } catch {
    setTimeout(() => void align(), RETRY_MS);
  } finally {
    opening = false;
  }
}

/**
 * Keeps the wallet and the orders of the signed-in member up to date over the event socket, so that every page shows
 * the current balance. Switches to another member after a sign-in. Idempotent.
 */
export async function followWallet(): Promise<void> {
  if (following) return;
  following = true;
  onSessionChange(() => void align());
  await align();
}
