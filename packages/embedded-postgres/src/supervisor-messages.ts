/** What the supervisor is told, as its only argument (no secrets: everybody can read a command line). */
export interface SupervisorOrder {
  /** Absolute. */
  readonly dataDir: string;
  /** PostgreSQL settings on top of ours. */
  readonly settings: Readonly<Record<string, string>>;
}

/** What the supervisor says to whoever started it. */
export type SupervisorMessage =
  | { readonly type: 'ready'; readonly postmasterPid: number }
  | { readonly type: 'note'; readonly text: string }
  | { readonly type: 'failed'; readonly text: string };

/** What it can be asked for later. Its parent's death counts as `stop`. */
export interface SupervisorRequest {
  readonly type: 'stop';
}
