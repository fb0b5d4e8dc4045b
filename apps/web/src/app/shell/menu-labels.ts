import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { MenuGroupKey, MenuLinkKey, TabKey } from './menu.ts';

export const MENU_LABELS: Record<MenuLinkKey | MenuGroupKey, MessageDescriptor> = {
  live: msg`Live`,
  replays: msg`Replays`,
  news: msg`News`,
  highlights: msg`Highlights`,
  program: msg`Program`,
  fighter: msg`Fighter`,
  game: msg`Game`,
  download: msg`Download`,
};

export const TAB_LABELS: Record<TabKey, MessageDescriptor> = {
  home: msg`Home`,
  live: msg`Live`,
  program: msg`Program`,
  predict: msg`Predict`,
  wallet: msg`Wallet`,
  news: msg`News`,
  download: msg`Download`,
  me: msg`Me`,
};
