import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { HealthFinding } from '@sangwian/contract/endpoints/operator/health';
import { formatDate, formatTime } from '@sangwian/i18n/format-date';
import { formatBytes } from './format-bytes.ts';

interface Text {
  readonly title: MessageDescriptor;
  /** The effect on fans or operators, then the remedy. */
  readonly advice: MessageDescriptor | null;
}

type Name = HealthFinding['finding'];
type Values = Readonly<Record<string, string | number>>;

const text = (values: Values, name: string): string => String(values[name] ?? '');
const number = (values: Values, name: string): number => Number(values[name] ?? 0);

/** Findings about one node. */
function nodeText(finding: Name, values: Values, time: string): Text | null {
  const node = text(values, 'node');
  switch (finding) {
    case 'node_gone':
      return {
        title: msg`${node} is gone since ${time}`,
        advice: msg`Its fans moved to another node, or see nothing if there is none. Read the end of its log and start it again.`,
      };
    case 'node_lacks_database':
      return {
        title: msg`${node} does not reach the database`,
        advice: msg`Its calls are refused. Check that PostgreSQL runs; the connection is retried automatically.`,
      };
    case 'node_lacks_schema':
      return {
        title: msg`${node} waits for a database of its version`,
        advice: msg`Run the preparation of the new version, as npm start does.`,
      };
    case 'node_lacks_disk':
      return {
        title: msg`The disk of ${node} or of its database is full`,
        advice: msg`Gifts, orders and messages are refused. Free space on the disk or enlarge it.`,
      };
    case 'node_lacks_media':
      return {
        title: msg`${node} gets no answer from its media process`,
        advice: msg`Fans lose the picture within seconds. Check that the media process runs.`,
      };
    case 'node_lacks_picture':
      return {
        title: msg`${node} has no picture on air`,
        advice: msg`No channel has a playable picture. Check the encoder and its stream key.`,
      };
    case 'node_lacks_pages':
      return {
        title: msg`${node} has no pages of the site`,
        advice: msg`Fans get no page from it. Build the site and start the node again.`,
      };
    case 'node_lacks_other': {
      const gap = text(values, 'gap');
      return {
        title: msg`${node} is not ready: ${gap}`,
        advice: msg`Read its log for the reason.`,
      };
    }
    case 'bus_disconnected':
      return {
        title: msg`${node} does not hear the other nodes`,
        advice: msg`Chat of other nodes arrives late. Check its direct connection to the database.`,
      };
    case 'clock_differs': {
      const seconds = number(values, 'seconds');
      return {
        title: msg`The clock of ${node} differs by ${seconds} s`,
        advice: msg`Codes of the second factor fail, and holds end at the wrong time. Switch on time synchronisation.`,
      };
    }
    case 'event_loop_slow': {
      const ms = number(values, 'ms');
      return {
        title: msg`${node} answers ${ms} ms late`,
        advice: msg`Chat and gifts feel slow. Add a node, or wait until a large export is over.`,
      };
    }
    case 'calls_fail': {
      const percent = number(values, 'percent');
      return {
        title: msg`${percent}% of the calls to ${node} fail`,
        advice: msg`Fans see errors. Search its log for the level “error”.`,
      };
    }
    case 'disk_low': {
      const bytes = formatBytes(number(values, 'bytes'));
      return {
        title: msg`${bytes} are left on the disk of ${node}`,
        advice: msg`Make room before the show: recordings and logs first.`,
      };
    }
    default:
      return null;
  }
}

/** Findings about the database, jobs and streams. */
function workText(finding: Name, values: Values, time: string, day: string): Text | null {
  switch (finding) {
    case 'versions_differ': {
      const versions = text(values, 'versions');
      return {
        title: msg`The nodes run different versions: ${versions}`,
        advice: msg`Normal during an upgrade. Otherwise update the older nodes.`,
      };
    }
    case 'connections_high': {
      const [used, max] = [number(values, 'connections'), number(values, 'max')];
      return {
        title: msg`${used} of ${max} connections to the database are used`,
        advice: msg`At the limit, nodes cannot reconnect. Stop programs that hold connections, or raise the limit.`,
      };
    }
    case 'transaction_long': {
      const seconds = number(values, 'seconds');
      return {
        title: msg`A transaction has been open for ${seconds} s`,
        advice: msg`It may block others. Find it in the database and end it.`,
      };
    }
    case 'partitions_short':
      return {
        title: msg`Tables have room until ${day} only`,
        advice: msg`After that, gifts and chat are refused. Create the partitions of the coming months.`,
      };
    case 'jobs_given_up': {
      const jobs = number(values, 'jobs');
      return {
        title: msg`${plural(jobs, { one: '# job was given up', other: '# jobs were given up' })}`,
        advice: msg`Read the error, mend the cause, then retry the jobs.`,
      };
    }
    case 'jobs_overdue': {
      const seconds = number(values, 'seconds');
      return {
        title: msg`Jobs have been waiting for a node for ${seconds} s`,
        advice: msg`Settlements, refunds and mails stand still. Look at the logs of the nodes.`,
      };
    }
    case 'tasks_fail': {
      const [task, failures] = [text(values, 'task'), number(values, 'failures')];
      return {
        title: msg`${task} failed ${failures} times in a row`,
        advice:
          time === ''
            ? msg`It has not succeeded since the start. Its error is in the list of repeated work.`
            : msg`It last succeeded at ${time}. Its error is in the list of repeated work.`,
      };
    }
    case 'players_stopped': {
      const sessions = number(values, 'sessions');
      return {
        title: msg`Players of ${plural(sessions, { one: '# session', other: '# sessions' })} report a stopped picture since ${time}`,
        advice: msg`Fans may see no picture even if the source is fine. Look at Picture quality, the CDN and the edges.`,
      };
    }
    case 'stream_faulty': {
      const channel = text(values, 'channel');
      return {
        title: msg`The stream ${channel} is not right`,
        advice: msg`What fans see, and what to change, is under Media.`,
      };
    }
    default:
      return null;
  }
}

/** Findings about mail, push, webhooks and money. */
function queueText(finding: Name, values: Values, time: string): Text | null {
  const waiting = number(values, 'waiting');
  const provider = text(values, 'provider') === 'paypal' ? 'PayPal' : 'Omise';
  switch (finding) {
    case 'mail_waits':
      return {
        title: msg`${plural(waiting, { one: '# mail waits', other: '# mails wait' })} since ${time}`,
        advice: msg`Receipts and invitations arrive late. Check the mail server.`,
      };
    case 'push_waits':
      return {
        title: msg`${plural(waiting, { one: '# push message waits', other: '# push messages wait' })} since ${time}`,
        advice: msg`Reminders arrive late or expire. Check the jobs and the way to the push services.`,
      };
    case 'webhooks_wait':
      return {
        title: msg`${plural(waiting, { one: '# message', other: '# messages' })} of ${provider} not handled since ${time}`,
        advice: msg`Paid orders get their coins late. Check the jobs and the provider’s own status page.`,
      };
    case 'provider_silent':
      return {
        title: msg`${provider} has not answered since ${time}`,
        advice: msg`Refunds and disputes may be missed. Check the keys and the provider’s own status page.`,
      };
    case 'ledger_faulty':
      return {
        title: msg`The ledger does not add up`,
        advice: msg`Coins are in the wrong place. Read the differences in Money → Reports before anything is paid out.`,
      };
    case 'ledger_unchecked':
      return {
        title:
          time === ''
            ? msg`The ledger is not checked yet`
            : msg`The ledger is unchecked since ${time}`,
        advice: msg`It is checked every hour. Look at the task ledger_check in the list of repeated work.`,
      };
    default:
      return null;
  }
}

function backupText(finding: Name, time: string, day: string): Text | null {
  switch (finding) {
    case 'backup_missing':
      return {
        title: msg`No backup is recorded`,
        advice: msg`Run npm run backup on the server every day, and keep its folder on another machine.`,
      };
    case 'backup_old':
      return {
        title: msg`The last backup is of ${day}, ${time}`,
        advice: msg`What happened since then would be lost with this machine. See why the daily backup did not run.`,
      };
    default:
      return null;
  }
}

/** One line for each check that passed. */
function fineText(finding: Name, values: Values, time: string): Text {
  const line = (title: MessageDescriptor): Text => ({ title, advice: null });
  switch (finding) {
    case 'nodes_fine': {
      const nodes = number(values, 'nodes');
      return line(msg`${plural(nodes, { one: '# node answers', other: '# nodes answer' })}`);
    }
    case 'database_fine': {
      const [used, max] = [number(values, 'connections'), number(values, 'max')];
      return line(msg`Database answers, ${used} of ${max} connections`);
    }
    case 'jobs_fine':
      return line(msg`Jobs run without delay`);
    case 'media_fine': {
      const channels = number(values, 'channels');
      return line(
        channels === 0
          ? msg`Media answers, nothing is on air`
          : msg`${plural(channels, { one: '# stream is steady', other: '# streams are steady' })}`,
      );
    }
    case 'queues_fine':
      return line(msg`Mail and push messages leave on time`);
    case 'payments_fine':
      return line(msg`Payment providers answer`);
    default:
      return line(msg`The ledger added up at ${time}`);
  }
}

function textOf({ finding, values, at }: HealthFinding): Text {
  const time = at === null ? '' : formatTime(Date.parse(at));
  const day = at === null ? '' : formatDate(at);
  return (
    nodeText(finding, values, time) ??
    workText(finding, values, time, day) ??
    queueText(finding, values, time) ??
    backupText(finding, time, day) ??
    fineText(finding, values, time)
  );
}

/** Returns the texts of a finding in the displayed language. */
export function useHealthFindingText(): (finding: HealthFinding) => {
  title: string;
  advice: string | null;
} {
  const { i18n } = useLingui();
  return (finding) => {
    const { title, advice } = textOf(finding);
    return { title: i18n._(title), advice: advice === null ? null : i18n._(advice) };
  };
}
