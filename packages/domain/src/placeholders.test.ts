import { expect, it } from 'vitest';
import { fillPlaceholders, PLACEHOLDERS } from './placeholders.ts';

it('CREATE-3 offers the four placeholders under their labels', () => {
  expect(PLACEHOLDERS.map(({ token, label }) => `{${token}} ${label}`)).toEqual([
    '{first_name} First Name',
    '{company_name} Company Name',
    '{manager_first_name} Manager First Name',
    '{manager_last_name} Manager Last Name',
  ]);
});

it('fills every placeholder, every time it occurs', () => {
  const body = '{first_name}, {first_name}! {company_name}: {manager_first_name} {manager_last_name}';
  const values = {
    first_name: 'Ann',
    company_name: 'Acme',
    manager_first_name: 'Bo',
    manager_last_name: 'Cole',
  };
  expect(fillPlaceholders(body, values)).toBe('Ann, Ann! Acme: Bo Cole');
});

it('leaves unknown placeholders as typed', () => {
  const body = '{last_name} {First_Name} { first_name } {} {{first_name}} {first_name';
  expect(fillPlaceholders(body, { first_name: 'Ann' })).toBe(
    '{last_name} {First_Name} { first_name } {} {Ann} {first_name',
  );
});

it('inserts nothing for a missing value', () => {
  expect(fillPlaceholders('Hi {first_name}!', {})).toBe('Hi !');
});

it('neither expands a value nor treats it as a pattern', () => {
  const values = { first_name: '{company_name}', company_name: '$& $1 {first_name}' };
  expect(fillPlaceholders('{first_name} {company_name}', values)).toBe('{company_name} $& $1 {first_name}');
});
