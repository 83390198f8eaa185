/** The files that an administrator would write: a gateways file for one SMPP link, and a directory. */
import { writeFile } from 'node:fs/promises';

export interface LinkOptions {
  readonly window?: number;
  readonly responseTimeoutMs?: number;
}

/** One gateway to an SMSC on loopback; `systemId` and `password` are those of the carrier lab. */
export async function writeGatewaysFile(
  file: string,
  port: number,
  options: LinkOptions = {},
): Promise<void> {
  const gateway = {
    name: 'acme',
    kind: 'smpp',
    host: '127.0.0.1',
    port,
    systemId: 'textprobe',
    password: 'lab',
    ...options,
  };
  await writeFile(file, JSON.stringify({ gateways: [gateway] }));
}

/** Offices of one client, and phones with receipt evidence only, as CSV. */
export function directoryCsv(of: { readonly offices: number; readonly phones: number }): string {
  const rows = [
    'partner,client,office,office_phone,phone_name,phone_number,phone_carrier,phone_evidence',
    ...count(of.offices, (number) => `P,C,Office ${number},+1510555${number},,,,`),
    ...count(of.phones, (number) => `,,,,Phone ${number},+1213555${number},Verizon,receipt`),
  ];
  return rows.join('\n');
}

function count(rows: number, write: (number: string) => string): string[] {
  return Array.from({ length: rows }, (_, index) => write(String(index + 1).padStart(4, '0')));
}
