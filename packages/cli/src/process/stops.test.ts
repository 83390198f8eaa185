import { expect, test } from 'vitest';
import { createStops } from './stops.ts';

test('parts end in the reverse order, once, and a failing one does not keep the others', async () => {
  const ended: string[] = [];
  const told: string[] = [];
  const stops = createStops({
    debug() {},
    info() {},
    warn() {},
    error: (_fields, message) => told.push(message),
  });
  stops.add('the database', () => void ended.push('database'));
  stops.add('the engine', () => Promise.reject(new Error('stuck')));
  stops.add('the server', async () => void ended.push('server'));
  await Promise.all([stops.stopAll(), stops.stopAll()]);
  expect(ended).toEqual(['server', 'database']);
  expect(told).toEqual(['the engine did not end cleanly']);
});
