import type { OperatorPartner } from '@sangwian/contract/endpoints/operator/partners';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { PartnerDesk, PartnerRow } from '../../identity/partners/partners.module.ts';
import type { CatalogueChanged } from './catalogue-parts.ts';

const present = ({ created_at, keys, ...row }: PartnerRow): OperatorPartner => ({
  ...row,
  created_at: created_at.toISOString(),
  keys: keys.map((key) => ({ ...key, created_at: key.created_at.toISOString() })),
});

/** Returns a partner's values for the audit. */
const auditOf = (row: PartnerRow) => ({
  name: row.name,
  active: row.active,
  satang_per_day_max: row.satang_per_day_max,
  member_satang_per_day_max: row.member_satang_per_day_max,
});

/** Creates the handlers of partners and their keys. */
export function createPartnerHandlers(partners: PartnerDesk, changed: CatalogueChanged): Handlers {
  return {
    'GET /operator/partner': async () => ({ data: (await partners.list()).map(present) }),
    'POST /operator/partner': async ({ body, staff, audit }) => {
      const { map_system_id: id, ...values } = body;
      audit?.note({ subjectType: 'partner', subjectId: id });
      const row = await partners.create(id, { ...values, active: true }, staff.name);
      audit?.note({ after: auditOf(row) });
      changed(id);
      return { data: present(row) };
    },
    'PUT /operator/partner/{map_system_id}': async ({ params, body, staff, audit }) => {
      const { map_system_id: id } = params;
      const { reason, ...edit } = body;
      audit?.note({ subjectType: 'partner', subjectId: id, reason });
      const { before, after } = await partners.change(id, { ...edit, actor: staff.name });
      audit?.note({ before: auditOf(before), after: auditOf(after) });
      changed(id);
      return { data: present(after) };
    },
    'POST /operator/partner/{map_system_id}/key': async ({ params, body, staff, audit }) => {
      const { map_system_id: id } = params;
      const { key_id: keyId, public_jwk: publicJwk, reason } = body;
      audit?.note({ subjectType: 'partner', subjectId: id, reason, after: { key: keyId } });
      const { partner, privateJwk } = await partners.addKey(id, {
        ...{ keyId, publicJwk },
        actor: staff.name,
      });
      changed(id);
      return { data: { partner: present(partner), private_jwk: privateJwk } };
    },
    'PUT /operator/partner/{map_system_id}/key/{key_id}': async ({
      params,
      body,
      staff,
      audit,
    }) => {
      const { map_system_id: id, key_id: keyId } = params;
      const { active, reason } = body;
      audit?.note({
        ...{ subjectType: 'partner', subjectId: id, reason },
        after: { key: keyId, active },
      });
      const row = await partners.setKey(id, { keyId, active, actor: staff.name });
      changed(id);
      return { data: present(row) };
    },
  };
}
