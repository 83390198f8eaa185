/** Latin-1 (ISO 8859-1) as SMS uses it: one octet a character (data_coding 3). Its control characters are no text. */

/** Whether the whole text can be written in Latin-1. */
export const isLatin1 = (text: string): boolean => /^[\t\n\r\x20-\x7e\xa0-\xff]*$/.test(text);

export const encodeLatin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
