import type { Logger } from '@sangwian/node-kit/logger';
import { sendByCarrier, type TextMessage } from './send-by-carrier.ts';
import type { SmsSettings } from './sms-settings.ts';

/** Text messages to phones. */
export interface Sms {
  /**
   * Hands a message to the carrier.
   *
   * @throws {ApiError} `otp_connection`: the carrier cannot be reached, or there is none; `otp_unknown`: it will not
   *   have the message
   */
  send(message: TextMessage): Promise<void>;
}

/** Messages by the carrier of the configuration. */
export function createSms(settings: SmsSettings, logger: Logger): Sms {
  return { send: (message) => sendByCarrier(settings, logger, message) };
}
