import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { LivePlayer } from '../state/live-player.ts';

/** Safari's own way to a television; other browsers have the Remote Playback API. Nothing of anybody else is loaded. */
type AppleVideo = HTMLVideoElement & {
  webkitShowPlaybackTargetPicker?: () => void;
  readonly webkitCurrentPlaybackTargetIsWireless?: boolean;
};
type AvailabilityEvent = Event & { readonly availability?: 'available' | 'not-available' };

export interface RemoteScreen {
  /** There is a screen in reach that this browser can play on. */
  readonly available: boolean;
  readonly on: boolean;
  /** AirPlay by Safari, else whatever the browser casts to. */
  readonly kind: 'airplay' | 'cast';
  readonly choose: () => void;
}

/** Who has chosen no screen by then wants none. */
const CHOICE_MS_MAX = 30_000;

/** A browser that cannot play HLS by itself cannot hand it on either: a screen takes an address, not a buffer. */
const playsHls = (video: HTMLVideoElement): boolean =>
  video.canPlayType('application/vnd.apple.mpegurl') !== '';

/** Follows whether a screen is in reach. The result ends that. */
const watchScreens = (video: AppleVideo, tell: (available: boolean) => void): (() => void) => {
  if (video.webkitShowPlaybackTargetPicker !== undefined) {
    const name = 'webkitplaybacktargetavailabilitychanged';
    const hear = ({ availability }: AvailabilityEvent) => tell(availability === 'available');
    video.addEventListener(name, hear);
    // An iPhone tells nothing of a picture that comes out of a buffer; it always has its list of screens.
    if (!('MediaSource' in window)) tell(true);
    return () => video.removeEventListener(name, hear);
  }
  const { remote } = video;
  if (remote === undefined || !playsHls(video)) return () => {};
  let watch: number | null = null;
  let over = false;
  remote.watchAvailability(tell).then(
    (id) => {
      watch = id;
      if (over) remote.cancelWatchAvailability(id).catch(() => {});
    },
    // A browser that looks for no screens has none to offer.
    () => {},
  );
  return () => {
    over = true;
    if (watch !== null) remote.cancelWatchAvailability(watch).catch(() => {});
  };
};

/** Follows whether the picture is on another screen. The result ends that. */
const watchConnection = (video: AppleVideo, tell: (on: boolean) => void): (() => void) => {
  const wireless = 'webkitcurrentplaybacktargetiswirelesschanged';
  const hearWireless = () => tell(video.webkitCurrentPlaybackTargetIsWireless === true);
  const begin = () => tell(true);
  const end = () => tell(false);
  video.addEventListener(wireless, hearWireless);
  video.remote?.addEventListener('connect', begin);
  video.remote?.addEventListener('disconnect', end);
  return () => {
    video.removeEventListener(wireless, hearWireless);
    video.remote?.removeEventListener('connect', begin);
    video.remote?.removeEventListener('disconnect', end);
  };
};

/**
 * Another screen for the picture, where the browser knows one. It plays from the stream's address, so the browser's own
 * player takes over from ours for as long as it lasts.
 */
export const useRemoteScreen = (
  video: RefObject<HTMLVideoElement | null>,
  player: LivePlayer | null,
): RemoteScreen => {
  const [available, setAvailable] = useState(false);
  const [on, setOn] = useState(false);
  const [apple, setApple] = useState(false);
  const patience = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const element = video.current as AppleVideo | null;
    if (element === null || player === null) return;
    setApple(element.webkitShowPlaybackTargetPicker !== undefined);
    const unwatch = watchScreens(element, setAvailable);
    const unfollow = watchConnection(element, (connected) => {
      setOn(connected);
      if (!connected) player.setNative(false);
    });
    return () => {
      clearTimeout(patience.current);
      unwatch();
      unfollow();
    };
  }, [video, player]);
  const choose = useCallback(() => {
    const element = video.current as AppleVideo | null;
    if (element === null || player === null) return;
    player.setNative(true);
    if (element.webkitShowPlaybackTargetPicker !== undefined) {
      element.webkitShowPlaybackTargetPicker();
      // Nobody tells that the list was closed without a choice.
      clearTimeout(patience.current);
      patience.current = setTimeout(() => {
        if (element.webkitCurrentPlaybackTargetIsWireless !== true) player.setNative(false);
      }, CHOICE_MS_MAX);
      return;
    }
    // Nothing was chosen, or there is none: our own player goes on.
    element.remote.prompt().catch(() => player.setNative(false));
  }, [video, player]);
  return { available, on, kind: apple ? 'airplay' : 'cast', choose };
};
