/** Authorisation request for a publisher, in MediaMTX's format. */
export interface PublishRequest {
  readonly user: string;
  readonly password: string;
  readonly token: string;
  readonly ip: string;
  readonly action: 'publish';
  readonly path: string;
  readonly protocol: 'rtmp' | 'srt' | 'webrtc';
  readonly id: string;
  readonly query: string;
}

/**
 * Resolves to the channel of the credentials, to `'taken'` if another media process has a publisher of the channel, or
 * to `null` if the credentials are refused. Rejects if the check fails.
 * @param standby whether the publisher yields to any other
 */
export type AuthorisePublish = (
  request: PublishRequest,
  standby: boolean,
) => Promise<{ channelId: string } | 'taken' | null>;
