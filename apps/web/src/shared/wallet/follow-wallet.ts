import type { OrderChanged, WalletBalance } from '@sangwian/contract/sockets/event-namespace';
import type { Socket } from 'socket.io-client';
import { getSession, onSessionChange, refreshProfile, updateBalance } from '../session/session.ts';
import { openNamespace } from '../session/sockets.ts';
import { readStored } from '../storage/local-storage.ts';
import { owedStore, tellOrderChanged, walletConnected } from './wallet-events.ts';

const RETRY_MS = 3_000;
/** Of a socket that this page has closed itself, which never comes back by itself. */
const CLOSED_HERE = 'io client disconnect';

let following = false;

/** Whose connection it is: another member's events must not reach this one. */
let token: string | null = null;

function listen(socket: Socket): void {
  let connectedBefore = false;
  socket.on('connect', () => {
    walletConnected.set(true);
    // What happened in the gap was told to nobody.
    if (connectedBefore) {
      void refreshProfile();
      tellOrderChanged(null);
    }
    connectedBefore = true;
  });
  socket.on('disconnect', (reason) => {
    walletConnected.set(false);
    // The live page leaves its room by closing the namespace, which is this one too.
    if (reason === CLOSED_HERE && readStored('access_token')) socket.connect();
  });
  socket.on('wallet:balance', ({ balance, owed }: WalletBalance) => {
    owedStore.set(owed);
    updateBalance(balance);
  });
  socket.on('order:changed', (event: OrderChanged) => tellOrderChanged(event));
}

/**
 * Follows the wallet and the orders of whoever is signed in, over the event socket: the balance in the bar and on every
 * page changes by itself. Opened anew for another member. Harmless when called again.
 */
export async function followWallet(): Promise<void> {
  if (following) return;
  following = true;
  let socket: Socket;
  try {
    socket = await openNamespace('/event');
  } catch {
    following = false;
    setTimeout(() => void followWallet(), RETRY_MS);
    return;
  }
  listen(socket);
  token = readStored('access_token');
  onSessionChange(() => {
    const next = readStored('access_token');
    if (next === token) return;
    token = next;
    owedStore.set(null);
    const wasConnected = socket.connected;
    socket.disconnect();
    // Who was connected comes back by `disconnect`, with the new token.
    if (!wasConnected && next) socket.connect();
  });
  const connect = () => {
    // Asked twice while it is on its way, the server would make two of it.
    if (getSession().status === 'signed_in' && !socket.active) socket.connect();
  };
  connect();
  // Closed while it was on its way, or by the server, it does not come back by itself.
  setInterval(connect, RETRY_MS);
}
