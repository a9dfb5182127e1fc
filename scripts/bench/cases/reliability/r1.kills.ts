import { makeHome } from '../../lib/app.ts';
import { type Benchmark, noneOf } from '../../lib/benchmark.ts';
import { makeWorld } from '../../lib/data/world.ts';
import { judge } from '../../lib/ledger.ts';
import { LiveTab } from '../../lib/liveTab.ts';
import { Writers } from '../../lib/writers.ts';

const WRITERS = 8;
const TABS = 4;

export const r1: Benchmark = {
  id: 'R1',
  title: 'Correctness of writes and delivery while the app is killed at random moments',
  async run({ isShort }) {
    const kills = isShort ? 10 : 100;
    const home = makeHome();
    let app = await home.start();
    const { port } = app;
    const pickPort = () => port;
    const world = await makeWorld(app.databaseUri, { people: WRITERS, items: 1 });
    const folder = { id: world.folderId, rev: 0 };
    const tabs = world.people
      .slice(0, TABS)
      .map(({ cookie }) => new LiveTab({ pickPort, cookie, folder, onMove: () => undefined }));
    try {
      const writers = new Writers({ pickPort, world });
      for (let kill = 0; kill < kills; kill++) {
        await writers.until(10 + Math.random() * 100);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
        // In turn, only the app is killed, and the app with its database, as in a power cut.
        await app.kill({ withChildren: kill % 2 === 1 });
        app = await home.start(port);
      }
      await writers.until(WRITERS);
      await writers.finish();
      for (const wrong of writers.wrong.slice(0, 20)) console.error(wrong);
      const { changes, lost, twice, gaps, undelivered } = await judge(port, world, writers, tabs);
      const totals = `${kills} kills, ${writers.acknowledged.size} of ${changes} writes confirmed`;
      return [
        noneOf(`confirmed writes that were lost, ${totals}`, lost),
        noneOf(`writes applied twice, ${totals}`, twice),
        noneOf(`gaps in rev, ${totals}`, gaps),
        noneOf(`changes not delivered to one of four tabs, ${totals}`, undelivered),
        noneOf(`wrong answers; 503 with Retry-After is right, ${totals}`, writers.wrong.length),
      ];
    } finally {
      for (const tab of tabs) tab.close();
      await app.stop();
      home.remove();
    }
  },
};
