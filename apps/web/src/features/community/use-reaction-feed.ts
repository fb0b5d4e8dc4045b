import { useEffect, useState } from 'react';
import type { LiveRoom } from '../live/room/live-room.ts';
import { holdFeed, type ReactionFeed } from './reaction-feed.ts';

/** Returns the reactions of a room; `null` before mount. */
export function useReactionFeed(room: LiveRoom): ReactionFeed | null {
  const [feed, setFeed] = useState<ReactionFeed | null>(null);
  useEffect(() => {
    const hold = holdFeed(room);
    setFeed(hold.feed);
    return () => {
      hold.release();
      setFeed(null);
    };
  }, [room]);
  return feed;
}
