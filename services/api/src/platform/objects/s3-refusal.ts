import { ObjectStoreError } from './object-store.ts';
import { elementOf } from './s3-page.ts';

export type S3Action = 'write' | 'read' | 'list' | 'remove';

interface Bucket {
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
}

const PERMISSIONS: Readonly<Record<S3Action, string>> = {
  write: 's3:PutObject',
  read: 's3:GetObject',
  list: 's3:ListBucket',
  remove: 's3:DeleteObject',
};

/** Error texts by the error code of S3. Each one is prefixed with "objects: ". */
const ADVICE: Readonly<Record<string, (bucket: Bucket, action: S3Action) => string>> = {
  NoSuchBucket: ({ bucket, endpoint }) =>
    `there is no bucket ${bucket} at ${endpoint}. Create it, or correct OBJECTS_URL.`,
  InvalidAccessKeyId: ({ endpoint }) =>
    `${endpoint} does not know the access key in OBJECTS_KEY. Correct OBJECTS_KEY and OBJECTS_SECRET.`,
  SignatureDoesNotMatch: ({ endpoint }) =>
    `${endpoint} refuses the signature. Correct OBJECTS_SECRET and OBJECTS_REGION.`,
  AuthorizationHeaderMalformed: ({ endpoint, region }) =>
    `${endpoint} refuses the region ${region}. Correct OBJECTS_REGION.`,
  PermanentRedirect: ({ bucket, endpoint }) =>
    `the bucket ${bucket} is not served at ${endpoint}. Correct OBJECTS_ENDPOINT and OBJECTS_REGION.`,
  RequestTimeTooSkewed: ({ endpoint }) =>
    `the clock of this machine differs from that of ${endpoint}. Synchronise it (NTP).`,
  AccessDenied: ({ bucket }, action) =>
    `OBJECTS_KEY is not allowed to ${action} objects in the bucket ${bucket}. Allow ${PERMISSIONS[action]}.`,
};

/** Returns the error of a call without a response. */
export const explainSilence = ({ endpoint }: Bucket, cause: unknown): ObjectStoreError =>
  new ObjectStoreError(
    `objects: ${endpoint} does not respond. Check that the server is running, that OBJECTS_ENDPOINT is correct, and that this machine can reach it.`,
    cause,
  );

/** Returns the error of a response that is not a success; `null` for a missing object. */
export function explainAnswer(
  bucket: Bucket,
  action: S3Action,
  { status, body }: { readonly status: number; readonly body: string },
): ObjectStoreError | null {
  const named = elementOf(body, 'Code');
  if (status === 404 && action !== 'list' && named !== 'NoSuchBucket') return null;
  const code =
    named ?? (status === 403 ? 'AccessDenied' : status === 301 ? 'PermanentRedirect' : '');
  const advice =
    ADVICE[code]?.(bucket, action) ??
    `${bucket.endpoint} responded with ${status} ${code} to a request to ${action} an object. Check its log.`;
  return new ObjectStoreError(`objects: ${advice}`);
}
