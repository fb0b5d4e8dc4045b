/** Reminders by web push (RFC 8030, 8291, 8292). */
export interface PushSettings {
  /** Of P-256, 32 bytes. */
  readonly privateKey: Buffer;
  /** Of P-256, 65 bytes: what browsers subscribe with. */
  readonly publicKey: Buffer;
  /** Contact for push services about our messages. */
  readonly subject: string;
  /** Hosts that are sent to; `*.` stands for what is below one. */
  readonly hosts: readonly string[];
  /** Below this address endpoints are the sandbox's, on this machine and without https; empty: there is none. */
  readonly sandboxUrl: string;
}
