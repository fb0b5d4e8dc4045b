import { Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import type { OperatorSwitch } from '@sangwian/contract/endpoints/operator/switches';
import { useQuery } from '@tanstack/react-query';
import { Power, PowerOff } from 'lucide-react';
import { useState } from 'react';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel, PanelBody } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { QueryView } from '../../shared/ui/states.tsx';
import { FansPreview } from './fans-preview.tsx';
import { type SwitchTexts, useSwitchTexts } from './names.ts';
import { NoticePanel } from './notice-panel.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import styles from './switches-place.module.css';

/** Switches: the parts of the site that can be switched off with a reason, and the notice above every page. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(staffQuery('GET /operator/switches', {}, 'switches'));
  const off = query.data?.switches.filter(({ on }) => !on).length ?? 0;
  return (
    <>
      <BarContent title={t`Switches`}>
        {off > 0 ? (
          <Chip tone="warn" icon={PowerOff}>
            <Trans>{off} off</Trans>
          </Chip>
        ) : null}
      </BarContent>
      <div className={styles.place}>
        <QueryView query={query} rows={8}>
          {(board) => <Board board={board} />}
        </QueryView>
      </div>
    </>
  );
}

interface BoardProps {
  readonly board: ResponseOf<'GET /operator/switches'>['data'];
}

function Board({ board: { switches, notice, effects } }: BoardProps) {
  const texts = useSwitchTexts(effects);
  return (
    <div className={styles.board}>
      {switches.map((row) => (
        <SwitchPanel key={row.name} row={row} texts={texts[row.name]} />
      ))}
      {notice === null ? null : <NoticePanel notice={notice} />}
    </div>
  );
}

interface SwitchPanelProps {
  readonly row: OperatorSwitch;
  readonly texts: SwitchTexts;
}

function SwitchPanel({ row, texts }: SwitchPanelProps) {
  const isLocked = useWritesLocked();
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={texts.title}
      actions={
        <Button
          size="small"
          variant={row.on ? 'danger' : 'primary'}
          icon={row.on ? PowerOff : Power}
          disabled={isLocked}
          onClick={() => setOpen(true)}
        >
          {row.on ? <Trans>Switch off…</Trans> : <Trans>Switch on…</Trans>}
        </Button>
      }
    >
      <PanelBody>
        <div className={styles.row}>
          {row.on ? (
            <Chip tone="ok">
              <Trans>On</Trans>
            </Chip>
          ) : (
            <Chip tone="warn">
              <Trans>Off</Trans>
            </Chip>
          )}
          {/* The initial row (version 1) has no editor. */}
          {row.version > 1 ? (
            <span className={layout.weak}>
              {row.by} · <Moment at={row.at} />
            </span>
          ) : null}
        </div>
        {row.reason === null ? (
          <dl className={layout.facts}>
            <dt>
              <Trans>Stops</Trans>
            </dt>
            <dd>{texts.stops}</dd>
            <dt>
              <Trans>Goes on</Trans>
            </dt>
            <dd>{texts.goesOn}</dd>
            <dt>
              <Trans>Now</Trans>
            </dt>
            <dd>{texts.effect}</dd>
          </dl>
        ) : (
          <FansPreview text={row.reason} where={texts.where} />
        )}
      </PanelBody>
      {isOpen ? <SwitchDialog row={row} texts={texts} onClose={() => setOpen(false)} /> : null}
    </Panel>
  );
}
