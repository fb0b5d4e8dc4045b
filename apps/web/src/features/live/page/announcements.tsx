import { lazy, Suspense } from 'react';
import { useStorePart } from '../../../shared/store.ts';
import type { Chat } from '../../chat/chat.ts';
import { NO_CHAT } from '../../chat/chat-snapshot.ts';

const LazyLine = lazy(async () => ({
  default: (await import('./announcement-line.tsx')).AnnouncementLine,
}));

/** Shows the operators' announcements over the video. The code is loaded with the first announcement. */
export function Announcements({ chat }: { readonly chat: Chat }) {
  const announcement = useStorePart(chat.snapshot, NO_CHAT, (snapshot) => snapshot.announcement);
  return (
    <div role="status">
      <Suspense>
        {announcement === null ? null : (
          <LazyLine key={announcement.announcement_id} announcement={announcement} />
        )}
      </Suspense>
    </div>
  );
}
