/** Import and export of the directory as one file (DIR-3). */
import { ADMINISTRATORS, ALL_ROLES } from '@textprobe/domain/roles';
import { z } from 'zod';
import { get, post } from './call.ts';
import { DIRECTORY_KINDS } from './directory-entries.ts';
import { shownAs } from './query-form.ts';

/** In bytes. A directory of 10,000 offices has about 1 MB. */
export const IMPORT_LIMIT = 8_000_000;
/** How many rows, or entries in JSON, a file may have. Real directories have 10,000. */
export const IMPORT_ENTRIES = 50_000;
export const IMPORT_ROWS = 1_000;

const count = z.number().int();
const importRowSchema = z.object({
  line: z.number().int().nullable().describe('The line of the file, from 1; null: the file as a whole.'),
  kind: z
    .enum(DIRECTORY_KINDS)
    .nullable()
    .describe('The kind of the entry; null: the row is not about a single entry.'),
  name: z
    .string()
    .nullable()
    .describe('The entry with its parents, or the number of a phone; null if it has none.'),
  state: z.enum(['new', 'changed', 'wrong']),
  field: z
    .string()
    .describe('The column, or in JSON the path of the field; empty: the entry or the file as a whole.'),
  message: z.string().nullable().describe('What is wrong or what changes; the phone number of a new office.'),
});
export type ImportRow = z.infer<typeof importRowSchema>;

const importSchema = z.object({
  new: count,
  changed: count,
  same: count,
  wrong: count.describe('Entries with something wrong. Unless it is 0, the file cannot be imported.'),
  notices: z
    .array(z.string())
    .describe(
      'Sentences about what is ignored, such as an unknown column, or assumed, such as a country code.',
    ),
  rows: z
    .array(importRowSchema)
    .describe(`Entries that differ from the directory, the wrong ones first; at most ${IMPORT_ROWS}.`),
});
export type DirectoryImport = z.infer<typeof importSchema>;

const PREVIEW = ['true', 'false'] as const;
const previewSchema = shownAs(
  z.enum(PREVIEW).transform((text) => text === 'true'),
  { type: 'string', enum: PREVIEW, description: '`true`: writes nothing.' },
);
const fileSchema = shownAs(
  z.custom<Uint8Array>((body) => body instanceof Uint8Array, {
    error: 'Send a CSV or JSON file as the body.',
  }),
  {
    type: 'string',
    description: 'The whole file.',
  },
);
const FORMATS = ['csv', 'json'] as const;
const formatSchema = shownAs(z.enum(FORMATS), {
  type: 'string',
  enum: FORMATS,
  description: 'Default: `csv`.',
});

export const directoryImportCalls = {
  importDirectory: post('/api/directory/import', {
    audit: 'directory.imported',
    roles: ADMINISTRATORS,
    query: z.strictObject({ preview: previewSchema.optional() }),
    body: fileSchema,
    answer: importSchema,
  }),
  exportDirectory: get('/api/directory/export', {
    audit: 'directory.exported',
    roles: ALL_ROLES,
    query: z.strictObject({ format: formatSchema.optional() }),
  }),
};
