import { createFightersModule } from './domains/sport/fighters/fighters.module.ts';
import { createFollowsModule } from './domains/sport/follows/follows.module.ts';
import { createNoticesModule } from './domains/sport/notices/notices.module.ts';
import { createPredictModule } from './domains/sport/predict/predict.module.ts';
import { createProgramModule } from './domains/sport/programme/programme.module.ts';
import { createPush, createPushModule } from './domains/sport/push/push.module.ts';
import { createRemindersModule } from './domains/sport/reminders/reminders.module.ts';
import { createSearchModule } from './domains/sport/search/search.module.ts';
import type { Identity } from './identity.compose.ts';
import type { Platform } from './platform.compose.ts';

/** Creates the modules of cards, fighters, the prediction game and reminders. */
export function composeSport(platform: Platform, { members, sessions }: Identity) {
  const { config, db, bus, clock, counters, logger, publicUrl, reads, switches } = platform;
  const base = { db, bus, clock, logger };
  const push = createPush(db, clock);
  const reminders = createRemindersModule({ ...base, push });
  const predict = createPredictModule({ ...base, members, switches });
  const follows = createFollowsModule(base);
  const notices = createNoticesModule(base);
  const { present } = reminders;
  return {
    push,
    reminders,
    predict,
    follows,
    notices,
    modules: [
      createProgramModule({ clock, publicUrl, reads }),
      reminders,
      createPushModule({ ...base, sessions, settings: config.push, present }),
      createFightersModule({ ...base, reads }),
      createSearchModule({ clock, reads, counters }),
      predict,
      follows,
      notices,
    ],
  };
}

export type Sport = ReturnType<typeof composeSport>;
