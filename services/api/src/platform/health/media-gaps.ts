import { z } from 'zod';

const ANSWER_MS_MAX = 2_000;

export interface MediaControl {
  /** Without a slash at its end; empty: there is no media process to wait for. */
  readonly url: string;
  readonly secret: string;
  /** Whether there has to be a picture already. */
  readonly pictureNeeded: boolean;
}

const Channels = z.object({
  channels: z.array(z.object({ channel_id: z.string(), live: z.boolean(), playable: z.boolean() })),
});

/** What is missing of the media process: `media` while it does not answer, `picture` while no channel is on air with
 * something to play. */
export async function findMediaGaps(control: MediaControl): Promise<string[]> {
  if (control.url === '') return ['media'];
  try {
    const response = await fetch(`${control.url}/control/${control.secret}/channels`, {
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    if (!response.ok) return ['media'];
    const { channels } = Channels.parse(await response.json());
    return control.pictureNeeded && !channels.some(({ live, playable }) => live && playable)
      ? ['picture']
      : [];
  } catch {
    return ['media'];
  }
}
