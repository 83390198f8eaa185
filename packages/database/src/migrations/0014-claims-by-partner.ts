/**
 * Whose message it is, so that claims go round among the partners that wait at a gateway: those of one stand together in
 * the index, and the next partner is one look further on.
 */
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table messages add column partner_id integer not null default 0`,
  `comment on column messages.partner_id is 'of the office, when the message was made: its turn at the gateway is by it; 0 where it was made before that was noted'`,
  `update messages m set partner_id = c.partner_id from offices o join clients c on c.id = o.client_id
     where m.submission_state = 0 and o.id = m.office_id`,
  `drop index messages_waiting`,
  `create index messages_waiting on messages (gateway_id, partner_id, next_attempt_at, id) where submission_state = 0`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
