import { useLingui } from '@lingui/react/macro';
import type { Match, MatchFighter } from '@sangwian/contract/endpoints/live';
import { formatClock } from '@sangwian/i18n/format-date';
import { classNames } from '@sangwian/ui/class-names';
import type { ReactNode } from 'react';
import { crestUrl } from '../../../shared/art-url.ts';
import { useResultText } from '../../../shared/bouts/result-text.ts';
import { useLanguage } from '../../../shared/language/use-language.ts';
import { PhotoImage } from '../../../shared/photo/photo-image.tsx';
import { useNow } from '../../../shared/use-now.ts';
import styles from './bout-strip.module.css';
import { formatRoundClock, isAfterLastRound } from './round-clock.ts';

interface SideProps {
  readonly corner: 'red' | 'blue';
  readonly fighter: MatchFighter;
}

export function useRecordText(): (fighter: MatchFighter) => string {
  const { t } = useLingui();
  return ({ wins, losses, draws }) =>
    draws === 0 ? t`W ${wins} L ${losses}` : t`W ${wins} L ${losses} D ${draws}`;
}

/** A word of a name that is longer than 10 letters does not fit half the width of a phone at the normal font size. */
const LONG_WORD = /\S{11}/;

/** Combining marks (Thai vowels and tones) take no width. */
const hasLongWord = (name: string): boolean => LONG_WORD.test(name.replace(/\p{M}/gu, ''));

function Side({ corner, fighter }: SideProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const record = useRecordText();
  const name = text(fighter.name);
  return (
    <div className={classNames(styles.side, styles[corner])}>
      <PhotoImage
        photo={fighter.photo}
        owner="fighter"
        src={crestUrl(name, corner)}
        alt=""
        width={56}
        height={56}
        className={styles.crest}
      />
      <div className={styles.who}>
        <span className={styles.corner}>{corner === 'red' ? t`Red corner` : t`Blue corner`}</span>
        <h2 className={classNames(styles.name, hasLongWord(name) && styles.long)}>{name}</h2>
        <p className={styles.gym}>
          <span>{text(fighter.gym)}</span>
          <span className={styles.record}>
            {' · '}
            <span className={styles.whole}>{record(fighter)}</span>
          </span>
        </p>
      </div>
    </div>
  );
}

interface BoutStripProps {
  readonly match: Match;
  /** Time at which the server rendered the page. */
  readonly renderedAtMs: number;
  /** Returns the time at the stadium that the video shows. */
  readonly pictureMs: (nowMs: number) => number;
}

/** Announces that the last ruling withdrew or corrected a result. */
function RulingNote({ match }: { readonly match: Match }) {
  const { t } = useLingui();
  const { ruling, round } = match;
  // A round that started after the ruling means that the bout continues, so the note is no longer shown.
  const isOver = ruling !== null && round !== null && round.started_at > ruling.at;
  const note =
    ruling?.state === 'withdrawn' && !isOver
      ? t`Result withdrawn`
      : ruling?.state === 'corrected'
        ? t`Result corrected`
        : null;
  return (
    <span role="status" className={styles.ruling}>
      {note}
    </span>
  );
}

interface MiddleText {
  readonly state: string;
  readonly value: ReactNode;
}

/** Returns the state of the bout with its clock, result or start time. */
function useMiddleText(props: BoutStripProps): MiddleText {
  const { match } = props;
  const { t } = useLingui();
  const resultText = useResultText();
  const { round, rounds, result, status } = match;
  const now = useNow(props.renderedAtMs);
  const isOver = isAfterLastRound(match, props.pictureMs(now));
  const strong = (text: string) => <strong className={styles.result}>{text}</strong>;
  if (result !== null) return { state: t`Result`, value: strong(resultText(result, match)) };
  if (round !== null) {
    const { number, resting } = round;
    // After the last round neither a rest nor a clock is shown: the bout waits for its operators to end it.
    if (isOver) return { state: t`After ${rounds} rounds`, value: strong(t`Awaiting decision`) };
    const state = resting ? t`Rest after round ${number}` : t`Round ${number} / ${rounds}`;
    const clock = (
      <span className={styles.clock} role="timer">
        {formatRoundClock(match, props.pictureMs(now))}
      </span>
    );
    return { state, value: clock };
  }
  if (status === 'in_progress') return { state: t`Bout`, value: strong(t`Now`) };
  if (status === 'ended') return { state: t`Bout over`, value: strong(t`Awaiting decision`) };
  const starts = <span className={styles.clock}>{formatClock(match.starts_at)}</span>;
  return { state: t`Starts`, value: starts };
}

function Middle(props: BoutStripProps) {
  const { state, value } = useMiddleText(props);
  return (
    <div className={styles.middle}>
      <span className={styles.state}>{state}</span>
      {value}
      <RulingNote match={props.match} />
    </div>
  );
}

/** The fighters in the ring, red left and blue right, with the round and its clock between them. */
export function BoutStrip(props: BoutStripProps) {
  const { match } = props;
  const { t } = useLingui();
  return (
    <section className={styles.strip} aria-label={t`The bout`}>
      <Side corner="red" fighter={match.red} />
      <Middle {...props} />
      <Side corner="blue" fighter={match.blue} />
    </section>
  );
}
