import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Fighter } from '@sangwian/contract/endpoints/fighters';
import { formatDate } from '@sangwian/i18n/format-date';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Link } from 'react-router';
import { choicePath, readChoice } from './fighter-paths.ts';
import styles from './fighter-record.module.css';
import { useOutcomeWords } from './outcome-words.ts';

/** The last ten bouts as a chart: high bars are wins, low bars are losses. */
export function FighterForm({ form }: Pick<Fighter, 'form'>) {
  const { t } = useLingui();
  const { nameOf, letterOf } = useOutcomeWords();
  if (form.length === 0) return null;
  return (
    <div>
      <h2 className={styles.heading}>{t`Form, the latest on the right`}</h2>
      <ol className={styles.form}>
        {form.map(({ date, outcome }) => (
          <li key={date} className={classNames(styles.mark, styles[outcome])}>
            <span aria-hidden="true">{letterOf(outcome)}</span>
            <VisuallyHidden>
              {nameOf(outcome)} {formatDate(date)}
            </VisuallyHidden>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Shows wins, losses and draws by method, and the rank. */
export function FighterRecord({ fighter }: { readonly fighter: Fighter }) {
  const { t } = useLingui();
  const { methodOf } = useOutcomeWords();
  const { record, ranking } = fighter;
  const sums = [
    { key: 'win', label: t`Wins`, value: record.wins },
    { key: 'loss', label: t`Losses`, value: record.losses },
    { key: 'draw', label: t`Draws`, value: record.draws },
  ] as const;
  const methods = ['decision', 'tko', 'disqualification', 'forfeit'] as const;
  return (
    <section aria-label={t`Record`} className={classNames(cardClass, styles.card)}>
      <dl className={styles.sums}>
        {sums.map(({ key, label, value }) => (
          <div key={key} className={styles.sum}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.number}>{value}</dd>
          </div>
        ))}
      </dl>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t`Result`}</th>
            <th scope="col">{t`Wins`}</th>
            <th scope="col">{t`Losses`}</th>
          </tr>
        </thead>
        <tbody>
          {methods.map((method) => (
            <tr key={method}>
              <th scope="row">{methodOf(method)}</th>
              <td>{record.wins_by[method]}</td>
              <td>{record.losses_by[method]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.rank}>
        {ranking === null ? (
          t`Not ranked: a rank needs three bouts within twelve months.`
        ) : (
          <Link
            to={choicePath(readChoice(new URLSearchParams()), {
              view: 'ranking',
              division: fighter.division.division_id,
            })}
            className={styles.link}
          >
            {t`Rank ${ranking.rank} of ${ranking.of} in the division, ${plural(ranking.points, { one: '# point', other: '# points' })}`}
          </Link>
        )}
      </p>
    </section>
  );
}
