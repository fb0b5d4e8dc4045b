import { useLingui } from '@lingui/react/macro';
import type { Match } from '@sangwian/contract/endpoints/live';
import { Button, buttonClass } from '@sangwian/ui/button';
import { CornerSlash } from '@sangwian/ui/corner-slash';
import { Skeleton } from '@sangwian/ui/skeleton';
import { Link, useLocation } from 'react-router';
import type { PictureClock } from '../../shared/in-step/picture-clock.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { signInPath } from '../../shared/navigation/navigation.ts';
import { useSession } from '../../shared/session/session.ts';
import { CardTotals } from './card-totals.tsx';
import { cardViewOf } from './card-view.ts';
import { RoundRow } from './round-row.tsx';
import styles from './scorecard-panel.module.css';
import { useIsBehind, usePictureSecond, useScorecard } from './use-scorecard.ts';

interface ScorecardPanelProps {
  /** The bout as the video shows it. */
  readonly match: Match;
  readonly clock: PictureClock;
}

function Fighters({ match }: { readonly match: Match }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  return (
    <div className={styles.fighters}>
      <span className={styles.red}>
        <CornerSlash corner="red" label={t`Red corner`} />
        <bdi>{text(match.red.name)}</bdi>
      </span>
      <span className={styles.blue}>
        <bdi>{text(match.blue.name)}</bdi>
        <CornerSlash corner="blue" label={t`Blue corner`} />
      </span>
    </div>
  );
}

/** Says what the scorecard is, with the way in. */
function SignIn() {
  const { t } = useLingui();
  const { pathname, search } = useLocation();
  return (
    <div className={styles.note}>
      <p>{t`Score each round like a judge, and see how the crowd saw it. No coins, no prizes.`}</p>
      <Link
        to={signInPath(pathname + search)}
        className={buttonClass({ variant: 'primary', wide: true })}
      >
        {t`Log in to score`}
      </Link>
    </div>
  );
}

/** The sentence above the rounds: what can be done now. */
function Status({ match, isBehind, isStopped }: StatusProps) {
  const { t } = useLingui();
  const sentence = () => {
    if (isStopped) return t`The bout ended early, so no card decides it. Your rounds stay here.`;
    if (match.status === 'not_started') return t`Scoring opens at the bell of round 1.`;
    if (match.status === 'ended') {
      return match.result === null ? t`Waiting for the judges` : t`The card is closed.`;
    }
    if (isBehind) return t`Your picture is behind. You can score when you watch live.`;
    return t`Score each round. You can change it until the next bell.`;
  };
  return (
    <p role="status" className={styles.status}>
      {sentence()}
    </p>
  );
}

interface StatusProps {
  readonly match: Match;
  readonly isBehind: boolean;
  readonly isStopped: boolean;
}

function Card({ match, clock }: ScorecardPanelProps) {
  const { t } = useLingui();
  const nowMs = usePictureSecond(clock);
  const isBehind = useIsBehind(clock);
  const { data, isError, refetch } = useScorecard(match);
  if (data === undefined) {
    return isError ? (
      <div className={styles.note}>
        <p>{t`The scorecard could not be loaded.`}</p>
        <Button onClick={() => void refetch()}>{t`Try again`}</Button>
      </div>
    ) : (
      <Skeleton shape="fill" className={styles.waiting} />
    );
  }
  const view = cardViewOf(match, data, nowMs);
  // The open round comes first, so that a phone shows it without scrolling.
  const rounds = [...view.rounds].sort(
    (one, other) => Number(other.state === 'open') - Number(one.state === 'open'),
  );
  return (
    <>
      <Status match={match} isBehind={isBehind} isStopped={view.isStopped} />
      <ol className={styles.rounds}>
        {rounds.map((round) => (
          <RoundRow key={round.number} match={match} round={round} canScore={!isBehind} />
        ))}
      </ol>
      <CardTotals match={match} view={view} />
    </>
  );
}

/** The fan's scorecard of a bout: a score per round, then the crowd's card and the judges' cards beside it. */
export function ScorecardPanel(props: ScorecardPanelProps) {
  const { status } = useSession();
  return (
    <div className={styles.panel}>
      <Fighters match={props.match} />
      {status === 'signed_out' ? <SignIn /> : <Card key={props.match.match_live_id} {...props} />}
    </div>
  );
}
