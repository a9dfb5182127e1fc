import { crash } from '../../server/embedded-mongo/testing/crash.ts';
import type { Benchmark, Finding } from './lib/benchmark.ts';

export const d1: Benchmark = {
  id: 'D1',
  title: 'the embedded database killed at random moments under eight writers',
  async run({ isShort }) {
    const kills = isShort ? 20 : 200;
    const { error } = console;
    console.error = () => {}; // each kill is told on the console
    const { acknowledged, lost, halves, mistold, faults } = await crash(kills).finally(() => {
      console.error = error;
    });
    const none = (what: string, count: number): Finding => ({
      what: `${what}, ${kills} kills, ${acknowledged} acknowledged writes`,
      control: 'none',
      ours: String(count),
      ratio: null,
      goal: '0',
      isHeld: count === 0,
    });
    return [
      none('acknowledged and lost', lost.length),
      none('half transactions', halves),
      none('indexes or counts that disagree with documents', faults.length),
      none('inserts a resumed change stream told never or twice', mistold),
    ];
  },
};
