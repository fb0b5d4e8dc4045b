export interface LineSettings {
  /** Without a slash at its end, as the provider writes itself into its tokens. */
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

/** Sign-in with LINE and Apple; `null` where one of them is not configured. */
export interface ProviderSettings {
  readonly line: LineSettings | null;
  readonly apple: AppleSettings | null;
  /** Encrypts the tokens that a link is ended with. */
  readonly tokenSecret: string;
}
