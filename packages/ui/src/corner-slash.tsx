import { classNames } from './class-names.ts';
import styles from './corner-slash.module.css';

interface CornerSlashProps {
  readonly corner: 'red' | 'blue';
  /** Accessible name of the corner ("Red corner"). */
  readonly label: string;
}

/** The mark of a corner before a fighter's name. */
export function CornerSlash({ corner, label }: CornerSlashProps) {
  return (
    <span role="img" aria-label={label} className={classNames(styles.slash, styles[corner])} />
  );
}
