import { crestUrl } from '../../shared/art-url.ts';
import type { MemberProfile } from '../../shared/session/session.ts';
import styles from './avatar.module.css';

/** A member's picture, or the crest of the name. Decoration: the name stands beside it. */
export function Avatar({ member }: { readonly member: MemberProfile | null }) {
  if (!member) return <span className={styles.avatar} />;
  return (
    <img
      src={member.member_avatar ?? crestUrl(member.member_fname)}
      alt=""
      width={40}
      height={40}
      className={styles.avatar}
    />
  );
}
