import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { LivePlayer } from '../state/live-player.ts';

/** Safari's AirPlay API; other browsers have the Remote Playback API. No vendor SDK is loaded. */
type AppleVideo = HTMLVideoElement & {
  webkitShowPlaybackTargetPicker?: () => void;
  readonly webkitCurrentPlaybackTargetIsWireless?: boolean;
};
type AvailabilityEvent = Event & { readonly availability?: 'available' | 'not-available' };

export interface RemoteScreen {
  /** Whether this browser has found a screen that it can play on. */
  readonly available: boolean;
  readonly on: boolean;
  readonly kind: 'airplay' | 'cast';
  readonly choose: () => void;
}

/**
 * How long the viewer has to choose a screen. A time-out is needed because Safari fires no event when its list is
 * closed.
 */
const CHOICE_MS_MAX = 30_000;

/** Casting needs native HLS, because the remote screen plays a URL and not a media buffer. */
const playsHls = (video: HTMLVideoElement): boolean =>
  video.canPlayType('application/vnd.apple.mpegurl') !== '';

/** Watches whether a remote screen is available. Returns the cleanup. */
const watchScreens = (video: AppleVideo, onChange: (available: boolean) => void): (() => void) => {
  if (video.webkitShowPlaybackTargetPicker !== undefined) {
    const name = 'webkitplaybacktargetavailabilitychanged';
    const onEvent = ({ availability }: AvailabilityEvent) => onChange(availability === 'available');
    video.addEventListener(name, onEvent);
    // An iPhone fires no event while Media Source Extensions play, but its list of screens always works.
    if (!('MediaSource' in window)) onChange(true);
    return () => video.removeEventListener(name, onEvent);
  }
  const { remote } = video;
  if (remote === undefined || !playsHls(video)) return () => {};
  let watch: number | null = null;
  let stopped = false;
  remote.watchAvailability(onChange).then(
    (id) => {
      watch = id;
      if (stopped) remote.cancelWatchAvailability(id).catch(() => {});
    },
    // The browser cannot report the availability of screens.
    () => {},
  );
  return () => {
    stopped = true;
    if (watch !== null) remote.cancelWatchAvailability(watch).catch(() => {});
  };
};

/** Watches whether the video plays on a remote screen. Returns the cleanup. */
const watchConnection = (video: AppleVideo, onChange: (on: boolean) => void): (() => void) => {
  const wireless = 'webkitcurrentplaybacktargetiswirelesschanged';
  const onWireless = () => onChange(video.webkitCurrentPlaybackTargetIsWireless === true);
  const onConnect = () => onChange(true);
  const onDisconnect = () => onChange(false);
  video.addEventListener(wireless, onWireless);
  video.remote?.addEventListener('connect', onConnect);
  video.remote?.addEventListener('disconnect', onDisconnect);
  return () => {
    video.removeEventListener(wireless, onWireless);
    video.remote?.removeEventListener('connect', onConnect);
    video.remote?.removeEventListener('disconnect', onDisconnect);
  };
};

/**
 * Plays on a remote screen by AirPlay or casting. The remote screen plays the stream's URL, so the browser's native
 * player replaces hls.js during that time.
 */
export const useRemoteScreen = (
  video: RefObject<HTMLVideoElement | null>,
  player: LivePlayer | null,
): RemoteScreen => {
  const [available, setAvailable] = useState(false);
  const [on, setOn] = useState(false);
  const [apple, setApple] = useState(false);
  const choiceTimeout = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const element = video.current as AppleVideo | null;
    if (element === null || player === null) return;
    setApple(element.webkitShowPlaybackTargetPicker !== undefined);
    const unwatchScreens = watchScreens(element, setAvailable);
    const unwatchConnection = watchConnection(element, (connected) => {
      setOn(connected);
      if (!connected) player.setNative(false);
    });
    return () => {
      clearTimeout(choiceTimeout.current);
      unwatchScreens();
      unwatchConnection();
    };
  }, [video, player]);
  const choose = useCallback(() => {
    const element = video.current as AppleVideo | null;
    if (element === null || player === null) return;
    player.setNative(true);
    if (element.webkitShowPlaybackTargetPicker !== undefined) {
      element.webkitShowPlaybackTargetPicker();
      clearTimeout(choiceTimeout.current);
      choiceTimeout.current = setTimeout(() => {
        if (element.webkitCurrentPlaybackTargetIsWireless !== true) player.setNative(false);
      }, CHOICE_MS_MAX);
      return;
    }
    // The viewer chose no screen: return to hls.js.
    element.remote.prompt().catch(() => player.setNative(false));
  }, [video, player]);
  return { available, on, kind: apple ? 'airplay' : 'cast', choose };
};
