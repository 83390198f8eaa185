/** Fetching many figures in one call. */
import { analyticsCalls } from '@textprobe/contract/analytics';
import { analyticsBundleCalls, figureWord as wordOfContract } from '@textprobe/contract/analytics-bundle';
import { expect, it } from 'vitest';
import { stubFetch } from '../testing/stub-fetch.ts';
import { bundleQuery, type FigureName, figureWord, getBundle } from './analytics-bundle.ts';

const NAMES = Object.keys(analyticsCalls) as FigureName[];

it('CALL-18 names every figure as the contract does, and calls its path', () => {
  expect(NAMES.map(figureWord)).toEqual(NAMES.map(wordOfContract));
  expect('/api/tests/sm/v1/analytics/bundle').toBe(analyticsBundleCalls.analyticsBundle.path);
});

it("DATA-10 sends names and periods in the contract's format", () => {
  const week = { startDate: '2026-11-15', endDate: '2026-11-21' };
  const query = bundleQuery(NAMES, { carrier: 'Verizon' }, [week, week]);
  const read = analyticsBundleCalls.analyticsBundle.query.parse(query);
  expect(read).toMatchObject({ carrier: 'Verizon', periods: [week, week] });
  expect(read.names).toHaveLength(NAMES.length);
  expect(bundleQuery(['messageCount'], {}, [])).toEqual({ names: 'message-count', periods: undefined });
});

it('ANALYTICS-11 leaves out what failed, and says why', async () => {
  const period = { startDate: '2026-11-15', endDate: '2026-11-21' };
  stubFetch({
    ['GET /api/tests/sm/v1/analytics/bundle']: () =>
      Response.json({
        figures: { 'message-count': { messageCount: 7 } },
        failed: { 'delivery-rate': 'Out of order' },
        periods: [{ ...period, figures: { 'delivery-rate': { deliveryRate: 50 } }, failed: {} }],
      }),
  });
  expect(await getBundle(['messageCount', 'deliveryRate'], {}, [period])).toEqual({
    figures: { messageCount: { messageCount: 7 } },
    periods: [{ ...period, figures: { deliveryRate: { deliveryRate: 50 } } }],
    failures: ['delivery-rate: Out of order'],
  });
});
