/** Messages, partitioned by month, and the small tables of what is in flight (docs/decisions/0007-write-message-rows-twice.md). */
export const messageTables: readonly string[] = [
  `create sequence message_ids as bigint`,
  `create table messages (
     id bigint not null default nextval('message_ids'),
     created_at timestamptz not null,
     run_id bigint not null,
     test_id integer not null,
     office_id integer not null,
     phone_id integer not null,
     gateway_id integer not null,
     message_type text not null,
     test_type text not null,
     carrier text not null,
     evidence text not null,
     sender text not null,
     recipient text not null,
     filled_body text,
     submission_state smallint not null default 0,
     submitted_at timestamptz,
     submission_error text,
     claimed_at timestamptz,
     claimed_by text,
     attempts integer not null default 0,
     receipt_state smallint not null default 0,
     receipt_at timestamptz,
     receipt_error text,
     received_at timestamptz,
     comparison text,
     deadline_ms integer not null,
     deadline_at timestamptz not null,
     deadline_passed boolean not null default false,
     status smallint not null default 0,
     settled_at timestamptz,
     handset_offline boolean not null default false,
     handset_heard_at timestamptz,
     sender_comparison text,
     file_finding text,
     partner_id integer not null,
     expires_at timestamptz not null,
     claim_expires_at timestamptz,
     mark_status smallint,
     mark_comparison text,
     mark_sender_changed boolean,
     mark_file_finding text,
     mark_verdict text,
     mark_unsent_arrival boolean,
     primary key (created_at, id)
   ) partition by range (created_at)`,
  `comment on column messages.filled_body is 'the body with its placeholders filled; null: same as the test''s body'`,
  `comment on column messages.submission_state is '0 waiting 1 claimed 2 expired 3 unknown 4 rejected 5 accepted'`,
  `comment on column messages.submission_error is 'the carrier''s error; of an expired message what it waited for'`,
  `comment on column messages.receipt_state is '0 none 1 enroute 2 failed 3 delivered'`,
  `comment on column messages.comparison is 'of the received copy that proves most'`,
  `comment on column messages.deadline_at is 'before submission: its expiry; then deadline_ms after its submission'`,
  `comment on column messages.status is 'rank of the derived status: 0 PENDING 1 SENT 2 UNKNOWN 3 FAILED 4 DELIVERED 5 RECEIVED'`,
  `comment on column messages.handset_offline is 'the phone was offline at the deadline, so the route is not to blame'`,
  `comment on column messages.handset_heard_at is 'with handset_offline: the phone''s last sign of life before the deadline'`,
  `comment on column messages.sender_comparison is 'identical or altered; null: no handset reported a sender'`,
  `comment on column messages.partner_id is 'the office''s partner when the message was created; gateways serve partners in turn'`,
  `comment on column messages.expires_at is 'copied from its run: until when it may wait to be submitted'`,
  `comment on column messages.claim_expires_at is 'end of the lease while claimed; kept if the lease ended without an outcome, null once an outcome is known'`,
  `comment on column messages.mark_status is 'the status if it is UNKNOWN or FAILED, else null'`,
  `comment on column messages.mark_comparison is 'the comparison if the text did not arrive unchanged, else null'`,
  `comment on column messages.mark_sender_changed is 'true if the handset reported another sender, else null'`,
  `comment on column messages.file_finding is 'for an MMS the result of comparing its files; null: an SMS, or not compared yet'`,
  `comment on column messages.mark_file_finding is 'the file finding if a file did not arrive unchanged, else null'`,
  `comment on column messages.mark_verdict is 'the verdict, unless it is waiting, in transit, confirmed or carrier confirmed'`,
  `comment on column messages.mark_unsent_arrival is 'true if it arrived without evidence that it was sent, else null'`,
  // All of these stay empty for messages that end well.
  `create index messages_marked_status on messages (mark_status, created_at desc, id desc) where mark_status is not null`,
  `create index messages_marked_comparison on messages (mark_comparison, created_at desc, id desc) where mark_comparison is not null`,
  `create index messages_marked_sender on messages (created_at desc, id desc) where mark_sender_changed`,
  `create index messages_marked_files on messages (mark_file_finding, created_at desc, id desc) where mark_file_finding is not null`,
  `create index messages_marked_verdict on messages (mark_verdict, created_at desc, id desc) where mark_verdict is not null`,
  `create index messages_marked_unsent on messages (created_at) where mark_unsent_arrival`,
  // A default partition takes rows before their month is created (`month-partitions.ts`).
  `create table messages_default partition of messages default with (fillfactor = 44)`,

  // Ids of one chunk are consecutive; a sequence cannot reserve a block whose size varies by call.
  `create function next_message_ids(wanted integer) returns bigint language plpgsql as $$
   declare
     first bigint;
   begin
     perform pg_advisory_lock(hashtext('textprobe message ids'));
     begin
       first := nextval('message_ids');
       perform setval('message_ids', first + wanted - 1);
     exception when others or query_canceled then
       perform pg_advisory_unlock(hashtext('textprobe message ids'));
       raise;
     end;
     perform pg_advisory_unlock(hashtext('textprobe message ids'));
     return first;
   end $$`,

  // A set, not a count: it only grows, so a new message costs one index lookup and no lock.
  `create table message_days (
     day date not null,
     carrier text not null,
     message_type text not null,
     test_type text not null,
     primary key (day, carrier, message_type, test_type))`,
  `comment on table message_days is 'the UTC days on which messages of a carrier, message type and test type were created'`,
  `create function note_message_days() returns trigger language plpgsql as $$
   begin
     insert into message_days
     select distinct (created_at at time zone 'UTC')::date, carrier, message_type, test_type from created
     order by 1, 2, 3, 4
     on conflict do nothing;
     return null;
   end $$`,
  `create trigger messages_noted after insert on messages referencing new table as created
     for each statement execute function note_message_days()`,

  `create table chunks (
     id bigint generated by default as identity primary key,
     run_id bigint not null,
     test_id integer not null,
     gateway_id integer not null,
     partner_id integer not null,
     created_at timestamptz not null,
     deadline_ms integer not null,
     expires_at timestamptz not null,
     due_at timestamptz not null,
     first_id bigint not null,
     count integer not null check (count > 0),
     next_id bigint not null,
     attempts integer not null default 0,
     origin boolean not null default true,
     waiting boolean not null default true
   ) with (fillfactor = 50)`,
  `comment on table chunks is 'messages with consecutive ids of one run, gateway, partner and instant of creation; those from next_id on wait to be claimed'`,
  `comment on column chunks.due_at is 'when they may first be claimed'`,
  `comment on column chunks.attempts is 'number of earlier claims of its messages'`,
  `comment on column chunks.origin is 'true: created with its messages and kept to find them; false: messages that wait again, deleted once they are claimed'`,
  `create index chunks_waiting on chunks (gateway_id, partner_id, due_at, id) where waiting`,
  `create index chunks_expiry on chunks (expires_at) where waiting`,
  `create unique index chunks_first on chunks (first_id) where origin`,
  `create index chunks_of_test on chunks (test_id, created_at desc, first_id desc) where origin`,
  `create index chunks_of_partner on chunks (partner_id, created_at desc, first_id desc) where origin`,
  `create index chunks_newest on chunks (created_at desc, (first_id + count) desc) where waiting`,

  `create table claims (
     first_id bigint not null,
     count integer not null check (count between 1 and 1000),
     attempt integer not null,
     created_at timestamptz not null,
     gateway_id integer not null,
     worker text not null,
     claimed_at timestamptz not null,
     lease_until timestamptz,
     deadline_at timestamptz not null,
     primary key (first_id, attempt))`,
  `comment on table claims is 'intents to submit consecutive ids; a row is deleted once all its messages are final'`,
  `comment on column claims.attempt is 'a message of the range belongs to this claim while its row counts fewer attempts and has no outcome'`,
  `comment on column claims.lease_until is 'when the outcomes are due; null: all are written'`,
  `comment on column claims.deadline_at is 'when to look for overdue messages in the range'`,
  `create index claims_lease on claims (lease_until) where lease_until is not null`,
  `create index claims_deadline on claims (deadline_at)`,
  `create index claims_newest on claims (created_at desc, (first_id + count) desc)`,

  // Unusual events of a message; one that is claimed, accepted and confirmed writes none.
  `create table message_events (
     id bigint generated by default as identity,
     message_id bigint not null,
     message_created_at timestamptz not null,
     recorded_at timestamptz not null,
     kind text not null
       check (kind in ('given-back', 'accepted', 'rejected', 'unknown', 'lease-ended', 'deadline')),
     at timestamptz,
     detail text,
     attempt integer,
     claimed_at timestamptz,
     claimed_by text,
     next_attempt_at timestamptz,
     handset_offline boolean not null default false,
     handset_heard_at timestamptz,
     primary key (message_id, id, message_created_at)
   ) partition by range (message_created_at)`,
  `comment on column message_events.at is 'the instant of the fact, as in the ledgers; null: it has none'`,
  `comment on column message_events.detail is 'the carrier''s error, why a claim was given back, or what a message that was never sent waited for'`,
  `comment on column message_events.attempt is 'with claimed_at, claimed_by and next_attempt_at: describes the claim that was given back'`,
  `create table message_events_default partition of message_events default`,
];
