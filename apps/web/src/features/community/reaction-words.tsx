import { createStore, useStore } from '../../shared/store.ts';
import type { LiveRoom } from '../live/room/live-room.ts';
import type { ReactionWord } from './reaction-feed.ts';
import styles from './reaction-words.module.css';
import { useReactionFeed } from './use-reaction-feed.ts';
import { useReactionName } from './use-reaction-name.ts';

const NONE = createStore<readonly ReactionWord[]>([]);

const sizeOf = (count: number): 's' | 'm' | 'l' => {
  if (count < 5) return 's';
  return count < 25 ? 'm' : 'l';
};

/** The quick reactions of all members as words that rise over the video. Hidden from screen readers. */
export function ReactionWords({ room }: { readonly room: LiveRoom }) {
  const nameOf = useReactionName();
  const feed = useReactionFeed(room);
  const words = useStore(feed?.words ?? NONE, []);
  return (
    <div className={styles.layer} aria-hidden="true">
      {words.map(({ key, reaction, count, lane, isOwn }) => (
        <span
          key={key}
          className={styles.word}
          data-reaction={reaction}
          data-lane={lane}
          data-size={sizeOf(count)}
          data-own={isOwn || undefined}
        >
          {nameOf(reaction)}
          {count > 1 ? <small className={styles.count}>×{count}</small> : null}
        </span>
      ))}
    </div>
  );
}
