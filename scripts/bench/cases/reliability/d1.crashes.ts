import { crash } from 'embedded-mongo/testing';
import { type Benchmark, noneOf } from '../../lib/benchmark.ts';

export const d1: Benchmark = {
  id: 'D1',
  title: 'Correctness of writes while the embedded database is killed at random moments',
  isOfEmbeddedOnly: true,
  async run({ isShort }) {
    const kills = isShort ? 20 : 200;
    const { error } = console;
    console.error = () => {}; // each kill is logged to the console
    const { acknowledged, lost, partialTransactions, misdelivered, faults } = await crash(kills).finally(() => {
      console.error = error;
    });
    const totals = `${kills} kills, ${acknowledged} confirmed writes`;
    return [
      noneOf(`confirmed writes that were lost, ${totals}`, lost.length),
      noneOf(`partial transactions, ${totals}`, partialTransactions),
      noneOf(`indexes or counts that disagree with documents, ${totals}`, faults.length),
      noneOf(`inserts that a resumed change stream missed or delivered twice, ${totals}`, misdelivered),
    ];
  },
};
