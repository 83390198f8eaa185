/** One setting of a gateway as a field of the form. */

export interface SettingField {
  /** As the settings name it. */
  readonly name: string;
  readonly label: string;
  /** A sentence on what it does; the unit and the usual value are told beside it. */
  readonly hint: string;
  /** A line of text unless given. */
  readonly type?: 'number' | 'flag' | 'choice' | 'pem';
  readonly unit?: string;
  /** Of a `choice`. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Under More settings, with others of this heading; else it is seen at once. */
  readonly group?: string;
  /** Has no meaning, and is not shown, while this one is off. */
  readonly needs?: string;
  /** What a box says by which a secret is done without, and what is sent for it then: null takes it away. */
  readonly without?: { readonly label: string; readonly value: '' | null };
}
