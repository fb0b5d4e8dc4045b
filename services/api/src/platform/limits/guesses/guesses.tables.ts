/** Rows of the table that this module owns. */
export interface GuessTables {
  guess_count: GuessCountTable;
}

interface GuessCountTable {
  /** SHA-256 of what is guessed, whose it is, and who tries. */
  guess_key: Buffer;
  guesses: number;
  /** Then the count begins anew. */
  ends_at: Date;
}
