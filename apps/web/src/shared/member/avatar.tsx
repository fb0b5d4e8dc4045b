import { classNames } from '@sangwian/ui/class-names';
import { crestUrl } from '../art-url.ts';
import type { MemberProfile } from '../session/session.ts';
import styles from './avatar.module.css';

interface AvatarProps {
  /** `null` while loading: renders a placeholder of the same size. */
  readonly member: Pick<MemberProfile, 'member_avatar' | 'member_fname'> | null;
  /** `large`: 96 px, on the profile page. */
  readonly size?: 'normal' | 'large';
}

const PIXELS = { normal: 40, large: 96 } as const;

/** A member's image or crest. Decorative, because the name is next to it. */
export function Avatar({ member, size = 'normal' }: AvatarProps) {
  const className = classNames(styles.avatar, size === 'large' && styles.large);
  if (!member) return <span className={className} />;
  return (
    <img
      src={member.member_avatar ?? crestUrl(member.member_fname)}
      alt=""
      width={PIXELS[size]}
      height={PIXELS[size]}
      className={className}
    />
  );
}
