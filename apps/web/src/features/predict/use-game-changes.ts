import { useEffect, useEffectEvent } from 'react';
import { holdEventSocket } from '../../shared/session/event-socket.ts';
import { useMemberId } from '../../shared/session/session.ts';

/** A crowd that receives an event at the same time spreads its reads over this long. */
const SPREAD_MS = 1_500;

/**
 * Calls `onChange` after predictions changed: sheets closed, a pick was marked, or scores are final. Members receive it
 * over the event socket; the pages of visitors poll.
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
    holdEventSocket().then(
      ({ socket, release }) => {
        if (isOver) return release();
        socket.on('predict:changed', onEvent);
        leave = () => {
          socket.off('predict:changed', onEvent);
          release();
        };
      },
      // Without the library the page still polls.
      () => {},
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
      leave();
    };
  }, [memberId]);
}
