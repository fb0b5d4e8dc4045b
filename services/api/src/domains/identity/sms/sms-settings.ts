/** The SMS carrier. */
export interface SmsSettings {
  /** Without a trailing slash; empty without a carrier. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly sender: string;
}
