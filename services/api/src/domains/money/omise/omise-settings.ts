export interface OmiseSettings {
  /** Without a slash at its end. */
  readonly apiUrl: string;
  /** Script that browsers tokenise cards with. */
  readonly scriptUrl: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** Any of them may have signed a webhook. */
  readonly webhookSecrets: readonly Buffer[];
}
