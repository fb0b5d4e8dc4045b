import { afterEach, expect, test } from 'vitest';
import { createInProcessBus } from '../../../platform/bus/bus.ts';
import type { Staff } from '../../../platform/http/handler.ts';
import { Presence } from './presence.ts';

const person = (staffId: string, name: string): Staff => ({
  staffId,
  name,
  role: 'show_caller',
  credential: { kind: 'local' },
  provedAt: null,
});
const ANAN = person('019ac000-0000-7000-8000-000000000001', 'Anan');
const MALEE = person('019ac000-0000-7000-8000-000000000002', 'Malee');
const open: Presence[] = [];

function createNodes(count: number) {
  const bus = createInProcessBus();
  const heard: string[][] = [];
  const nodes = Array.from({ length: count }, (_, index) => {
    heard.push([]);
    const presence = new Presence(bus, (people) => {
      heard[index] = people.map(({ name, place, editing }) => `${name} ${place} ${editing ?? ''}`);
    });
    open.push(presence);
    return presence;
  });
  return { nodes, heard };
}

afterEach(() => {
  for (const presence of open.splice(0)) presence.close();
});

test('shows on every node the place of each operator and what the operator edits', () => {
  const { nodes, heard } = createNodes(2);
  nodes[0]?.join('a', ANAN);
  nodes[1]?.join('b', MALEE);
  nodes[0]?.move('a', { place: 'tonight', editing: 'result:3' });
  expect(heard[0]).toEqual(['Anan tonight result:3', 'Malee  ']);
  expect(heard[1]).toEqual(heard[0]);
  nodes[1]?.leave('b');
  expect(heard[0]).toEqual(['Anan tonight result:3']);
});

test('shows a person with two tabs once, at the place that was opened last', () => {
  const { nodes, heard } = createNodes(1);
  nodes[0]?.join('a', ANAN);
  nodes[0]?.join('b', ANAN);
  nodes[0]?.move('b', { place: 'money', editing: null });
  nodes[0]?.move('a', { place: 'tonight', editing: null });
  expect(heard[0]).toEqual(['Anan tonight ']);
  nodes[0]?.leave('a');
  expect(heard[0]).toEqual(['Anan money ']);
});
