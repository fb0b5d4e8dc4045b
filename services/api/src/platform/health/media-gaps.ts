import { fetchOwnProcess } from '@sangwian/node-kit/http/restrict-fetch';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { z } from 'zod';
import type { Gap } from './gap.ts';

const ANSWER_MS_MAX = 2_000;

export interface MediaControl {
  /** Without a trailing slash; empty: this node has no media process. */
  readonly url: string;
  readonly secret: string;
  /** Whether a playable channel is required. */
  readonly pictureNeeded: boolean;
  /** Whether players load media from another URL, so that a node needs no media process. */
  readonly isElsewhere: boolean;
  /** Returns whether this node can forward viewers to another working media process. */
  readonly hasOther: () => Promise<boolean>;
}

const MediaChannel = z.object({
  channel_id: z.string(),
  live: z.boolean(),
  playable: z.boolean(),
  /** Protocol of the publisher; `null` without a publisher. */
  protocol: z.string().nullable().catch(null),
  codecs: z.string().nullable().catch(null),
});
export type MediaChannel = z.infer<typeof MediaChannel>;

export const MediaAnswer = z.object({
  /** Empty for a media engine that reports no id. */
  process_id: z.string().catch(''),
  channels: z.array(MediaChannel),
  /** `null` for another media engine, which does not record. */
  recording: z
    .object({ failing_since: z.iso.datetime().nullable(), lost_segments: z.int() })
    .nullable()
    .catch(null),
});
export type MediaAnswer = z.infer<typeof MediaAnswer>;

/** Requests the channels of the media process; `null` if the media process does not respond. */
export async function readMediaProcess(control: MediaControl): Promise<MediaAnswer | null> {
  try {
    const response = await fetchOwnProcess(`${control.url}/control/channels`, {
      headers: internalHeaders(control.secret),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    return response.ok ? MediaAnswer.parse(await response.json()) : null;
  } catch {
    return null;
  }
}

const AWAY_WHILE_OTHERS_SERVE: Gap = {
  name: 'media',
  advice:
    'media: the media process of this node (MEDIA_INTERNAL_URL) does not answer. Channels of the other media processes are served; start it again for its encoders.',
  isTolerable: true,
};

/** Reports recordings that cannot be stored. The gap is tolerable, because viewers of the live are not affected. */
function findRecordingGaps({ recording }: MediaAnswer): Gap[] {
  if (recording === null || recording.failing_since === null) return [];
  const lost =
    recording.lost_segments === 0
      ? 'Nothing is lost yet'
      : `${recording.lost_segments} segments are lost, and more may follow`;
  return [
    {
      name: 'recording',
      advice: `recording: segments have not been stored since ${recording.failing_since}. ${lost}: the media process keeps the last MEDIA_DVR_MINUTES. The log of the API names the cause, such as a full disk or a storage that is away (docs/runbooks/recordings.md).`,
      isTolerable: true,
    },
  ];
}

/**
 * Reports `media` while a required media process does not respond, `picture` while no playable channel is on air, and
 * `recording` while segments cannot be stored.
 */
export async function findMediaGaps(control: MediaControl): Promise<(string | Gap)[]> {
  if (control.url === '' && control.isElsewhere) return [];
  const answer = control.url === '' ? null : await readMediaProcess(control);
  if (answer === null) return (await control.hasOther()) ? [AWAY_WHILE_OTHERS_SERVE] : ['media'];
  const isPictureMissing =
    control.pictureNeeded && !answer.channels.some(({ live, playable }) => live && playable);
  return [...(isPictureMissing ? ['picture'] : []), ...findRecordingGaps(answer)];
}
