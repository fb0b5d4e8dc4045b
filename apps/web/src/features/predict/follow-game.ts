import { holdEventSocket } from '../../shared/session/event-socket.ts';

/**
 * Calls whenever predictions changed: sheets closed, a mark came, scores are final. Over the event socket of whoever is
 * signed in; a visitor's page polls anyway. Returns the call that ends it.
 */
export function followGame(listener: () => void): () => void {
  let isOver = false;
  let end = (): void => {
    isOver = true;
  };
  holdEventSocket().then(
    ({ socket, release }) => {
      if (isOver) {
        release();
        return;
      }
      socket.on('predict:changed', listener);
      end = () => {
        socket.off('predict:changed', listener);
        release();
      };
    },
    // Without the library the page still polls.
    () => {},
  );
  return () => end();
}
