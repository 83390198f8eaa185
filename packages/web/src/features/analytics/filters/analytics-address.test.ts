/** The state of the analytics screen in the URL. */
import { describe, expect, it } from 'vitest';
import { ANALYTICS_ADDRESS, activeFilters, NO_FILTERS, testsAddress } from './analytics-address.ts';

const { change } = ANALYTICS_ADDRESS;
const read = (text: string) => {
  const { tab, cursor, ...filters } = ANALYTICS_ADDRESS.read(new URLSearchParams(text));
  return { tab, cursor, filters };
};

describe('reading', () => {
  it('ANALYTICS-6 reads words case-insensitively', () => {
    const { filters } = read(
      'partnerId=3&finding=Joined%20WRONGLY&status=RECEIVED&messageType=sms&testType=Immediate&carrier=at%26t',
    );
    expect(filters).toMatchObject({
      partnerId: '3',
      status: 'received',
      finding: 'joined wrongly',
      messageType: 'SMS',
      testType: 'IMMEDIATE',
      carrier: 'at&t',
    });
  });

  it('ignores invalid values', () => {
    const { filters, tab, cursor } = read(
      'partnerId=x&status=gone&finding=lost&messageType=FAX&testType=&carrier=%20&startDate=2026-02-31&endDate=0002-11-21&tab=else',
    );
    expect(activeFilters(filters)).toEqual([]);
    expect([tab, cursor]).toEqual(['logs', null]);
  });

  it('reads days, tab and cursor', () => {
    expect(read('tab=trend&startDate=2026-11-01&endDate=2026-11-21&cursor=abc')).toEqual({
      tab: 'trend',
      filters: { startDate: '2026-11-01', endDate: '2026-11-21' },
      cursor: 'abc',
    });
  });
});

describe('writing', () => {
  it('ANALYTICS-4 keeps the tab when a filter changes, and the filters when the tab does', () => {
    const search = change(change(new URLSearchParams('tab=trend'), { carrier: 'AT&T' }), { tab: 'logs' });
    expect(search.toString()).toBe('carrier=AT%26T');
    expect(change(search, { tab: 'trend' }).toString()).toBe('carrier=AT%26T&tab=trend');
  });

  it('returns to the newest logs when a filter changes', () => {
    const deep = change(new URLSearchParams('status=sent'), { cursor: 'abc' });
    expect(deep.toString()).toBe('status=sent&cursor=abc');
    expect(change(deep, { status: null, testType: 'RECURRING' }).toString()).toBe('testType=RECURRING');
    expect(change(deep, { cursor: null }).toString()).toBe('status=sent');
  });

  it('ANALYTICS-5 clears all filters and nothing else', () => {
    const search = new URLSearchParams(
      'tab=trend&startDate=2026-11-01&endDate=2026-11-21&status=sent&carrier=X&finding=truncated&messageType=SMS&testType=RECURRING&cursor=a',
    );
    expect(change(search, NO_FILTERS).toString()).toBe('tab=trend');
  });
});

it('ANALYTICS-10 links to the tests of a status with the same type and dates', () => {
  expect(testsAddress('FAILED', {})).toBe('/tests?executionStatus=FAILED');
  expect(
    testsAddress('FAILED', { testType: 'IMMEDIATE', startDate: '2026-11-01', endDate: '2026-11-30' }),
  ).toBe('/tests?executionStatus=FAILED&testType=IMMEDIATE&from=2026-11-01&to=2026-11-30');
});
