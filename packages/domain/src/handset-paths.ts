/** Paths that handsets post to (CALL-16, CALL-17): received messages, and pings. */
export const MESSAGE_RECEIVED_SMS = '/api/tests/sm/v1/deliverabilitytestlogs/message-received/sms';
export const MESSAGE_RECEIVED_MMS = '/api/tests/sm/v1/deliverabilitytestlogs/message-received/mms';
export const HANDSET_PING = '/api/tests/sm/v1/handsets/ping';
