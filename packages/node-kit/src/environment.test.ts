import { expect, test } from 'vitest';
import { concerns, readEnvironment, required, variableGroup, variables } from './environment.ts';

const Settings = concerns({
  listener: variables('PORT', 'PUBLIC_URL'),
  database: variables().extend({ DATABASE_URL: required('DATABASE_URL') }),
  sms: variableGroup(['SMS_URL', 'SMS_KEY'], ['SMS_URL']),
});

test('reads typed values, and defaults where a variable is not set', () => {
  const { listener, sms } = readEnvironment(Settings, {
    DATABASE_URL: 'postgres://host',
    PUBLIC_URL: 'https://fan.example/',
  });
  expect(listener).toEqual({ PORT: 8080, PUBLIC_URL: 'https://fan.example' });
  expect(sms).toBeNull();
});

test('reports every variable that cannot be used, one line each', () => {
  const read = () =>
    readEnvironment(Settings, {
      PORT: 'web',
      PUBLIC_URL: 'fan.example',
      SMS_URL: 'https://sms.example',
    });
  expect(read).toThrow(
    [
      'PORT must be a whole number from 0 to 65535, not "web"',
      'PUBLIC_URL must be an http or https address, not "fan.example"',
      'DATABASE_URL is not set: A PostgreSQL of your own instead of the embedded one',
      'SMS_KEY is not set: API key of ThaiBulkSMS',
    ].join('\n'),
  );
});
