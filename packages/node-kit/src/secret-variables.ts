import { SECRETS, type VariableName } from './variables.ts';

/** Every variable that holds a secret. `<NAME>_FILE` may name a file with the secret instead (`secret-files.ts`). */
export const SECRET_VARIABLES = [
  ...SECRETS,
  'BACKUP_SECRET',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'BUS_URL',
  'MEDIA_ENGINE_SECRET',
  'SRT_PASSPHRASE',
  'OBJECTS_KEY',
  'OBJECTS_SECRET',
  'LOCAL_OWNER_TOKEN',
  'OPERATOR_TOKEN',
  'SMS_KEY',
  'SMS_SECRET',
  'SMTP_URL',
  'LINE_CHANNEL_SECRET',
  'APPLE_PRIVATE_KEY',
  'VAPID_PRIVATE_KEY',
  'OMISE_SECRET_KEY',
  'OMISE_WEBHOOK_SECRET',
  'PAYPAL_SECRET',
  'SANDBOX_PARTNER_SEED',
] as const satisfies readonly VariableName[];
