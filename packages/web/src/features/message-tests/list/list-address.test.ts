/** Filters and page in the URL. */
import { describe, expect, it } from 'vitest';
import {
  filterChange,
  hasFilters,
  isBackwards,
  LIST_ADDRESS,
  moreFilters,
  NO_FILTERS,
} from './list-address.ts';

const { change } = LIST_ADDRESS;
const search = (text: string) => new URLSearchParams(text);
const read = (text: string) => {
  const { page, ...filters } = LIST_ADDRESS.read(search(text));
  return { page, filters };
};

describe('reading', () => {
  it('LIST-13 reads filters and page from the URL', () => {
    expect(
      read('partnerId=2&clientId=21&officeId=210&executionStatus=FAILED&testType=IMMEDIATE&page=3'),
    ).toEqual({
      filters: {
        partnerId: 2,
        clientId: 21,
        officeId: 210,
        executionStatus: 'FAILED',
        testType: 'IMMEDIATE',
      },
      page: 3,
    });
  });

  it('LIST-2 reads status and type case-insensitively', () => {
    const { filters } = read('executionStatus=partially_delivered&testType=Recurring');
    expect(filters).toMatchObject({ executionStatus: 'PARTIALLY_DELIVERED', testType: 'RECURRING' });
  });

  it('OVERVIEW-2 reads search, carrier and dates from the URL', () => {
    const { filters } = read('text=code+%2357&carrier=AT%26T&from=2026-11-01&to=2026-11-30');
    expect(filters).toMatchObject({
      text: 'code #57',
      carrier: 'AT&T',
      from: '2026-11-01',
      to: '2026-11-30',
    });
    expect(hasFilters(filters)).toBe(true);
    expect(moreFilters(filters)).toBe(3);
    expect(isBackwards(filters)).toBe(false);
    expect(isBackwards({ ...filters, to: '2026-10-31' })).toBe(true);
  });

  it.each([
    'text=+&carrier=',
    `text=${'x'.repeat(201)}`,
    'text=a+b+c+d+e+f+g+h+i+j+k',
    'from=2026-02-30&to=0002-11-01',
  ])('OVERVIEW-2 ignores what the server would refuse: "%s"', (text) => {
    expect(hasFilters(read(text).filters)).toBe(false);
  });

  it.each(['', 'page=0&partnerId=-1', 'page=1.5&clientId=x', 'page=1e3&executionStatus=GONE&testType='])(
    'reads no filter and the first page from "%s"',
    (text) => {
      const { filters, page } = read(text);
      expect(hasFilters(filters)).toBe(false);
      expect(page).toBe(1);
    },
  );
});

describe('changing', () => {
  const before = search('partnerId=2&clientId=21&officeId=210&testType=IMMEDIATE&page=3');

  it('LIST-4 returns to page 1 after any filter change', () => {
    expect(change(before, filterChange('testType', null)).toString()).toBe(
      'partnerId=2&clientId=21&officeId=210',
    );
  });

  it('LIST-5 clears client and office with the partner, the office with the client', () => {
    expect(change(before, filterChange('partnerId', '3')).toString()).toBe('partnerId=3&testType=IMMEDIATE');
    expect(change(before, filterChange('clientId', '22')).toString()).toBe(
      'partnerId=2&clientId=22&testType=IMMEDIATE',
    );
  });

  it('omits the first page, and keeps the filters when the page changes', () => {
    expect(change(search('testType=IMMEDIATE'), { page: 2 }).toString()).toBe('testType=IMMEDIATE&page=2');
    expect(change(search('page=2'), { page: 1 }).toString()).toBe('');
  });

  it('clears all filters and the page, and nothing else', () => {
    const searched = `${before}&text=code&carrier=Verizon&from=2026-11-01&to=2026-11-30`;
    expect(change(search(`${searched}&theme=x`), NO_FILTERS).toString()).toBe('theme=x');
  });
});
