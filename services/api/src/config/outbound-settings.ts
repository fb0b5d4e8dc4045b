import { variables } from '@sangwian/node-kit/environment';
import { hostsOf } from '@sangwian/node-kit/http/restrict-fetch';

/** The hosts that the API may call: the hosts of the configured URLs, and `OUTBOUND_HOSTS`. */
export const OutboundSettings = variables(
  'LINE_ISSUER',
  'APPLE_ISSUER',
  'SMS_URL',
  'OMISE_API_URL',
  'PAYPAL_API_URL',
  'RATES_URL',
  'OBJECTS_URL',
  'OBJECTS_ENDPOINT',
  'OUTBOUND_HOSTS',
).transform(({ OBJECTS_URL: bucket, OBJECTS_ENDPOINT: endpoint, OUTBOUND_HOSTS, ...addresses }) => {
  const objects = bucket === '' ? [] : hostsOf([endpoint]);
  return {
    hosts: [
      ...hostsOf(Object.values(addresses)),
      ...objects,
      // Some providers put the bucket into the host name.
      ...objects.map((host) => `*.${host}`),
      ...OUTBOUND_HOSTS,
    ],
  };
});
