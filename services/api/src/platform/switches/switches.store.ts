import type {
  OperatorNotice,
  OperatorSwitch,
} from '@sangwian/contract/endpoints/operator/switches';
import { SwitchName } from '@sangwian/contract/endpoints/site';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../schema/database.ts';
import type { SwitchBoard } from './switch-rules.ts';
import type { SwitchTables } from './switches.tables.ts';

const presentSwitch = (row: Selectable<SwitchTables['site_switch']>): OperatorSwitch => ({
  name: row.name,
  on: row.is_on,
  reason:
    row.reason_th === null || row.reason_en === null
      ? null
      : { th: row.reason_th, en: row.reason_en },
  version: row.version,
  by: row.updated_by,
  at: row.updated_at.toISOString(),
});

const presentNotice = (row: Selectable<SwitchTables['site_notice']>): OperatorNotice => ({
  text: row.text_th === null || row.text_en === null ? null : { th: row.text_th, en: row.text_en },
  level: row.level,
  from: row.shown_from?.toISOString() ?? null,
  until: row.shown_until?.toISOString() ?? null,
  version: row.version,
  by: row.updated_by,
  at: row.updated_at.toISOString(),
});

/** A change that applies only to a row with this version. */
export interface Edit {
  readonly version: number;
  readonly actor: string;
  readonly now: Date;
}

/** Rows of the switches and of the notice. */
export class SwitchStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async read(): Promise<SwitchBoard> {
    const [rows, notice] = await Promise.all([
      this.#db.selectFrom('site_switch').selectAll().execute(),
      this.#db.selectFrom('site_notice').selectAll().executeTakeFirstOrThrow(),
    ]);
    const order = SwitchName.options;
    return {
      switches: rows
        .map(presentSwitch)
        .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name)),
      notice: presentNotice(notice),
    };
  }

  /** Sets a switch. Returns `undefined` if the row has a different version. */
  async setSwitch(
    name: SwitchName,
    reason: { readonly th: string; readonly en: string } | null,
    { version, actor, now }: Edit,
  ): Promise<OperatorSwitch | undefined> {
    const row = await this.#db
      .updateTable('site_switch')
      .set({
        is_on: reason === null,
        reason_th: reason?.th ?? null,
        reason_en: reason?.en ?? null,
        version: version + 1,
        updated_by: actor,
        updated_at: now,
      })
      .where('name', '=', name)
      .where('version', '=', version)
      .returningAll()
      .executeTakeFirst();
    return row && presentSwitch(row);
  }

  /** Sets the notice. Returns `undefined` if the row has a different version. */
  async setNotice(
    { text, level, from, until }: Pick<OperatorNotice, 'text' | 'level' | 'from' | 'until'>,
    { version, actor, now }: Edit,
  ): Promise<OperatorNotice | undefined> {
    const row = await this.#db
      .updateTable('site_notice')
      .set({
        text_th: text?.th ?? null,
        text_en: text?.en ?? null,
        level,
        shown_from: from === null ? null : new Date(from),
        shown_until: until === null ? null : new Date(until),
        version: version + 1,
        updated_by: actor,
        updated_at: now,
      })
      .where('version', '=', version)
      .returningAll()
      .executeTakeFirst();
    return row && presentNotice(row);
  }
}
