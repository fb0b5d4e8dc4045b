/** Thrown by `join` if a retry cannot succeed. Any other error counts as a lost connection. */
export class JoinRefused extends Error {
  override readonly name = 'JoinRefused';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}
