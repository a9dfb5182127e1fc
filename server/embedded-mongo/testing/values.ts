import { Binary, BSONRegExp, Decimal128, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';
import { type Document, doubleOf, setField, type Value } from '../document.ts';

const fieldName = fc.oneof(
  fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', '0', '1'),
  fc.string({ maxLength: 3 }).filter((name) => !name.includes('\0')),
);

/** A few close numbers in all types, so that random values are often equal or nearly equal. */
export function bsonNumber(): fc.Arbitrary<Value> {
  const close = fc.integer({ min: -3, max: 3 });
  return fc.oneof(
    close,
    fc.integer(),
    fc.double().map(doubleOf),
    close.map((value) => new Double(value)),
    close.map((value) => Long.fromNumber(value)),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => Long.fromBigInt(value)),
    fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map((value) => Long.fromBigInt(value)),
    fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map((value) => Decimal128.fromString(String(value))),
    fc
      .tuple(fc.bigInt({ min: -(10n ** 33n), max: 10n ** 33n }), fc.integer({ min: -60, max: 40 }))
      .map(([digits, exponent]) => Decimal128.fromString(`${digits}E${exponent}`)),
    fc.constantFrom(...['0.1', '-0.1', '0.5', '1E+2', 'NaN', 'Infinity', '-Infinity', '0'].map(Decimal128.fromString)),
    fc.constantFrom(0.1, 0.5, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  );
}

function bsonScalar(): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 4, arbitrary: bsonNumber() },
    { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
    { weight: 2, arbitrary: fc.constantFrom<Value>('', '\0', 'a\0', 'a', '\uffff', '😀', null, true, false) },
    fc.date({ noInvalidDate: true }),
    fc.integer({ min: 0, max: 3 }).map((n) => new ObjectId(String(n).padStart(24, '0'))),
    fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
    fc
      .tuple(fc.uint8Array({ maxLength: 3 }), fc.constantFrom(0, 4, 128))
      .map(([bytes, subType]) => new Binary(bytes, subType)),
    fc.tuple(fc.nat(0xffffffff), fc.nat(3)).map(([t, i]) => new Timestamp({ t, i })),
    fc.tuple(fc.constantFrom('a', 'b', 'aa'), fc.constantFrom('', 'i')).map(([p, o]) => new BSONRegExp(p, o)),
    fc.constantFrom<Value>(new MinKey(), new MaxKey()),
  );
}

function toDocument(entries: [string, Value][]): Document {
  const doc: Document = {};
  for (const [key, value] of entries) setField(doc, key, value);
  return doc;
}

/** Any BSON value, with documents and arrays up to a depth of three. */
export function bsonValue(): fc.Arbitrary<Value> {
  return fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      bsonScalar(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.array(fc.tuple(fieldName, tie('value')), { maxLength: 3 }).map(toDocument),
    ),
  })).value;
}

export function bsonDocument(): fc.Arbitrary<Document> {
  return fc.array(fc.tuple(fieldName, bsonValue()), { maxLength: 5 }).map(toDocument);
}
