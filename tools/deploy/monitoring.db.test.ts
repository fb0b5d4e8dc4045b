import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { startTestApi } from '@sangwian/testkit/start-test-api';
import { beforeAll, expect, test } from 'vitest';
import { startMediaStack } from '../../services/media/src/testing/media-stack.ts';
import { DEPLOY, type Part, readText, readYaml } from './read-deploy.ts';

/** Names of all metrics that the processes serve, including the suffixes of histograms. */
const served = new Set<string>(['up']);
beforeAll(async () => {
  const [api, media] = [await startTestApi({ hasReplica: true }), await startMediaStack()];
  const texts = [
    (await api.api.internal.inject({ method: 'GET', url: '/metrics' })).payload,
    await (await fetch(`${media.origin}/metrics`)).text(),
  ];
  for (const [, name, kind] of texts.join('\n').matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    const names = kind === 'histogram' ? ['_bucket', '_count', '_sum'] : [''];
    for (const suffix of names) served.add(`${name}${suffix}`);
  }
  await media.stop();
  await api.close();
});

/** Returns the names of the metrics in a PromQL expression. @throws on a syntax error */
function metricsOf(expression: string): string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter: (node) => {
      const text = expression.slice(node.from, node.to);
      if (node.type.isError) throw new Error(`"${expression}" is wrong at "${text}"`);
      if (node.name === 'VectorSelector') names.push(/^\w+/.exec(text)?.[0] ?? '');
    },
  });
  return names;
}

function expectServed(title: string, expression: string): void {
  const names = metricsOf(expression);
  expect(names, title).not.toEqual([]);
  for (const name of names) expect([...served], title).toContain(name);
}

test('alerts use metrics that the processes serve, and runbooks that exist', () => {
  const [{ groups }] = readYaml('monitoring/rules.yml') as [Part];
  const rules: Part[] = groups.flatMap(({ rules: ofGroup }: Part) => ofGroup);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr, labels, annotations } of rules) {
    expectServed(alert, expr);
    expect(['page', 'warn'], alert).toContain(labels.severity);
    expect(annotations.summary, alert).not.toBe('');
    const runbook = join(DEPLOY, '../docs/runbooks', `${labels.runbook}.md`);
    expect(existsSync(runbook), alert).toBe(true);
  }
});

test('the dashboard and the autoscaler use metrics that the processes serve', () => {
  const { panels } = JSON.parse(readText('monitoring/grafana-dashboard.json')) as Part;
  for (const { title, targets } of panels) {
    for (const { expr } of targets) expectServed(title, expr);
  }
  const scaling = readYaml('kubernetes/base/scaling.yaml') as Part[];
  const scaler = scaling.find(({ kind }) => kind === 'HorizontalPodAutoscaler');
  for (const { type, pods } of scaler.spec.metrics) {
    if (type === 'Pods') expectServed('autoscaler', pods.metric.name);
  }
});

test('detects a misspelt metric and an invalid expression', () => {
  expect(() => expectServed('a', 'sum(rate(sockets_opened[5m]))')).toThrow();
  expect(() => metricsOf('sum(rate(sockets_open[5m])')).toThrow('is wrong');
});
