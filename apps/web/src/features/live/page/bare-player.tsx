import { useLingui } from '@lingui/react/macro';
import { Button, buttonClass } from '@sangwian/ui/button';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { useEffect, useMemo, useRef } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { signInPath } from '../../../shared/navigation/navigation.ts';
import { useSession } from '../../../shared/session/session.ts';
import { LivePicture } from '../../player/controls/live-picture.tsx';
import { PLAYER_UNSUPPORTED } from '../../player/engine/create-engine.ts';
import type { LivePlayer } from '../../player/state/live-player.ts';
import {
  type JoinStream,
  useLivePlayer,
  usePlayerPart,
} from '../../player/state/use-live-player.ts';
import { hasJoined, useLeaveOnExit } from '../room/use-watch.ts';
import { startWatchHeartbeat } from '../room/watch-heartbeat.ts';
import { readWatchToken, renewWatchToken, WatchSession } from '../room/watch-session.ts';
import styles from './bare-player.module.css';

/**
 * Links to the home page. Within a partner's frame the link opens a new tab, because the frame must show only the
 * player.
 */
function HomeLink() {
  const { t } = useLingui();
  const framed = window.top !== window;
  return (
    <Link
      to="/"
      {...(framed ? { target: '_blank', rel: 'noopener' } : {})}
      className={buttonClass({ variant: 'primary' })}
    >
      {t`Back to home`}
    </Link>
  );
}

/** Shows why there is no video, with buttons for the next step. */
function Refused({ code, player }: { readonly code: string; readonly player: LivePlayer | null }) {
  const { t } = useLingui();
  const unsupported = code === PLAYER_UNSUPPORTED;
  const sentence = useErrorText(unsupported ? null : { status: code, message: '' });
  const ejected = code === 'watch_ejected';
  const start = () => {
    if (ejected) renewWatchToken();
    player?.start();
  };
  return (
    <div className={styles.cover} role="alert">
      <strong className={styles.title}>
        {unsupported ? t`This browser cannot play the live. Please update it.` : sentence}
      </strong>
      {unsupported ? null : (
        <Button variant={ejected ? 'primary' : 'quiet'} onClick={start}>
          {ejected ? t`Watch here instead` : t`Try again`}
        </Button>
      )}
      {ejected ? null : <HomeLink />}
    </div>
  );
}

function SignedOut() {
  const { t } = useLingui();
  const { pathname, search } = useLocation();
  return (
    <div className={styles.cover}>
      <strong className={styles.title}>{t`Log in to watch`}</strong>
      <Link to={signInPath(pathname + search)} className={buttonClass({ variant: 'primary' })}>
        {t`Log in`}
      </Link>
    </div>
  );
}

/** A full-page player for the stream `?id=`, or for the running live. */
export function BarePlayer({ realtime }: { readonly realtime: boolean }) {
  const { t } = useLingui();
  const [parameters] = useSearchParams();
  const id = parameters.get('id');
  const { status: signedIn } = useSession();
  const video = useRef<HTMLVideoElement>(null);
  const session = useMemo(() => {
    if (signedIn !== 'signed_in') return null;
    return new WatchSession(id === null ? {} : { match_live_stream_id: id });
  }, [signedIn, id]);
  const join = useMemo<JoinStream | null>(
    () => (session === null ? null : (signal) => session.join(signal)),
    [session],
  );
  const player = useLivePlayer(video, join, id, realtime);
  useLeaveOnExit(session, player);
  const status = usePlayerPart(player, (snapshot) => snapshot.status);
  const joined = hasJoined(status);
  useEffect(() => (joined ? startWatchHeartbeat(readWatchToken()) : undefined), [joined]);
  const code =
    status.name === 'refused' ? status.code : status.name === 'ended' ? 'live_ended' : null;
  const refused = code === null ? null : <Refused code={code} player={player} />;
  return (
    <div className={styles.page}>
      <VisuallyHidden>
        <h1>{t`Live picture`}</h1>
      </VisuallyHidden>
      <LivePicture
        video={video}
        player={player}
        sceneId={id ?? ''}
        className={styles.picture}
        cover={signedIn === 'signed_out' ? <SignedOut /> : refused}
      />
    </div>
  );
}
