import { ApiError } from '@sangwian/node-kit/api-error';
import { fetchOwnProcess } from '@sangwian/node-kit/http/restrict-fetch';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import type { Logger } from '@sangwian/node-kit/logger';

const ANSWER_MS_MAX = 2_000;

export interface MediaControl {
  /** Returns the URL of a channel's media process; `null` for the media process at `mediaInternalUrl`. */
  readonly findOrigin: (channelId: string) => string | null;
  /** Empty if there is no media process. */
  readonly mediaInternalUrl: string;
  readonly internalSecret: string;
  readonly logger: Logger;
}

/**
 * Asks the media process of a channel to show the primary signal again.
 *
 * @throws {ApiError} `signal_unhealthy` if the primary signal is missing, sends nothing or is shown already;
 * `media_unreachable`
 */
export async function returnToPrimary(
  { findOrigin, mediaInternalUrl, internalSecret, logger }: MediaControl,
  channelId: string,
): Promise<void> {
  const origin = findOrigin(channelId) ?? mediaInternalUrl;
  if (origin === '') throw new ApiError('media_unreachable');
  const address = `${origin}/control/channels/${channelId}/return-to-primary`;
  let status: number;
  try {
    const signal = AbortSignal.timeout(ANSWER_MS_MAX);
    const headers = internalHeaders(internalSecret);
    const response = await fetchOwnProcess(address, { method: 'POST', headers, signal });
    await response.body?.cancel();
    status = response.status;
  } catch (error) {
    logger.warn({ err: error, channel: channelId }, 'media process did not answer');
    throw new ApiError('media_unreachable');
  }
  // A media process that does not know the channel receives no signal for it.
  if (status === 409 || status === 404) throw new ApiError('signal_unhealthy');
  if (status !== 200) {
    logger.warn({ status, channel: channelId }, 'media process refused the return to the primary');
    throw new ApiError('media_unreachable');
  }
}
