/** The carriers that both sides send to: our lab in a process of its own, without latency, and phones that it knows. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startProgram } from '@textprobe/domain/testing/child-program';

export interface Carrier {
  readonly host: string;
  readonly port: number;
  readonly systemId: string;
  readonly password: string;
  readonly pid: number;
  stop(): Promise<unknown>;
}

/** @param folder for its list of phones */
export async function startCarrier(folder: string, phones: readonly string[]): Promise<Carrier> {
  const file = path.join(folder, 'handsets.json');
  await writeFile(file, JSON.stringify(phones.map((phoneNumber) => ({ phoneNumber, carrier: 'AT&T' }))));
  const lab = await startProgram(['lab', '--port', '0', '--handsets', file], {
    settings: { LAB_SCENARIO: 'zero', LOG_LEVEL: 'warn', DATA_DIR: folder },
  });
  const [, host = '', port, systemId = '', password = ''] = await lab.said(
    /ready at ([\d.]+):(\d+) \(SMPP; system id '([^']+)', password '([^']+)'\)/u,
  );
  return { host, port: Number(port), systemId, password, pid: lab.pid, stop: () => lab.end() };
}
