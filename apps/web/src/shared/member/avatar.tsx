import { classNames } from '@sangwian/ui/class-names';
import { crestUrl } from '../art-url.ts';
import type { MemberProfile } from '../session/session.ts';
import styles from './avatar.module.css';

interface AvatarProps {
  /** `null`: not known yet; a place of the same size. */
  readonly member: Pick<MemberProfile, 'member_avatar' | 'member_fname'> | null;
  /** `large`: 96 px, on the member's own page. */
  readonly size?: 'normal' | 'large';
}

const PIXELS = { normal: 40, large: 96 } as const;

/** A member's picture, or the crest of the name. Decoration: the name stands beside it. */
export function Avatar({ member, size = 'normal' }: AvatarProps) {
  const look = classNames(styles.avatar, size === 'large' && styles.large);
  if (!member) return <span className={look} />;
  return (
    <img
      src={member.member_avatar ?? crestUrl(member.member_fname)}
      alt=""
      width={PIXELS[size]}
      height={PIXELS[size]}
      className={look}
    />
  );
}
