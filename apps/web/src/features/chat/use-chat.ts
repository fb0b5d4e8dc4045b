import { createStore, useStore } from '../../shared/store.ts';
import type { Chat } from './chat.ts';
import { type ChatSnapshot, NO_CHAT } from './chat-snapshot.ts';

const EMPTY = createStore(NO_CHAT);

export const useChatSnapshot = (chat: Chat | null): ChatSnapshot =>
  useStore(chat?.snapshot ?? EMPTY, NO_CHAT);
