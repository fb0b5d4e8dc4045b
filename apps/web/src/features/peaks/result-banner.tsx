import type { Match, MatchResult } from '@sangwian/contract/endpoints/live';
import { Trophy } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { useResultText } from '../../shared/bouts/result-text.ts';
import { playBell, volumeOf } from '../live/room/sounds.ts';
import styles from './result-banner.module.css';

interface ResultBannerProps {
  readonly match: Match & { readonly result: MatchResult };
  /** The player whose volume applies to the bell. */
  readonly video: RefObject<HTMLVideoElement | null>;
}

/** The lower third with the result in one line. Rings the bell and announces the result to screen readers. */
export function ResultBanner({ match, video }: ResultBannerProps) {
  const resultText = useResultText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bell rings once for a bout.
  useEffect(() => playBell(volumeOf(video.current)), [match.match_live_id]);
  return (
    <p role="status" className={styles.banner} data-winner={match.result.winner}>
      <Trophy size={20} aria-hidden="true" />
      {resultText(match.result, match)}
    </p>
  );
}
