/** What the directory says about an entry, and who may change it. */
import { expect, test } from 'vitest';
import { managerName, retiredWords, retiringWords } from './entry-words.ts';
import { mayChange } from './kinds.ts';

const client = { id: 2, name: 'Acorn North', retired: false };
const partner = { id: 1, name: 'Acorn', retired: false };
const office = { id: 3, name: 'Main', retired: false, parents: [client, partner] };

test('DIR-1: a badge says whether the entry itself is retired, or which parent', () => {
  expect(retiredWords(office)).toBeNull();
  expect(retiredWords({ ...office, retired: true, parents: [{ ...client, retired: true }, partner] })).toBe(
    'Retired',
  );
  expect(retiredWords({ ...office, parents: [{ ...client, retired: true }, partner] })).toBe(
    'Client retired',
  );
  expect(retiredWords({ ...office, parents: [client, { ...partner, retired: true }] })).toBe(
    'Partner retired',
  );
  expect(retiredWords({ retired: false, parents: [{ ...partner, retired: true }] })).toBe('Partner retired');
});

test('DIR-1: operators change phones of a partner, administrators everything, others nothing', () => {
  const shared = { ...office, parents: [], partnerId: null };
  const own = { ...shared, partnerId: 1 };
  expect(mayChange('phones', own, 'operator')).toBe(true);
  expect(mayChange('phones', shared, 'operator')).toBe(false);
  expect(mayChange('phones', shared, 'administrator')).toBe(true);
  expect(mayChange('offices', office, 'administrator')).toBe(true);
  expect(mayChange('clients', own, 'operator')).toBe(false);
  expect(mayChange('phones', own, 'viewer')).toBe(false);
  expect(mayChange('phones', own, 'auditor')).toBe(false);
});

test('DIR-1: a manager may have only one of two names', () => {
  expect(managerName({ ...office, managerFirstName: 'Ada', managerLastName: 'King' })).toBe('Ada King');
  expect(managerName({ ...office, managerFirstName: '', managerLastName: 'King' })).toBe('King');
});

test('PAIR-4: retiring a phone or a partner warns that pairings, keys and sources end; offices and clients have none', () => {
  for (const kind of ['phones', 'partners'] as const)
    expect(retiringWords(kind)).toContain('revoked for good');
  for (const kind of ['offices', 'clients'] as const) expect(retiringWords(kind)).not.toContain('revoked');
});
