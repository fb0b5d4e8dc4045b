import type { FastifyInstance } from 'fastify';
import { generateSync } from 'otplib';
import { escapeHtml, renderPage } from '../mail/mail-page.ts';
import type { StaffAccount } from '../run-settings.ts';

/** Lifetime of a code, as in the API. */
const PERIOD_S = 30;

interface StaffCode {
  readonly role: string;
  readonly email: string;
  readonly password: string;
  /** The current code of six digits. */
  readonly code: string;
  readonly seconds_left: number;
}

/** Computes the current codes of the sample staff, as their authenticator apps would. */
export function codesOf(accounts: readonly StaffAccount[], now: Date): StaffCode[] {
  const epoch = Math.floor(now.getTime() / 1_000);
  return accounts.map(({ role, email, password, totp_secret: secret }) => ({
    role,
    email,
    password,
    code: generateSync({ secret, epoch }),
    seconds_left: PERIOD_S - (epoch % PERIOD_S),
  }));
}

const item = ({ role, email, password, code }: StaffCode): string =>
  `<li><div class="of"><span>${escapeHtml(role)}</span><span>${escapeHtml(email)} · <code>${escapeHtml(password)}</code></span></div>` +
  `<p class="code">${escapeHtml(code)}</p></li>`;

/** Adds the page with the current codes of the sample staff. The page reloads when the codes change. */
export function addStaffCodes(
  server: FastifyInstance,
  accounts: readonly StaffAccount[],
  now: () => Date,
): void {
  server.get('/sandbox/staff-codes', async (request, reply) => {
    const codes = codesOf(accounts, now());
    if (request.headers.accept?.includes('application/json') ?? false) return codes;
    const left = codes[0]?.seconds_left ?? PERIOD_S;
    const content =
      '<h1>Codes of the sample staff</h1><p class="note">The present code of each sample account of the console, as an authenticator app would show it. A code can be used once; the page reloads when the next ones are due.</p>' +
      (codes.length === 0
        ? '<p>There are no sample accounts in <code>run.json</code>.</p>'
        : `<p>New codes in ${left} s.</p><ol>${codes.map(item).join('')}</ol>`) +
      '<p><a href="/sandbox/">Back to the sandbox</a></p>';
    return reply.type('text/html; charset=utf-8').send(renderPage('Staff codes', content, left));
  });
}
