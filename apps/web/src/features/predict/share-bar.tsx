import { useLingui } from '@lingui/react/macro';
import styles from './share-bar.module.css';
import { percentOf } from './sheet-draft.ts';

interface ShareBarProps {
  readonly shares: { readonly red: number; readonly draw: number; readonly blue: number };
}

/** The distribution of all members' picks for a bout: red on the left, draws in the middle, blue on the right. */
export function ShareBar({ shares }: ShareBarProps) {
  const { t } = useLingui();
  const { red, draw, blue } = percentOf(shares);
  return (
    <div className={styles.share}>
      <p className={styles.numbers}>
        <span className={styles.red}>{t`Red ${red}%`}</span>
        <span>{t`Draw ${draw}%`}</span>
        <span className={styles.blue}>{t`Blue ${blue}%`}</span>
      </p>
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        className={styles.bar}
        aria-hidden="true"
        focusable="false"
      >
        <rect x={0} y={0} width={red} height={6} className={styles.redPart} />
        <rect x={red} y={0} width={draw} height={6} className={styles.drawPart} />
        <rect x={red + draw} y={0} width={blue} height={6} className={styles.bluePart} />
      </svg>
    </div>
  );
}
