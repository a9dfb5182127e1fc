import type { Document } from '../document.ts';
import { MongoError } from '../errors.ts';
import { TimeLimitExceeded } from '../search/timeLimit.ts';
import type { Context } from './command.ts';

/** Collects the results and errors of the statements of one write command. */
export class WriteResults {
  readonly errors: Document[] = [];

  private readonly stopsAtFailure: boolean;

  constructor({ body, transaction }: Context) {
    this.stopsAtFailure = body.ordered !== false || transaction !== undefined;
  }

  /** Runs the statements in order. Stops at the first failure if the command is ordered or in a transaction, which is over. */
  run<T>(statements: T[], act: (statement: T, index: number) => void): void {
    for (const [index, statement] of statements.entries()) {
      try {
        act(statement, index);
      } catch (error) {
        // Errors that concern more than this statement fail the whole command.
        if (!(error instanceof MongoError) || error instanceof TimeLimitExceeded || error.errorLabels?.length)
          throw error;
        this.errors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
        if (this.stopsAtFailure) return;
      }
    }
  }

  fields(counts: Document): Document {
    return this.errors.length > 0 ? { ...counts, writeErrors: this.errors } : counts;
  }
}
