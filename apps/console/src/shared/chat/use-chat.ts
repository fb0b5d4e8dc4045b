import type { ResponseOf } from '@sangwian/contract/contract';
import { useQuery } from '@tanstack/react-query';
import { staffQuery } from '../api/staff-query.ts';

export type ChatView = ResponseOf<'GET /operator/chat'>['data'];
export type FeedLine = ChatView['lines'][number];
export type HeldLine = ChatView['held'][number];

/** Reads the chat of the live in progress as moderators see it. Changes on the server trigger a new read. */
export const useChat = () => useQuery(staffQuery('GET /operator/chat', { query: {} }, 'chat'));
