import { useLingui } from '@lingui/react/macro';
import { NoticeList } from '../notices/notice-list.tsx';
import { Section } from './section.tsx';

/** Half a screen of a phone. */
const PAGE_MAX = 5;

/** The member's notices: coins that came back, results of followed fighters, orders and reminders. */
export function NoticesSection() {
  const { t } = useLingui();
  return (
    <Section
      title={t`Notices`}
      text={t`Refunds, results of fighters you follow, orders and reminders.`}
    >
      <NoticeList pageMax={PAGE_MAX} />
    </Section>
  );
}
