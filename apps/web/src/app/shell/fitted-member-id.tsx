import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import styles from './fitted-member-id.module.css';

/** Half of an id; the second line begins with the hyphen. */
const FIRST_LINE_CHARS = 18;
/** An id begins with its time, so its end distinguishes members. A phone has room for four beside many coins. */
const TAIL_CHARS = 4;

/** A member id in full where the bar has room, otherwise its end; hover and screen readers always get all of it. */
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
