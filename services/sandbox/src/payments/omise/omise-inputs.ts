import { z } from 'zod';
import type { NestedFields } from '../nested-form.ts';
import { OmiseRefusal } from './omise-refusal.ts';
import { AMOUNT_LIMITS, SOURCE_TYPES } from './source-types.ts';
import { brandOf, isCardNumber } from './test-cards.ts';

/** In forms, numbers and booleans are strings. */
const whole = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+$/)
      .transform(Number),
  ])
  .pipe(z.number().int());
const truth = z.union([
  z.boolean(),
  z.enum(['true', 'false']).transform((text) => text === 'true'),
]);
const text = z.string().max(2_000);
const metadata = z.record(z.string(), z.unknown()).default({});
const blankIsAbsent = <T extends z.ZodType>(inner: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), inner);

const TokenBody = z.object({
  card: z.object({
    name: text.default(''),
    number: z.union([z.string(), z.number().transform(String)]).default(''),
    expiration_month: whole.catch(0),
    expiration_year: whole.catch(0),
    security_code: blankIsAbsent(z.union([z.string(), z.number().transform(String)]).optional()),
  }),
});

const SourceBody = z.object({
  type: text,
  amount: whole.optional(),
  currency: text.optional(),
  phone_number: blankIsAbsent(text.optional()),
});

const ChargeBody = z.object({
  amount: whole.optional(),
  currency: text.optional(),
  card: blankIsAbsent(text.optional()),
  source: z.union([blankIsAbsent(text.optional()), SourceBody]),
  customer: blankIsAbsent(text.optional()),
  description: blankIsAbsent(text.optional()),
  metadata,
  capture: truth.default(true),
  return_uri: blankIsAbsent(text.optional()),
  ip: blankIsAbsent(text.optional()),
  expires_at: blankIsAbsent(text.optional()),
});

const RefundBody = z.object({
  amount: whole.optional(),
  metadata,
  void: truth.default(false),
});

export type SourceInput = z.infer<typeof SourceBody>;
export type ChargeInput = z.infer<typeof ChargeBody>;
export type RefundInput = z.infer<typeof RefundBody>;

export type Fields = NestedFields | Record<string, unknown>;

function parse<T extends z.ZodType>(schema: T, fields: Fields): z.infer<T> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new OmiseRefusal(400, 'bad_request', `${issue?.path.join('.') || 'body'} is invalid`);
}

export const readCharge = (fields: Fields): ChargeInput => parse(ChargeBody, fields);
export const readSource = (fields: Fields): SourceInput => parse(SourceBody, fields);
export const readRefund = (fields: Fields): RefundInput => parse(RefundBody, fields);

/** A card with a valid number and date. */
export interface CardInput {
  readonly name: string;
  readonly number: string;
  readonly brand: string;
  readonly expiration_month: number;
  readonly expiration_year: number;
}

/** @throws {OmiseRefusal} `invalid_card` with all errors in one sentence, as Omise does */
export function readCard(fields: Fields, now: Date): CardInput {
  const { card } = parse(TokenBody, fields);
  const number = card.number.replace(/[\s-]/g, '');
  const year = card.expiration_year < 100 ? card.expiration_year + 2000 : card.expiration_year;
  const month = card.expiration_month;
  const brand = isCardNumber(number) ? brandOf(number) : null;
  const wrong: string[] = [];
  if (card.name.trim() === '') wrong.push("name can't be blank");
  const isMonth = month >= 1 && month <= 12;
  if (!isMonth) wrong.push('expiration month is not between 1 and 12');
  else if (Date.UTC(year, month) <= now.getTime()) {
    wrong.push('expiration date cannot be in the past');
  }
  if (!isCardNumber(number)) wrong.push('number is invalid');
  if (brand === null) wrong.push('brand not supported (unknown)');
  if (card.security_code !== undefined && !/^\d{3,4}$/.test(card.security_code)) {
    wrong.push('security code is invalid');
  }
  if (wrong.length > 0 || brand === null) {
    throw new OmiseRefusal(400, 'invalid_card', joinWords(wrong));
  }
  return { name: card.name, number, brand, expiration_month: month, expiration_year: year };
}

function joinWords(words: readonly string[]): string {
  if (words.length <= 2) return words.join(' and ');
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`;
}

const tooLittle = (satang: number): OmiseRefusal =>
  new OmiseRefusal(
    400,
    'invalid_amount',
    `amount must be greater than or equal to ฿${satang / 100} (${satang} satangs)`,
  );

const tooMuch = (satang: number): OmiseRefusal =>
  new OmiseRefusal(
    400,
    'invalid_amount',
    `amount must be less than or equal to ฿${satang / 100} (${satang} satangs)`,
  );

/** @throws {OmiseRefusal} for an unsupported amount or currency */
export function checkAmount(
  amount: number | undefined,
  currency: string | undefined,
  sourceType?: string,
): number {
  if (currency?.toUpperCase() !== 'THB') {
    throw new OmiseRefusal(400, 'invalid_charge', 'currency is currently not supported');
  }
  const { satangMin, satangMax } = AMOUNT_LIMITS;
  const most = SOURCE_TYPES[sourceType ?? '']?.satangMax ?? satangMax;
  if (amount === undefined) throw new OmiseRefusal(400, 'invalid_amount', 'amount is not a number');
  if (amount < satangMin) throw tooLittle(satangMin);
  if (amount > most) throw tooMuch(most);
  return amount;
}

/** @throws {OmiseRefusal} for an unknown source type, or one without the required phone number */
export function checkSource({ type, phone_number }: SourceInput): void {
  if (!Object.hasOwn(SOURCE_TYPES, type)) {
    throw new OmiseRefusal(400, 'bad_request', `type ${type} is currently not supported`);
  }
  if (type === 'truemoney' && !/^(\+66|0)\d{9}$/.test(phone_number ?? '')) {
    throw new OmiseRefusal(400, 'bad_request', 'phone_number is invalid');
  }
}
