import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compile, prepare } from './simulate/episode.ts';
import { play } from './simulate/run.ts';
import { type Schedule, scheduleOf } from './simulate/schedule.ts';
import { shrink } from './simulate/shrink.ts';

const USE = 'Use: npm run simulate -- [--seed 1] [--steps 100000] [--replay schedule.json] [--runs-to-shrink 60]';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    steps: { type: 'string', default: '100000' },
    replay: { type: 'string' },
    'runs-to-shrink': { type: 'string', default: '60' },
  },
});
const [firstSeed, maxSteps, runsToShrink] = [values.seed, values.steps, values['runs-to-shrink']].map(Number);
if (![firstSeed, maxSteps, runsToShrink].every((number) => Number.isSafeInteger(number) && Number(number) >= 0)) {
  console.error(USE);
  process.exit(1);
}

const base = await prepare(await compile());
const startedAt = process.cpuUsage();
const totals = { runs: 0, steps: 0, writes: 0, virtualMs: 0, happened: {} as Record<string, number> };
const schedules = values.replay ? [JSON.parse(readFileSync(values.replay, 'utf8')) as Schedule] : null;

while (schedules ? totals.runs < schedules.length : totals.steps < Number(maxSteps)) {
  const schedule = schedules?.[totals.runs] ?? scheduleOf(Number(firstSeed) + totals.runs);
  const outcome = await play(base, schedule);
  totals.runs += 1;
  totals.steps += outcome.steps;
  totals.writes += outcome.writes;
  totals.virtualMs += outcome.virtualMs;
  for (const [kind, times] of Object.entries(outcome.happened)) {
    totals.happened[kind] = (totals.happened[kind] ?? 0) + times;
  }
  if (outcome.problem === null) {
    if (schedules) console.log(`trace ${outcome.trace}`);
    continue;
  }
  console.log(`seed ${schedule.seed} failed at step ${outcome.steps}, trace ${outcome.trace}:\n${outcome.problem}`);
  const shrunk = await shrink(base, schedule, outcome, runsToShrink);
  const file = `simulated-${schedule.seed}.json`;
  writeFileSync(file, `${JSON.stringify(shrunk.schedule)}\n`);
  console.log(
    `\nShrunk from ${schedule.events.length} to ${shrunk.schedule.events.length} events in ${shrunk.runs} runs:`,
  );
  for (const { at, kind, numbers } of shrunk.schedule.events) console.log(`  ${at} ms  ${kind}  ${numbers.join(' ')}`);
  console.log(`\n${shrunk.outcome.problem}\n\nThe newest steps:\n  ${shrunk.outcome.newest.slice(-20).join('\n  ')}`);
  console.log(`\nTo replay it: npm run simulate -- --replay ${file}`);
  process.exitCode = 1;
  break;
}

const { user, system } = process.cpuUsage(startedAt);
const seconds = (user + system) / 1e6;
console.log(
  `${totals.runs} runs from seed ${firstSeed}: ${totals.steps} steps, ${Math.round(totals.steps / seconds)} a second of processor time, ` +
    `${totals.writes} confirmed writes, ${Math.round(totals.virtualMs / 60_000)} virtual minutes`,
);
const happened = Object.entries(totals.happened).sort((a, b) => b[1] - a[1]);
console.log(happened.map(([kind, times]) => `${kind} ${times}`).join(', '));
process.exit();
