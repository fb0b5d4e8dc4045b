export interface LineSettings {
  /** Without a trailing slash, as in the provider's tokens. */
  readonly issuer: string;
  readonly channelId: string;
  readonly channelSecret: string;
}

export interface AppleSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** PKCS#8 PEM of a P-256 key. */
  readonly privateKey: string;
}

/** Settings of LINE and Apple; `null` if not configured. */
export interface ProviderSettings {
  readonly line: LineSettings | null;
  readonly apple: AppleSettings | null;
  /** Key for the stored tokens, which revoke links. */
  readonly tokenSecret: string;
}
