import { useLingui } from '@lingui/react/macro';
import type { Fighter, PastBout } from '@sangwian/contract/endpoints/fighters';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { Link } from 'react-router';
import { TaleTable } from '../../shared/bouts/tale-table.tsx';
import { cornerFaceUrl } from '../../shared/faces/face-url.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { PhotoImage } from '../../shared/photo/photo-image.tsx';
import { BoutList } from './bout-list.tsx';
import styles from './fighter-comparison.module.css';
import { fighterPath, TAPE_ID } from './fighter-paths.ts';

function useRows(red: Fighter, blue: Fighter) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const line = (label: string, of: (fighter: Fighter) => string | number) => ({
    label,
    red: of(red),
    blue: of(blue),
  });
  return [
    line(t`Record`, ({ wins, losses, draws }) => t`${wins}-${losses}-${draws}`),
    line(t`Wins by TKO`, ({ record }) => record.wins_by.tko),
    line(t`Age`, ({ age }) => age),
    line(t`Height`, ({ height_cm }) => t`${height_cm} cm`),
    line(t`Weight`, ({ weight_pounds: weight }) => t`${weight} lb`),
    line(t`Dominant hand`, ({ dominant_hand }) =>
      dominant_hand === 'right' ? t`Right` : t`Left (southpaw)`,
    ),
    line(t`Gym`, ({ gym }) => text(gym.name)),
    line(t`Province`, ({ province }) => text(province)),
  ];
}

/** The tale of the tape of two fighters, and their bouts against each other. */
export function FighterComparison({
  red,
  blue,
  meetings,
}: {
  readonly red: Fighter;
  readonly blue: Fighter;
  readonly meetings: readonly PastBout[];
}) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const rows = useRows(red, blue);
  const bout = {
    red: { ...red, gym: red.gym.name },
    blue: { ...blue, gym: blue.gym.name },
  };
  const head = (fighter: Fighter, corner: 'red' | 'blue') => (
    <Link to={fighterPath(fighter.fighter_id)} className={styles.fighter}>
      <PhotoImage
        photo={fighter.photo}
        owner="fighter"
        src={cornerFaceUrl(bout, corner)}
        className={styles.face}
        alt=""
        width={64}
        height={64}
      />
      {text(fighter.name)}
    </Link>
  );
  return (
    <>
      <section
        id={TAPE_ID}
        aria-label={t`Tale of the tape`}
        className={classNames(cardClass, styles.card)}
      >
        <h2 className={styles.heading}>{t`Tale of the tape`}</h2>
        <TaleTable red={head(red, 'red')} blue={head(blue, 'blue')} rows={rows} />
      </section>
      {meetings.length === 0 ? null : (
        <BoutList
          heading={t`Bouts against each other`}
          bouts={meetings}
          fighterId={red.fighter_id}
        />
      )}
    </>
  );
}
