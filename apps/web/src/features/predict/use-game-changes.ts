import { useEffect, useEffectEvent } from 'react';
import { acquireEventSocket } from '../../shared/session/event-socket.ts';
import { useMemberId } from '../../shared/session/session.ts';

/** Maximum random delay of a request after an event, because many browsers receive the event at the same time. */
const SPREAD_MS = 1_500;

/**
 * Calls `onChange` after a change in the game: sheets were closed, a pick was scored, or scores became final. Only
 * members receive the event, over the event socket; the pages of visitors poll.
 */
export function useGameChanges(onChange: () => void): void {
  const memberId = useMemberId();
  const change = useEffectEvent(onChange);
  useEffect(() => {
    if (memberId === null) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let leave = (): void => {};
    const onEvent = () => {
      clearTimeout(timer);
      timer = setTimeout(() => change(), Math.random() * SPREAD_MS);
    };
    acquireEventSocket().then(
      ({ socket, release }) => {
        if (isOver) return release();
        socket.on('predict:changed', onEvent);
        leave = () => {
          socket.off('predict:changed', onEvent);
          release();
        };
      },
      // If the socket library cannot be loaded, the page polls.
      () => {},
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
      leave();
    };
  }, [memberId]);
}
