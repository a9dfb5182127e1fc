import { crash } from '../../server/embedded-mongo/testing/crash.ts';
import { type Benchmark, noneOf } from './lib/benchmark.ts';

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
    const told = `${kills} kills, ${acknowledged} acknowledged writes`;
    return [
      noneOf(`acknowledged and lost, ${told}`, lost.length),
      noneOf(`half transactions, ${told}`, halves),
      noneOf(`indexes or counts that disagree with documents, ${told}`, faults.length),
      noneOf(`inserts a resumed change stream told never or twice, ${told}`, mistold),
    ];
  },
};
