import type { MediaEvent } from '../api-client.ts';
import type { PictureSpan } from './picture-coverage.ts';

/** Maximum ids per event, so that a request body stays below the API's limit. */
const READERS_PER_EVENT_MAX = 1_000;

/** Returns events that report the viewers of a channel; `at` in ISO 8601, UTC. */
export function readersEvents(
  channelId: string,
  watchSessionIds: readonly string[],
  at: string,
): MediaEvent[] {
  const events: MediaEvent[] = [];
  for (let from = 0; from < watchSessionIds.length; from += READERS_PER_EVENT_MAX) {
    events.push({
      type: 'readers',
      at,
      channel_id: channelId,
      watch_session_ids: watchSessionIds.slice(from, from + READERS_PER_EVENT_MAX),
    });
  }
  return events;
}

const timeOf = (ms: number): string => new Date(ms).toISOString();

/** Returns events that report when a channel had video. */
export const pictureEvents = (
  channelId: string,
  spans: readonly PictureSpan[],
  at: string,
): MediaEvent[] =>
  spans.map(({ fromMs, toMs }) => ({
    type: 'picture_shown',
    at,
    channel_id: channelId,
    from: timeOf(fromMs),
    to: timeOf(toMs),
  }));
