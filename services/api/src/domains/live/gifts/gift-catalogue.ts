import { randomInt } from 'node:crypto';
import type { GiftEffect, OperatorGift } from '@sangwian/contract/endpoints/operator/catalogue';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { staleEdit } from '../../../platform/http/stale-edit.ts';
import type { Database } from '../../../schema/database.ts';

/** The fields of a gift that an operator can set. */
export interface GiftValues {
  readonly name: { readonly th: string; readonly en: string };
  readonly coins: number;
  /** The name of the gift's drawing. */
  readonly drawing: string;
  readonly effect: GiftEffect;
  readonly offered: boolean;
}

/** The operators' view of the gifts. Every change is pushed to the open pages of fans on all nodes. */
export interface GiftCatalogue {
  /** Returns all gifts in the order in which fans see them. */
  list(): Promise<readonly OperatorGift[]>;
  /** Adds a gift at the end of the list. @throws {ApiError} `request_invalid` if there are too many gifts */
  create(values: GiftValues, actor: string): Promise<OperatorGift>;
  /**
   * Changes a gift. Gifts that were already sent keep their price.
   *
   * @throws {ApiError} `gift_not_found`, `edit_stale`
   */
  change(
    giftId: string,
    edit: GiftValues & { readonly version: number; readonly actor: string },
  ): Promise<{ readonly before: OperatorGift; readonly after: OperatorGift }>;
  /**
   * Sets the order.
   *
   * @throws {ApiError} `edit_stale` if the current order is not `seenIds`; `request_invalid` if the ids are not
   *   those of the current gifts
   */
  reorder(edit: {
    readonly giftIds: readonly string[];
    readonly seenIds: readonly string[];
    readonly actor: string;
  }): Promise<{
    readonly before: readonly OperatorGift[];
    readonly after: readonly OperatorGift[];
  }>;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SLUG_LETTERS = 16;

const present = (row: Selectable<Database['gift']>): OperatorGift => ({
  gift_id: row.gift_id,
  name: { th: row.name_th, en: row.name_en },
  coins: row.price_coins,
  drawing: row.picture ?? row.slug,
  effect: row.effect,
  offered: row.offered,
  version: row.version,
  updated_by: row.updated_by,
});

const columnsOf = ({ name, coins, drawing, effect, offered }: GiftValues) => ({
  name_th: name.th,
  name_en: name.en,
  price_coins: coins,
  picture: drawing,
  effect,
  offered,
});

/** Returns the key of a new gift. Only gifts of an earlier release use the key to find their drawing. */
const makeSlug = (): string =>
  `gift-${Array.from({ length: SLUG_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

const allGifts = (on: Kysely<Database>) =>
  on
    .selectFrom('gift')
    .selectAll()
    .orderBy('position')
    .orderBy('price_coins')
    .orderBy('slug')
    .limit(LIMITS.giftsMax);

async function addGift(trx: Transaction<Database>, values: GiftValues, actor: string) {
  // Locked, because concurrent creations would get the same position and could exceed the limit.
  const rows = await allGifts(trx).forUpdate().execute();
  if (rows.length >= LIMITS.giftsMax) {
    throw new ApiError('request_invalid', {
      details: [{ path: 'body', message: `there are ${LIMITS.giftsMax} gifts at the most` }],
    });
  }
  return trx
    .insertInto('gift')
    .values({
      ...columnsOf(values),
      slug: makeSlug(),
      position: Math.max(0, ...rows.map(({ position }) => position)) + 1,
      updated_by: actor,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Creates the operators' view of the gifts.
 *
 * @param changed publishes the gifts on offer, after each commit
 */
export function createGiftCatalogue(
  db: Kysely<Database>,
  changed: () => Promise<void>,
): GiftCatalogue {
  const inTransaction = async <Value>(
    work: (trx: Transaction<Database>) => Promise<Value>,
  ): Promise<Value> => {
    const value = await db.transaction().execute(work);
    await changed();
    return value;
  };
  return {
    list: async () => (await allGifts(db).execute()).map(present),
    create: async (values, actor) =>
      present(await inTransaction((trx) => addGift(trx, values, actor))),
    change: (giftId, { version, actor, ...values }) =>
      inTransaction(async (trx) => {
        const row = await trx
          .selectFrom('gift')
          .selectAll()
          .where('gift_id', '=', giftId)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (row === undefined) throw new ApiError('gift_not_found');
        const before = present(row);
        if (row.version !== version) throw staleEdit(before, values, row.updated_by);
        const after = await trx
          .updateTable('gift')
          .set({ ...columnsOf(values), version: version + 1, updated_by: actor })
          .where('gift_id', '=', giftId)
          .returningAll()
          .executeTakeFirstOrThrow();
        return { before, after: present(after) };
      }),
    reorder: ({ giftIds, seenIds, actor }) =>
      inTransaction(async (trx) => {
        const before = (await allGifts(trx).forUpdate().execute()).map(present);
        const known = before.map(({ gift_id }) => gift_id);
        if (known.join() !== seenIds.join()) {
          const moved = before.find(({ gift_id }, place) => gift_id !== seenIds[place]);
          throw new ApiError('edit_stale', {
            details: [{ path: 'by', message: moved?.updated_by ?? '' }],
          });
        }
        if ([...known].sort().join() !== [...giftIds].sort().join()) {
          throw new ApiError('request_invalid', {
            details: [{ path: 'body.gift_ids', message: 'has to contain every gift once' }],
          });
        }
        await sql`
          update gift set position = place.number, updated_by = ${actor}
          from unnest(${[...giftIds]}::uuid[]) with ordinality as place (gift_id, number)
          where place.gift_id = gift.gift_id and gift.position <> place.number
        `.execute(trx);
        return { before, after: (await allGifts(trx).execute()).map(present) };
      }),
  };
}
