import { fetchOwnProcess } from '@sangwian/node-kit/http/restrict-fetch';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { z } from 'zod';
import type { Gap } from './gap.ts';

const ANSWER_MS_MAX = 2_000;

export interface MediaControl {
  /** Without a trailing slash; empty: this node has no media process. */
  readonly url: string;
  readonly secret: string;
  /** Whether a channel has to be on air. */
  readonly pictureNeeded: boolean;
  /** Whether players load media from another address, so that a node needs no media process. */
  readonly isElsewhere: boolean;
  /** Whether another media process serves, to which this node forwards viewers. */
  readonly hasOther: () => Promise<boolean>;
}

const MediaChannel = z.object({
  channel_id: z.string(),
  live: z.boolean(),
  playable: z.boolean(),
  /** How its publisher is connected; `null` without a publisher. */
  protocol: z.string().nullable().catch(null),
  codecs: z.string().nullable().catch(null),
});
export type MediaChannel = z.infer<typeof MediaChannel>;

export const MediaAnswer = z.object({
  /** Empty for an engine that does not name itself. */
  process_id: z.string().catch(''),
  channels: z.array(MediaChannel),
  /** `null` for another engine, which records nothing. */
  recording: z
    .object({ failing_since: z.iso.datetime().nullable(), lost_segments: z.int() })
    .nullable()
    .catch(null),
});
export type MediaAnswer = z.infer<typeof MediaAnswer>;

/** Asks the media process for its channels; `null` if it does not answer. */
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

/** Reports recordings that cannot be stored. Viewers of the live notice nothing. */
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
 * Reports `media` while a media process that is needed does not answer, `picture` while no playable channel is on air,
 * and `recording` while segments cannot be stored.
 */
export async function findMediaGaps(control: MediaControl): Promise<(string | Gap)[]> {
  if (control.url === '' && control.isElsewhere) return [];
  const answer = control.url === '' ? null : await readMediaProcess(control);
  if (answer === null) return (await control.hasOther()) ? [AWAY_WHILE_OTHERS_SERVE] : ['media'];
  const isPictureMissing =
    control.pictureNeeded && !answer.channels.some(({ live, playable }) => live && playable);
  return [...(isPictureMissing ? ['picture'] : []), ...findRecordingGaps(answer)];
}
