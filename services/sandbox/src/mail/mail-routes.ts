import type { FastifyInstance } from 'fastify';
import { renderMailbox, renderReceivedMail } from './mail-page.ts';
import type { Mailbox } from './mailbox.ts';

/** Adds the pages of the mailbox, and its list for scripts. */
export function addMail(server: FastifyInstance, mailbox: Mailbox): void {
  server.get<{ Querystring: { to?: unknown } }>('/sandbox/mail', async (request, reply) => {
    const { to } = request.query;
    if (typeof to === 'string') return mailbox.list(to);
    const isScript = request.headers.accept?.includes('application/json') ?? false;
    if (isScript) return mailbox.list();
    return reply.type('text/html; charset=utf-8').send(renderMailbox(mailbox.list()));
  });
  server.get<{ Params: { id: string } }>('/sandbox/mail/:id', async (request, reply) => {
    const mail = mailbox.find(request.params.id);
    if (mail === undefined) return reply.code(404).send({ error: 'no such mail' });
    return reply.type('text/html; charset=utf-8').send(renderReceivedMail(mail));
  });
}
