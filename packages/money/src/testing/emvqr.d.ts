/** Types for the part of `emvqr` with which tests parse payloads. The library has no types. */
declare module 'emvqr' {
  interface Field {
    readonly id: string;
    readonly data: string | Readonly<Record<string, Field>>;
  }
  const emvqr: {
    /** Throws if the checksum does not match the payload. */
    decode(payload: string): Readonly<Record<string, Field>>;
  };
  export default emvqr;
}
