/** Thrown by `join` where there is no use in asking again; anything else is taken for a lost connection. */
export class JoinRefused extends Error {
  override readonly name = 'JoinRefused';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}
