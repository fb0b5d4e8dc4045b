import { concerns, variableGroup, variables } from '@sangwian/node-kit/environment';
import type { z } from 'zod';

/** The bucket of uploaded images and slips; `null` for the folder `DATA_DIR/pictures`. */
export const ObjectSettings = concerns({
  bucket: variableGroup(['OBJECTS_URL', 'OBJECTS_KEY', 'OBJECTS_SECRET'], ['OBJECTS_URL']),
  place: variables('OBJECTS_ENDPOINT', 'OBJECTS_REGION'),
}).transform(({ bucket, place: { OBJECTS_ENDPOINT, OBJECTS_REGION: region } }) => {
  if (bucket === null) return null;
  const { hostname, pathname } = new URL(bucket.OBJECTS_URL);
  const folder = pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucket: hostname,
    /** Prefix of every key, with a trailing slash; empty without a prefix. */
    prefix: folder === '' ? '' : `${folder}/`,
    /** Without a trailing slash. */
    endpoint: OBJECTS_ENDPOINT || `https://s3.${region}.amazonaws.com`,
    region,
    key: bucket.OBJECTS_KEY,
    secret: bucket.OBJECTS_SECRET,
  };
});
export type ObjectSettings = z.output<typeof ObjectSettings>;
