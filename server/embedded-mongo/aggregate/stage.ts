import type { Document, Value } from '../bson/document.ts';

export interface PipelineContext {
  /** The variables of the command's `let`, as values. */
  vars?: Document;
}

/** From documents to documents; undefined, where others should go first, is passed on. */
export type Stage = (input: Iterable<Document | undefined>) => Iterable<Document | undefined>;

export type CompileStage = (argument: Value, context: PipelineContext, name: string) => Stage;
