/** Authorisation request for a publisher, in MediaMTX's format. */
export interface PublishRequest {
  readonly user: string;
  readonly password: string;
  readonly token: string;
  readonly ip: string;
  readonly action: 'publish';
  readonly path: string;
  readonly protocol: 'rtmp' | 'webrtc';
  readonly id: string;
  readonly query: string;
}

/**
 * Resolves with the channel of the credentials, `'taken'` if another media process has its publisher, or `null`. Rejects
 * if the check fails.
 *
 * @param standby whether the publisher gives way to any other
 */
export type AuthorisePublish = (
  request: PublishRequest,
  standby: boolean,
) => Promise<{ channelId: string } | 'taken' | null>;
