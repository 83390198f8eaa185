/**
 * The final update of a message is written in place: no index is on a column that it changes, and a page has room for it.
 * The indexes of the unusual are on marker columns (`message-markers.ts`); what is in progress is found by its chunk or
 * its claim.
 */
import { type Kysely, sql } from 'kysely';

const MARKED = [
  [`messages_marked_status`, `(mark_status, created_at desc, id desc) where mark_status is not null`],
  [
    `messages_marked_comparison`,
    `(mark_comparison, created_at desc, id desc) where mark_comparison is not null`,
  ],
  [`messages_marked_sender`, `(created_at desc, id desc) where mark_sender_changed`],
  [`messages_marked_not_sent`, `(created_at desc, id desc) where mark_not_sent`],
  [`messages_marked_unsent`, `(created_at) where mark_unsent_arrival`],
] as const;

const statements = [
  `alter table messages add column mark_status smallint, add column mark_comparison text,
     add column mark_sender_changed boolean, add column mark_not_sent boolean, add column mark_unsent_arrival boolean`,
  `comment on column messages.mark_status is 'the status where it is UNKNOWN or FAILED, else null'`,
  `comment on column messages.mark_comparison is 'the comparison where the text did not arrive unchanged, else null'`,
  `comment on column messages.mark_sender_changed is 'true where the handset saw another sender, else null'`,
  `comment on column messages.mark_not_sent is 'true where its expiry came before it was submitted, else null'`,
  `comment on column messages.mark_unsent_arrival is 'true where it arrived though nothing says it was sent, else null'`,
  `update messages set mark_status = case when status in (2, 3) then status end,
     mark_comparison = case when comparison not in ('identical', 'intact') then comparison end,
     mark_sender_changed = case when sender_comparison = 'altered' then true end,
     mark_not_sent = case when submission_state = 2 then true end,
     mark_unsent_arrival = case when submitted_at is null
       and (received_at is not null or (evidence = 'receipt' and receipt_state = 3)) then true end
   where status in (2, 3) or comparison in ('unknown', 'altered', 'joined wrongly', 'truncated', 're-encoded', 'equivalent')
     or sender_comparison = 'altered' or submission_state = 2
     or (submitted_at is null and (received_at is not null or (evidence = 'receipt' and receipt_state = 3)))`,
  ...MARKED.map(([name, columns]) => `create index ${name} on messages ${columns}`),
  `drop index messages_unsuccessful`,
  `drop index messages_compared`,
  `drop index messages_sender_changed`,
  `drop index messages_not_sent`,
  `drop index messages_arrived_unsent`,
  `drop index messages_open_of_run`,
  // A month's table is given its fillfactor when it is made.
  `do $$ declare leaf regclass; begin
     for leaf in select inhrelid::regclass from pg_inherits where inhparent = 'messages'::regclass loop
       execute format('alter table %s set (fillfactor = 44)', leaf);
     end loop;
   end $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
