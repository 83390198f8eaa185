/** How each kind of directory entry is stored and read: partners, clients, offices and test phones. */
import type { EvidenceSource } from '@textprobe/domain/message-status';
import { type RawBuilder, sql } from 'kysely';
import { isInScope, isPhoneInScope, type Scope } from '../scope/scope.ts';

export type EntryKind = 'partners' | 'clients' | 'offices' | 'phones';

/** What can be written of each kind. Numbers are in E.164. */
export interface EntryFields {
  readonly partners: {
    readonly name: string;
    /** Messages on a day in Los Angeles; null: no limit. */
    readonly limitPerDay: number | null;
  };
  readonly clients: { readonly name: string; readonly partnerId: number };
  readonly offices: {
    readonly name: string;
    readonly clientId: number;
    readonly phoneNumber: string;
    readonly managerFirstName: string;
    readonly managerLastName: string;
    /** Null: the default gateway. */
    readonly gatewayId: number | null;
  };
  readonly phones: {
    readonly name: string;
    readonly phoneNumber: string;
    readonly carrier: string;
    readonly evidence: EvidenceSource;
    /** Null: shared by all partners. */
    readonly partnerId: number | null;
  };
}

interface Read {
  readonly id: number;
  readonly retired: boolean;
  /** Nearest first. */
  readonly parents: { readonly id: number; readonly name: string; readonly retired: boolean }[];
}
interface Counted {
  /** Number of offices below it that are not retired. */
  readonly offices: number;
}

/** An entry as it is read. */
export interface EntryRows {
  readonly partners: EntryFields['partners'] & Read & Counted;
  readonly clients: EntryFields['clients'] & Read & Counted;
  readonly offices: EntryFields['offices'] & Read;
  readonly phones: EntryFields['phones'] & Read;
}

interface KindOfEntry {
  readonly table: string;
  /** The columns that are written, by field. */
  readonly columns: Readonly<Record<string, string>>;
  /** The table as `e`, with its parents as `c` and `p`. */
  readonly from: RawBuilder<unknown>;
  readonly parents: RawBuilder<unknown>;
  readonly offices: RawBuilder<unknown> | null;
  readonly isRetired: RawBuilder<boolean>;
  readonly partnerId: RawBuilder<unknown>;
  readonly isOwn: (scope: Scope) => RawBuilder<boolean>;
  /** A query of the phones that cannot be chosen once this entry is retired; null: there are none. */
  readonly phonesOf: ((id: number) => RawBuilder<unknown>) | null;
  /** What a search finds it by. */
  readonly words: RawBuilder<unknown>;
  /** The column of its phone number. */
  readonly number: string | null;
  readonly orders: Readonly<Record<string, RawBuilder<unknown>>>;
}

const asParent = (alias: 'c' | 'p') =>
  sql`jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}, 'retired', ${sql.ref(`${alias}.retired`)})`;
const byName = sql`lower(e.name)`;
const byPartner = sql`lower(p.name)`;
const byClient = sql`lower(c.name)`;

export const KINDS: Readonly<Record<EntryKind, KindOfEntry>> = {
  partners: {
    table: 'partners',
    columns: { name: 'name', limitPerDay: 'limit_per_day' },
    from: sql`partners e`,
    parents: sql`'[]'::jsonb`,
    offices: sql`(select count(*)::int4 from offices o join clients c on c.id = o.client_id
      where c.partner_id = e.id and not o.retired and not c.retired)`,
    isRetired: sql`e.retired`,
    partnerId: sql`e.id`,
    isOwn: (scope) => isInScope(scope, sql`e.id`),
    phonesOf: (id) => sql`select id from test_phones where partner_id = ${id}`,
    words: sql`e.name`,
    number: null,
    orders: { name: byName, offices: sql`offices` },
  },
  clients: {
    table: 'clients',
    columns: { name: 'name', partnerId: 'partner_id' },
    from: sql`clients e join partners p on p.id = e.partner_id`,
    parents: sql`jsonb_build_array(${asParent('p')})`,
    offices: sql`(select count(*)::int4 from offices o where o.client_id = e.id and not o.retired)`,
    isRetired: sql`(e.retired or p.retired)`,
    partnerId: sql`e.partner_id`,
    isOwn: (scope) => isInScope(scope, sql`e.partner_id`),
    phonesOf: null,
    words: sql`e.name, p.name`,
    number: null,
    orders: { name: byName, partner: byPartner, offices: sql`offices` },
  },
  offices: {
    table: 'offices',
    columns: {
      name: 'name',
      clientId: 'client_id',
      phoneNumber: 'phone_number',
      managerFirstName: 'manager_first_name',
      managerLastName: 'manager_last_name',
      gatewayId: 'gateway_id',
    },
    from: sql`offices e join clients c on c.id = e.client_id join partners p on p.id = c.partner_id`,
    parents: sql`jsonb_build_array(${asParent('c')}, ${asParent('p')})`,
    offices: null,
    isRetired: sql`(e.retired or c.retired or p.retired)`,
    partnerId: sql`c.partner_id`,
    isOwn: (scope) => isInScope(scope, sql`c.partner_id`),
    phonesOf: null,
    words: sql`e.name, c.name, p.name`,
    number: 'e.phone_number',
    orders: { name: byName, client: byClient, partner: byPartner, phoneNumber: sql`e.phone_number` },
  },
  phones: {
    table: 'test_phones',
    columns: {
      name: 'name',
      phoneNumber: 'phone_number',
      carrier: 'carrier',
      evidence: 'evidence',
      partnerId: 'partner_id',
    },
    from: sql`test_phones e left join partners p on p.id = e.partner_id`,
    parents: sql`case when p.id is null then '[]'::jsonb else jsonb_build_array(${asParent('p')}) end`,
    offices: null,
    isRetired: sql`(e.retired or coalesce(p.retired, false))`,
    partnerId: sql`e.partner_id`,
    isOwn: (scope) => isPhoneInScope(scope, sql`e.partner_id`),
    phonesOf: (id) => sql`select id from test_phones where id = ${id}`,
    words: sql`e.name, e.carrier, p.name`,
    number: 'e.phone_number',
    orders: {
      name: byName,
      phoneNumber: sql`e.phone_number`,
      carrier: sql`lower(e.carrier)`,
      partner: sql`coalesce(lower(p.name), '')`,
    },
  },
};
