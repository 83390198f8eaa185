/**
 * The demo directory for a first start with the lab: three partners with their clients and offices, and three test phones
 * on each carrier. All of it is fictional, with numbers reserved for fiction (NPA 555-01XX).
 */
import type {
  DirectoryInput,
  DirectoryOffice,
  DirectoryPhone,
} from '@textprobe/database/directory/directory-input';

type OfficeRow = readonly [
  office: string,
  phoneNumber: string,
  managerFirstName: string,
  managerLastName: string,
];

const OFFICES: Readonly<Record<string, Readonly<Record<string, readonly OfficeRow[]>>>> = {
  'Harbor Health Group': {
    'Bayview Dental': [
      ['Oakland', '+15105550101', 'Maria', 'Alvarez'],
      ['Berkeley', '+15105550102', 'Daniel', 'Okafor'],
      ['San Leandro', '+15105550103', 'Grace', 'Lindqvist'],
    ],
    'Cedar Family Medicine': [
      ['Sacramento', '+19165550111', 'Priya', 'Raman'],
      ['Roseville', '+19165550112', 'Thomas', 'Whitfield'],
    ],
    'Pacific Eye Care': [
      ['San Diego', '+16195550121', 'Yuki', 'Tanabe'],
      ['Chula Vista', '+16195550122', 'Elena', 'Morozova'],
    ],
  },
  'Summit Property Partners': {
    'Alder Street Apartments': [
      ['Denver', '+13035550131', 'Aaron', 'Kowalski'],
      ['Boulder', '+13035550132', 'Naomi', 'Feldman'],
    ],
    'Keystone Self Storage': [
      ['Salt Lake City', '+18015550141', 'Liam', 'Brennan'],
      ['Provo', '+18015550142', 'Sofia', 'Castellanos'],
      ['Ogden', '+18015550143', 'Marcus', 'Hale'],
    ],
  },
  'Lakeshore Auto Alliance': {
    'Northside Motors': [
      ['Evanston', '+18475550151', 'Ingrid', 'Solberg'],
      ['Skokie', '+18475550152', 'Jamal', 'Everett'],
    ],
    'Prairie Tire & Brake': [
      ['Naperville', '+16305550161', 'Chloé', 'Dubois'],
      ['Aurora', '+16305550162', 'Viktor', 'Petrov'],
    ],
    'Great Lakes Collision': [
      ['Milwaukee', '+14145550171', 'Hannah', 'Schroeder'],
      ['Racine', '+12625550172', 'Owen', 'Gallagher'],
    ],
  },
};

const PHONES: readonly (readonly [name: string, phoneNumber: string, carrier: string])[] = [
  ['Avery', '+12135550181', 'AT&T'],
  ['Blake', '+12135550182', 'AT&T'],
  ['Casey', '+12135550183', 'AT&T'],
  ['Devon', '+13105550184', 'Verizon'],
  ['Emerson', '+13105550185', 'Verizon'],
  ['Finley', '+13105550186', 'Verizon'],
  ['Harper', '+13235550187', 'T-Mobile'],
  ['Jordan', '+13235550188', 'T-Mobile'],
  ['Kendall', '+13235550189', 'T-Mobile'],
];

/** A phone without an agent: only the carrier's receipt shows whether its messages arrived. */
const WITHOUT_HANDSET = 'Kendall';

const offices: DirectoryOffice[] = Object.entries(OFFICES).flatMap(([partner, clients]) =>
  Object.entries(clients).flatMap(([client, rows]) =>
    rows.map(([office, phoneNumber, managerFirstName, managerLastName]) => ({
      partner,
      client,
      office,
      phoneNumber,
      managerFirstName,
      managerLastName,
    })),
  ),
);

const phones: DirectoryPhone[] = PHONES.map(([name, phoneNumber, carrier]) => ({
  name,
  phoneNumber,
  carrier,
  evidence: name === WITHOUT_HANDSET ? 'receipt' : 'handset',
}));

export const demoDirectory: DirectoryInput = { offices, phones };
