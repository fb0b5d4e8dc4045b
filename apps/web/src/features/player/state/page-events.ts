/** Listeners for events of the video element and of the page. */
export interface PageEvents {
  readonly onVolume: () => void;
  readonly onPause: () => void;
  readonly onPlay: () => void;
  readonly onSeeking: () => void;
  readonly onFirstFrame: () => void;
  readonly onVisibility: () => void;
  readonly onOnline: () => void;
  readonly onOffline: () => void;
}

/** Attaches the listeners until the signal is aborted. */
export const listenToPage = (
  video: HTMLVideoElement,
  signal: AbortSignal,
  events: PageEvents,
): void => {
  const on = (target: EventTarget, name: string, listener: () => void) =>
    target.addEventListener(name, listener, { signal });
  on(video, 'volumechange', events.onVolume);
  on(video, 'pause', events.onPause);
  on(video, 'play', events.onPlay);
  on(video, 'seeking', events.onSeeking);
  on(video, 'loadeddata', events.onFirstFrame);
  on(document, 'visibilitychange', events.onVisibility);
  on(window, 'online', events.onOnline);
  on(window, 'offline', events.onOffline);
};
