export interface PayPalSettings {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly clientId: string;
  readonly secret: string;
  readonly webhookId: string;
}
