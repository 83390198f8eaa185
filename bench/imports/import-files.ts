/** Large files for the import: accepted ones with new entries each round, and one full of errors. */

export interface ImportFile {
  readonly name: string;
  readonly type: 'text/csv' | 'application/json';
  readonly text: string;
  /** Of the answer. */
  readonly status: number;
}

const ROWS = 10_000;
const PARTNERS = 45_000;
const WRONG_ROWS = 50_000;

export function importFiles(round: number): ImportFile[] {
  return [
    {
      name: '10,000 rows with partner, client, office and phone',
      type: 'text/csv',
      text: csv('partner,client,office,office_phone,phone_name,phone_number,phone_carrier', ROWS, (index) => {
        const nth = round * ROWS + index;
        const number = `+1${2_130_000_000 + nth}`;
        return `Import ${nth},Client,Office,${number},Import ${nth},${number},AT&T`;
      }),
      status: 200,
    },
    {
      name: '45,000 partners in JSON',
      type: 'application/json',
      text: JSON.stringify({
        partners: Array.from({ length: PARTNERS }, (_, index) => ({
          name: `Import ${round} in JSON ${index}`,
          clients: [],
        })),
      }),
      status: 200,
    },
    {
      name: '50,000 wrong numbers',
      type: 'text/csv',
      text: csv('phone_name,phone_number,phone_carrier', WRONG_ROWS, (index) => `Phone,x${index},AT&T`),
      status: 422,
    },
  ];
}

function csv(head: string, rows: number, row: (index: number) => string): string {
  return `${head}\n${Array.from({ length: rows }, (_, index) => row(index)).join('\n')}\n`;
}
