import { useLingui } from '@lingui/react/macro';
import type { Match } from '@sangwian/contract/endpoints/live';
import { leaderOf, type RoundScore } from '@sangwian/contract/rules/round-score';
import { classNames } from '@sangwian/ui/class-names';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { useLanguage } from '../../shared/language/use-language.ts';
import styles from './card-totals.module.css';
import type { CardView } from './card-view.ts';

interface LineProps {
  readonly label: string;
  readonly total: RoundScore;
  /** The number of decimals of a mean. */
  readonly decimals?: number;
}

/** One card of the table. The total of its winner is highlighted. */
function Line({ label, total, decimals = 0 }: LineProps) {
  const leader = leaderOf({
    red: Number(total.red.toFixed(decimals)),
    blue: Number(total.blue.toFixed(decimals)),
  });
  return (
    <tr>
      <td className={classNames(styles.total, leader === 'red' && styles.red)}>
        {total.red.toFixed(decimals)}
      </td>
      <th scope="row">{label}</th>
      <td className={classNames(styles.total, leader === 'blue' && styles.blue)}>
        {total.blue.toFixed(decimals)}
      </td>
    </tr>
  );
}

/** Says whether the own card names the judges' winner. */
function Verdict({ match, mine }: { readonly match: Match; readonly mine: RoundScore }) {
  const { t } = useLingui();
  const isSame = leaderOf(mine) === match.result?.winner;
  return (
    <p className={styles.verdict}>
      {isSame ? t`Your card names the judges’ winner.` : t`The judges saw it differently.`}
    </p>
  );
}

/** The totals of the own card, the crowd's card and the judges' cards. */
export function CardTotals({ match, view }: { readonly match: Match; readonly view: CardView }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const { mine, crowd, judges, isComplete, isStopped } = view;
  if (mine === null && crowd === null && judges === null) return null;
  const isDecided = match.result !== null && !isStopped;
  return (
    <div className={styles.totals}>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{t`Totals`}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{text(match.red.name)}</VisuallyHidden>
            </th>
            <th scope="col">
              <VisuallyHidden>{t`Totals`}</VisuallyHidden>
            </th>
            <th scope="col">
              <VisuallyHidden>{text(match.blue.name)}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {mine === null ? null : <Line label={t`Your card`} total={mine} />}
          {crowd === null || isStopped ? null : (
            <Line label={t`The crowd`} total={crowd} decimals={1} />
          )}
          {judges?.map((total, index) => {
            const number = index + 1;
            return <Line key={number} label={t`Judge ${number}`} total={total} />;
          })}
        </tbody>
      </table>
      {isDecided && isComplete && mine !== null ? <Verdict match={match} mine={mine} /> : null}
    </div>
  );
}
