/** Violates each of the project's rules in a copy of the checkout's skeleton, and expects the lint step of `npm test` to fail. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ARROWS, checkHouse } from './house.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const HEAD = '/** Planted. */\n';

/** Each rule: a file that violates it, and what the lint step must report about that file. */
const VIOLATIONS = [
  {
    rule: 'an import upwards',
    file: 'packages/domain/src/upward.ts',
    text: "export { createEngine } from '@textprobe/engine/api';\n",
    said: "'@textprobe/engine' is not declared in packages/domain/package.json",
  },
  {
    rule: 'an import of an internal file of gateways, past its ports',
    file: 'packages/engine/src/past-the-port.ts',
    text: "export { createSmppGateway } from '@textprobe/gateways/smpp/smpp-gateway';\n",
    said: 'engine may import only gateway-port and inbox-port from gateways',
  },
  {
    rule: 'an import of an internal file of the engine, past its API',
    file: 'packages/server/src/past-the-api.ts',
    text: "export { duty } from '@textprobe/engine/kit/duty';\n",
    said: 'server may import only api from engine',
  },
  {
    rule: 'a relative import of another package',
    file: 'packages/contract/src/sideways.ts',
    text: "export { toE164 } from '../../domain/src/phone-number.ts';\n",
    said: 'leaves the package',
  },
  {
    rule: 'an import upwards between rooms',
    file: 'packages/engine/src/kit/upstairs.ts',
    text: "export { claim } from '../dispatch/claim.ts';\n",
    said: 'kit may not import from dispatch',
  },
  {
    rule: 'an import upwards in the database',
    file: 'packages/database/src/messages/upstairs.ts',
    text: "export { listMessages } from '../message-log/message-log.ts';\n",
    said: 'messages may not import from message-log',
  },
  {
    rule: 'an import between rooms of the database that are side by side',
    file: 'packages/database/src/directory/neighbor.ts',
    text: "export { createAccount } from '../accounts/accounts.ts';\n",
    said: 'directory may not import from accounts: they are side by side',
  },
  {
    rule: 'a feature of the server that imports another',
    file: 'packages/server/src/features/pdf/neighbor.ts',
    text: "export { messageRoutes } from '../messages/message-routes.ts';\n",
    said: 'features/pdf may not import from features/messages: they are side by side',
  },
  {
    rule: 'a feature of the console that imports another',
    file: 'packages/web/src/features/report/neighbor.ts',
    text: "export { toggle } from '../message-tests/form/draft.ts';\n",
    said: 'features/report may not import from features/message-tests: they are side by side',
  },
  {
    rule: 'an import of the console’s composition root',
    file: 'packages/web/src/ui/upstairs.ts',
    text: "export { router } from '../app/router.tsx';\n",
    said: 'ui may not import from app',
  },
  {
    rule: 'the scope of all partners in the server',
    file: 'packages/server/src/every-partner.ts',
    text: "export { ALL_PARTNERS } from '@textprobe/database/scope/scope';\n",
    said: "Pass on the scope of the session's account",
  },
  {
    rule: 'an import cycle',
    file: 'packages/engine/src/hen.ts',
    text: "import { egg } from './egg.ts';\nexport const hen = (): unknown => egg;\n",
    said: 'Dependency cycle',
  },
  {
    rule: 'process.env outside cli',
    file: 'packages/server/src/environment.ts',
    text: 'export const port = process.env.PORT;\n',
    said: 'Only cli reads the environment',
  },
  {
    rule: 'process.env by destructuring',
    file: 'packages/server/src/environment-in-pieces.ts',
    text: 'export const { env } = process;\n',
    said: 'Only cli reads the environment',
  },
  {
    rule: 'the environment by import',
    file: 'packages/server/src/environment-imported.ts',
    text: "export { env } from 'node:process';\n",
    said: 'its environment belongs to cli',
  },
  {
    rule: 'Date.now',
    file: 'packages/smpp/src/date-now.ts',
    text: 'export const now = Date.now();\n',
    said: "Unexpected use of 'Date'",
  },
  {
    rule: 'a Date of a given instant',
    file: 'packages/smpp/src/date-of.ts',
    text: 'export const then = new Date(0);\n',
    said: "Unexpected use of 'Date'",
  },
  {
    rule: 'Date through the global object',
    file: 'packages/smpp/src/date-global.ts',
    text: 'export const clock = globalThis.Date;\n',
    said: "Unexpected use of 'Date'",
  },
  {
    rule: 'setTimeout',
    file: 'packages/carrier-lab/src/timeout.ts',
    text: 'export const timer = setTimeout(() => undefined, 1);\n',
    said: "Unexpected use of 'setTimeout'",
  },
  {
    rule: 'setInterval',
    file: 'packages/carrier-lab/src/interval.ts',
    text: 'export const timer = setInterval(() => undefined, 1);\n',
    said: "Unexpected use of 'setInterval'",
  },
  {
    rule: 'performance',
    file: 'packages/carrier-lab/src/measured.ts',
    text: 'export const now = performance.now();\n',
    said: "Unexpected use of 'performance'",
  },
  {
    rule: 'node:timers',
    file: 'packages/gateways/src/timers.ts',
    text: "export { setTimeout } from 'node:timers/promises';\n",
    said: 'Bare time',
  },
  {
    rule: 'a floating promise',
    file: 'packages/engine/src/floating.ts',
    text: 'const work = async (): Promise<void> => {};\nexport const start = (): void => {\n  work();\n};\n',
    said: 'no-floating-promises',
  },
  {
    rule: 'a barrel',
    file: 'packages/engine/src/index.ts',
    text: 'export const all = 1;\n',
    said: "'index' is too vague",
  },
  {
    rule: 'a query of messages without the scope of the account',
    file: 'packages/database/src/messages/newest.ts',
    text: 'export async function listNewest(db: Database): Promise<MessageLogRow[]> {\n  return [];\n}\n',
    said: 'listNewest reads messages: it takes the scope right after the database',
  },
  {
    rule: 'a file without a header comment',
    file: 'packages/engine/src/silent.ts',
    text: 'export const silent = 1;\n',
    said: 'a file begins with /**',
    head: '',
  },
];

/** Code that looks like a violation but is allowed. */
const RIGHT = {
  'packages/cli/src/allowed.ts':
    'export const allowed = [process.env.PORT, Date.now(), performance.now()];\n',
  'packages/web/src/allowed.ts': 'export const allowed = Date.now();\n',
  'packages/engine/src/allowed.test.ts':
    "import { vi } from 'vitest';\nexport const allowed = [vi, Date.now(), setTimeout(() => undefined, 1)];\n",
  'packages/engine/src/testing/allowed.ts': 'export const allowed = new Date(0);\n',
  'packages/engine/src/settle/allowed.ts': "export { duty } from '../kit/allowed.ts';\n",
  'packages/engine/src/kit/allowed.ts': 'export const duty = 1;\n',
  'packages/engine/src/allowed.ts':
    "import type { Gateway } from '@textprobe/gateways/gateway-port';\nexport const allowed = (x: Date, gateway: Gateway): unknown => [x, gateway, setImmediate];\n",
};

/** A checkout with the real rules and manifests, but without our code. */
function layBareHouse(): string {
  const bare = mkdtempSync(path.join(tmpdir(), 'textprobe house '));
  for (const file of ['.oxlintrc.json', '.gitignore', 'package.json', 'tsconfig.base.json']) {
    cpSync(path.join(ROOT, file), path.join(bare, file));
  }
  for (const name of readdirSync(path.join(ROOT, 'packages'))) {
    // A project without files is an error and disables the type-aware rules.
    plant(bare, `packages/${name}/src/plain.ts`, 'export const plain = 1;\n');
    for (const file of ['package.json', 'tsconfig.json']) {
      cpSync(path.join(ROOT, 'packages', name, file), path.join(bare, 'packages', name, file));
    }
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(bare, 'node_modules'));
  return bare;
}

function plant(house: string, file: string, text: string, head = HEAD): void {
  mkdirSync(path.dirname(path.join(house, file)), { recursive: true });
  writeFileSync(path.join(house, file), head + text);
}

function lint(house: string): { status: number | null; output: string } {
  const { status, stdout } = spawnSync(process.execPath, [path.join(ROOT, 'scripts', 'lint.mjs'), house], {
    encoding: 'utf8',
  });
  // With CI set, oxlint colors its output regardless of NO_COLOR.
  return { status, output: stripVTControlCharacters(stdout) };
}

/** The output about one file: oxlint's blocks that name it, and our own lines that begin with it. */
function saidAbout(output: string, file: string): string {
  const said = (block: string): string[] =>
    block.includes(`[${file}:`) ? [block] : block.split('\n').filter((line) => line.startsWith(file));
  return output.split('\n\n').flatMap(said).join('\n');
}

describe('the project’s rules', () => {
  const orderly = layBareHouse();
  const broken = layBareHouse();
  let found: { status: number | null; output: string };

  beforeAll(() => {
    for (const [file, text] of Object.entries(RIGHT)) plant(orderly, file, text);
    for (const { file, text, head } of VIOLATIONS) plant(broken, file, text, head);
    plant(
      broken,
      'packages/engine/src/egg.ts',
      "import { hen } from './hen.ts';\nexport const egg = (): unknown => hen;\n",
    );
    found = lint(broken);
  });

  afterAll(() => {
    for (const house of [orderly, broken]) rmSync(house, { recursive: true, force: true });
  });

  it('accept allowed code', () => {
    expect(lint(orderly)).toMatchObject({ status: 0 });
  });

  it('make the lint step fail when one is violated', () => {
    expect(found.status).toBe(1);
  });

  it.each(VIOLATIONS)('find $rule', ({ file, said }) => {
    expect(saidAbout(found.output, file)).toContain(said);
  });
});

describe('the dependency arrows', () => {
  it('of the package.json files are all in the table', () => {
    expect(checkHouse(ROOT).filter((breach) => breach.includes('package.json:'))).toEqual([]);
  });

  it('of the table form no cycle', () => {
    const done: string[] = [];
    let left = Object.entries(ARROWS);
    while (left.length > 0) {
      const free = left.filter(([, uses]) => uses.every((name) => done.includes(name))).map(([name]) => name);
      expect(free, `a circle among ${left.map(([name]) => name).join(', ')}`).not.toEqual([]);
      done.push(...free);
      left = left.filter(([name]) => !free.includes(name));
    }
  });

  it('that a package.json adds are reported, including cycles through devDependencies', () => {
    const house = layBareHouse();
    try {
      const file = path.join(house, 'packages', 'domain', 'package.json');
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
      writeFileSync(file, JSON.stringify({ ...manifest, dependencies: { '@textprobe/server': '0.1.0' } }));
      const violations = checkHouse(house);
      expect(violations).toContain(
        'packages/domain/package.json: domain may not depend on server: dependencies point downwards only.',
      );
      expect(violations.join('\n')).toContain('domain depends on itself in a cycle');
    } finally {
      rmSync(house, { recursive: true, force: true });
    }
  });
});
