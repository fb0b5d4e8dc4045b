/** The part of `emvqr` that tests read payloads back with; the library has no types of its own. */
declare module 'emvqr' {
  interface Field {
    readonly id: string;
    readonly data: string | Readonly<Record<string, Field>>;
  }
  const emvqr: {
    /** Throws where the checksum is not that of the payload. */
    decode(payload: string): Readonly<Record<string, Field>>;
  };
  export default emvqr;
}
