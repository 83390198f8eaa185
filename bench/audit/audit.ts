/**
 * `npm run bench -- audit`: what the audit trail costs a change. The same change of a phone with and without its row, in turn,
 * one after the other and 1,000 at once, while the program links the rows (AUDIT-2).
 */
import { verifyChain } from '@textprobe/database/audit/audit-chain';
import { COMMAND, insertAudit } from '@textprobe/database/audit/audit-log';
import { closeDatabase, type Database, openDatabase } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import type { BenchOptions } from '../options.ts';
import { figure, markdownTable, median, targetLines, writeSection } from '../readme-section.ts';
import { type Stage, withStage } from '../stage.ts';

const PHONES = 1_000;
/** Changes in sequence. */
const SEQUENTIAL = 300;
/** Milliseconds more for each call. */
const TARGET = 2;
/** Each change is one row of this size. */
const CHANGES = {
  name: ['A phone on the shelf', 'A phone in the laboratory'],
  carrier: ['Verizon', 'T-Mobile'],
  phoneNumber: ['…00 (0123456789abcdef)', '…01 (0123456789abcdef)'],
} as const;

/** Milliseconds for each call. */
interface Round {
  readonly sequential: number;
  readonly atOnce: number;
}

export async function measureAudit({ rounds, write }: BenchOptions): Promise<void> {
  const size = { offices: 1, phones: PHONES, evidence: 'receipt' } as const;
  const figures = await withStage(size, async (stage) => {
    const db = openDatabase({ url: stage.program.databaseUrl, log: silentLog, applicationName: 'bench' });
    try {
      const plain: Round[] = [];
      const audited: Round[] = [];
      await measure(db, stage, true);
      for (let round = 1; round <= rounds; round += 1) {
        plain.push(await measure(db, stage, false));
        audited.push(await measure(db, stage, true));
      }
      return describe(plain, audited) + (await chainLine(db));
    } finally {
      await closeDatabase(db);
    }
  });
  process.stdout.write(figures);
  if (write) await writeSection('audit', figures);
}

async function measure(db: Database, { ids }: Stage, isAudited: boolean): Promise<Round> {
  const change = (phoneId: number) =>
    db.transaction().execute(async (tx) => {
      await tx
        .updateTable('test_phones')
        .set({ name: `Phone ${phoneId}` })
        .where('id', '=', phoneId)
        .execute();
      if (!isAudited) return;
      const event = { action: 'phone.updated', objectId: String(phoneId), partnerId: null } as const;
      await insertAudit(tx, { ...COMMAND, ...event, at: Date.now(), outcome: 'succeeded', changes: CHANGES });
    });
  const times: number[] = [];
  for (const phoneId of ids.phones.slice(0, SEQUENTIAL)) {
    const began = performance.now();
    await change(phoneId);
    times.push(performance.now() - began);
  }
  const began = performance.now();
  await Promise.all(ids.phones.map(change));
  return { sequential: median(times), atOnce: (performance.now() - began) / ids.phones.length };
}

function describe(plain: readonly Round[], audited: readonly Round[]): string {
  const of = (rounds: readonly Round[], which: keyof Round) => median(rounds.map((round) => round[which]));
  const row = (name: string, which: keyof Round) => [
    name,
    of(plain, which).toFixed(2),
    of(audited, which).toFixed(2),
    (of(audited, which) - of(plain, which)).toFixed(2),
  ];
  const table = markdownTable([
    [`Milliseconds for each change, median of ${plain.length} rounds`, 'without a row', 'with', 'more'],
    row('one after the other', 'sequential'),
    row(`${figure(PHONES)} at once over ten connections`, 'atOnce'),
  ]);
  const more = Math.max(
    ...(['sequential', 'atOnce'] as const).map((which) => of(audited, which) - of(plain, which)),
  );
  const name = 'a row of the audit trail, for each call';
  return `${table}\n${targetLines([{ name, value: more, target: TARGET, unit: 'ms', atLeast: false }])}`;
}

async function chainLine(db: Database): Promise<string> {
  for (;;) {
    const { head, unlinked, broken } = await verifyChain(db);
    if (broken !== null) throw new Error(`the chain is broken at row ${broken.seq}`);
    if (unlinked === 0) return `- One unbroken chain of ${figure(head.seq)} rows.\n`;
  }
}
