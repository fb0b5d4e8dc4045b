/** The supervisor's only argument. It contains no secrets, because command lines are public. */
export interface SupervisorOrder {
  /** Absolute. */
  readonly dataDir: string;
  /** PostgreSQL settings on top of ours. */
  readonly settings: Readonly<Record<string, string>>;
  /** The start replays an archive: it takes any time, and a failure is final. */
  readonly isRecovery: boolean;
}

/** Messages of the supervisor to its parent. */
export type SupervisorMessage =
  | { readonly type: 'ready'; readonly postmasterPid: number }
  | { readonly type: 'note'; readonly text: string }
  | { readonly type: 'failed'; readonly text: string };

/** Requests to the supervisor. The parent's death counts as `stop`. */
export interface SupervisorRequest {
  readonly type: 'stop';
}
