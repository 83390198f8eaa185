import { expect, test } from 'vitest';
import { changedRuns, relatedSpecs } from './changed-tests.mjs';

const SPECS = ['analytics.spec.ts', 'analytics-trend.spec.ts', 'gateways.spec.ts', 'tests-list.spec.ts'];

test('a changed file of the console selects the specs whose words all occur in its path', () => {
  expect(relatedSpecs(['packages/web/src/tests/list/list-row.tsx'], SPECS)).toEqual(['tests-list.spec.ts']);
  expect(relatedSpecs(['packages/web/src/analytics/trend/pie.tsx'], SPECS)).toEqual([
    'analytics.spec.ts',
    'analytics-trend.spec.ts',
  ]);
  expect(
    relatedSpecs(['packages/server/src/gateways.ts', 'packages/web/src/gateways/a.test.ts'], SPECS),
  ).toEqual([]);
});

test('a changed spec is selected', () => {
  expect(relatedSpecs(['e2e/gateways.spec.ts'], SPECS)).toEqual(['gateways.spec.ts']);
});

test('tests that start processes run only if their own package has changed', () => {
  const [, heavy] = changedRuns(['packages/engine/src/a.ts', 'packages/engine/src/b.ts', 'proof/c.ts']);
  expect(heavy?.slice(-2)).toEqual(['packages/engine', 'proof']);
  expect(changedRuns(['README.md'])).toHaveLength(1);
});
