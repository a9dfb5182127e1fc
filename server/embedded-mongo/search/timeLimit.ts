import { Decimal128 } from 'bson';
import { isNumber, toNumber, type Value } from '../document.ts';
import { badValue, MongoError } from '../errors.ts';

const maxMilliseconds = 2 ** 31 - 1;

/** A command took longer than its maxTimeMS. The whole command fails, and has changed nothing. */
export class TimeLimitExceeded extends MongoError {
  constructor() {
    super(50, 'operation exceeded time limit');
  }
}

/** How long a command may run, or a cursor in all of its commands: MongoDB's maxTimeMS. */
export class TimeLimit {
  /** As the client gave it. */
  readonly milliseconds: number | undefined;
  private left: number;
  private since = performance.now();

  constructor(maxTimeMS: Value | undefined) {
    this.milliseconds = readMilliseconds(maxTimeMS);
    this.left = this.milliseconds || Number.POSITIVE_INFINITY;
  }

  /** How much is left, in milliseconds. */
  get remaining(): number {
    return this.left - (performance.now() - this.since);
  }

  get isSet(): boolean {
    return this.left !== Number.POSITIVE_INFINITY;
  }

  check(): void {
    if (this.isSet && this.remaining <= 0) throw new TimeLimitExceeded();
  }

  /** The time between the commands of a cursor does not count. */
  pause(): void {
    this.left = this.remaining;
  }

  resume(): void {
    this.since = performance.now();
  }
}

function readMilliseconds(value: Value | undefined): number | undefined {
  if (value === undefined) return undefined;
  const given = toNumber(value);
  const number = value instanceof Decimal128 ? Math.trunc(given) || 0 : given; // as in MongoDB, also for NaN
  if (!isNumber(value)) throw badValue('maxTimeMS must be a number');
  if (!Number.isInteger(number)) throw badValue('maxTimeMS has non-integral value');
  if (number < 0 || number > maxMilliseconds) throw badValue(`${number} value for maxTimeMS is out of range`);
  return number;
}
