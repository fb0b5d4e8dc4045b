import { useLingui } from '@lingui/react/macro';
import type { Match } from '@sangwian/contract/endpoints/live';
import type { CrowdCard } from '@sangwian/contract/endpoints/scorecards';
import { leaderOf, type RoundScore } from '@sangwian/contract/rules/round-score';
import { classNames } from '@sangwian/ui/class-names';
import { useState } from 'react';
import { useLanguage } from '../../shared/language/use-language.ts';
import { useBusy } from '../../shared/use-busy.ts';
import type { RoundView } from './card-view.ts';
import styles from './round-row.module.css';
import { useScoreRound } from './use-scorecard.ts';

const CHOICES: readonly RoundScore[] = [
  { red: 10, blue: 9 },
  { red: 10, blue: 10 },
  { red: 9, blue: 10 },
  { red: 10, blue: 8 },
  { red: 10, blue: 7 },
  { red: 7, blue: 10 },
  { red: 8, blue: 10 },
];

interface RowProps {
  readonly match: Match;
  readonly round: RoundView;
}

/** The scores of an open round, one tap each. */
function Choices({ match, round: { number, mine } }: RowProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const scoreRound = useScoreRound(match.match_live_id);
  const [busy, run] = useBusy();
  const [chosen, setChosen] = useState<RoundScore | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const shown = chosen ?? mine;
  const choose = (score: RoundScore) =>
    run(async () => {
      setChosen(score);
      setHasFailed(false);
      try {
        await scoreRound(number, score);
      } catch {
        setHasFailed(true);
      }
      setChosen(null);
    });
  const labelOf = (score: RoundScore): string => {
    const leader = leaderOf(score);
    const points = `${score.red}–${score.blue}`;
    if (leader === 'draw') return t`Even round, ${points}`;
    const name = text(match[leader].name);
    return t`${name} wins the round, ${points}`;
  };
  return (
    <>
      <fieldset className={styles.choices} aria-label={t`Score of round ${number}`}>
        {CHOICES.map((score) => (
          <button
            key={`${score.red}-${score.blue}`}
            type="button"
            className={classNames(styles.choice, styles[leaderOf(score)])}
            aria-label={labelOf(score)}
            aria-pressed={shown?.red === score.red && shown.blue === score.blue}
            aria-disabled={busy}
            onClick={() => void choose(score)}
          >
            {score.red}–{score.blue}
          </button>
        ))}
      </fieldset>
      <p role="status" className={styles.failed}>
        {hasFailed ? t`Not saved. Please try again.` : null}
      </p>
    </>
  );
}

const percentOf = (part: number, { cards }: CrowdCard): number => Math.round((100 * part) / cards);

/** How the crowd scored the round: the shares of both corners as a bar, and the mean. */
function Crowd({ crowd }: { readonly crowd: CrowdCard }) {
  const { t } = useLingui();
  const [red, blue] = [percentOf(crowd.red, crowd), percentOf(crowd.blue, crowd)];
  const { cards } = crowd;
  const mean = `${crowd.red_points.toFixed(1)}–${crowd.blue_points.toFixed(1)}`;
  return (
    <div className={styles.crowd}>
      <div className={styles.bar} aria-hidden="true">
        <i className={styles.red} style={{ inlineSize: `${red}%` }} />
        <i className={styles.blue} style={{ inlineSize: `${blue}%` }} />
      </div>
      <p className={styles.shares}>
        <span>{t`Red ${red}%`}</span>
        <span>{t`Crowd ${mean} · ${cards} cards`}</span>
        <span>{t`Blue ${blue}%`}</span>
      </p>
    </div>
  );
}

/** The own score of a round, or a dash. */
function Points({
  mine,
  corner,
}: {
  readonly mine: RoundScore | null;
  readonly corner: 'red' | 'blue';
}) {
  const isWinner = mine !== null && leaderOf(mine) === corner;
  return (
    <span className={classNames(styles.points, isWinner && styles[corner])}>
      {mine === null ? '–' : mine[corner]}
    </span>
  );
}

function useStateWords(): (round: RoundView) => string {
  const { t } = useLingui();
  return ({ state, mine }) => {
    if (state === 'stopped') return t`Stopped`;
    if (state === 'coming') return t`Not yet`;
    if (state === 'open') return mine === null ? t`Open now` : t`Scored · still open`;
    return mine === null ? t`Not scored` : t`Locked`;
  };
}

/** One round of the card: the own score, the choices while it is open, and the crowd's card. */
export function RoundRow({ match, round, canScore }: RowProps & { readonly canScore: boolean }) {
  const { t } = useLingui();
  const wordsOf = useStateWords();
  const { number, state, mine, crowd } = round;
  return (
    <li className={styles.round} data-state={state}>
      <div className={styles.head}>
        <Points mine={state === 'stopped' ? null : mine} corner="red" />
        <span className={styles.title}>
          <b>{t`Round ${number}`}</b>
          <span className={styles.state}>{wordsOf(round)}</span>
        </span>
        <Points mine={state === 'stopped' ? null : mine} corner="blue" />
      </div>
      {state === 'open' && canScore ? <Choices match={match} round={round} /> : null}
      {crowd === null ? null : <Crowd crowd={crowd} />}
      {round.isCrowdSmall ? (
        <p className={styles.small}>{t`The crowd’s card appears from five cards on.`}</p>
      ) : null}
    </li>
  );
}
