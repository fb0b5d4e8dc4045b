import { useLingui } from '@lingui/react/macro';
import type { PredictProgram, PredictSheet } from '@sangwian/contract/endpoints/predict';
import {
  formatClock,
  formatCountdown,
  formatDate,
  remainingUntil,
} from '@sangwian/i18n/format-date';
import { Tag } from '@sangwian/ui/tag';
import { Lock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLanguage } from '../../shared/language/use-language.ts';
import { ShowTime } from '../../shared/times/show-time.tsx';
import { useNow } from '../../shared/use-now.ts';
import styles from './program-head.module.css';
import { useStatusWords } from './program-tabs.tsx';

interface ProgramHeadProps {
  readonly program: PredictProgram;
  readonly sheet: PredictSheet | null;
  /** Whether the member's sheet is loaded. */
  readonly isKnown: boolean;
  /** Whether results are hidden until the video in another tab reaches them. */
  readonly waitsForPicture: boolean;
  readonly drawnAtMs: number;
  /** Called once at the time at which sheets close. */
  readonly onClosed: () => void;
}

function LockTimer({
  program,
  drawnAtMs,
  onClosed,
}: Pick<ProgramHeadProps, 'program' | 'drawnAtMs' | 'onClosed'>) {
  const { t } = useLingui();
  const now_ms = useNow(drawnAtMs);
  const left = remainingUntil(program.closes_at, now_ms);
  const isOver = new Date(program.closes_at).getTime() <= now_ms;
  const called = useRef(false);
  useEffect(() => {
    if (!isOver || called.current) return;
    called.current = true;
    onClosed();
  }, [isOver, onClosed]);
  const { days } = left;
  const time = formatCountdown(left);
  return (
    <p role="timer" className={styles.timer}>
      <Lock size={18} aria-hidden="true" />
      <span>{t`Closes in`}</span>
      <strong className={styles.time}>{days > 0 ? t`${days} d ${time}` : time}</strong>
    </p>
  );
}

function OwnScore({ sheet }: { readonly sheet: PredictSheet }) {
  const { t } = useLingui();
  const { points, winners, rank, members, status } = sheet;
  return (
    <dl className={styles.score}>
      <div>
        <dt>{status === 'final' ? t`Your points` : t`Your points so far`}</dt>
        <dd>{points}</dd>
      </div>
      <div>
        <dt>{t`Right winners`}</dt>
        <dd>{winners}</dd>
      </div>
      {rank === null ? null : (
        <div>
          <dt>{t`Your place`}</dt>
          <dd>
            {rank}
            <small className={styles.of}> / {members}</small>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Shows the programme and the time until its sheets close. After that, shows the member's score. */
export function ProgramHead(props: ProgramHeadProps) {
  const { program, sheet, isKnown, waitsForPicture, drawnAtMs, onClosed } = props;
  const { t } = useLingui();
  const { text } = useLanguage();
  const words = useStatusWords();
  const nowMs = useNow(drawnAtMs);
  const day = formatDate(program.final_by);
  const time = formatClock(program.final_by);
  return (
    <section className={styles.head} aria-label={text(program.title)}>
      <div className={styles.what}>
        <h2 className={styles.title}>{text(program.title)}</h2>
        <p className={styles.where}>
          {text(program.stadium)} · <ShowTime at={program.starts_at} nowMs={nowMs} />
        </p>
      </div>
      {program.status === 'open' ? (
        <LockTimer program={program} drawnAtMs={drawnAtMs} onClosed={onClosed} />
      ) : (
        <div className={styles.state} aria-live="polite">
          <Tag tone="soft">{words(program.status)}</Tag>
          {program.status === 'scoring' ? (
            <p className={styles.due}>{t`Final by ${time}, ${day}`}</p>
          ) : null}
          {waitsForPicture ? (
            <p className={styles.due}>{t`Results appear once your picture reaches them.`}</p>
          ) : null}
        </div>
      )}
      {program.status === 'open' ? null : sheet !== null ? (
        <OwnScore sheet={sheet} />
      ) : isKnown ? (
        <p className={styles.none}>{t`You did not confirm a sheet for this programme.`}</p>
      ) : null}
    </section>
  );
}
