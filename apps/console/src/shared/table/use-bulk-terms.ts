import { useRef, useState } from 'react';

interface Asked<Terms> {
  readonly count: number;
  readonly answer: (terms: Terms | null) => void;
}

interface BulkTerms<Row, Terms> {
  /** The open question, for a dialog; `null` without one. Answered with `null`, nothing runs. */
  readonly asked: Asked<Terms> | null;
  /** `prepare` of the act. */
  readonly prepare: (rows: readonly Row[]) => Promise<boolean>;
  /** Returns what was answered, for `run` of the act. */
  readonly read: () => Terms | null;
}

/** Asks once for what an act on several rows needs, such as a reason. */
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
