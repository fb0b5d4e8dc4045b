/** Rows of the table that this module owns. */
export interface GuessTables {
  guess_count: GuessCountTable;
}

interface GuessCountTable {
  /** SHA-256 of the secret's kind, its owner and the guesser. */
  guess_key: Buffer;
  guesses: number;
  /** The count restarts at this time. */
  ends_at: Date;
}
