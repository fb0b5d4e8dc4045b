export type PlayOutcome = 'playing' | 'muted' | 'blocked' | 'interrupted';

const isRefusal = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotAllowedError';

/**
 * Plays with sound if the browser allows it, otherwise muted (`muted`). `blocked`: the browser requires a tap first.
 * `interrupted`: a load or a pause cancelled the call to `play`, which needs no handling.
 */
export const playWithAutoplayRules = async (video: HTMLVideoElement): Promise<PlayOutcome> => {
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
