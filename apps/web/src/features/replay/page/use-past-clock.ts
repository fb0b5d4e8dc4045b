import type { ProgramId } from '@sangwian/contract/ids';
import type { GiftRefunded } from '@sangwian/contract/sockets/event-namespace';
import { useEffect, useState } from 'react';
import { sharePicturePosition } from '../../../shared/in-step/picture-channel.ts';
import type { PictureClock } from '../../../shared/in-step/picture-clock.ts';
import { acquireEventSocket, type SocketHandle } from '../../../shared/session/event-socket.ts';
import { heldCoins } from '../../../shared/session/shown-balance.ts';
import { createStore } from '../../../shared/store.ts';
import { DueQueue } from '../../live/room/due-queue.ts';
import type { ReplayPlayer } from '../player/replay-player.ts';

/** A clock of the past: events wait from its creation on, because the video begins before all of them. */
const makeClock = (): PictureClock => ({ reachedMs: createStore(0), nowMs: () => Date.now() });

/**
 * Leaves refunds out of the shown balance until the video has reached the time at which they arrived, because a refund
 * reveals the result. Returns the cleanup.
 */
function holdRefunds(clock: PictureClock): () => void {
  let held = 0;
  const add = (coins: number) => {
    held += coins;
    heldCoins.set(heldCoins.get() + coins);
  };
  const queue = new DueQueue<GiftRefunded>(clock, (refunds) =>
    add(-refunds.reduce((sum, { coins }) => sum + coins, 0)),
  );
  const onRefunded = (refund: GiftRefunded) => {
    const atMs = clock.nowMs();
    add(refund.coins);
    queue.push([refund], () => atMs);
  };
  let handle: SocketHandle | null = null;
  let isOver = false;
  acquireEventSocket().then(
    (opened) => {
      if (isOver) {
        opened.release();
        return;
      }
      handle = opened;
      opened.socket.on('gift:refunded', onRefunded);
    },
    // Without the socket the page gets no balance of a refund either.
    () => {},
  );
  return () => {
    isOver = true;
    handle?.socket.off('gift:refunded', onRefunded);
    handle?.release();
    queue.close();
    add(-held);
  };
}

/**
 * While a fan watches a live from its start, hides what the video has not reached: refunds in the balance, and results on
 * the site's pages in other tabs.
 */
export function usePastClock(
  player: ReplayPlayer | null,
  programId: ProgramId,
  isLive: boolean,
): void {
  const [clock] = useState(makeClock);
  useEffect(() => {
    if (!isLive) return;
    const ends = [sharePicturePosition(programId, clock), holdRefunds(clock)];
    return () => {
      for (const end of ends) end();
    };
  }, [clock, programId, isLive]);
  useEffect(() => {
    if (player === null || !isLive) return;
    return player.progress.subscribe(() => {
      const reachedMs = player.programTimeMs;
      if (reachedMs !== null) clock.reachedMs.set(reachedMs);
    });
  }, [clock, player, isLive]);
}
