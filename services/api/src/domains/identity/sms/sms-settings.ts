/** Who carries our text messages. */
export interface SmsSettings {
  /** Without a trailing slash; empty: no carrier. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly sender: string;
}
