/** API documentation of the directory's import and export. */
import type { CallDoc } from './call-doc.ts';

const FORM =
  'In CSV, a row is a partner, a client or an office, depending on the last of the three that is filled, or a phone, or both, with the columns `partner`, `client`, `office`, `office_phone`, `manager_first_name`, `manager_last_name`, `gateway`, `partner_limit_per_day`, `phone_name`, `phone_number`, `phone_carrier`, `phone_evidence` and `phone_partner`, in any order; `Office Phone` is `office_phone`, and other columns are ignored and named in `notices`. JSON has the lists `partners`, with their `clients` and those with their `offices`, and `phones`.';

export const directoryImportDocs = {
  importDirectory: {
    summary: 'Import partners, clients, offices and phones from a file',
    description: `All or nothing, in UTF-8, or in Windows-1252 if its letters are unambiguous, at most 8 MB and 50,000 rows, or entries in JSON; split a larger file. One file is imported at a time: if two already wait, the call is refused with 503. With \`preview=true\` nothing is written. Entries are found by their names, and phones by their number: those of the file are created or changed, others stay, retired ones stay retired. A missing optional column or field leaves what it would set as it is. Where it is present but empty, the manager’s names are removed, the evidence becomes \`handset\`, and the gateway, limit or partner of a phone stays as it is. ${FORM}`,
    form: 'file',
    exampleBody:
      'partner,client,office,office_phone\nAcorn Dental Group,Acorn North,Oak Street,+12025550100\n',
    problems: ['directory.file-wrong'],
    example: {
      new: 1,
      changed: 0,
      same: 11,
      wrong: 1,
      notices: ['Ignored: the column "notes".'],
      rows: [
        {
          line: 7,
          kind: 'offices',
          name: 'Acorn Dental Group / Acorn North / Elm Street',
          state: 'wrong',
          field: 'office_phone',
          message: 'office_phone is empty.',
        },
        {
          line: 5,
          kind: 'offices',
          name: 'Acorn Dental Group / Acorn North / Oak Street',
          state: 'new',
          field: '',
          message: 'Phone number: +12025550100.',
        },
      ],
    },
  },
  exportDirectory: {
    summary: 'Export the directory as a file that can be imported',
    description: `Without what is retired. The CSV has a byte order mark; what a spreadsheet would read as a formula, such as a phone number, gets an apostrophe in front, which the import removes. ${FORM}`,
    answerType: ['text/csv', 'application/json'],
  },
} as const satisfies Record<string, CallDoc>;
