/** API documentation of the audit trail. */
import { NEXT_CURSOR_HEADER } from '../headers.ts';
import type { CallDoc } from './call-doc.ts';

export const auditDocs = {
  audit: {
    summary: 'List who changed what',
    description:
      'Newest first. The action names the kind of its object first, such as `gateway.updated`; of an export the changes are its filters. Failed logins of one network and account have one row for each minute, after its end.',
    answerHeaders: [NEXT_CURSOR_HEADER],
    example: [
      {
        id: 812,
        at: '2026-11-21T10:00:00.000-08:00',
        action: 'gateway.updated',
        account: { id: 1, username: 'admin' },
        token: null,
        address: '192.0.2.7',
        requestId: 'XyR3bq0Wn1aZ',
        object: { kind: 'gateway', id: '3' },
        partnerId: null,
        outcome: 'succeeded',
        changes: { 'settings.host': ['smsc.example', 'smsc2.example'] },
        hash: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
      },
    ],
  },
  exportAudit: {
    summary: 'Export the audit trail as CSV',
    description:
      'All rows of the list, streamed, with a byte order mark. The changes are JSON. The export leaves a row of its own.',
    answerHeaders: ['Content-Disposition'],
    answerType: 'text/csv',
  },
} as const satisfies Record<string, CallDoc>;
