import { useLingui } from '@lingui/react/macro';
import type { Reaction } from '@sangwian/contract/sockets/event-namespace';
import type { LiveRoom } from '../live/room/live-room.ts';
import styles from './reaction-bar.module.css';
import { useReactionFeed } from './use-reaction-feed.ts';
import { useReactionName } from './use-reaction-name.ts';

const REACTIONS: readonly Reaction[] = ['ouch', 'knee', 'kick', 'elbow'];

/** The buttons of quick reactions, which appear as words over the video. */
export function ReactionBar({ room }: { readonly room: LiveRoom }) {
  const { t } = useLingui();
  const nameOf = useReactionName();
  const feed = useReactionFeed(room);
  return (
    <fieldset className={styles.bar} aria-label={t`Quick reactions`}>
      {REACTIONS.map((reaction) => (
        <button
          key={reaction}
          type="button"
          className={styles.reaction}
          onClick={() => feed?.send(reaction, performance.now())}
        >
          {nameOf(reaction)}
        </button>
      ))}
    </fieldset>
  );
}
