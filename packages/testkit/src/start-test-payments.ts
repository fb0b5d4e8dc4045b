import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiConfig } from '@sangwian/api/config/config';
import { createLogger } from '@sangwian/node-kit/logger';
import { addPayments } from '@sangwian/sandbox/payments/sandbox-payments';
import Fastify from 'fastify';
import { takePort } from './take-port.ts';

/** Short delays between the retries of a refused webhook, so that tests do not wait. */
const RETRY_MS = [20, 50, 100];

/** A charge or an order in the sandbox's own API. */
export interface SandboxPayment {
  readonly payment_id: string;
  readonly status: string;
  readonly amount_satang: number;
  readonly refunded_satang: number;
  readonly metadata: Readonly<Record<string, string | null>>;
  readonly qr_payload: string | null;
  readonly deliveries?: readonly {
    readonly state: string;
    readonly status: number | null;
    readonly signature: string;
  }[];
}

export interface TestPayments {
  /** Configuration of the API: the providers, and the port for their webhooks. */
  readonly config: Pick<ApiConfig, 'payments'> & { http: { port: number } };
  /** URL of the API's webhooks. */
  readonly webhookUrl: string;
  /** Creates a card token, as the browser's script does. */
  createCardToken(number?: string): Promise<string>;
  /** Adds an Omise charge that the API never requested, and returns its id. */
  addCharge(attemptId: string, satang: number, source: 'alipay' | 'promptpay'): Promise<string>;
  /** Finds a payment by the id of its attempt. @throws when there is none */
  find(text: string): Promise<SandboxPayment>;
  list(): Promise<SandboxPayment[]>;
  /** Changes a payment at the sandbox: `pay`, `fail`, `dispute`, … */
  act(paymentId: string, action: string, input?: object): Promise<void>;
  /** Sets simulated delivery failures of webhooks; `{}` delivers them normally. */
  setWeather(weather: object): Promise<void>;
  /** Makes the next requests to a provider fail. */
  addFault(fault: object): Promise<void>;
  clearFaults(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the sandbox's Omise and PayPal over HTTP. Their webhooks are sent to the port in `config`. */
export async function startTestPayments(): Promise<TestPayments> {
  const [ownPort, port] = await Promise.all([takePort(), takePort()]);
  const origin = `http://127.0.0.1:${ownPort}`;
  const webhookUrl = `http://127.0.0.1:${port}/api/v1/payment/webhook`;
  const file = join(tmpdir(), `sangwian-payments-${randomUUID()}`, 'payments.jsonl');
  const omise = { publicKey: 'pkey_test_of_a_test', secretKey: 'skey_test_of_a_test' };
  const webhookSecret = randomBytes(32);
  const paypal = {
    apiUrl: `${origin}/sandbox/paypal`,
    clientId: 'the client of a test',
    secret: 'the secret of a test',
    webhookId: 'WEBHOOK-OF-A-TEST',
  };
  const server = Fastify({ forceCloseConnections: true });
  const played = await addPayments(
    server,
    {
      file,
      siteUrl: origin,
      webhookUrl,
      omise: { ...omise, webhookSecret: webhookSecret.toString('base64') },
      paypal,
      retryMs: RETRY_MS,
    },
    createLogger('test', 'silent'),
  );
  await server.listen({ host: '127.0.0.1', port: ownPort });

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${origin}/sandbox${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
  const list = async (query = ''): Promise<SandboxPayment[]> =>
    (await ask(
      'GET',
      `/payments/api/payments?query=${encodeURIComponent(query)}`,
    )) as SandboxPayment[];

  return {
    config: {
      http: { port },
      payments: {
        omise: {
          ...omise,
          apiUrl: `${origin}/sandbox/omise`,
          scriptUrl: `${origin}/sandbox/omise/omise.js`,
          webhookSecrets: [webhookSecret],
        },
        paypal,
      },
    },
    webhookUrl,
    createCardToken: async (number = '4242424242424242') => {
      const response = await fetch(`${origin}/sandbox/omise/tokens`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${omise.publicKey}:`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          card: {
            name: 'SOMYING SANDBOX',
            number,
            expiration_month: 12,
            expiration_year: new Date().getFullYear() + 2,
            security_code: '123',
          },
        }),
      });
      const { id } = (await response.json()) as { id: string };
      return id;
    },
    addCharge: async (attemptId, satang, source) => {
      const response = await fetch(`${origin}/sandbox/omise/charges`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${omise.secretKey}:`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          amount: satang,
          currency: 'THB',
          source: { type: source },
          return_uri: origin,
          metadata: { attempt_id: attemptId },
        }),
      });
      if (!response.ok) throw new Error(`no charge: ${await response.text()}`);
      return ((await response.json()) as { id: string }).id;
    },
    find: async (text) => {
      const [found] = await list(text);
      if (found === undefined) throw new Error(`no payment has the attempt ${text}`);
      return (await ask('GET', `/payments/api/payments/${found.payment_id}`)) as SandboxPayment;
    },
    list: () => list(),
    act: async (paymentId, action, input = {}) => {
      await ask('POST', `/payments/api/payments/${paymentId}/${action}`, input);
    },
    setWeather: async (weather) => {
      await ask('PUT', '/payments/api/weather', weather);
    },
    addFault: async (fault) => {
      await ask('POST', '/payments/api/faults', fault);
    },
    clearFaults: async () => {
      await ask('DELETE', '/payments/api/faults');
    },
    close: async () => {
      played.stop();
      await server.close();
      await rm(join(file, '..'), { recursive: true, force: true });
    },
  };
}
