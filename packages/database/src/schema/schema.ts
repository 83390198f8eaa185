/**
 * The tables as Kysely types: generated from a migrated database, then narrowed where a column's values are known. After
 * a schema change run `npm run db:codegen -w packages/database`.
 */
import type { Comparison, SenderComparison } from '@textprobe/domain/comparison-classes';
import type { FileFinding } from '@textprobe/domain/file-classes';
import type { EvidenceSource } from '@textprobe/domain/message-status';
import type { Role } from '@textprobe/domain/roles';
import type { ExecutionStatus, RunStatus } from '@textprobe/domain/run-status';
import type { Verdict } from '@textprobe/domain/verdict';
import type { ColumnType, Generated } from 'kysely';
import type {
  AuditChanges,
  AuditOutcome,
  HandsetSourceKind,
  MessageType,
  OfficePhonePair,
  Overlap,
  PairingKind,
  TestType,
} from './column-types.ts';
import type { DB } from './generated/schema-types.ts';

/** For each table the columns whose check constraint or writer allows fewer values than the SQL type. */
interface Narrowed {
  tests: {
    test_type: TestType;
    message_type: MessageType;
    execution_status: Generated<ExecutionStatus>;
    overlap: Generated<Overlap>;
    /** Written as JSON. */
    pairs: ColumnType<readonly OfficePhonePair[] | null, string | null | undefined, string | null>;
  };
  runs: { status: Generated<RunStatus> };
  test_phones: { evidence: Generated<EvidenceSource> };
  accounts: { role: Role };
  api_tokens: { role: Role };
  audit_log: { outcome: AuditOutcome; changes: ColumnType<AuditChanges, string, never> };
  handset_sources: { kind: HandsetSourceKind };
  pairings: { kind: PairingKind };
  messages: {
    message_type: MessageType;
    test_type: TestType;
    evidence: EvidenceSource;
    comparison: Comparison | null;
    sender_comparison: SenderComparison | null;
    file_finding: FileFinding | null;
    mark_file_finding: FileFinding | null;
    mark_verdict: Verdict | null;
  };
  receptions: {
    comparison: Comparison | null;
    sender_comparison: SenderComparison | null;
    file_finding: FileFinding | null;
  };
  hourly_rollups: { message_type: MessageType; test_type: TestType };
  daily_rollups: { message_type: MessageType; test_type: TestType };
  overall_rollups: { message_type: MessageType; test_type: TestType };
}

/** Every table by name. */
export type Schema = {
  [Table in keyof DB]: Table extends keyof Narrowed
    ? Omit<DB[Table], keyof Narrowed[Table]> & Narrowed[Table]
    : DB[Table];
};
