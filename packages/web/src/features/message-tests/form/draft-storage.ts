/** Stores drafts in session storage so they survive a reload or a login (CREATE-19). Files cannot be stored. */
import { mediaFileSchema } from '@textprobe/contract/media';
import { overlapSchema } from '@textprobe/contract/schedules';
import { messageTypeSchema, testTypeSchema } from '@textprobe/contract/tests';
import { FREQUENCIES, WEEKDAYS } from '@textprobe/domain/recurrence-rule';
import { z } from 'zod';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { FIRST_RECURRENCE } from './recurrence-draft.ts';

export interface KeptDraft {
  readonly draft: Draft;
  /** Names of the chosen files; the files themselves are lost. */
  readonly fileNames: readonly string[];
  /** The version of the test that the draft is based on, in the caller's format; shows whether the draft is stale. */
  readonly version: string;
}

/** Keeps the valid items of a damaged list. */
function listOf<Schema extends z.ZodType>(schema: Schema) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((items): z.output<Schema>[] =>
      items.flatMap((item) => {
        const { success, data } = schema.safeParse(item);
        return success ? [data] : [];
      }),
    );
}

const text = z.string().catch('');
const id = z.int().positive();
const choice = z.union([z.literal('all'), listOf(id)]);

/** The keys in the order of {@link EMPTY_DRAFT}, because drafts are compared as JSON. */
const keptSchema = z.object({
  messageType: messageTypeSchema.catch(EMPTY_DRAFT.messageType),
  messageBody: text,
  kept: listOf(mediaFileSchema),
  links: listOf(z.string()),
  partners: choice,
  clients: choice,
  offices: choice,
  phones: listOf(id),
  pairs: listOf(z.object({ officeID: id, phoneID: id })),
  testType: testTypeSchema.catch(EMPTY_DRAFT.testType),
  scheduledAt: text,
  recurrence: z
    .object({
      interval: text,
      frequency: z.enum(FREQUENCIES).catch(FIRST_RECURRENCE.frequency),
      weekOfMonth: z.int().min(1).max(5).nullable().catch(null),
      daysOfWeek: listOf(z.enum(WEEKDAYS)),
      daysOfMonth: listOf(id.max(31)),
      startDate: text,
      time: text,
      endDate: text,
    })
    .catch({ ...FIRST_RECURRENCE, daysOfWeek: [], daysOfMonth: [] }),
  overlap: overlapSchema.catch(EMPTY_DRAFT.overlap),
  fileNames: listOf(z.string()),
  version: text,
});

/** Restores a draft after a reload; null if there is none or it is unreadable. */
export function readDraft(storage: Pick<Storage, 'getItem'>, key: string): KeptDraft | null {
  try {
    const { fileNames, version, ...draft } = keptSchema.parse(JSON.parse(storage.getItem(key) ?? 'null'));
    return { draft, fileNames, version };
  } catch {
    return null;
  }
}

export function keepDraft(storage: Pick<Storage, 'setItem'>, key: string, kept: KeptDraft): void {
  try {
    storage.setItem(key, JSON.stringify({ ...kept.draft, fileNames: kept.fileNames, version: kept.version }));
  } catch (error) {
    console.warn('The draft could not be kept', error); // storage is full or forbidden
  }
}
