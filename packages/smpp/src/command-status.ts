/** The command_status values of SMPP 3.4 (section 5.1.3), as named constants and with descriptions. */

export const ESME_ROK = 0x00;
export const ESME_RINVMSGLEN = 0x01;
export const ESME_RINVCMDLEN = 0x02;
export const ESME_RINVCMDID = 0x03;
export const ESME_RINVBNDSTS = 0x04;
export const ESME_RALYBND = 0x05;
export const ESME_RSYSERR = 0x08;
export const ESME_RINVSRCADR = 0x0a;
export const ESME_RINVDSTADR = 0x0b;
export const ESME_RINVMSGID = 0x0c;
export const ESME_RBINDFAIL = 0x0d;
export const ESME_RINVPASWD = 0x0e;
export const ESME_RINVSYSID = 0x0f;
export const ESME_RCANCELFAIL = 0x11;
export const ESME_RREPLACEFAIL = 0x13;
export const ESME_RMSGQFUL = 0x14;
export const ESME_RINVSERTYP = 0x15;
export const ESME_RSUBMITFAIL = 0x45;
export const ESME_RINVSYSTYP = 0x53;
export const ESME_RTHROTTLED = 0x58;
export const ESME_RINVSCHED = 0x61;
export const ESME_RINVEXPIRY = 0x62;
export const ESME_RX_T_APPN = 0x64;
export const ESME_RX_P_APPN = 0x65;
export const ESME_RX_R_APPN = 0x66;
export const ESME_RQUERYFAIL = 0x67;
export const ESME_RINVOPTPARSTREAM = 0xc0;
export const ESME_RINVPARLEN = 0xc2;
export const ESME_RINVOPTPARAMVAL = 0xc4;
export const ESME_RDELIVERYFAILURE = 0xfe;
export const ESME_RUNKNOWNERR = 0xff;

const statuses: ReadonlyArray<readonly [code: number, name: string, meaning: string]> = [
  [ESME_ROK, 'ESME_ROK', 'no error'],
  [ESME_RINVMSGLEN, 'ESME_RINVMSGLEN', 'the message length is invalid'],
  [ESME_RINVCMDLEN, 'ESME_RINVCMDLEN', 'the command length is invalid'],
  [ESME_RINVCMDID, 'ESME_RINVCMDID', 'the command is not supported'],
  [ESME_RINVBNDSTS, 'ESME_RINVBNDSTS', 'the command is not allowed in this bind state'],
  [ESME_RALYBND, 'ESME_RALYBND', 'the session is already bound'],
  [0x06, 'ESME_RINVPRTFLG', 'the priority flag is invalid'],
  [0x07, 'ESME_RINVREGDLVFLG', 'the registered delivery flag is invalid'],
  [ESME_RSYSERR, 'ESME_RSYSERR', 'system error at the carrier'],
  [ESME_RINVSRCADR, 'ESME_RINVSRCADR', 'the source address is invalid'],
  [ESME_RINVDSTADR, 'ESME_RINVDSTADR', 'the destination address is invalid'],
  [ESME_RINVMSGID, 'ESME_RINVMSGID', 'the message id is invalid'],
  [ESME_RBINDFAIL, 'ESME_RBINDFAIL', 'the bind failed'],
  [ESME_RINVPASWD, 'ESME_RINVPASWD', 'the password is wrong'],
  [ESME_RINVSYSID, 'ESME_RINVSYSID', 'the system id is unknown'],
  [ESME_RCANCELFAIL, 'ESME_RCANCELFAIL', 'canceling the message failed'],
  [ESME_RREPLACEFAIL, 'ESME_RREPLACEFAIL', 'replacing the message failed'],
  [ESME_RMSGQFUL, 'ESME_RMSGQFUL', 'the message queue is full'],
  [ESME_RINVSERTYP, 'ESME_RINVSERTYP', 'the service type is invalid'],
  [0x33, 'ESME_RINVNUMDESTS', 'the number of destinations is invalid'],
  [0x34, 'ESME_RINVDLNAME', 'the distribution list is unknown'],
  [0x40, 'ESME_RINVDESTFLAG', 'the destination flag is invalid'],
  [0x42, 'ESME_RINVSUBREP', 'submitting with replace is not supported'],
  [0x43, 'ESME_RINVESMCLASS', 'the esm_class is invalid'],
  [0x44, 'ESME_RCNTSUBDL', 'cannot submit to the distribution list'],
  [ESME_RSUBMITFAIL, 'ESME_RSUBMITFAIL', 'submitting the message failed'],
  [0x48, 'ESME_RINVSRCTON', 'the source address TON is invalid'],
  [0x49, 'ESME_RINVSRCNPI', 'the source address NPI is invalid'],
  [0x50, 'ESME_RINVDSTTON', 'the destination address TON is invalid'],
  [0x51, 'ESME_RINVDSTNPI', 'the destination address NPI is invalid'],
  [ESME_RINVSYSTYP, 'ESME_RINVSYSTYP', 'the system type is invalid'],
  [0x54, 'ESME_RINVREPFLAG', 'the replace_if_present flag is invalid'],
  [0x55, 'ESME_RINVNUMMSGS', 'the number of messages is invalid'],
  [ESME_RTHROTTLED, 'ESME_RTHROTTLED', 'throttled: more messages than the carrier allows'],
  [ESME_RINVSCHED, 'ESME_RINVSCHED', 'the scheduled delivery time is invalid'],
  [ESME_RINVEXPIRY, 'ESME_RINVEXPIRY', 'the validity period is invalid'],
  [0x63, 'ESME_RINVDFTMSGID', 'the predefined message is invalid or not found'],
  [ESME_RX_T_APPN, 'ESME_RX_T_APPN', 'temporary receiver error: retry later'],
  [ESME_RX_P_APPN, 'ESME_RX_P_APPN', 'permanent receiver error'],
  [ESME_RX_R_APPN, 'ESME_RX_R_APPN', 'the receiver refused the message'],
  [ESME_RQUERYFAIL, 'ESME_RQUERYFAIL', 'the query failed'],
  [ESME_RINVOPTPARSTREAM, 'ESME_RINVOPTPARSTREAM', 'the optional parameters are malformed'],
  [0xc1, 'ESME_ROPTPARNOTALLWD', 'an optional parameter is not allowed'],
  [ESME_RINVPARLEN, 'ESME_RINVPARLEN', 'the length of a parameter is invalid'],
  [0xc3, 'ESME_RMISSINGOPTPARAM', 'an expected optional parameter is missing'],
  [ESME_RINVOPTPARAMVAL, 'ESME_RINVOPTPARAMVAL', 'the value of an optional parameter is invalid'],
  [ESME_RDELIVERYFAILURE, 'ESME_RDELIVERYFAILURE', 'delivery failed'],
  [ESME_RUNKNOWNERR, 'ESME_RUNKNOWNERR', 'unknown error at the carrier'],
];

const byCode = new Map(statuses.map(([code, name, meaning]) => [code, { name, meaning }]));

const hex = (code: number): string => `0x${(code >>> 0).toString(16).padStart(8, '0')}`;

/** The name of a command_status in the standard, e.g. `ESME_RTHROTTLED`; in hex if it has none. */
export function statusName(code: number): string {
  return byCode.get(code)?.name ?? hex(code);
}

/** A one-line description of a command_status with its name: `the password is wrong (ESME_RINVPASWD)`. */
export function describeStatus(code: number): string {
  const status = byCode.get(code);
  if (status) return `${status.meaning} (${status.name})`;
  // Section 5.1.3 reserves 0x400 to 0x4FF for SMSC vendors.
  const kind = code >= 0x400 && code <= 0x4ff ? 'vendor-specific error' : 'unknown error code';
  return `${kind} (${hex(code)})`;
}
