import { EventEmitter } from 'node:events';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { createStops, listenForStop, type SignaledProgram } from './shutdown.ts';

/** A stub of the process, which a test may end. */
function createProgram() {
  const channel = { unref: vi.fn() };
  return Object.assign(new EventEmitter(), { channel, exit: vi.fn() }) satisfies SignaledProgram;
}

describe('a request to stop', () => {
  const clock = createManualClock(0);
  const onStop = vi.fn();
  let program: ReturnType<typeof createProgram>;

  beforeEach(() => {
    onStop.mockClear();
    program = createProgram();
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('is made by %s', (signal) => {
    listenForStop(clock, onStop, program);
    program.emit(signal, signal);
    expect(onStop).toHaveBeenCalledExactlyOnceWith(signal);
  });

  it('counts once when the terminal, npm and the launcher all forward it', async () => {
    listenForStop(clock, onStop, program);
    for (let echo = 0; echo < 3; echo += 1) program.emit('SIGINT', 'SIGINT');
    await clock.advance(900);
    program.emit('SIGTERM', 'SIGTERM');
    expect(onStop).toHaveBeenCalledOnce();
    expect(program.exit).not.toHaveBeenCalled();
  });

  it('exits at once when repeated later', async () => {
    listenForStop(clock, onStop, program);
    program.emit('SIGTERM', 'SIGTERM');
    await clock.advance(1_001);
    program.emit('SIGINT', 'SIGINT');
    expect(program.exit).toHaveBeenCalledExactlyOnceWith(130);
  });

  it('is made by the death of the launcher too', () => {
    listenForStop(clock, onStop, program);
    program.emit('disconnect');
    expect(onStop).toHaveBeenCalledExactlyOnceWith('the launcher is gone');
  });

  it('does not keep the program alive by listening', () => {
    listenForStop(clock, onStop, program);
    expect(program.channel.unref).toHaveBeenCalledOnce();
  });

  it('is ignored after listening has stopped', () => {
    listenForStop(clock, onStop, program)();
    expect(program.eventNames().map((name) => program.listenerCount(name))).toEqual([]);
  });
});

test('parts stop in reverse order, once, and a failing one does not affect the others', async () => {
  const ended: string[] = [];
  const errors: string[] = [];
  const stops = createStops({
    debug() {},
    info() {},
    warn() {},
    error: (_fields, message) => errors.push(message),
  });
  stops.add('the database', () => void ended.push('database'));
  stops.add('the engine', () => Promise.reject(new Error('stuck')));
  stops.add('the server', async () => void ended.push('server'));
  await Promise.all([stops.stopAll(), stops.stopAll()]);
  expect(ended).toEqual(['server', 'database']);
  expect(errors).toEqual(['the engine did not stop cleanly']);
});
