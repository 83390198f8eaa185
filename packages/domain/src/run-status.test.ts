import { describe, expect, it } from 'vitest';
import {
  deriveRunStatus,
  EXECUTION_STATUSES,
  executionStatusLabel,
  REASONS_OUTSIDE_RATES,
} from './run-status.ts';

describe('the status of a run', () => {
  it('SERVER-2 is EXECUTING while any message is open, whatever the others are', () => {
    const open = deriveRunStatus({ total: 6, settled: 5, received: 5, known: 5, offline: 0, notSent: 0 });
    expect(open).toEqual({ status: 'EXECUTING', reason: null });
  });

  it('SERVER-2 ends DELIVERED when all were received, PARTIALLY_DELIVERED when some, FAILED when none', () => {
    const ended = { total: 6, settled: 6, known: 6, offline: 0, notSent: 0 };
    expect(deriveRunStatus({ ...ended, received: 6 }).status).toBe('DELIVERED');
    expect(deriveRunStatus({ ...ended, received: 1 }).status).toBe('PARTIALLY_DELIVERED');
    expect(deriveRunStatus({ ...ended, received: 0 })).toEqual({ status: 'FAILED', reason: null });
  });

  it('SERVER-2 is not changed by UNKNOWN messages among known ones', () => {
    const withUnknown = { total: 6, settled: 6, known: 4, offline: 1, notSent: 0 };
    expect(deriveRunStatus({ ...withUnknown, received: 4 }).status).toBe('DELIVERED');
    expect(deriveRunStatus({ ...withUnknown, received: 3 }).status).toBe('PARTIALLY_DELIVERED');
    expect(deriveRunStatus({ ...withUnknown, received: 0 })).toEqual({ status: 'FAILED', reason: null });
  });

  it("SERVER-2 is FAILED with the reason 'no outcome known' when none is", () => {
    const silent = deriveRunStatus({ total: 6, settled: 6, received: 0, known: 0, offline: 5, notSent: 1 });
    expect(silent).toEqual({ status: 'FAILED', reason: 'no outcome known' });
  });

  it('SERVER-2 says so if every handset was offline, and is in no rate', () => {
    const away = deriveRunStatus({ total: 6, settled: 6, received: 0, known: 0, offline: 6, notSent: 0 });
    expect(away).toEqual({ status: 'FAILED', reason: 'no outcome known: every handset was offline' });
    expect(REASONS_OUTSIDE_RATES).toContain(away.reason);
    const empty = deriveRunStatus({ total: 0, settled: 0, received: 0, known: 0, offline: 0, notSent: 0 });
    expect(empty.reason).toBe('no outcome known');
  });

  it("GUARD-8 is FAILED with the reason 'not sent' if no message was sent, and is in no rate", () => {
    const heldBack = deriveRunStatus({ total: 6, settled: 6, received: 0, known: 0, offline: 0, notSent: 6 });
    expect(heldBack).toEqual({ status: 'FAILED', reason: 'not sent' });
    expect(REASONS_OUTSIDE_RATES).toContain(heldBack.reason);
    const some = { total: 6, settled: 6, offline: 0, notSent: 4 };
    expect(deriveRunStatus({ ...some, received: 2, known: 2 }).status).toBe('DELIVERED');
    expect(deriveRunStatus({ ...some, received: 0, known: 0 }).reason).toBe('no outcome known');
  });
});

it('LIST-12 labels every status, and a test without one as Unexecuted', () => {
  expect(EXECUTION_STATUSES.map(executionStatusLabel)).toEqual([
    'Delivered',
    'Partially Delivered',
    'Failed',
    'Executing',
    'Unexecuted',
  ]);
  expect(executionStatusLabel(null)).toBe('Unexecuted');
});
