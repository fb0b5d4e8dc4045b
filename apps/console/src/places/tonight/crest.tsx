import { classNames } from '@sangwian/ui/class-names';
import styles from './crest.module.css';

const CONSONANT = /[ก-ฮA-Za-z]/;

/** A fighter's crest in the colour of the corner. Decorative, because the name is beside it. */
export function Crest({
  name,
  corner,
}: {
  readonly name: string;
  readonly corner: 'red' | 'blue';
}) {
  return (
    <span className={classNames(styles.crest, styles[corner])} aria-hidden="true">
      {[...name].find((letter) => CONSONANT.test(letter)) ?? '·'}
    </span>
  );
}
