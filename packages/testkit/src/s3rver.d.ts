/** Types for the part that tests use. The package has no types. */
declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  interface Options {
    readonly directory: string;
    readonly silent: boolean;
    readonly configureBuckets: readonly { readonly name: string }[];
  }

  export default class S3rver {
    constructor(options: Options);
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
  }
}
