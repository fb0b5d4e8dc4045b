import { useLingui } from '@lingui/react/macro';
import type { Live, Match } from '@sangwian/contract/endpoints/live';
import { nextBout } from '@sangwian/contract/rules/headline';
import { formatClock } from '@sangwian/i18n/format-date';
import { Button } from '@sangwian/ui/button';
import { useState } from 'react';
import { useLanguage } from '../../shared/language/use-language.ts';
import { useNow } from '../../shared/use-now.ts';
import type { CheerState } from '../cheer/cheer-state.ts';
import styles from './next-card.module.css';

const HOUR_S = 3_600;

/**
 * Formats the time until the start, such as `6:20`. From one hour on, returns the time of day; once the start is due,
 * `null`.
 */
function untilText(startsAt: string, nowMs: number): string | null {
  const leftS = Math.ceil((Date.parse(startsAt) - nowMs) / 1_000);
  if (leftS <= 0) return null;
  if (leftS >= HOUR_S) return formatClock(startsAt);
  return `${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, '0')}`;
}

interface NextCardProps {
  readonly live: Live;
  readonly cheer: CheerState;
}

/** Lets the member choose a corner of the next bout. Gifts can be sent only after the bout's bell. */
function Corners({ next, cheer }: { readonly next: Match; readonly cheer: CheerState }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const [chosen, setChosen] = useState<'red' | 'blue' | null>(null);
  const choose = (corner: 'red' | 'blue') => {
    cheer.keepCorner(next.match_live_id, corner);
    setChosen(corner);
  };
  const name = { red: text(next.red.name), blue: text(next.blue.name) };
  const chosenName = chosen === null ? '' : name[chosen];
  return (
    <>
      <div className={styles.corners}>
        {(['red', 'blue'] as const).map((corner) => {
          const fighter = name[corner];
          return (
            <Button
              key={corner}
              variant={corner}
              aria-pressed={chosen === corner}
              onClick={() => choose(corner)}
            >
              {t`Cheer ${fighter}`}
            </Button>
          );
        })}
      </div>
      <p role="status" className={styles.kept}>
        {chosen === null ? null : t`${chosenName} is your corner. Gifts open at the bell.`}
      </p>
    </>
  );
}

/** Shows the next bout of the evening with a countdown, or the end of the card. */
export function NextCard({ live, cheer }: NextCardProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const [mountedAtMs] = useState(() => Date.now());
  const now = useNow(mountedAtMs);
  const next = nextBout(live.matches);
  if (next === null) {
    return (
      <div className={styles.card}>
        <p className={styles.last}>{t`That was the last bout of the night.`}</p>
      </div>
    );
  }
  const until = untilText(next.starts_at, now);
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <p className={styles.pair}>
          <span className={styles.label}>{t`Next`}</span>
          <span>
            <bdi>{text(next.red.name)}</bdi> <span className={styles.label}>{t`vs`}</span>{' '}
            <bdi>{text(next.blue.name)}</bdi>
          </span>
        </p>
        <span className={styles.until} role="timer">
          {until ?? t`soon`}
        </span>
      </div>
      <Corners key={next.match_live_id} next={next} cheer={cheer} />
    </div>
  );
}
