/** Reminders by web push (RFC 8030, 8291, 8292). */
export interface PushSettings {
  /** P-256, 32 bytes. */
  readonly privateKey: Buffer;
  /** P-256, 65 bytes. Browsers subscribe with it. */
  readonly publicKey: Buffer;
  /** Contact for push services about our messages. */
  readonly subject: string;
  /** Allowed hosts; `*.` matches subdomains. */
  readonly hosts: readonly string[];
  /** Base URL of the sandbox's endpoints, on this machine and without https; empty without a sandbox. */
  readonly sandboxUrl: string;
}
