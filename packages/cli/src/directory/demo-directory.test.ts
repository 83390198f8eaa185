import { toE164 } from '@textprobe/domain/phone-number';
import { describe, expect, it } from 'vitest';
import { demoDirectory } from './demo-directory.ts';

const { offices, phones } = demoDirectory;

/** The number of distinct values in each group. */
function countBy<Row>(
  rows: readonly Row[],
  group: (row: Row) => string,
  value: (row: Row) => string,
): number[] {
  const groups = Map.groupBy(rows, group);
  return [...groups.values()].map((members) => new Set(members.map(value)).size);
}

describe('the demo directory', () => {
  it('has 3 partners with 2 to 3 clients each, and 2 to 3 offices each', () => {
    const clients = countBy(
      offices,
      (row) => row.partner,
      (row) => row.client,
    );
    const perClient = countBy(
      offices,
      (row) => `${row.partner}/${row.client}`,
      (row) => row.office,
    );
    expect(clients).toHaveLength(3);
    for (const count of [...clients, ...perClient]) expect([2, 3]).toContain(count);
  });

  it('has 9 phones, 3 on each carrier, one of them with receipt evidence only', () => {
    expect(
      Object.fromEntries(
        [...Map.groupBy(phones, (phone) => phone.carrier)].map(([name, of]) => [name, of.length]),
      ),
    ).toEqual({
      'AT&T': 3,
      Verizon: 3,
      'T-Mobile': 3,
    });
    expect(phones.filter((phone) => phone.evidence === 'receipt')).toHaveLength(1);
  });

  it('uses only numbers reserved for fiction, each once', () => {
    const numbers = [...offices, ...phones].map(({ phoneNumber }) => phoneNumber);
    for (const number of numbers) {
      expect(number).toMatch(/^\+1\d{3}55501\d\d$/u);
      expect(toE164(number)).toBe(number);
    }
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
