/** Type marker before every value (AMF0, chapter 2.1). */
export const AMF0_MARKER = {
  number: 0x00,
  boolean: 0x01,
  string: 0x02,
  object: 0x03,
  null: 0x05,
  undefined: 0x06,
  ecmaArray: 0x08,
  objectEnd: 0x09,
  strictArray: 0x0a,
  date: 0x0b,
  longString: 0x0c,
  unsupported: 0x0d,
  xmlDocument: 0x0f,
  typedObject: 0x10,
} as const;

/** Properties by name. Parsed objects have no prototype, so that untrusted names have no special meaning. */
export interface AmfObject {
  [name: string]: AmfValue;
}

/** A `Map` is written as an ECMA array, as in onMetaData. Objects and ECMA arrays are both parsed as objects. */
export type AmfEcmaArray = ReadonlyMap<string, AmfValue>;

export type AmfValue =
  | number
  | boolean
  | string
  | null
  | undefined
  | Date
  | AmfEcmaArray
  | readonly AmfValue[]
  | AmfObject;

/** Returns whether a parsed value is an object with properties. */
export const isAmfObject = (value: AmfValue): value is AmfObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !(value instanceof Map);
