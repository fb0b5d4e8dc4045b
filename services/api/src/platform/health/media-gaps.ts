import { z } from 'zod';

const ANSWER_MS_MAX = 2_000;

export interface MediaControl {
  /** Without a trailing slash; empty: no media process is configured. */
  readonly url: string;
  readonly secret: string;
  /** Whether a channel has to be on air. */
  readonly pictureNeeded: boolean;
}

const Channels = z.object({
  channels: z.array(z.object({ channel_id: z.string(), live: z.boolean(), playable: z.boolean() })),
});

/** Reports `media` while the media process does not answer, and `picture` while no playable channel is on air. */
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
