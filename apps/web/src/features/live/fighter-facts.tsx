import { useLingui } from '@lingui/react/macro';
import type { Match } from '@sangwian/contract/endpoints/live';
import { useLanguage } from '../../shared/language/use-language.ts';
import styles from './fighter-facts.module.css';

/** The tale of the tape: both fighters of the bout, line by line, red left and blue right. */
export function FighterFacts({ match }: { readonly match: Match }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const { red, blue } = match;
  const pounds = match.weight_pounds;
  const rows = [
    { label: t`Gym`, red: text(red.gym), blue: text(blue.gym) },
    { label: t`Wins`, red: red.wins, blue: blue.wins },
    { label: t`Losses`, red: red.losses, blue: blue.losses },
    { label: t`Draws`, red: red.draws, blue: blue.draws },
  ];
  return (
    <div className={styles.place}>
      <table className={styles.table}>
        <caption className={styles.caption}>
          {text(match.division)} · {t`${pounds} lb`} · {t`${match.rounds} rounds`}
        </caption>
        <thead>
          <tr>
            <th scope="col" className={styles.red}>
              {text(red.name)}
            </th>
            <td className={styles.label} />
            <th scope="col" className={styles.blue}>
              {text(blue.name)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <td className={styles.value}>{row.red}</td>
              <th scope="row" className={styles.label}>
                {row.label}
              </th>
              <td className={styles.value}>{row.blue}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
