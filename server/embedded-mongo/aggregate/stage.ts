import type { Document, Value } from '../bson/document.ts';

/** From documents to documents; undefined, where others should go first, is passed on. */
export type Stage = (input: Iterable<Document | undefined>) => Iterable<Document | undefined>;

/** `vars` are the variables of the command's `let`, as values. */
export type CompileStage = (argument: Value, vars: Document | undefined, name: string) => Stage;
