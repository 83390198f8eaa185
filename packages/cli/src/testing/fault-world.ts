/**
 * What the tests of faults have in common: a program at work over a database behind a wire that can be cut or lose what it
 * is given, an SMSC that answers as it is told, and an operator at the console.
 */
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import { layWireToDatabase, type Wire } from '@textprobe/database/testing/wire';
import {
  type Program,
  runProgram,
  type Settings,
  startProgram,
} from '@textprobe/domain/testing/child-program';
import { type ProgrammableSmsc, startProgrammableSmsc } from '@textprobe/gateways/testing/programmable-smsc';
import { type CarrierSubmission, FIRST_MESSAGE_ID } from '@textprobe/gateways/testing/test-carrier';
import { type Console, openConsole } from './console.ts';
import { makeDataSite } from './data-site.ts';
import { type LinkOptions, writeCarriersFile, writeDirectoryFile } from './input-files.ts';

export interface FaultWorld {
  readonly database: TestDatabase;
  readonly wire: Wire;
  readonly smsc: ProgrammableSmsc;
  readonly program: Program;
  readonly console: Console;
  /** As the program has them. */
  readonly settings: Settings;
  /** What the SMSC took by `accept`, in the order of the ids that it gave. */
  readonly accepted: ReadonlyMap<string, Pick<CarrierSubmission, 'from' | 'to'>>;
  /** The SMSC's word for a submission that it takes. */
  accept(submission: Pick<CarrierSubmission, 'from' | 'to'>): { readonly accept: string };
  /** A test of the first offices and phones, all of them unless told. @returns its id */
  createTest(of?: { readonly offices?: number; readonly phones?: number }): Promise<number>;
  /** "Delivered" for all that was accepted. @returns how many of the receipts the program took */
  sendReceipts(): Promise<number>;
  close(): Promise<void>;
}

export const FAULT_WORLD_PASSWORD = 'correct horse';

export async function openFaultWorld(options: {
  readonly offices: number;
  readonly phones: number;
  readonly link: LinkOptions;
  readonly settings?: Settings;
}): Promise<FaultWorld> {
  const site = await makeDataSite();
  const database = await createTestDatabase();
  const { wire, url } = await layWireToDatabase(database.url);
  const smsc = await startProgrammableSmsc();
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: site.path('data'),
    CARRIERS: site.path('carriers.json'),
    ADMIN_PASSWORD: FAULT_WORLD_PASSWORD,
    CONFIRMATION_DEADLINE: '10m',
    ...options.settings,
  };
  await writeCarriersFile(settings.CARRIERS, smsc.port, options.link);
  await writeDirectoryFile(site.path('directory.csv'), options);
  const imported = await runProgram(['import', site.path('directory.csv')], { settings });
  if (imported.code !== 0) throw new Error(`the directory could not be imported: ${imported.stderr}`);
  const program = await startProgram(['start'], { settings });
  const console = await openConsole(program.place, FAULT_WORLD_PASSWORD);
  await smsc.bound();
  const accepted = new Map<string, Pick<CarrierSubmission, 'from' | 'to'>>();

  return {
    database,
    wire,
    smsc,
    program,
    console,
    settings,
    accepted,
    accept({ from, to }) {
      const id = String(FIRST_MESSAGE_ID + accepted.size);
      accepted.set(id, { from, to });
      return { accept: id };
    },
    async createTest({ offices, phones } = {}) {
      return console.createTest({
        officeIDs: (await console.offices()).slice(0, offices).map(({ id }) => id),
        phoneIDs: (await console.phones()).slice(0, phones).map(({ id }) => id),
      });
    },
    async sendReceipts() {
      let taken = 0;
      for (const [providerId, { from: office, to: phone }] of accepted) {
        if (await smsc.sendReceipt({ providerId, state: 'delivered', office, phone })) taken += 1;
      }
      return taken;
    },
    async close() {
      console.leave();
      await program.end();
      await smsc.close();
      await wire.close();
      await database.drop();
      await site.remove(site.path('data'));
    },
  };
}
