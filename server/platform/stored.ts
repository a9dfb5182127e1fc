import type { SchemaDefinitionProperty, Types } from 'mongoose';

type StoredValue<Name, Value> = Value extends string
  ? Name extends `${string}Id`
    ? Types.ObjectId
    : Name extends `${string}At`
      ? Date
      : Value
  : Value;

/**
 * The stored form of an entity of the contract: ids are ObjectIds and dates are Dates. `Presented` are the fields that are not
 * stored under their names. Every other field of the contract must be stored, or the code does not compile.
 */
export type Stored<Entity, Presented extends keyof Entity> = {
  [Name in keyof Entity as Exclude<Name, Presented>]: StoredValue<Name, Entity[Name]>;
};

/**
 * Checks that a mongoose schema has exactly the fields of `Doc`: `{ ... } satisfies SchemaFields<Doc>`. Mongoose silently
 * drops fields that its schema lacks. It adds createdAt and updatedAt by itself.
 */
export type SchemaFields<Doc> = {
  [Name in Exclude<keyof Doc, '_id' | 'createdAt' | 'updatedAt'>]-?: SchemaDefinitionProperty<Doc[Name]>;
} & { _id?: SchemaDefinitionProperty };
