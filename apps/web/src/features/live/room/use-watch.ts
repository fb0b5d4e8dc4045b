import type { Live } from '@sangwian/contract/endpoints/live';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { callApi } from '../../../shared/api/call-api.ts';
import { JoinRefused } from '../../player/engine/join-refused.ts';
import type { LivePlayer } from '../../player/state/live-player.ts';
import type { PlayerStatus } from '../../player/state/player-status.ts';
import { type JoinStream, useLivePlayer } from '../../player/state/use-live-player.ts';
import type { LiveRoom } from './live-room.ts';
import { readWatchToken, WatchSession } from './watch-session.ts';

/** Refuses before anything is asked of the watch where the live is premium and not unlocked. */
const joinOf =
  (session: WatchSession, live: Pick<Live, 'program_live_id' | 'access'>): JoinStream =>
  async (signal) => {
    if (live.access === 'premium') {
      const params = { program_live_id: live.program_live_id };
      const { data } = await callApi('GET /live/{program_live_id}/mine', { params }, { signal });
      if (!data.unlocked) throw new JoinRefused('live_locked');
    }
    return session.join(signal);
  };

/** Leaves when the page is closed or the live is left, and starts again on a page that comes back from its cache. */
export const useLeave = (session: WatchSession | null, player: LivePlayer | null): void => {
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

/** Whether the server knows this browser as one that watches. */
export const hasJoined = ({ name }: PlayerStatus): boolean =>
  !['idle', 'joining', 'ended', 'refused'].includes(name);

/** Watches the live while it is on and somebody is signed in, and tells the server so. */
export const useWatch = (
  video: RefObject<HTMLVideoElement | null>,
  live: Live,
  signedIn: boolean,
  room: LiveRoom | null,
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
  const player = useLivePlayer(video, join);
  useLeave(session, player);

  useEffect(() => {
    if (room === null || player === null) return;
    const tell = () =>
      room.setWatching(hasJoined(player.snapshot.get().status) ? readWatchToken() : null);
    tell();
    const unfollow = player.snapshot.subscribe(tell);
    return () => {
      unfollow();
      room.setWatching(null);
    };
  }, [room, player]);
  return player;
};
