import { useLingui } from '@lingui/react/macro';
import { buttonClass } from '@sangwian/ui/button';
import { Play } from 'lucide-react';
import { Link } from 'react-router';
import { sceneUrl } from '../../shared/art-url.ts';
import { PhotoImage } from '../../shared/photo/photo-image.tsx';
import { useBoutWords } from './bout-words.ts';
import styles from './feature.module.css';
import type { Bout, LiveSummary } from './home.ts';
import { PriceTag, StatusTag, ViewersTag } from './live-tags.tsx';

/** A phone shows the image in 4:3, which crops its sides. */
export const FEATURE_SIZES = '(max-width:641px) 134vw,1280px';

interface FeatureProps {
  readonly live: LiveSummary;
  readonly headline: Bout | null;
  readonly now_ms: number;
}

/** The featured live, as large as the screen allows. */
export function Feature({ live, headline, now_ms }: FeatureProps) {
  const { t } = useLingui();
  const { text, titleOf, weightOf, roundOf } = useBoutWords();
  const facts = [
    headline && live.status === 'in_progress' && headline.status === 'not_started'
      ? t`Next bout`
      : headline
        ? roundOf(headline)
        : null,
    text(live.stadium),
    headline ? weightOf(headline) : null,
  ].filter((fact) => fact !== null && fact !== '');
  const action = {
    in_progress: t`Watch live`,
    not_started: t`See the card`,
    ended: t`See results`,
  };
  return (
    <article className={styles.feature}>
      <PhotoImage
        photo={live.photo}
        owner="program"
        sizes={FEATURE_SIZES}
        src={sceneUrl(live.program_live_id)}
        alt=""
        width={1280}
        height={720}
        fetchPriority="high"
        className={styles.picture}
      />
      <div className={styles.words}>
        {/* The tags come first, so that the title wraps the same way while the rest of the document arrives. */}
        <span
          aria-hidden="true"
          className={`${buttonClass({ variant: 'primary' })} ${styles.action}`}
        >
          <Play size={18} fill="currentColor" />
          {action[live.status]}
        </span>
        <div className={styles.tags}>
          <StatusTag live={live} now_ms={now_ms} />
          <ViewersTag live={live} />
          {live.status === 'ended' ? null : <PriceTag live={live} />}
        </div>
        <h2 className={styles.title}>
          <Link to={`/live/${live.program_live_id}`} className={styles.link}>
            {titleOf(live, headline)}
          </Link>
        </h2>
        <p className={styles.facts}>{facts.join(' · ')}</p>
      </div>
    </article>
  );
}
