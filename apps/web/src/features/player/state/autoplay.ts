export type PlayOutcome = 'playing' | 'muted' | 'blocked' | 'interrupted';

const isRefusal = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotAllowedError';

/**
 * Plays with sound where the browser lets us, else without (`muted`), else not at all until the viewer taps
 * (`blocked`). A play that a load or a pause cut short is `interrupted` and means nothing.
 */
export const playWithin = async (video: HTMLVideoElement): Promise<PlayOutcome> => {
  try {
    await video.play();
    return 'playing';
  } catch (error) {
    if (!isRefusal(error)) return 'interrupted';
  }
  if (video.muted) return 'blocked';
  video.muted = true;
  try {
    await video.play();
    return 'muted';
  } catch (error) {
    return isRefusal(error) ? 'blocked' : 'interrupted';
  }
};
