export interface OmiseSettings {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  /** URL of the script that tokenises cards in browsers. */
  readonly scriptUrl: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** Webhooks may be signed with any of them. */
  readonly webhookSecrets: readonly Buffer[];
}
