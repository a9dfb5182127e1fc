import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createDayOf, dayFormat } from './viewing.ts';

const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'Africa/Monrovia'];

test('the day of a moment is that of the calendar, also where clocks change', () => {
  const moment = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.array(moment, { minLength: 1, maxLength: 50 }), (timeZone, moments) => {
      const dayOf = createDayOf(timeZone);
      for (const at of moments) {
        const [first, second] = [at, new Date(at.getTime() + 90 * 60_000)];
        for (const one of [first, second]) {
          expect(dayOf({ at: one, precision: 'second' })).toBe(dayFormat(timeZone).format(one));
        }
      }
    }),
  );
});

test('a viewing that is known to the day has that day everywhere, and one of unknown time has none', () => {
  const dayOf = createDayOf('America/St_Johns');
  expect(dayOf({ at: new Date('2026-03-08'), precision: 'day' })).toBe('2026-03-08');
  expect(dayOf({ at: null, precision: 'unknown' })).toBeNull();
});
