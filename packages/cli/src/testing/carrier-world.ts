/** The program over a programmable SMSC, with a directory of phones without handsets and an operator at the console. */
import { calls } from '@textprobe/contract/calls';
import { copyPreparedData } from '@textprobe/database/testing/prepared-data';
import { type Program, type Settings, startProgram } from '@textprobe/domain/testing/child-program';
import { type ProgrammableSmsc, startProgrammableSmsc } from '@textprobe/gateways/testing/programmable-smsc';
import { type CarrierSubmission, FIRST_MESSAGE_ID } from '@textprobe/gateways/testing/test-carrier';
import { type Console, openConsole } from './console.ts';
import { type DataSite, makeDataSite } from './data-site.ts';
import { directoryCsv, type LinkOptions, writeGatewaysFile } from './input-files.ts';

type Submission = Pick<CarrierSubmission, 'from' | 'to'>;

export interface CarrierWorld {
  readonly site: DataSite;
  readonly smsc: ProgrammableSmsc;
  /** The program's settings. */
  readonly settings: Settings & { readonly DATA_DIR: string };
  /** The program as last started, and a login to its console. */
  readonly program: Program;
  readonly console: Console;
  /** Messages that the SMSC accepted by `accept`, by message id. */
  readonly accepted: Map<string, Submission>;
  /** Starts the program, logs in, and imports the directory. */
  start(): Promise<void>;
  /** The SMSC's answer that accepts a submission. */
  accept(submission: Submission): { readonly accept: string };
  /** Creates a test of the first offices and phones, by default of all. @returns its id */
  createTest(of?: { readonly offices?: number; readonly phones?: number }): Promise<number>;
  /**
   * Creates a test of all messages. The SMSC answers the first `answered` and then goes silent: the window fills, the rest waits.
   * @returns its id, once the window is full
   */
  createHalf(answered: number): Promise<number>;
  /** Sends "delivered" for all accepted messages. @returns how many of the receipts the program accepted */
  sendReceipts(): Promise<number>;
  /** Stops the program and the SMSC. */
  end(): Promise<void>;
  /** Also deletes the site. */
  close(): Promise<void>;
}

export const OPERATOR_PASSWORD = 'correct horse';
/** Longer than any of these tests waits. */
const NO_TIMEOUT_MS = 60_000;

export interface CarrierWorldOptions {
  readonly offices: number;
  readonly phones: number;
  readonly link?: LinkOptions;
  readonly settings?: Settings;
  /** Created here by default. */
  readonly site?: DataSite;
}

/** Nothing is started yet. */
export async function openCarrierWorld(options: CarrierWorldOptions): Promise<CarrierWorld> {
  const { site = await makeDataSite(), link = {} } = options;
  const smsc = await startProgrammableSmsc();
  const settings = {
    DATA_DIR: site.path('data'),
    GATEWAYS: site.path('gateways.json'),
    ADMIN_PASSWORD: OPERATOR_PASSWORD,
    // Messages that wait for a start or an answer must not time out on a slow machine.
    CONFIRMATION_DEADLINE: '10m',
    ...options.settings,
  };
  if (!('DATABASE_URL' in settings)) await copyPreparedData(settings.DATA_DIR);
  await writeGatewaysFile(settings.GATEWAYS, smsc.port, { responseTimeoutMs: NO_TIMEOUT_MS, ...link });
  const accepted = new Map<string, Submission>();
  let lastId = FIRST_MESSAGE_ID - 1;
  let program: Program | undefined;
  let console: Console | undefined;

  const world: CarrierWorld = {
    site,
    smsc,
    settings,
    accepted,
    get program() {
      return started(program);
    },
    get console() {
      return started(console);
    },
    async start() {
      program = await startProgram(['start'], { settings });
      console = await openConsole(program.place, OPERATOR_PASSWORD);
      // At later starts this changes nothing.
      await console.client.call(calls.importDirectory, {
        body: directoryCsv(options),
        headers: { 'content-type': 'text/csv' },
      });
    },
    accept({ from, to }) {
      lastId += 1;
      accepted.set(String(lastId), { from, to });
      return { accept: String(lastId) };
    },
    createTest: async ({ offices, phones } = {}) =>
      world.console.createTest({
        officeIDs: (await world.console.offices()).slice(0, offices).map(({ id }) => id),
        phoneIDs: (await world.console.phones()).slice(0, phones).map(({ id }) => id),
      }),
    async createHalf(answered) {
      const before = smsc.submissions.length;
      accepted.clear();
      smsc.answerBy((message) => (accepted.size < answered ? world.accept(message) : 'silence'));
      const testId = await world.createTest();
      await smsc.submitted(before + answered + (link.window ?? 0));
      return testId;
    },
    async sendReceipts() {
      let taken = 0;
      for (const [providerId, { from: office, to: phone }] of accepted) {
        if (await smsc.sendReceipt({ providerId, state: 'delivered', office, phone })) taken += 1;
      }
      return taken;
    },
    async end() {
      console?.leave();
      await program?.end();
      await smsc.close();
    },
    async close() {
      await world.end();
      await site.remove(settings.DATA_DIR);
    },
  };
  return world;
}

function started<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('the program was not started');
  return one;
}
