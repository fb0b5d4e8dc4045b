import type { ResponseOf } from '@sangwian/contract/contract';
import { useQuery } from '@tanstack/react-query';
import { staffQuery } from '../api/staff-query.ts';

export type ChatView = ResponseOf<'GET /operator/chat'>['data'];
export type FeedLine = ChatView['lines'][number];
export type HeldLine = ChatView['held'][number];

/** The chat of the live in progress, as moderators see it. Changes on the server read it again. */
export const useChat = () => useQuery(staffQuery('GET /operator/chat', { query: {} }, 'chat'));
