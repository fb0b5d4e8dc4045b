import type { OperatorGift } from '@sangwian/contract/endpoints/operator/catalogue';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { GiftCatalogue } from '../../live/gifts/gifts.module.ts';
import type { CatalogueChanged } from './catalogue-parts.ts';

/** Returns a gift's values for the audit. */
const auditOf = ({ name, coins, drawing, effect, offered }: OperatorGift) => ({
  name_th: name.th,
  name_en: name.en,
  coins,
  drawing,
  effect,
  offered,
});

/** Creates the handlers of gifts. */
export function createGiftHandlers(gifts: GiftCatalogue, changed: CatalogueChanged): Handlers {
  return {
    'GET /operator/gift': async () => ({ data: [...(await gifts.list())] }),
    'POST /operator/gift': async ({ body, staff, audit }) => {
      const data = await gifts.create(body, staff.name);
      audit?.note({ subjectType: 'gift', subjectId: data.gift_id, after: auditOf(data) });
      changed(data.gift_id);
      return { data };
    },
    'PUT /operator/gift/{gift_id}': async ({ params, body, staff, audit }) => {
      const { gift_id: giftId } = params;
      const { reason, ...edit } = body;
      audit?.note({ subjectType: 'gift', subjectId: giftId, reason });
      const { before, after } = await gifts.change(giftId, { ...edit, actor: staff.name });
      audit?.note({ before: auditOf(before), after: auditOf(after) });
      changed(giftId);
      return { data: after };
    },
    'PUT /operator/gift/order': async ({ body, staff, audit }) => {
      const namesOf = (list: readonly OperatorGift[]) => ({
        order: list.map(({ name }) => name.en).join(', '),
      });
      const { gift_ids: giftIds, seen_ids: seenIds, reason } = body;
      audit?.note({ subjectType: 'gift', reason });
      const { before, after } = await gifts.reorder({ giftIds, seenIds, actor: staff.name });
      audit?.note({ before: namesOf(before), after: namesOf(after) });
      changed();
      return { data: [...after] };
    },
  };
}
