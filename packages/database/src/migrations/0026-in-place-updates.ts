/**
 * The final update of a message is written in place: no index is on a column that it changes, and a page has room for it.
 * The indexes of the unusual are on marker columns (`message-markers.ts`); what is in progress is found by its chunk or
 * its claim.
 *
 * Here only the catalog changes. Partitions with messages are filled, get their indexes, and lose the old ones in steps
 * beside the program (`fill-markers.ts`).
 */
import { type Kysely, sql } from 'kysely';
import { declareIndex } from '../carry-over/leaf-indexes.ts';
import { lockTable } from '../carry-over/short-lock.ts';
import { MARKER_INDEXES } from '../messages/marker-indexes.ts';

const statements = [
  `drop index messages_waiting`,
  `drop index messages_claimed`,
  `drop index messages_deadline`,
  `drop index messages_open_of_run`,
  `alter table messages drop column waited_from, add column mark_status smallint, add column mark_comparison text,
     add column mark_sender_changed boolean, add column mark_not_sent boolean, add column mark_unsent_arrival boolean`,
  `comment on column messages.mark_status is 'the status where it is UNKNOWN or FAILED, else null'`,
  `comment on column messages.mark_comparison is 'the comparison where the text did not arrive unchanged, else null'`,
  `comment on column messages.mark_sender_changed is 'true where the handset saw another sender, else null'`,
  `comment on column messages.mark_not_sent is 'true where its expiry came before it was submitted, else null'`,
  `comment on column messages.mark_unsent_arrival is 'true where it arrived though nothing says it was sent, else null'`,
  // A month's table is given its fillfactor when it is made.
  `do $$ declare leaf regclass; begin
     for leaf in select inhrelid::regclass from pg_inherits where inhparent = 'messages'::regclass loop
       execute format('alter table %s set (fillfactor = 44)', leaf);
     end loop;
   end $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await lockTable(db, 'messages');
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const index of MARKER_INDEXES) await declareIndex(db, index);
}
