import type { Coming } from '@sangwian/contract/coming';
import type { Operation } from '@sangwian/contract/contract';
import type { Endpoint } from '@sangwian/contract/endpoint';
import { type Caller, type Due, REFUSED, type Row } from './caller-rows.ts';
import { COIN_ROWS } from './coin-rows.ts';
import { LIVE_ROWS } from './live-rows.ts';
import { MEMBER_ROWS } from './member-rows.ts';
import { PARTNER_ROWS } from './partner-rows.ts';
import { PAYMENT_ROWS } from './payment-rows.ts';
import { PREDICT_ROWS } from './predict-rows.ts';

type StaffOperation = Extract<Operation, `${string} /operator/${string}`>;

/** Whether the endpoint is for staff. Such endpoints have no row, because `staff-callers.db.test.ts` calls them. */
export const isForStaff = (operation: string): operation is StaffOperation =>
  operation.includes(' /operator/');

/** One row for each endpoint that is not for staff. */
export const ROWS: Record<Exclude<Operation, Coming | StaffOperation>, Row> = {
  ...MEMBER_ROWS,
  ...PARTNER_ROWS,
  ...LIVE_ROWS,
  ...COIN_ROWS,
  ...PAYMENT_ROWS,
  ...PREDICT_ROWS,
};

/** Returns the response that a caller of an endpoint has to get. */
export const dueOf = ({ due, but = {} }: Row, { identity }: Endpoint, caller: Caller): Due =>
  but[caller] ?? (identity === 'member' ? REFUSED[caller] : undefined) ?? due;
