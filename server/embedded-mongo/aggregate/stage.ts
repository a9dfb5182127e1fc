import type { Document, Value } from '../document.ts';

/** Maps documents to documents. An undefined in the input means that other work should run first; it is passed on. */
export type Stage = (input: Iterable<Document | undefined>) => Iterable<Document | undefined>;

/** `vars` contains the values of the command's `let` variables. */
export type CompileStage = (argument: Value, vars: Document | undefined, name: string) => Stage;
