import { useLingui } from '@lingui/react/macro';
import type { Match, MatchFighter } from '@sangwian/contract/endpoints/live';
import { formatClock } from '@sangwian/i18n/format-date';
import { classNames } from '@sangwian/ui/class-names';
import type { ReactNode } from 'react';
import { crestUrl } from '../../../shared/art-url.ts';
import { useResultWords } from '../../../shared/bouts/result-words.ts';
import { useLanguage } from '../../../shared/language/use-language.ts';
import { useNow } from '../../../shared/use-now.ts';
import styles from './bout-strip.module.css';
import { formatRoundClock } from './round-clock.ts';

interface SideProps {
  readonly corner: 'red' | 'blue';
  readonly fighter: MatchFighter;
}

/** Wins, losses and draws as the sport counts them. */
export function useRecordWords(): (fighter: MatchFighter) => string {
  const { t } = useLingui();
  return ({ wins, losses, draws }) =>
    draws === 0 ? t`W ${wins} L ${losses}` : t`W ${wins} L ${losses} D ${draws}`;
}

/** The most letters of one word that a phone's half of the strip holds in the common size. */
const NAME_LETTERS_MAX = 10;

/** Thai vowels and tones above and below a letter take no width. */
const hasLongWord = (name: string): boolean =>
  name.split(/\s+/).some((word) => word.replace(/\p{M}/gu, '').length > NAME_LETTERS_MAX);

function Side({ corner, fighter }: SideProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const record = useRecordWords();
  const name = text(fighter.name);
  return (
    <div className={classNames(styles.side, styles[corner])}>
      <img src={crestUrl(name, corner)} alt="" width={56} height={56} className={styles.crest} />
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
  /** When the server drew the page. */
  readonly drawnAtMs: number;
  /** The moment in the hall that the picture shows. */
  readonly pictureMs: (nowMs: number) => number;
}

function RoundClock({ match, drawnAtMs, pictureMs }: BoutStripProps) {
  const now = useNow(drawnAtMs);
  if (match.round === null) return null;
  return (
    <span className={styles.clock} role="timer">
      {formatRoundClock(match.round, pictureMs(now))}
    </span>
  );
}

/** The last ruling, where fans have to hear of it: a result was withdrawn or corrected. */
function RulingNote({ match }: { readonly match: Match }) {
  const { t } = useLingui();
  const { ruling, round } = match;
  // Once the round has turned, the bout goes on as if there had been no result.
  const isOver = ruling !== null && round !== null && round.started_at > ruling.at;
  const said =
    ruling?.state === 'withdrawn' && !isOver
      ? t`Result withdrawn`
      : ruling?.state === 'corrected'
        ? t`Result corrected`
        : null;
  return (
    <span role="status" className={styles.ruling}>
      {said}
    </span>
  );
}

interface MiddleWords {
  readonly state: string;
  readonly value: ReactNode;
}

/** The state of the bout and what belongs to it: a clock, a result or a time. */
function useMiddleWords(props: BoutStripProps): MiddleWords {
  const { match } = props;
  const { t } = useLingui();
  const words = useResultWords();
  const { round, rounds, result, status } = match;
  const strong = (text: string) => <strong className={styles.result}>{text}</strong>;
  if (result !== null) return { state: t`Result`, value: strong(words(result)) };
  if (round !== null) {
    const { number, resting } = round;
    const state = resting ? t`Rest after round ${number}` : t`Round ${number} / ${rounds}`;
    return { state, value: <RoundClock {...props} /> };
  }
  if (status === 'in_progress') return { state: t`Bout`, value: strong(t`Now`) };
  if (status === 'ended') return { state: t`Bout over`, value: strong(t`Awaiting the result`) };
  const starts = <span className={styles.clock}>{formatClock(match.starts_at)}</span>;
  return { state: t`Starts`, value: starts };
}

function Middle(props: BoutStripProps) {
  const { state, value } = useMiddleWords(props);
  return (
    <div className={styles.middle}>
      <span className={styles.state}>{state}</span>
      {value}
      <RulingNote match={props.match} />
    </div>
  );
}

/** Who stands in the ring: red left, blue right, the round and its clock between them. */
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
