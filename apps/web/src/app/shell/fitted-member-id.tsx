import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import styles from './fitted-member-id.module.css';

/** The number of characters in the first of two lines: half an id. The second line begins with a hyphen. */
const FIRST_LINE_CHARS = 18;
/**
 * The number of shown characters on a phone, which has room for four beside a large balance. The end of an id is shown,
 * because the start is a timestamp that similar ids share.
 */
const TAIL_CHARS = 4;

/**
 * A member id. Shown in full where the bar has room, otherwise only its end. The tooltip and screen readers always have
 * the full id.
 */
export function FittedMemberId({ memberId }: { readonly memberId: string }) {
  return (
    <span className={styles.id} title={memberId}>
      <VisuallyHidden>{`ID ${memberId}`}</VisuallyHidden>
      <span aria-hidden="true" className={styles.full}>
        <span className={styles.line}>{memberId.slice(0, FIRST_LINE_CHARS)}</span>
        <span className={styles.line}>{memberId.slice(FIRST_LINE_CHARS)}</span>
      </span>
      <span aria-hidden="true" className={styles.short}>
        <span className={styles.prefix}>ID </span>
        {`…${memberId.slice(-TAIL_CHARS)}`}
      </span>
    </span>
  );
}
