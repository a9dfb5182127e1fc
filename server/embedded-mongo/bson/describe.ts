import type { Binary, BSONRegExp } from 'bson';
import { type Document, toNumber, typeName, type Value } from './document.ts';

/** A value as MongoDB prints it in its messages. */
export function describeValue(value: Value | undefined): string {
  if (Array.isArray(value)) return value.length ? `[ ${value.map(describeValue).join(', ')} ]` : '[]';
  switch (typeName(value)) {
    case 'object':
      return describeDocument(value as Document);
    case 'string':
      return JSON.stringify(value);
    case 'objectId':
      return `ObjectId('${String(value)}')`;
    case 'date':
      return `new Date(${(value as Date).getTime()})`;
    case 'double': {
      const text = String(toNumber(value));
      return /^-?\d+$/.test(text) ? `${text}.0` : text;
    }
    case 'regex':
      return `/${(value as BSONRegExp).pattern}/${(value as BSONRegExp).options}`;
    case 'binData':
      return `BinData(${(value as Binary).sub_type}, ${(value as Binary).toString('hex').toUpperCase()})`;
    default:
      return String(value);
  }
}

export function describeDocument(doc: Document): string {
  const fields = Object.entries(doc).map(([key, value]) => `${key}: ${describeValue(value)}`);
  return fields.length ? `{ ${fields.join(', ')} }` : '{}';
}
