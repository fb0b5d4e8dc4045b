import type { LivePlayer } from './live-player.ts';

const STEP_S = 10;
/** Not the live's poster: lock screens know no SVG, and a browser that does draws it on the page's own thread. */
const ARTWORK = { src: '/icon-512-maskable.png', sizes: '512x512', type: 'image/png' };

/** What the lock screen and the media keys show. */
export interface MediaTitle {
  readonly title: string;
  readonly artist: string;
}

type Actions = Partial<Record<MediaSessionAction, MediaSessionActionHandler>>;

/** Shows the live on the lock screen and obeys its buttons. The result takes both away again. */
export const showMediaSession = (player: LivePlayer, title: MediaTitle): (() => void) => {
  const session = navigator.mediaSession;
  if (session === undefined || typeof MediaMetadata === 'undefined') return () => {};
  const metadata = new MediaMetadata({
    title: title.title,
    artist: title.artist,
    artwork: [ARTWORK],
  });
  session.metadata = metadata;
  const actions: Actions = {
    play: () => player.play(),
    pause: () => player.pause(),
    seekbackward: ({ seekOffset }) => void player.place.skip(-(seekOffset ?? STEP_S)),
    seekforward: ({ seekOffset }) => void player.place.skip(seekOffset ?? STEP_S),
  };
  const set = (action: string, handler: MediaSessionActionHandler | null) => {
    try {
      session.setActionHandler(action as MediaSessionAction, handler);
    } catch {
      // An action that this browser does not know.
    }
  };
  for (const [action, handler] of Object.entries(actions)) set(action, handler);
  return () => {
    if (session.metadata === metadata) session.metadata = null;
    for (const action of Object.keys(actions)) set(action, null);
  };
};
