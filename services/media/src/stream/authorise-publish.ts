/** Asked before anybody may publish; the shape is MediaMTX's. */
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

/** The channel that the credentials belong to, or `null`. May throw when nobody can be asked. */
export type AuthorisePublish = (request: PublishRequest) => Promise<{ channelId: string } | null>;
