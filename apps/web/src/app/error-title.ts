import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { describeError } from './describe-error.ts';

/** Returns the title of an error page: the message of the error, or the translated not-found message. */
export function errorTitle(i18n: I18n, error: unknown): string {
  const { status, message } = describeError(error);
  if (status === 404) return i18n._(msg`This page could not be found`);
  return message ?? i18n._(msg`An error occurred.`);
}
