import { startTransition, useCallback, useEffect, useState, useSyncExternalStore } from 'react';

/** Safari on iPhone supports full screen only for video elements, through a prefixed method. */
type AppleVideo = HTMLVideoElement & {
  webkitEnterFullscreen?: () => void;
  webkitSupportsFullscreen?: boolean;
};
type AppleDocument = Document & {
  webkitFullscreenElement?: Element | null;
  webkitExitFullscreen?: () => void;
};
type AppleElement = HTMLElement & { webkitRequestFullscreen?: () => void };

const FULLSCREEN_EVENTS = ['fullscreenchange', 'webkitfullscreenchange'] as const;

const onFullscreen = (listener: () => void): (() => void) => {
  for (const name of FULLSCREEN_EVENTS) document.addEventListener(name, listener);
  return () => {
    for (const name of FULLSCREEN_EVENTS) document.removeEventListener(name, listener);
  };
};

const fullscreenElement = (): Element | null =>
  document.fullscreenElement ?? (document as AppleDocument).webkitFullscreenElement ?? null;

/** Returns the full-screen state and its toggle. On phones, full screen also locks the orientation to landscape. */
export const useFullscreen = (
  frame: { readonly current: HTMLElement | null },
  video: { readonly current: HTMLVideoElement | null },
): { readonly on: boolean; readonly toggle: () => void } => {
  const on = useSyncExternalStore(
    onFullscreen,
    () => fullscreenElement() !== null,
    () => false,
  );
  const toggle = useCallback(() => {
    if (fullscreenElement() !== null) {
      // Refused if the browser has left full screen meanwhile.
      if (document.exitFullscreen) document.exitFullscreen().catch(() => {});
      else (document as AppleDocument).webkitExitFullscreen?.();
      return;
    }
    void enterFullscreen(frame.current, video.current);
  }, [frame, video]);
  return { on, toggle };
};

/** Media query for phones, where the chat overlays the video in landscape. */
const PHONE = '(pointer: coarse) and ((width <= 641px) or (height < 500px))';

const turnToLandscape = async (): Promise<void> => {
  const orientation = screen.orientation as ScreenOrientation & {
    lock?: (to: 'landscape') => Promise<void>;
  };
  await orientation.lock?.('landscape');
};

const enterFullscreen = async (
  frame: AppleElement | null,
  video: AppleVideo | null,
): Promise<void> => {
  if (frame?.requestFullscreen === undefined) {
    if (frame?.webkitRequestFullscreen !== undefined) frame.webkitRequestFullscreen();
    else video?.webkitEnterFullscreen?.();
    return;
  }
  try {
    if (window.matchMedia(PHONE).matches) {
      await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
      await turnToLandscape();
      return;
    }
  } catch {
    // Without an orientation lock, the video element goes full screen instead of the surface.
  }
  try {
    await frame.requestFullscreen({ navigationUI: 'hide' });
    await turnToLandscape();
  } catch {
    // Browsers reject full screen without a user gesture, and desktops reject the orientation lock.
  }
};

const PICTURE_EVENTS = ['enterpictureinpicture', 'leavepictureinpicture'] as const;

/** Returns the picture-in-picture state and its toggle. `supported` is `false` on the server. */
export const usePictureInPicture = (video: {
  readonly current: HTMLVideoElement | null;
}): { readonly supported: boolean; readonly on: boolean; readonly toggle: () => void } => {
  const [supported, setSupported] = useState(false);
  useEffect(() => {
    startTransition(() => setSupported(document.pictureInPictureEnabled === true));
  }, []);
  const subscribe = useCallback(
    (listener: () => void) => {
      const element = video.current;
      for (const name of PICTURE_EVENTS) element?.addEventListener(name, listener);
      return () => {
        for (const name of PICTURE_EVENTS) element?.removeEventListener(name, listener);
      };
    },
    [video],
  );
  const on = useSyncExternalStore(
    subscribe,
    () =>
      document.pictureInPictureElement !== null &&
      document.pictureInPictureElement === video.current,
    () => false,
  );
  const toggle = useCallback(() => {
    const change =
      document.pictureInPictureElement === null
        ? video.current?.requestPictureInPicture()
        : document.exitPictureInPicture();
    // Rejected before the first frame or without a user gesture.
    change?.catch(() => {});
  }, [video]);
  return { supported, on, toggle };
};
