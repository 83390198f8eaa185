/** The URL of a directory list. */
import { expect, test } from 'vitest';
import { DIRECTORY_ADDRESSES, isNarrowed, nextOrder, sortedBy } from './directory-address.ts';

test('DIR-1: search, state, parent, order and page are read from the URL, and invalid values are ignored', () => {
  const read = (query: string, kind: 'offices' | 'partners' = 'offices') =>
    DIRECTORY_ADDRESSES[kind].read(new URLSearchParams(query));
  expect(read('text=oak&state=retired&partnerId=3&clientId=4&order=-client&page=2')).toEqual({
    text: 'oak',
    state: 'retired',
    partnerId: 3,
    clientId: 4,
    order: '-client',
    page: 2,
  });
  const usual = {
    text: '',
    state: 'active',
    partnerId: undefined,
    clientId: undefined,
    order: 'name',
    page: 1,
  };
  expect(read('text=a+b+c+d+e+f+g+h+i+j+k&state=gone&partnerId=x&clientId=-1&order=carrier&page=0')).toEqual(
    usual,
  );
  expect(read('partnerId=3&clientId=4&order=--name', 'partners')).toEqual(usual);
  expect(isNarrowed(read('state=all&order=-name'))).toBe(false);
  expect(isNarrowed(read('clientId=4'))).toBe(true);
});

test('DIR-1: anything but another page returns to the first page', () => {
  const now = new URLSearchParams('text=oak&page=3');
  const { change } = DIRECTORY_ADDRESSES.offices;
  expect(change(now, { order: '-name' }).toString()).toBe('text=oak&order=-name');
  expect(change(now, { text: '' }).toString()).toBe('');
  expect(change(now, { page: '4' }).toString()).toBe('text=oak&page=4');
});

test('DIR-1: the first click on a column sorts ascending, the second descending', () => {
  expect(nextOrder('name', 'client')).toBe('client');
  expect(nextOrder('client', 'client')).toBe('-client');
  expect(nextOrder('-client', 'client')).toBe('client');
  expect(['client', '-client', 'name'].map((order) => sortedBy(order, 'client'))).toEqual([
    'ascending',
    'descending',
    'none',
  ]);
});
