import { useRef, useState } from 'react';

interface Asked<Terms> {
  readonly count: number;
  readonly answer: (terms: Terms | null) => void;
}

interface BulkTerms<Row, Terms> {
  /** The open question, for a dialog; `null` if none is open. Answering `null` cancels the act. */
  readonly asked: Asked<Terms> | null;
  /** The `prepare` function of the act. */
  readonly prepare: (rows: readonly Row[]) => Promise<boolean>;
  /** Returns the answer, for `run` of the act. */
  readonly read: () => Terms | null;
}

/** Asks once for the input of an act on several rows, such as a reason. */
export function useBulkTerms<Row, Terms>(): BulkTerms<Row, Terms> {
  const [asked, setAsked] = useState<Asked<Terms> | null>(null);
  const given = useRef<Terms | null>(null);
  return {
    asked,
    read: () => given.current,
    prepare: (rows) =>
      new Promise((resolve) => {
        const answer = (terms: Terms | null) => {
          given.current = terms;
          setAsked(null);
          resolve(terms !== null);
        };
        setAsked({ count: rows.length, answer });
      }),
  };
}
