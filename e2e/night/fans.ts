import type { Page } from '@playwright/test';
import { type NewMember, registerMember } from '../support/new-member.ts';
import type { Night } from './site.ts';

/** A member with a browser. */
export interface Viewer {
  readonly member: NewMember;
  readonly page: Page;
}

/** The fans of the evening: one fan of each corner, and a cheat, who is banned. */
export interface Fans {
  readonly red: Viewer;
  readonly blue: Viewer;
  readonly cheat: Viewer;
}

async function arrive({ run, open }: Night): Promise<Viewer> {
  const member = await registerMember(run);
  return { member, page: await open({ fan: member }) };
}

/** Registers the fans, each in a separate browser. */
export const welcomeFans = async (night: Night): Promise<Fans> => ({
  red: await arrive(night),
  blue: await arrive(night),
  cheat: await arrive(night),
});

/** Returns the coins of a fan. */
export const balanceOf = async ({ member }: Viewer): Promise<number> =>
  (await member.call('GET /auth/member/wallet', { query: { member_id: member.memberId } })).data
    .balance;
