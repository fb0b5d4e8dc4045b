import { useLingui } from '@lingui/react/macro';
import type { FighterSummary } from '@sangwian/contract/endpoints/fighters';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { Link } from 'react-router';
import { faceUrl } from '../../shared/faces/face-url.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { PhotoImage } from '../../shared/photo/photo-image.tsx';
import styles from './fighter-card.module.css';
import { fighterPath } from './fighter-paths.ts';

/** A fighter in a list; the whole card links to the fighter's page. */
export function FighterCard({ fighter }: { readonly fighter: FighterSummary }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const { wins, losses, draws, weight_pounds: weight } = fighter;
  const nickname = text(fighter.nickname);
  return (
    <Link to={fighterPath(fighter.fighter_id)} className={classNames(cardClass, styles.card)}>
      <PhotoImage
        photo={fighter.photo}
        owner="fighter"
        src={faceUrl({ ...fighter, gym: fighter.gym.name })}
        alt=""
        width={56}
        height={56}
        loading="lazy"
        className={styles.crest}
      />
      <span className={styles.text}>
        <span className={styles.name}>{text(fighter.name)}</span>
        <span className={styles.gym}>
          {t`“${nickname}”`} · {text(fighter.gym.name)}
        </span>
        <span className={styles.facts}>
          {text(fighter.division.name)} · {t`${weight} lb`} · {text(fighter.province)}
        </span>
      </span>
      <span className={styles.record}>
        <span className={styles.numbers}>{t`${wins}-${losses}-${draws}`}</span>
        <span className={styles.legend}>{t`W-L-D`}</span>
      </span>
    </Link>
  );
}
