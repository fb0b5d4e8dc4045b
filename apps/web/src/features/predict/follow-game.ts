import { openNamespace } from '../../shared/session/sockets.ts';
import { followWallet } from '../../shared/wallet/follow-wallet.ts';

/**
 * Calls whenever predictions changed: sheets closed, a mark came, scores are final. Over the event socket of whoever is
 * signed in; a visitor's page asks now and then anyway. Returns the call that ends it.
 */
export function followGame(listener: () => void): () => void {
  let isOver = false;
  let end = (): void => {
    isOver = true;
  };
  void followWallet();
  openNamespace('/event').then(
    (socket) => {
      if (isOver) return;
      socket.on('predict:changed', listener);
      end = () => {
        socket.off('predict:changed', listener);
      };
    },
    // Without the library the page still asks now and then.
    () => {},
  );
  return () => end();
}
