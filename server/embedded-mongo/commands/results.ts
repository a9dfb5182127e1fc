import { type Document, isDocument, toNumber } from '../bson/document.ts';
import { MongoError } from '../errors.ts';

/** How many statements one command may carry. */
export const maxWriteBatchSize = 100_000;

/** Gathers what the statements of one write command did and which of them failed. */
export class WriteResults {
  readonly errors: Document[] = [];

  private readonly isOrdered: boolean;

  constructor(isOrdered: boolean) {
    this.isOrdered = isOrdered;
  }

  /** Carries out the statements in their order; in an ordered command a failure is the end. */
  run<T>(statements: T[], act: (statement: T, index: number) => void): void {
    if (statements.length < 1 || statements.length > maxWriteBatchSize) {
      throw new MongoError(16, `Write batch sizes must be between 1 and ${maxWriteBatchSize}: ${statements.length}`);
    }
    for (const [index, statement] of statements.entries()) {
      try {
        act(statement, index);
      } catch (error) {
        // Only what is a statement's own fault is noted.
        if (!(error instanceof MongoError) || error.errorLabels?.length) throw error;
        this.errors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
        if (this.isOrdered) return;
      }
    }
  }

  fields(counts: Document): Document {
    return this.errors.length > 0 ? { ...counts, writeErrors: this.errors } : counts;
  }
}

/** For a write that wants more copies than there are: it is done, and its answer says that it is on one disk alone. */
export function concernError({ writeConcern }: Document): Document {
  if (!isDocument(writeConcern) || !(toNumber(writeConcern.w) > 1)) return {};
  const errInfo = { writeConcern: { ...writeConcern, wtimeout: 0, provenance: 'clientSupplied' } };
  const errmsg = 'Not enough data-bearing nodes';
  return { writeConcernError: { code: 100, codeName: 'UnsatisfiableWriteConcern', errmsg, errInfo } };
}
