/** Who carries our text messages. */
export interface SmsSettings {
  /** Without a slash at its end; empty: nobody. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly sender: string;
}
