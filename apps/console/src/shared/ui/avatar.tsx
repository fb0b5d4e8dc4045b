import styles from './avatar.module.css';

interface AvatarProps {
  readonly name: string;
  readonly size?: 24 | 28 | 48;
}

/** Letters that are written before the first consonant of a Thai name. */
const LEADING_VOWEL = /^[เแโใไ]/;

/** A person's first letter in a circle; decorative, because the name is beside it. */
export function Avatar({ name, size = 28 }: AvatarProps) {
  const letter = [...name.trim().replace(LEADING_VOWEL, '')][0]?.toUpperCase() ?? '·';
  return (
    <span className={styles.avatar} data-size={size} aria-hidden="true">
      {letter}
    </span>
  );
}
