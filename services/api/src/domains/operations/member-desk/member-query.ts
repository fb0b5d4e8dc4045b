import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import { type RawBuilder, sql } from 'kysely';
import { parsePhone } from '../../identity/members/members.module.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The beginning of an id, as the console shows it: at least eight hexadecimal digits. */
const ID_PREFIX = /^[0-9a-f]{8}[0-9a-f-]{0,27}$/;
const PHONE = /^\+?[\d\s().-]+$/;
/** Fewer digits match too many members to be searched as a phone. */
const PHONE_DIGITS_MIN = 4;

const toLatinDigits = (text: string): string =>
  text.replace(/[๐-๙]/g, (digit) => String('๐๑๒๓๔๕๖๗๘๙'.indexOf(digit)));

const startsWith = (column: RawBuilder<unknown>, prefix: string): RawBuilder<unknown> =>
  sql`${column} like ${`${prefix.replace(/[\\%_]/g, '\\$&')}%`}`;

/** Returns the prefix of the stored E.164 numbers that a typed phone matches. */
function phonePrefixOf(text: string): string | null {
  if (!PHONE.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  if (digits.length < PHONE_DIGITS_MIN) return null;
  if (text.startsWith('+')) return `+${digits}`;
  return digits.startsWith('0') ? `+66${digits.slice(1)}` : `+${digits}`;
}

function idCondition(text: string): RawBuilder<unknown> | null {
  if (UUID.test(text)) return sql`member.member_id = ${text}::uuid`;
  if (!ID_PREFIX.test(text)) return null;
  const digits = text.replaceAll('-', '');
  const [low, high] = ['0', 'f'].map((fill) => digits.padEnd(32, fill));
  return sql`member.member_id between ${low}::uuid and ${high}::uuid`;
}

/** A condition on members, and whether the condition can match deleted members. */
export interface MemberCondition {
  readonly condition: RawBuilder<unknown>;
  readonly findsDeleted: boolean;
}

const textOf = (typed: string): string =>
  toLatinDigits(normalizeText(typed, 'NFC').trim().toLowerCase());

/** Returns the condition of a complete id or a complete phone, in any spelling. It matches at most one member. */
export function exactConditionOf(typed: string): MemberCondition {
  const text = textOf(typed);
  if (UUID.test(text))
    return { condition: sql`member.member_id = ${text}::uuid`, findsDeleted: true };
  return { condition: sql`member.phone = ${parsePhone(text)}`, findsDeleted: false };
}

/**
 * Returns the condition of a typed search: an id, a phone, an e-mail address, or a name from its beginning.
 *
 * @param mayReadPhones if false, only complete phones and e-mail addresses match, so that staff cannot guess a number
 * digit by digit
 */
export function conditionOf(typed: string, mayReadPhones: boolean): MemberCondition {
  const text = textOf(typed);
  const id = idCondition(text);
  // Eight digits may be both a phone and the beginning of an id.
  const conditions = id === null ? [] : [id];
  const phone = mayReadPhones ? phonePrefixOf(text) : null;
  const wholePhone = parsePhone(text);
  if (wholePhone !== null) conditions.push(sql`member.phone = ${wholePhone}`);
  else if (phone !== null) conditions.push(startsWith(sql`member.phone`, phone));
  if (text.includes('@')) {
    conditions.push(
      mayReadPhones
        ? startsWith(sql`lower(member.email)`, text)
        : sql`lower(member.email) = ${text}`,
    );
  }
  if (conditions.length === 0) {
    const name = text.replace(/\s+/g, ' ');
    conditions.push(
      sql`(member.deleted_at is null and (
        ${startsWith(sql`lower(member.first_name || ' ' || member.last_name)`, name)}
        or ${startsWith(sql`lower(member.last_name)`, name)}))`,
    );
  }
  return { condition: sql`(${sql.join(conditions, sql` or `)})`, findsDeleted: id !== null };
}
