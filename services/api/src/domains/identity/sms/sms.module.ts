import type { Logger } from '@sangwian/node-kit/logger';
import type { SmsSettings } from '../../../config/otp-settings.ts';
import { sendByCarrier, type TextMessage } from './send-by-carrier.ts';

export interface Sms {
  /**
   * Sends a message through the SMS carrier.
   *
   * @throws {ApiError} `otp_connection`: the carrier is unreachable or not configured; `otp_unknown`: the carrier
   *   refused the message
   */
  send(message: TextMessage): Promise<void>;
}

export function createSms(settings: SmsSettings, logger: Logger): Sms {
  return { send: (message) => sendByCarrier(settings, logger, message) };
}
