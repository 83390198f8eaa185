/** The directory of the benchmarks: offices of one client, phones of one carrier. */
import pg from 'pg';

/** Fictitious phone numbers, at most 10,000. */
export function phoneNumbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `+1415555${String(index).padStart(4, '0')}`);
}

/** The input of `textprobe import`. */
export function directoryOf(phones: readonly string[], offices: number, evidence: 'receipt' | 'handset') {
  const all = Array.from({ length: offices }, (_, index) => ({
    name: `Bench office ${index + 1}`,
    phoneNumber: `+1202555${String(index).padStart(4, '0')}`,
  }));
  return {
    partners: [{ name: 'Bench', clients: [{ name: 'Bench', offices: all }] }],
    phones: phones.map((phoneNumber) => ({
      name: `Bench ${phoneNumber}`,
      phoneNumber,
      carrier: 'AT&T',
      evidence,
    })),
  };
}

/** Their ids in the program. */
export interface DirectoryIds {
  readonly partner: number;
  readonly offices: readonly number[];
  readonly phones: readonly number[];
}

export async function readIds(database: pg.Client): Promise<DirectoryIds> {
  const read = async (query: string) =>
    (await database.query<{ id: number }>(query)).rows.map(({ id }) => id);
  const [partner = 0] = await read("select id from partners where name = 'Bench'");
  const offices = await read("select id from offices where name like 'Bench office %' order by id");
  const phones = await read("select id from test_phones where name like 'Bench %' order by id");
  return { partner, offices, phones };
}
