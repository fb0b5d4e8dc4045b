import type { PicturePlayer } from './picture-player.ts';

const STEP_S = 10;
/**
 * The app icon instead of the live's poster: most lock screens cannot show an SVG, and other browsers would render the
 * SVG on the main thread.
 */
const ARTWORK = { src: '/icon-512-maskable.png', sizes: '512x512', type: 'image/png' };

export interface MediaTitle {
  readonly title: string;
  readonly artist: string;
}

type Actions = Partial<Record<MediaSessionAction, MediaSessionActionHandler>>;

/** Shows the live or the replay on the lock screen and handles its buttons. Returns the cleanup. */
export const showMediaSession = (player: PicturePlayer, title: MediaTitle): (() => void) => {
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
    seekbackward: ({ seekOffset }) => void player.position.skip(-(seekOffset ?? STEP_S)),
    seekforward: ({ seekOffset }) => void player.position.skip(seekOffset ?? STEP_S),
  };
  const set = (action: string, handler: MediaSessionActionHandler | null) => {
    try {
      session.setActionHandler(action as MediaSessionAction, handler);
    } catch {
      // The browser does not support this button.
    }
  };
  for (const [action, handler] of Object.entries(actions)) set(action, handler);
  return () => {
    if (session.metadata === metadata) session.metadata = null;
    for (const action of Object.keys(actions)) set(action, null);
  };
};
