/** Stands in a template where the viewer's query belongs; cannot occur in an address. */
export const QUERY_MARK = '\u0001';

/**
 * A text that is the same for every viewer but for their query behind each address: built once a change, filled in
 * by one `join` a request.
 */
export class QueryTemplate {
  readonly #pieces: readonly string[];

  constructor(text: string) {
    this.#pieces = text.split(QUERY_MARK);
  }

  /** `query` begins with `?`, and holds no letter outside ASCII. */
  fill(query: string): string {
    return this.#pieces.join(query);
  }
}
