import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Match } from '@sangwian/contract/endpoints/live';
import { TaleTable } from '../../../shared/bouts/tale-table.tsx';
import { useLanguage } from '../../../shared/language/use-language.ts';
import styles from './fighter-facts.module.css';

/** The tale of the tape: both fighters of the bout, red left and blue right. */
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
      <TaleTable
        caption={
          <>
            {text(match.division)} · {t`${pounds} lb`} ·{' '}
            {t`${plural(match.rounds, { one: '# round', other: '# rounds' })}`}
          </>
        }
        red={text(red.name)}
        blue={text(blue.name)}
        rows={rows}
      />
    </div>
  );
}
