import { useLingui } from '@lingui/react/macro';
import type { FollowSubject } from '@sangwian/contract/endpoints/follows';
import { Button } from '@sangwian/ui/button';
import { Heart } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { signInPathFrom } from '../../shared/navigation/navigation.ts';
import { useSession } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './follow-button.module.css';
import { useIsFollowed, useSetFollowed } from './use-follows.ts';

interface FollowButtonProps {
  readonly subject: FollowSubject;
  /** The name of the fighter, gym or promotion. */
  readonly name: string;
}

/** The button that follows or unfollows a fighter, a gym or a promotion. For visitors it opens the sign-in page. */
export function FollowButton({ subject, name }: FollowButtonProps) {
  const { t } = useLingui();
  const { status } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isFollowed = useIsFollowed(subject);
  const setFollowed = useSetFollowed();
  const [busy, run] = useBusy();
  const press = () => {
    if (status === 'signed_out') void navigate(signInPathFrom(pathname, search));
    // A refusal shows an error toast, and the button keeps its state.
    else if (isFollowed !== null) {
      void run(() => setFollowed(subject, !isFollowed).catch(() => {}));
    }
  };
  return (
    <Button
      size="small"
      variant={isFollowed === true ? 'quiet' : 'primary'}
      aria-pressed={isFollowed === true}
      aria-label={isFollowed === true ? t`Following ${name}` : t`Follow ${name}`}
      // A press before hydration has no effect.
      aria-disabled={
        busy || status === 'unknown' || (status === 'signed_in' && isFollowed === null)
      }
      onClick={press}
      className={styles.button}
    >
      <Heart size={18} aria-hidden="true" fill={isFollowed === true ? 'currentColor' : 'none'} />
      {isFollowed === true ? t`Following` : t`Follow`}
    </Button>
  );
}
