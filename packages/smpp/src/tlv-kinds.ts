/** The wire formats of optional parameter values (SMPP 3.4 sections 3.1 and 5.3.2). */

/** How a value is encoded. */
export interface TlvKind<T> {
  /** The minimum and maximum length in octets. */
  readonly min: number;
  readonly max: number;
  /** @throws RangeError for a value that does not fit, e.g. 256 in one octet. The caller checks the length. */
  write(value: T): Buffer;
}

/** An unsigned big-endian number. */
export function integer(size: 1 | 2 | 4): TlvKind<number> {
  return {
    min: size,
    max: size,
    write(value) {
      const most = 2 ** (8 * size) - 1;
      if (!Number.isInteger(value) || value < 0 || value > most)
        throw new RangeError(`${value} is not a whole number from 0 to ${most}`);
      const octets = Buffer.alloc(size);
      octets.writeUIntBE(value, 0, size);
      return octets;
    },
  };
}

/** A Latin-1 C-octet string; `max` includes the terminator, which many SMSCs leave out. */
export function text(max: number): TlvKind<string> {
  return {
    min: 1,
    max,
    write(value) {
      if ([...value].some((character) => character < '\u0001' || character > '\u00ff'))
        throw new RangeError('it contains a NUL or a character outside Latin-1');
      return Buffer.from(`${value}\0`, 'latin1');
    },
  };
}

/** Raw octets. */
export function octets(min: number, max: number): TlvKind<Buffer> {
  return { min, max, write: (value) => value };
}

/** Empty in 3.4, where its presence is the value; one octet from 5.0 on. 0 is encoded as empty. */
export const alert: TlvKind<number> = {
  min: 0,
  max: 1,
  write: (value) => (value === 0 ? Buffer.alloc(0) : integer(1).write(value)),
};

/** Section 5.3.2.31: the type of the network (1 ANSI-136, 2 IS-95, 3 GSM) and its error code. */
export interface NetworkError {
  readonly network: number;
  readonly code: number;
}

export const networkError: TlvKind<NetworkError> = {
  min: 3,
  max: 3,
  write: ({ network, code }) => Buffer.concat([integer(1).write(network), integer(2).write(code)]),
};

/** Section 5.3.2.43: a dialog with a phone's user, the number of the message, and whether it is the last. */
export interface ItsSession {
  readonly session: number;
  /** 0 to 127. */
  readonly sequence: number;
  readonly isLast: boolean;
}

export const itsSession: TlvKind<ItsSession> = {
  min: 2,
  max: 2,
  write: ({ session, sequence, isLast }) =>
    Buffer.concat([integer(1).write(session), integer(1).write(sequence * 2 + (isLast ? 1 : 0))]),
};
