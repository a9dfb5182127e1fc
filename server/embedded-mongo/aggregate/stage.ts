import type { Document, Value } from '../bson/document.ts';

export interface PipelineContext {
  /** Finds the documents of another collection, by index where one serves. */
  lookup(collection: string, filter: Document): Document[];
  /** The variables of the command's `let`, as values. */
  vars?: Document;
}

export type Stage = (input: Iterable<Document>) => Iterable<Document>;

export type CompileStage = (argument: Value, context: PipelineContext, name: string) => Stage;
