import { expect, test } from 'vitest';
import { type Admission, createAdmission, type Place } from './admission.ts';

const LIMITS = { requests: 100, delayMs: 500 };
let nth = 0;
const someone = () => `caller ${(nth += 1)}`;

/** Lets in requests of ever other callers until one is refused. @returns what those that are in call when they go */
function fill(admission: Admission, isReport = false, isKnown = true): (() => void)[] {
  const inside: (() => void)[] = [];
  for (;;) {
    const answer = admission.enter({ isReport, isKnown, caller: someone() });
    if (typeof answer === 'string') return inside;
    inside.push(() => answer.leave());
  }
}

function enter(admission: Admission, isKnown: boolean, caller = someone()): Place {
  const answer = admission.enter({ isReport: false, isKnown, caller });
  if (typeof answer === 'string') throw new Error(`refused: ${answer}`);
  return answer;
}

test('Promise 6: calls leave a quarter of the room to reports', () => {
  const admission = createAdmission(LIMITS);
  expect(fill(admission)).toHaveLength(75);
  expect(fill(admission, true)).toHaveLength(25);
  expect(admission.inFlight).toBe(100);
});

test('Promise 6: reports leave an eighth of it to calls, so that operators see what is the matter', () => {
  const admission = createAdmission(LIMITS);
  expect(fill(admission, true)).toHaveLength(87);
  const [first] = fill(admission);
  expect(admission.inFlight).toBe(100);
  expect(admission.enter({ isReport: false, isKnown: true, caller: someone() })).toBe('busy');
  first?.();
  expect(admission.enter({ isReport: false, isKnown: true, caller: someone() })).toBeTypeOf('object');
});

test('Promise 6: where reports find no room calls make it for them, and have it back once it is wanted no more', () => {
  const admission = createAdmission(LIMITS);
  const calls = fill(admission);
  const reports = fill(admission, true);
  for (let look = 0; look < 10; look += 1) {
    fill(admission, true);
    admission.adapt(0);
  }
  expect(admission.isOpen).toBe(false);
  for (const leave of [...calls, ...reports]) leave();
  const left = fill(admission);
  expect(left).toHaveLength(12);
  for (const leave of left) leave();
  for (let look = 0; look < 20; look += 1) admission.adapt(0);
  expect(admission.isOpen).toBe(true);
  expect(fill(admission)).toHaveLength(75);
});

test('Promise 6: one caller has a quarter of what is let in, and is told so while there is room for others', () => {
  const admission = createAdmission(LIMITS);
  const ask = () => admission.enter({ isReport: false, isKnown: true, caller: 'a script' });
  const inside = Array.from({ length: 30 }, ask);
  expect(inside.filter((answer) => answer === 'share')).toHaveLength(11);
  expect(admission.enter({ isReport: false, isKnown: true, caller: someone() })).toBeTypeOf('object');
  for (const place of inside) if (typeof place === 'object') place.leave();
  expect(ask()).toBeTypeOf('object');
});

test('Promise 6: while requests wait for too long fewer are let in, down to what keeps the process at work', () => {
  const admission = createAdmission(LIMITS);
  const inside = fill(admission);
  admission.adapt(501);
  expect(admission.allowed).toBe(52);
  for (let look = 0; look < 20; look += 1) admission.adapt(501);
  expect(admission.allowed).toBe(48);
  expect(admission.isOpen).toBe(false);
  for (const leave of inside.splice(0)) leave();
  expect(fill(admission)).toHaveLength(36);
  expect(fill(admission, true)).toHaveLength(12);
});

test('Promise 6: once they wait no longer, all are let in again within two seconds', () => {
  const admission = createAdmission({ requests: 512, delayMs: 500 });
  fill(admission);
  for (let look = 0; look < 20; look += 1) admission.adapt(501);
  expect(admission.allowed).toBe(48);
  // It is told ten times a second.
  for (let look = 0; look < 20; look += 1) admission.adapt(500);
  expect(admission.isOpen).toBe(true);
});

test('a small limit is kept whole', () => {
  const admission = createAdmission({ requests: 1, delayMs: 500 });
  expect(fill(admission)).toHaveLength(1);
  for (let look = 0; look < 20; look += 1) admission.adapt(501);
  expect(admission.allowed).toBe(1);
});

test('GUARD-1 strangers together have half of the room, one network a quarter of the places; the known have the rest', () => {
  const admission = createAdmission(LIMITS);
  const ask = () => admission.enter({ isReport: false, isKnown: false, caller: '192.0.2.1' });
  const asked = Array.from({ length: 30 }, ask);
  expect(asked.filter((answer) => answer === 'share')).toHaveLength(11);
  expect(fill(admission, false, false)).toHaveLength(31);
  expect(fill(admission, true, false)).toHaveLength(0);
  expect(fill(admission)).toHaveLength(25);
  expect(fill(admission, true)).toHaveLength(25);
});

test('GUARD-1 a request that proves who it is gives its stranger’s place back at once', () => {
  const admission = createAdmission(LIMITS);
  const places = Array.from({ length: 50 }, () => enter(admission, false));
  expect(fill(admission, false, false)).toHaveLength(0);
  places[0]?.prove('a session');
  expect(admission.inFlight).toBe(50);
  expect(fill(admission, false, false)).toHaveLength(1);
  for (const place of places) place.leave();
  for (const place of places) place.leave();
  expect(admission.inFlight).toBe(1);
});

test('GUARD-1 a place is free while its body arrives; a stranger may find it taken then, a known one does not', () => {
  const admission = createAdmission(LIMITS);
  const known = enter(admission, true);
  const stranger = enter(admission, false);
  for (const place of [known, stranger]) place.pause();
  expect(admission.inFlight).toBe(0);
  const strangers = fill(admission, false, false);
  const others = fill(admission);
  expect(stranger.resume()).toBe('busy');
  expect(known.resume()).toBeNull();
  expect(admission.inFlight).toBe(76);
  for (const leave of [...strangers, ...others]) leave();
  expect(stranger.resume()).toBeNull();
  for (const place of [known, stranger]) place.leave();
  expect(admission.inFlight).toBe(0);
});
