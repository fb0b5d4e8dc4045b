import type { Live } from '@sangwian/contract/endpoints/live';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { callApi } from '../../../shared/api/call-api.ts';
import { JoinRefused } from '../../player/engine/join-refused.ts';
import type { LivePlayer } from '../../player/state/live-player.ts';
import type { PlayerStatus } from '../../player/state/player-status.ts';
import { type JoinStream, useLivePlayer } from '../../player/state/use-live-player.ts';
import type { LiveRoom } from './live-room.ts';
import { readWatchToken, WatchSession } from './watch-session.ts';

/** Refuses the join of a locked premium live without a request. */
export const joinOf =
  (session: WatchSession, live: Pick<Live, 'program_live_id' | 'access'>): JoinStream =>
  async (signal) => {
    if (live.access === 'premium') {
      const params = { program_live_id: live.program_live_id };
      const { data } = await callApi('GET /live/{program_live_id}/mine', { params }, { signal });
      if (!data.unlocked) throw new JoinRefused('live_locked');
    }
    return session.join(signal);
  };

/**
 * Leaves the watch session when the page is hidden or the live changes. Restarts when the page returns from the
 * back/forward cache.
 */
export const useLeaveOnExit = (session: WatchSession | null, player: LivePlayer | null): void => {
  const latest = useRef(player);
  useEffect(() => {
    latest.current = player;
  });
  useEffect(() => {
    if (session === null) return;
    const onHide = () => session.leave({ closing: true });
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) latest.current?.start();
    };
    window.addEventListener('pagehide', onHide);
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onShow);
      session.leave({ closing: false });
    };
  }, [session]);
};

/** Leaves the watch session when the page is hidden or the member's session changes. */
export const useLeaveOnClose = (session: WatchSession | null): void => {
  useEffect(() => {
    if (session === null) return;
    const onHide = () => session.leave({ closing: true });
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      session.leave({ closing: false });
    };
  }, [session]);
};

/** Returns whether the server counts this browser as a viewer. */
export const hasJoined = ({ name }: PlayerStatus): boolean =>
  !['idle', 'joining', 'ended', 'refused'].includes(name);

/** Plays the live while it is in progress and a member is signed in, and sends heartbeats to the room. */
export const useWatch = (
  video: RefObject<HTMLVideoElement | null>,
  live: Live,
  signedIn: boolean,
  room: LiveRoom | null,
  beginsAtMs: number | null,
): LivePlayer | null => {
  const { program_live_id, access } = live;
  const watching = signedIn && live.status === 'in_progress';
  const session = useMemo(
    () => (watching ? new WatchSession({ program_live_id }) : null),
    [watching, program_live_id],
  );
  const join = useMemo(
    () => (session === null ? null : joinOf(session, { program_live_id, access })),
    [session, program_live_id, access],
  );
  const player = useLivePlayer(video, join, program_live_id, false, beginsAtMs);
  useLeaveOnExit(session, player);

  useEffect(() => {
    if (room === null || player === null) return;
    const update = () =>
      room.setWatching(hasJoined(player.snapshot.get().status) ? readWatchToken() : null);
    update();
    const unsubscribe = player.snapshot.subscribe(update);
    return () => {
      unsubscribe();
      room.setWatching(null);
    };
  }, [room, player]);
  return player;
};
