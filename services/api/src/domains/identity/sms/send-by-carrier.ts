import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import { z } from 'zod';
import type { SmsSettings } from '../../../config/otp-settings.ts';

export interface TextMessage {
  /** E.164. */
  readonly phone: string;
  readonly text: string;
}

const CARRIER_LIMITS = {
  /** Timeout of one attempt, so that two attempts fit into the caller's timeout. */
  answerMs: 8_000,
  retryAfterMs: 300,
} as const;

/**
 * The fields of ThaiBulkSMS's response that are used here. A successful response may still list the number as refused.
 */
const Accepted = z.object({
  phone_number_list: z.array(z.object({ message_id: z.string() })).min(1),
  bad_phone_number_list: z.array(z.unknown()).max(0).optional(),
});
const Refused = z.object({
  error: z.object({ code: z.union([z.number(), z.string()]), name: z.string() }),
});

/** Errors that occur before the request was sent. After these errors a retry cannot send the message twice. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function isNotConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' && NOT_CONNECTED.has(code);
}

function post({ url, key, secret, sender }: SmsSettings, message: TextMessage): Promise<Response> {
  return fetch(`${url}/sms`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
    },
    body: new URLSearchParams({
      msisdn: message.phone.replace(/^\+/, ''),
      message: message.text,
      sender,
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(CARRIER_LIMITS.answerMs),
  });
}

/** Sends a message. Retries once if the carrier cannot have accepted the first request. */
async function sendWithRetry(settings: SmsSettings, message: TextMessage): Promise<Response> {
  try {
    const response = await post(settings, message);
    if (response.status !== 503 && response.status !== 429) return response;
  } catch (error) {
    if (!isNotConnected(error)) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, CARRIER_LIMITS.retryAfterMs));
  return post(settings, message);
}

/**
 * Sends a message with the HTTP API of ThaiBulkSMS (`POST /sms`, form-encoded, Basic authorization).
 *
 * @throws {ApiError} `otp_connection`, `otp_unknown`
 */
export async function sendByCarrier(
  settings: SmsSettings,
  logger: Logger,
  message: TextMessage,
): Promise<void> {
  if (settings.url === '') {
    logger.error('text message not sent: SMS_URL is not set');
    throw new ApiError('otp_connection');
  }
  let status: number;
  let body: unknown;
  try {
    const response = await sendWithRetry(settings, message);
    status = response.status;
    body = await response.json().catch(() => null);
  } catch (error) {
    logger.error({ err: error }, 'SMS carrier unreachable');
    throw new ApiError('otp_connection', { cause: error });
  }
  if (status < 300 && Accepted.safeParse(body).success) return;
  // The log contains neither the phone nor the text, which are personal data.
  const reason = Refused.safeParse(body).data?.error;
  logger.error({ status, reason }, 'SMS carrier refused a message');
  throw new ApiError(status >= 500 || status === 429 ? 'otp_connection' : 'otp_unknown');
}
