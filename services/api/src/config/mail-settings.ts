import { variableGroup } from '@sangwian/node-kit/environment';
import type { z } from 'zod';

/** User and password of the sandbox's SMTP server. A real server refuses them. */
const SANDBOX_USER = 'sandbox';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The SMTP server; `null` if no mails are sent. */
export const MailSettings = variableGroup(['SMTP_URL', 'MAIL_FROM'])
  .refine(
    (values) => values?.isProduction !== true || new URL(values.SMTP_URL).username !== SANDBOX_USER,
    { path: ['SMTP_URL'], error: 'is that of the sandbox' },
  )
  .transform(
    (values) =>
      values && {
        url: values.SMTP_URL,
        /** A server on this machine needs no encryption. */
        isLoopback: LOOPBACK.test(new URL(values.SMTP_URL).hostname),
        /** The sender, such as `Sangwian <no-reply@example.com>`. */
        from: values.MAIL_FROM,
        /** The domain of the sender, for message ids. */
        domain: /@([^@>\s]+)>?$/.exec(values.MAIL_FROM)?.[1] ?? 'localhost',
      },
  );
export type MailSettings = z.output<typeof MailSettings>;
