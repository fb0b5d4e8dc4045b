import styles from './avatar.module.css';

interface AvatarProps {
  readonly name: string;
  readonly size?: 24 | 28 | 48;
}

/** Thai vowels that are written before the first consonant of a name. */
const LEADING_VOWEL = /^[เแโใไ]/;

/** The first letter of a person's name in a circle. Decorative, because the name is beside it. */
export function Avatar({ name, size = 28 }: AvatarProps) {
  const letter = [...name.trim().replace(LEADING_VOWEL, '')][0]?.toUpperCase() ?? '·';
  return (
    <span className={styles.avatar} data-size={size} aria-hidden="true">
      {letter}
    </span>
  );
}
