import { expect, test } from 'vitest';
import { type Admission, createAdmission, type Permit } from './admission.ts';

const LIMITS = { requests: 100, delayMs: 500 };
let nth = 0;
const someone = () => `caller ${(nth += 1)}`;

/** Admits requests of distinct callers until one is refused. @returns the functions that release them */
function fill(admission: Admission, isReport = false, isKnown = true): (() => void)[] {
  const inside: (() => void)[] = [];
  for (;;) {
    const answer = admission.admit({ isReport, isKnown, chargedTo: someone(), account: null });
    if (typeof answer === 'string') return inside;
    inside.push(() => answer.release());
  }
}

function admit(
  admission: Admission,
  isKnown: boolean,
  chargedTo = someone(),
  account: string | null = null,
): Permit {
  const answer = admission.admit({ isReport: false, isKnown, chargedTo, account });
  if (typeof answer === 'string') throw new Error(`refused: ${answer}`);
  return answer;
}

test('Promise 6: calls leave a quarter of the capacity to reports', () => {
  const admission = createAdmission(LIMITS);
  expect(fill(admission)).toHaveLength(75);
  expect(fill(admission, true)).toHaveLength(25);
  expect(admission.inFlight).toBe(100);
});

test('Promise 6: reports leave an eighth of the capacity to calls, so that operators can see the problem', () => {
  const admission = createAdmission(LIMITS);
  expect(fill(admission, true)).toHaveLength(87);
  const [first] = fill(admission);
  expect(admission.inFlight).toBe(100);
  expect(admission.admit({ isReport: false, isKnown: true, chargedTo: someone(), account: null })).toBe(
    'busy',
  );
  first?.();
  expect(admission.admit({ isReport: false, isKnown: true, chargedTo: someone(), account: null })).toBeTypeOf(
    'object',
  );
});

test('Promise 6: calls yield capacity while reports are refused, and regain it afterwards', () => {
  const admission = createAdmission(LIMITS);
  const calls = fill(admission);
  const reports = fill(admission, true);
  for (let look = 0; look < 10; look += 1) {
    fill(admission, true);
    admission.adapt(0);
  }
  expect(admission.isOpen).toBe(false);
  for (const release of [...calls, ...reports]) release();
  const left = fill(admission);
  expect(left).toHaveLength(12);
  for (const release of left) release();
  for (let look = 0; look < 20; look += 1) admission.adapt(0);
  expect(admission.isOpen).toBe(true);
  expect(fill(admission)).toHaveLength(75);
});

test('Promise 6: one caller gets a quarter of the calls, and is refused while others are still admitted', () => {
  const admission = createAdmission(LIMITS);
  const ask = () => admission.admit({ isReport: false, isKnown: true, chargedTo: 'a script', account: null });
  const inside = Array.from({ length: 30 }, ask);
  expect(inside.filter((answer) => answer === 'share')).toHaveLength(11);
  expect(admission.admit({ isReport: false, isKnown: true, chargedTo: someone(), account: null })).toBeTypeOf(
    'object',
  );
  for (const permit of inside) if (typeof permit === 'object') permit.release();
  expect(ask()).toBeTypeOf('object');
});

test('Promise 6: the limit shrinks while requests wait too long, down to what keeps the process busy', () => {
  const admission = createAdmission(LIMITS);
  const inside = fill(admission);
  admission.adapt(501);
  expect(admission.allowed).toBe(52);
  for (let look = 0; look < 20; look += 1) admission.adapt(501);
  expect(admission.allowed).toBe(48);
  expect(admission.isOpen).toBe(false);
  for (const release of inside.splice(0)) release();
  expect(fill(admission)).toHaveLength(36);
  expect(fill(admission, true)).toHaveLength(12);
});

test('Promise 6: the limit recovers within two seconds once requests no longer wait', () => {
  const admission = createAdmission({ requests: 512, delayMs: 500 });
  fill(admission);
  for (let look = 0; look < 20; look += 1) admission.adapt(501);
  expect(admission.allowed).toBe(48);
  // `adapt` is called ten times a second.
  for (let look = 0; look < 20; look += 1) admission.adapt(500);
  expect(admission.isOpen).toBe(true);
});

test('a limit of one is never reduced', () => {
  const admission = createAdmission({ requests: 1, delayMs: 500 });
  expect(fill(admission)).toHaveLength(1);
  for (let look = 0; look < 20; look += 1) admission.adapt(501);
  expect(admission.allowed).toBe(1);
});

test('GUARD-1 strangers together get half of the capacity, one network a quarter of the calls; known callers get the rest', () => {
  const admission = createAdmission(LIMITS);
  const ask = () =>
    admission.admit({ isReport: false, isKnown: false, chargedTo: '192.0.2.1', account: null });
  const asked = Array.from({ length: 30 }, ask);
  expect(asked.filter((answer) => answer === 'share')).toHaveLength(11);
  expect(fill(admission, false, false)).toHaveLength(31);
  expect(fill(admission, true, false)).toHaveLength(0);
  expect(fill(admission)).toHaveLength(25);
  expect(fill(admission, true)).toHaveLength(25);
});

test('GUARD-1 a request that authenticates no longer counts among the strangers', () => {
  const admission = createAdmission(LIMITS);
  const permits = Array.from({ length: 50 }, () => admit(admission, false));
  expect(fill(admission, false, false)).toHaveLength(0);
  expect(permits[0]?.authenticate('a session', 'an account')).toBeNull();
  expect(admission.inFlight).toBe(50);
  expect(fill(admission, false, false)).toHaveLength(1);
  for (const permit of permits) permit.release();
  for (const permit of permits) permit.release();
  expect(admission.inFlight).toBe(1);
});

test('GUARD-1 a request holds no capacity while its body arrives; only a stranger may be refused afterwards', () => {
  const admission = createAdmission(LIMITS);
  const known = admit(admission, true);
  const stranger = admit(admission, false);
  for (const permit of [known, stranger]) permit.pause();
  expect(admission.inFlight).toBe(0);
  const strangers = fill(admission, false, false);
  const others = fill(admission);
  expect(stranger.resume()).toBe('busy');
  expect(known.resume()).toBeNull();
  expect(admission.inFlight).toBe(76);
  for (const release of [...strangers, ...others]) release();
  expect(stranger.resume()).toBeNull();
  for (const permit of [known, stranger]) permit.release();
  expect(admission.inFlight).toBe(0);
});

test('GUARD-1 one account gets half of the calls over all its sessions, and other accounts the rest', () => {
  const admission = createAdmission(LIMITS);
  const ask = (account: string) =>
    admission.admit({ isReport: false, isKnown: true, chargedTo: someone(), account });
  const asked = Array.from({ length: 60 }, () => ask('flood'));
  expect(asked.filter((answer) => answer === 'share')).toHaveLength(22);
  const others = Array.from({ length: 37 }, () => ask(someone()));
  expect(others.filter((answer) => typeof answer === 'string')).toEqual([]);
  for (const permit of asked) if (typeof permit === 'object') permit.release();
  expect(ask('flood')).toBeTypeOf('object');
});

test('GUARD-1 sessions that are not known yet do not get their account more than its share', () => {
  const admission = createAdmission(LIMITS);
  for (let nth = 0; nth < 38; nth += 1) admit(admission, true, someone(), 'flood');
  const stranger = admit(admission, false);
  expect(stranger.authenticate('a new session', 'flood')).toBe('share');
  stranger.release();
  const other = admit(admission, false);
  expect(other.authenticate('another session', 'another account')).toBeNull();
  // Admitted already: not refused halfway when the limit has shrunk.
  for (let look = 0; look < 20; look += 1) admission.adapt(501);
  expect(other.authenticate('another session', 'another account')).toBeNull();
  expect(admission.inFlight).toBe(39);
});
