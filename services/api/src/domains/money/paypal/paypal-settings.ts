export interface PayPalSettings {
  /** Without a slash at its end. */
  readonly apiUrl: string;
  readonly clientId: string;
  readonly secret: string;
  readonly webhookId: string;
}
