/** The shapes that the values of optional parameters have on the wire (SMPP 3.4 sections 3.1 and 5.3.2). */

/** How a value is written. */
export interface TlvKind<T> {
  /** How few and how many octets it may have. */
  readonly min: number;
  readonly max: number;
  /** @throws RangeError for what does not fit, e.g. 256 in one octet. The length is checked by whoever calls. */
  write(value: T): Buffer;
}

/** An unsigned number, most significant octet first. */
export function integer(size: 1 | 2 | 4): TlvKind<number> {
  return {
    min: size,
    max: size,
    write(value) {
      const most = 2 ** (8 * size) - 1;
      if (!Number.isInteger(value) || value < 0 || value > most)
        throw new RangeError(`${value} is no whole number from 0 to ${most}`);
      const octets = Buffer.alloc(size);
      octets.writeUIntBE(value, 0, size);
      return octets;
    },
  };
}

/** A C-octet string, in Latin-1; `max` counts its ending 0. Many SMSCs leave that out, so it need not be there. */
export function text(max: number): TlvKind<string> {
  return {
    min: 1,
    max,
    write(value) {
      if ([...value].some((character) => character < '\u0001' || character > '\u00ff'))
        throw new RangeError('it holds a character that SMPP cannot carry there');
      return Buffer.from(`${value}\0`, 'latin1');
    },
  };
}

/** Octets as they are. */
export function octets(min: number, max: number): TlvKind<Buffer> {
  return { min, max, write: (value) => value };
}

/** Nothing in 3.4, where being there says it all; from 5.0 on one octet that tells how; 0 is written as nothing. */
export const alert: TlvKind<number> = {
  min: 0,
  max: 1,
  write: (value) => (value === 0 ? Buffer.alloc(0) : integer(1).write(value)),
};

/** Section 5.3.2.31: which kind of network failed (1 ANSI-136, 2 IS-95, 3 GSM), and its own code. */
export interface NetworkError {
  readonly network: number;
  readonly code: number;
}

export const networkError: TlvKind<NetworkError> = {
  min: 3,
  max: 3,
  write: ({ network, code }) => Buffer.concat([integer(1).write(network), integer(2).write(code)]),
};

/** Section 5.3.2.43: a dialogue with a phone's user, its next message, and whether that is the last. */
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
